// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const rules: Readonly<Record<string, Examples>> = {
  "rules.create": {
    success: {
      path: "/laas/rules/create-rule",
      request: {
        name: "first order",
        coinValue: "10",
        maxNumberOfParticipant: "500",
        condition: "places an order",
        userLimitAward: "1"
      },
      status: 201,
      body: {
        status: "success",
        message: "Rule created successfully",
        data: {
          id: "019cadc7-0bc8-7000-a590-e84e85992945",
          name: "first order",
          coinValue: "10",
          condition: "places an order",
          maxNumberOfParticipant: "500",
          status: "active"
        }
      }
    },
    failure: {
      path: "/laas/rules/create-rule",
      request: {
        name: "first order",
        maxNumberOfParticipant: "500",
        condition: "places an order",
        userLimitAward: "1"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "coinValue is required"
        }
      }
    }
  },
  "rules.update": {
    success: {
      path: "/laas/rules/update-rule",
      request: {
        id: "019cadc7-0bc8-7002-aebf-d4e35c7467bf",
        coinValue: "20"
      },
      status: 200,
      body: {
        status: "success",
        message: "Rule updated successfully",
        data: {
          id: "019cadc7-0bc8-7002-aebf-d4e35c7467bf",
          name: "five visits",
          coinValue: "20",
          condition: "visits the shop",
          maxNumberOfParticipant: "200",
          status: "active",
          type: "batched",
          completionNumber: "5",
          userLimitAward: "-1",
          rules: [],
          limits: [
            {
              per: "member",
              period: "month",
              awards: "2"
            },
            {
              per: "rule",
              period: "ever",
              coins: "5000"
            }
          ],
          timeZone: "Europe/Berlin",
          startsAt: null,
          endsAt: null,
          atLimit: "reject"
        }
      }
    },
    failure: {
      path: "/laas/rules/update-rule",
      request: {
        id: "019cadc7-0bc8-7002-aebf-d4e35c7467bf",
        completionNumber: "4"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            "completionNumber cannot be changed: members' progress is counted in it, create another rule instead"
        }
      }
    }
  },
  "rules.list": {
    success: {
      path: "/laas/rules",
      query: {
        status: "active",
        limit: "2"
      },
      status: 200,
      body: {
        status: "success",
        message: "Rules returned successfully",
        data: {
          data: [
            {
              id: "019cadc7-0bc8-7000-a590-e84e85992945",
              name: "first order",
              coinValue: "10",
              condition: "places an order",
              maxNumberOfParticipant: "500",
              status: "active",
              type: "single",
              completionNumber: "1",
              userLimitAward: "1",
              rules: [],
              limits: [],
              timeZone: "UTC",
              startsAt: null,
              endsAt: null,
              atLimit: "reject"
            },
            {
              id: "019cadc7-0bc8-7002-aebf-d4e35c7467bf",
              name: "five visits",
              coinValue: "20",
              condition: "visits the shop",
              maxNumberOfParticipant: "200",
              status: "active",
              type: "batched",
              completionNumber: "5",
              userLimitAward: "-1",
              rules: [],
              limits: [
                {
                  per: "member",
                  period: "month",
                  awards: "2"
                },
                {
                  per: "rule",
                  period: "ever",
                  coins: "5000"
                }
              ],
              timeZone: "Europe/Berlin",
              startsAt: null,
              endsAt: null,
              atLimit: "reject"
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/rules",
      query: {
        status: "running"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'status must be "active" or "inactive", got "running"'
        }
      }
    }
  },
  "rules.usage": {
    success: {
      path: "/laas/rules/usage",
      query: {
        status: "active",
        limit: "2"
      },
      status: 200,
      body: {
        status: "success",
        message: "Usage of rules returned successfully",
        data: {
          data: [
            {
              ruleId: "019cadc7-0bc8-7000-a590-e84e85992945",
              ruleName: "first order",
              limits: [
                {
                  per: "rule",
                  period: "ever",
                  measure: "participants",
                  used: "0",
                  max: "500",
                  resetsAt: null
                }
              ]
            },
            {
              ruleId: "019cadc7-0bc8-7002-aebf-d4e35c7467bf",
              ruleName: "five visits",
              limits: [
                {
                  per: "rule",
                  period: "ever",
                  measure: "participants",
                  used: "0",
                  max: "200",
                  resetsAt: null
                },
                {
                  per: "rule",
                  period: "ever",
                  measure: "coins",
                  used: "0",
                  max: "5000",
                  resetsAt: null
                }
              ]
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/rules/usage",
      query: {
        status: "running"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'status must be "active" or "inactive", got "running"'
        }
      }
    }
  },
  "rules.get": {
    success: {
      path: "/laas/rules/019cadc7-0bc8-7002-aebf-d4e35c7467bf",
      status: 200,
      body: {
        status: "success",
        message: "Rule returned successfully",
        data: {
          id: "019cadc7-0bc8-7002-aebf-d4e35c7467bf",
          name: "five visits",
          coinValue: "20",
          condition: "visits the shop",
          maxNumberOfParticipant: "200",
          status: "active",
          type: "batched",
          completionNumber: "5",
          userLimitAward: "-1",
          rules: [],
          limits: [
            {
              per: "member",
              period: "month",
              awards: "2"
            },
            {
              per: "rule",
              period: "ever",
              coins: "5000"
            }
          ],
          timeZone: "Europe/Berlin",
          startsAt: null,
          endsAt: null,
          atLimit: "reject",
          usage: [
            {
              per: "rule",
              period: "ever",
              measure: "participants",
              used: "0",
              max: "200",
              resetsAt: null
            },
            {
              per: "rule",
              period: "ever",
              measure: "coins",
              used: "0",
              max: "5000",
              resetsAt: null
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/rules/01a1dd04-59e9-7000-a548-21936dad3fcf",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error: "rule 01a1dd04-59e9-7000-a548-21936dad3fcf was not found: create the rule first"
        }
      }
    }
  },
  "rules.progress": {
    success: {
      path: "/laas/rules/019cadc7-0bc8-7002-aebf-d4e35c7467bf/progress",
      query: {
        limit: "5"
      },
      status: 200,
      body: {
        status: "success",
        message: "Progress returned successfully",
        data: {
          data: [
            {
              userId: "customer-8",
              done: 1,
              of: 5,
              missing: []
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/rules/01a1dd04-59e9-7000-a548-21936dad3fcf/progress",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error: "rule 01a1dd04-59e9-7000-a548-21936dad3fcf was not found: create the rule first"
        }
      }
    }
  },
  "rules.explain": {
    success: {
      path: "/laas/rules/award/explain",
      request: {
        userId: "customer-7",
        ruleName: "first order"
      },
      status: 200,
      body: {
        status: "success",
        message: "Award explained, nothing was written",
        data: {
          outcome: "pays",
          wouldPay: true,
          coins: "10",
          refusal: null,
          suppressedBy: null,
          progress: {
            done: 0,
            of: 1
          },
          limits: [
            {
              per: "rule",
              period: "ever",
              measure: "participants",
              used: "0",
              max: "500",
              resetsAt: null
            },
            {
              per: "member",
              period: "ever",
              measure: "awards",
              used: "0",
              max: "1",
              resetsAt: null
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/rules/award/explain",
      request: {
        userId: "customer-9",
        ruleName: "first order"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error: "userId customer-9 was not found: onboard the user first"
        }
      }
    }
  },
  "rules.award": {
    success: {
      path: "/laas/rules/award",
      request: {
        userId: "customer-7",
        ruleName: "first order",
        narration: "order 1",
        metadata: {
          orderId: "1"
        }
      },
      status: 201,
      body: {
        status: "success",
        message: "Rule award created successfully",
        data: {
          id: "019cadc7-3aa8-7000-a8a8-55850a2285de",
          ruleId: "019cadc7-0bc8-7000-a590-e84e85992945",
          ruleName: "first order",
          userId: "customer-7",
          awarded: true,
          note: "order 1",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895"
        }
      }
    },
    failure: {
      path: "/laas/rules/award",
      request: {
        userId: "customer-7",
        ruleName: "first order"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "user_limit_reached",
          error:
            "rule first order has already rewarded this user 1 times: raise userLimitAward to reward more"
        }
      }
    }
  },
  "rules.awardMany": {
    success: {
      path: "/laas/rules/awards",
      request: {
        awards: [
          {
            userId: "customer-8",
            ruleName: "first order",
            narration: "order 2"
          },
          {
            userId: "customer-9",
            ruleName: "first order",
            narration: "order 3"
          }
        ]
      },
      status: 201,
      body: {
        status: "success",
        message: "1 of 2 awards created",
        data: {
          accepted: 1,
          refused: 1,
          outcomes: [
            {
              status: "success",
              data: {
                id: "019cadc7-4660-7000-a24c-37d621ed0517",
                ruleId: "019cadc7-0bc8-7000-a590-e84e85992945",
                ruleName: "first order",
                userId: "customer-8",
                awarded: true,
                note: "order 2",
                partnerId: "019cadc6-a250-7000-a9d4-94e02261a895"
              }
            },
            {
              status: "failed",
              message: "Data not found",
              data: {
                errorType: "not found",
                appErrorCode: "",
                error: "userId customer-9 was not found: onboard the user first"
              }
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/rules/awards",
      request: {
        awards: "customer-8"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "awards must be a list of awards"
        }
      }
    }
  },
  "rules.awards": {
    success: {
      path: "/laas/rules/awards",
      query: {
        state: "paid",
        limit: "2"
      },
      status: 200,
      body: {
        status: "success",
        message: "Awards returned successfully",
        data: {
          data: [
            {
              id: "019cadc7-4660-7000-a24c-37d621ed0517",
              ruleId: "019cadc7-0bc8-7000-a590-e84e85992945",
              ruleName: "first order",
              userId: "customer-8",
              awarded: true,
              note: "order 2",
              partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
              coins: "10",
              state: "paid",
              suppressedBy: null,
              metadata: {},
              createdAt: "2026-03-02T09:00:44.000Z",
              reversedAt: null
            },
            {
              id: "019cadc7-3aa8-7000-a8a8-55850a2285de",
              ruleId: "019cadc7-0bc8-7000-a590-e84e85992945",
              ruleName: "first order",
              userId: "customer-7",
              awarded: true,
              note: "order 1",
              partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
              coins: "10",
              state: "paid",
              suppressedBy: null,
              metadata: {
                orderId: "1"
              },
              createdAt: "2026-03-02T09:00:41.000Z",
              reversedAt: null
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/rules/awards",
      query: {
        from: "yesterday"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            'from must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z, got "yesterday"'
        }
      }
    }
  },
  "rules.reverse": {
    success: {
      path: "/laas/rules/award/reverse",
      request: {
        awardId: "019cadc7-3aa8-7000-a8a8-55850a2285de",
        narration: "Order 1 was returned"
      },
      status: 201,
      body: {
        status: "success",
        message: "Rule award reversed successfully",
        data: {
          id: "019cadc7-5600-7000-ad0c-0ed85d1425e7",
          awardId: "019cadc7-3aa8-7000-a8a8-55850a2285de",
          coins: "10",
          narration: "Order 1 was returned",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          createdAt: "2026-03-02T09:00:48.000Z"
        }
      }
    },
    failure: {
      path: "/laas/rules/award/reverse",
      request: {
        awardId: "019cadc7-3aa8-7000-a8a8-55850a2285de",
        narration: "Order 1 was returned"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "already_reversed",
          error:
            "019cadc7-3aa8-7000-a8a8-55850a2285de was reversed or refunded already: that can be done once"
        }
      }
    }
  },
  "rules.reverseMany": {
    success: {
      path: "/laas/rules/awards/reverse",
      request: {
        reversals: [
          {
            awardId: "019cadc7-4660-7000-a24c-37d621ed0517",
            narration: "Order 2 was returned"
          },
          {
            awardId: "01a1dd04-59e9-7000-a548-21936dad3fcf"
          }
        ]
      },
      status: 201,
      body: {
        status: "success",
        message: "Reversals carried out, an outcome each",
        data: {
          accepted: 1,
          refused: 1,
          outcomes: [
            {
              status: "success",
              data: {
                id: "019cadc7-5dd0-7000-a032-10d04e32e071",
                awardId: "019cadc7-4660-7000-a24c-37d621ed0517",
                coins: "10",
                narration: "Order 2 was returned",
                partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
                createdAt: "2026-03-02T09:00:50.000Z"
              }
            },
            {
              status: "failed",
              message: "Data not found",
              data: {
                errorType: "not found",
                appErrorCode: "",
                error:
                  "awardId 01a1dd04-59e9-7000-a548-21936dad3fcf was not found: use the id of an award of this partner"
              }
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/rules/awards/reverse",
      request: {},
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "reversals is required"
        }
      }
    }
  }
}
