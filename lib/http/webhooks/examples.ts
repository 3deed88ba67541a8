// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const webhooks: Readonly<Record<string, Examples>> = {
  "webhooks.create": {
    success: {
      path: "/laas/webhooks",
      request: {
        url: "https://shop.example/hooks/rewards",
        types: ["award.paid", "coins.transferred"],
        description: "Order system"
      },
      status: 201,
      body: {
        status: "success",
        message: "Webhook created successfully, its secret is shown only now",
        data: {
          id: "019cadc7-afd8-7000-ade1-104adf431f1e",
          url: "https://shop.example/hooks/rewards",
          types: ["award.paid", "coins.transferred"],
          description: "Order system",
          status: "active",
          pausedReason: null,
          failingSince: null,
          previousSecretUntil: null,
          createdAt: "2026-03-02T09:01:11.000Z",
          updatedAt: "2026-03-02T09:01:11.000Z",
          secret: "whsec_a4XvPf97tv6nfNK4Ziyxm3polROejobjB+GHXkVtq34="
        }
      }
    },
    failure: {
      path: "/laas/webhooks",
      request: {
        url: "ftp://shop.example/hooks"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'url must be an absolute http or https address, got "ftp://shop.example/hooks"'
        }
      }
    }
  },
  "webhooks.get": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e",
      status: 200,
      body: {
        status: "success",
        message: "Webhook returned successfully",
        data: {
          id: "019cadc7-afd8-7000-ade1-104adf431f1e",
          url: "https://shop.example/hooks/rewards",
          types: ["award.paid", "coins.transferred"],
          description: "Order system",
          status: "active",
          pausedReason: null,
          failingSince: null,
          previousSecretUntil: null,
          createdAt: "2026-03-02T09:01:11.000Z",
          updatedAt: "2026-03-02T09:01:11.000Z"
        }
      }
    },
    failure: {
      path: "/laas/webhooks/01a1dd04-59e9-7000-a548-21936dad3fcf",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error:
            "id 01a1dd04-59e9-7000-a548-21936dad3fcf is no webhook of yours: list them with /laas/webhooks"
        }
      }
    }
  },
  "webhooks.list": {
    success: {
      path: "/laas/webhooks",
      status: 200,
      body: {
        status: "success",
        message: "Webhooks returned successfully",
        data: [
          {
            id: "019cadc7-afd8-7000-ade1-104adf431f1e",
            url: "https://shop.example/hooks/rewards",
            types: ["award.paid", "coins.transferred"],
            description: "Order system",
            status: "active",
            pausedReason: null,
            failingSince: null,
            previousSecretUntil: null,
            createdAt: "2026-03-02T09:01:11.000Z",
            updatedAt: "2026-03-02T09:01:11.000Z"
          }
        ]
      }
    },
    failure: {
      path: "/laas/webhooks",
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "the Authorization header must be Bearer and an access token"
        }
      }
    }
  },
  "webhooks.test": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e/test",
      status: 200,
      body: {
        status: "success",
        message: "Test delivered successfully",
        data: {
          delivered: true,
          status: 200,
          answer: "thanks",
          error: null,
          duration: 18
        }
      }
    },
    failure: {
      path: "/laas/webhooks/01a1dd04-59e9-7000-a548-21936dad3fcf/test",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error:
            "id 01a1dd04-59e9-7000-a548-21936dad3fcf is no webhook of yours: list them with /laas/webhooks"
        }
      }
    }
  },
  "webhooks.deliveries": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e/deliveries",
      query: {
        state: "delivered",
        limit: "1"
      },
      status: 200,
      body: {
        status: "success",
        message: "Deliveries returned successfully",
        data: {
          data: [
            {
              id: "019cadc7-c748-7000-a5ec-27513534d8ba",
              type: "award.paid",
              state: "delivered",
              attempts: 1,
              dueAt: null,
              status: 200,
              answer: "thanks",
              error: null,
              duration: 18,
              attemptedAt: "2026-03-02T09:01:17.018Z",
              deliveredAt: "2026-03-02T09:01:17.018Z",
              createdAt: "2026-03-02T09:01:17.000Z"
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e/deliveries",
      query: {
        state: "lost"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'state must be one of "pending", "delivered", "failed", got "lost"'
        }
      }
    }
  },
  "webhooks.redeliver": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e/deliveries/019cadc7-c748-7000-a5ec-27513534d8ba/redeliver",
      status: 200,
      body: {
        status: "success",
        message: "Delivery will be sent again",
        data: {
          id: "019cadc7-c748-7000-a5ec-27513534d8ba",
          type: "award.paid",
          state: "pending",
          attempts: 0,
          dueAt: "2026-03-02T09:01:20.000Z",
          status: 200,
          answer: "thanks",
          error: null,
          duration: 18,
          attemptedAt: "2026-03-02T09:01:17.018Z",
          deliveredAt: null,
          createdAt: "2026-03-02T09:01:17.000Z"
        }
      }
    },
    failure: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e/deliveries/01a1dd04-59e9-7000-a548-21936dad3fcf/redeliver",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error:
            "deliveryId 01a1dd04-59e9-7000-a548-21936dad3fcf was not found: list them with /laas/webhooks/{id}/deliveries; they are kept for 30 days"
        }
      }
    }
  },
  "webhooks.update": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e",
      request: {
        status: "paused"
      },
      status: 200,
      body: {
        status: "success",
        message: "Webhook updated successfully",
        data: {
          id: "019cadc7-afd8-7000-ade1-104adf431f1e",
          url: "https://shop.example/hooks/rewards",
          types: ["award.paid", "coins.transferred"],
          description: "Order system",
          status: "paused",
          pausedReason: "by the partner",
          failingSince: null,
          previousSecretUntil: null,
          createdAt: "2026-03-02T09:01:11.000Z",
          updatedAt: "2026-03-02T09:01:22.000Z"
        }
      }
    },
    failure: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e",
      request: {
        status: "off"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'status must be "active" or "paused", got "off"'
        }
      }
    }
  },
  "webhooks.rotate": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e/rotate",
      status: 200,
      body: {
        status: "success",
        message: "Secret rotated successfully, the new one is shown only now",
        data: {
          id: "019cadc7-afd8-7000-ade1-104adf431f1e",
          url: "https://shop.example/hooks/rewards",
          types: ["award.paid", "coins.transferred"],
          description: "Order system",
          status: "paused",
          pausedReason: "by the partner",
          failingSince: null,
          previousSecretUntil: "2026-03-03T09:01:24.000Z",
          createdAt: "2026-03-02T09:01:11.000Z",
          updatedAt: "2026-03-02T09:01:24.000Z",
          secret: "whsec_VIXLXQOYHMO9mJKQpr4zyjksATJ5pcPD/RChyuV+FGA="
        }
      }
    },
    failure: {
      path: "/laas/webhooks/01a1dd04-59e9-7000-a548-21936dad3fcf/rotate",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error:
            "id 01a1dd04-59e9-7000-a548-21936dad3fcf is no webhook of yours: list them with /laas/webhooks"
        }
      }
    }
  },
  "webhooks.remove": {
    success: {
      path: "/laas/webhooks/019cadc7-afd8-7000-ade1-104adf431f1e",
      status: 200,
      body: {
        status: "success",
        message: "Webhook deleted successfully",
        data: {}
      }
    },
    failure: {
      path: "/laas/webhooks/01a1dd04-59e9-7000-a548-21936dad3fcf",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error:
            "id 01a1dd04-59e9-7000-a548-21936dad3fcf is no webhook of yours: list them with /laas/webhooks"
        }
      }
    }
  }
}
