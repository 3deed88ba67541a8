// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const coins: Readonly<Record<string, Examples>> = {
  "coins.transfer": {
    success: {
      path: "/laas/coins/transfer-from-user-wallet",
      request: {
        userId: "customer-7",
        coins: 2.5,
        metadata: {
          orderId: "1042"
        }
      },
      status: 201,
      body: {
        status: "success",
        message: "Coins transferred successfully",
        data: {
          id: "019cadc7-65a0-7000-a754-4283f685b4e5",
          userId: "customer-7",
          debitOrCredit: "DE",
          coins: 2.5,
          claimed: true,
          transactionType: "user_partner_transfer",
          narration: "user to partner transfer",
          from: {
            id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
            fullname_businessName: "",
            email: "",
            tag: null,
            userId: "customer-7"
          },
          to: {
            id: "019cadc6-a250-7000-a9d4-94e02261a895",
            fullname_businessName: "Corner Shop Ltd",
            email: "ops@shop.example",
            tag: null,
            userId: "019cadc6-a250-7000-a9d4-94e02261a895"
          },
          plan: {},
          paidWithGiftCard: false,
          giftCardLedger: {},
          "the service": false,
          charge: 0,
          refunded: false,
          createdAt: "2026-03-02T09:00:52.000Z",
          updatedAt: "2026-03-02T09:00:52.000Z"
        }
      }
    },
    failure: {
      path: "/laas/coins/transfer-from-user-wallet",
      request: {
        userId: "customer-7",
        coins: 1000
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "insufficient_coins",
          error: "coins must be no more than the wallet holds: it has 22.5, this needs 1000"
        }
      }
    }
  },
  "coins.wallet": {
    success: {
      path: "/laas/get-user-coin-data",
      query: {
        userId: "customer-7"
      },
      status: 200,
      body: {
        status: "success",
        message: "User coin data returned successfully",
        data: {
          userId: "customer-7",
          isLinked: false,
          totalPartnerCoins: "22.5",
          wallets: [
            {
              walletId: "019cadc6-f840-7000-aeec-5c4b633d70cc",
              partner: {
                id: "019cadc6-a250-7000-a9d4-94e02261a895",
                name: "Corner Shop Ltd"
              },
              coins: "22.5"
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/get-user-coin-data",
      query: {
        userId: "customer-9"
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
  "coins.transactions": {
    success: {
      path: "/laas/coins/transactions",
      query: {
        userId: "customer-7",
        page: "1",
        limit: "1"
      },
      status: 200,
      body: {
        status: "success",
        message: "Coin transactions returned successfully",
        data: {
          data: [
            {
              id: "019cadc7-65a0-7000-a754-4283f685b4e5",
              userId: "customer-7",
              debitOrCredit: "DE",
              coins: 2.5,
              claimed: true,
              transactionType: "user_partner_transfer",
              narration: "user to partner transfer",
              from: {
                id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
                fullname_businessName: "",
                email: "",
                tag: null,
                userId: "customer-7"
              },
              to: {
                id: "019cadc6-a250-7000-a9d4-94e02261a895",
                fullname_businessName: "Corner Shop Ltd",
                email: "ops@shop.example",
                tag: null,
                userId: "019cadc6-a250-7000-a9d4-94e02261a895"
              },
              plan: {},
              paidWithGiftCard: false,
              giftCardLedger: {},
              "the service": false,
              charge: 0,
              refunded: false,
              createdAt: "2026-03-02T09:00:52.000Z",
              updatedAt: "2026-03-02T09:00:52.000Z",
              balance: "22.5",
              metadata: {
                orderId: "1042"
              }
            }
          ],
          count: 5,
          currentpage: 1,
          nextpage: 2,
          prevpage: null,
          lastpage: 5
        }
      }
    },
    failure: {
      path: "/laas/coins/transactions",
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "userId is required"
        }
      }
    }
  },
  "coins.search": {
    success: {
      path: "/laas/coins/transactions/search",
      query: {
        type: "user_partner_transfer",
        limit: "1"
      },
      status: 200,
      body: {
        status: "success",
        message: "Coin transactions returned successfully",
        data: {
          data: [
            {
              id: "019cadc7-65a0-7000-a754-4283f685b4e5",
              userId: "customer-7",
              debitOrCredit: "DE",
              coins: 2.5,
              claimed: true,
              transactionType: "user_partner_transfer",
              narration: "user to partner transfer",
              from: {
                id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
                fullname_businessName: "",
                email: "",
                tag: null,
                userId: "customer-7"
              },
              to: {
                id: "019cadc6-a250-7000-a9d4-94e02261a895",
                fullname_businessName: "Corner Shop Ltd",
                email: "ops@shop.example",
                tag: null,
                userId: "019cadc6-a250-7000-a9d4-94e02261a895"
              },
              plan: {},
              paidWithGiftCard: false,
              giftCardLedger: {},
              "the service": false,
              charge: 0,
              refunded: false,
              createdAt: "2026-03-02T09:00:52.000Z",
              updatedAt: "2026-03-02T09:00:52.000Z",
              balance: "22.5",
              metadata: {
                orderId: "1042"
              }
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/coins/transactions/search",
      query: {
        type: "gift"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            'type must be "award", "user_partner_transfer", "award_reversal" or "user_partner_refund", got "gift"'
        }
      }
    }
  },
  "coins.refund": {
    success: {
      path: "/laas/coins/refund",
      request: {
        transactionId: "019cadc7-65a0-7000-a754-4283f685b4e5",
        narration: "Order 1042 was cancelled"
      },
      status: 201,
      body: {
        status: "success",
        message: "Coins refunded successfully",
        data: {
          id: "019cadc7-84e0-7000-aaa5-6fd908c07ed4",
          transactionId: "019cadc7-65a0-7000-a754-4283f685b4e5",
          coins: "2.5",
          narration: "Order 1042 was cancelled",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          createdAt: "2026-03-02T09:01:00.000Z"
        }
      }
    },
    failure: {
      path: "/laas/coins/refund",
      request: {
        transactionId: "019cadc7-65a0-7000-a754-4283f685b4e5",
        narration: "Order 1042 was cancelled"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "already_reversed",
          error:
            "019cadc7-65a0-7000-a754-4283f685b4e5 was reversed or refunded already: that can be done once"
        }
      }
    }
  },
  "coins.refundMany": {
    success: {
      path: "/laas/coins/refunds",
      request: {
        refunds: [
          {
            transactionId: "019cadc7-88c8-7001-ab88-0a9db02e715a"
          },
          {
            transactionId: "01a1dd04-59e9-7000-a548-21936dad3fcf"
          }
        ]
      },
      status: 201,
      body: {
        status: "success",
        message: "Refunds carried out, an outcome each",
        data: {
          accepted: 1,
          refused: 1,
          outcomes: [
            {
              status: "success",
              data: {
                id: "019cadc7-8cb0-7000-a34f-73b974abec7b",
                transactionId: "019cadc7-88c8-7001-ab88-0a9db02e715a",
                coins: "5",
                narration: null,
                partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
                createdAt: "2026-03-02T09:01:02.000Z"
              }
            },
            {
              status: "failed",
              message: "Data not found",
              data: {
                errorType: "not found",
                appErrorCode: "",
                error:
                  "transactionId 01a1dd04-59e9-7000-a548-21936dad3fcf was not found: use the id of a transfer from a wallet to this partner"
              }
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/coins/refunds",
      request: {},
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "refunds is required"
        }
      }
    }
  },
  "coins.totals": {
    success: {
      path: "/laas/coins/totals",
      query: {
        from: "2026-03-01",
        to: "2026-03-02"
      },
      status: 200,
      body: {
        status: "success",
        message: "Totals returned successfully",
        data: {
          outstanding: "37.5",
          days: [
            {
              day: "2026-03-01",
              awards: 0,
              reversals: 0,
              transfers: 0,
              refunds: 0,
              awarded: "0",
              reversed: "0",
              returned: "0",
              refunded: "0"
            },
            {
              day: "2026-03-02",
              awards: 5,
              reversals: 2,
              transfers: 2,
              refunds: 2,
              awarded: "57.5",
              reversed: "20",
              returned: "7.5",
              refunded: "7.5"
            }
          ]
        }
      }
    },
    failure: {
      path: "/laas/coins/totals",
      query: {
        from: "2026-03-02",
        to: "2026-03-01"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "to must not be before from, which is 2026-03-02"
        }
      }
    }
  }
}
