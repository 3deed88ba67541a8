// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../Example.ts"

export const iam: Readonly<Record<string, Examples>> = {
  "iam.createApiKey": {
    success: {
      path: "/laas/iam/api-keys",
      request: {
        name: "Reports",
        scopes: ["read"]
      },
      status: 201,
      body: {
        status: "success",
        message: "API key created successfully, its secret is shown only now",
        data: {
          id: "019cadc6-b1f0-7000-a4d1-006ccddafb97",
          apiKey: "rk_3af07cbe93e72a8ac1990883add4d8db",
          name: "Reports",
          scopes: ["read"],
          createdAt: "2026-03-02T09:00:06.000Z",
          apiSecret: "AJA7NbM9yA2QWOU76m2TrMpZ4tvYHk3UejRkIsUXKfI"
        }
      }
    },
    failure: {
      path: "/laas/iam/api-keys",
      request: {
        name: "Checkout",
        scopes: ["awards"]
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            'scopes.0 must be one of "rules:write", "awards:write", "coins:write", "webhooks:write", "read", "members:read", got "awards"'
        }
      }
    }
  },
  "iam.login": {
    success: {
      path: "/laas/iam/login",
      status: 200,
      body: {
        status: "success",
        message: "Logged in successfully",
        data: {
          accessToken: "F7ljnJnuu4vyfcWZpK52KszwWEPNjZJicAmN-UA_bIM",
          tokenType: "Bearer",
          expiresIn: 14400
        }
      }
    },
    failure: {
      path: "/laas/iam/login",
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "API key or secret is wrong"
        }
      }
    }
  },
  "iam.listApiKeys": {
    success: {
      path: "/laas/iam/api-keys",
      status: 200,
      body: {
        status: "success",
        message: "API keys returned successfully",
        data: [
          {
            id: "019cadc6-b1f0-7000-a4d1-006ccddafb97",
            apiKey: "rk_3af07cbe93e72a8ac1990883add4d8db",
            name: "Reports",
            scopes: ["read"],
            createdAt: "2026-03-02T09:00:06.000Z",
            lastUsedAt: "2026-03-02T09:00:08.000Z",
            revokedAt: null
          }
        ]
      }
    },
    failure: {
      path: "/laas/iam/api-keys",
      status: 403,
      body: {
        status: "failed",
        message: "Forbidden",
        data: {
          errorType: "forbidden",
          appErrorCode: "",
          error: "this needs the access token of a login with e-mail and password"
        }
      }
    }
  },
  "iam.logoutLogins": {
    success: {
      path: "/laas/iam/logout-logins",
      status: 200,
      body: {
        status: "success",
        message: "All logins have ended",
        data: {}
      }
    },
    failure: {
      path: "/laas/iam/logout-logins",
      status: 403,
      body: {
        status: "failed",
        message: "Forbidden",
        data: {
          errorType: "forbidden",
          appErrorCode: "",
          error: "this needs the access token of a login with e-mail and password"
        }
      }
    }
  },
  "iam.logoutAll": {
    success: {
      path: "/laas/iam/logout-all",
      status: 200,
      body: {
        status: "success",
        message: "All sessions have ended",
        data: {}
      }
    },
    failure: {
      path: "/laas/iam/logout-all",
      status: 403,
      body: {
        status: "failed",
        message: "Forbidden",
        data: {
          errorType: "forbidden",
          appErrorCode: "",
          error: "this needs the access token of a login with e-mail and password"
        }
      }
    }
  },
  "iam.revokeApiKey": {
    success: {
      path: "/laas/iam/api-keys/019cadc6-dce8-7001-a451-6745aa913e18",
      status: 200,
      body: {
        status: "success",
        message: "API key revoked successfully",
        data: {
          id: "019cadc6-dce8-7001-a451-6745aa913e18",
          apiKey: "rk_586ebf6a7eb31488e2338525bfca826f",
          name: "Old shop",
          scopes: ["read"],
          createdAt: "2026-03-02T09:00:17.000Z",
          lastUsedAt: null,
          revokedAt: "2026-03-02T09:00:18.000Z"
        }
      }
    },
    failure: {
      path: "/laas/iam/api-keys/01a1dd04-59e9-7000-a548-21936dad3fcf",
      status: 400,
      body: {
        status: "failed",
        message: "Data not found",
        data: {
          errorType: "not found",
          appErrorCode: "",
          error:
            "id 01a1dd04-59e9-7000-a548-21936dad3fcf is not one of your API keys: list them with /laas/iam/api-keys"
        }
      }
    }
  },
  "iam.audit": {
    success: {
      path: "/laas/iam/audit",
      query: {
        action: "partner.login",
        limit: "2"
      },
      status: 200,
      body: {
        status: "success",
        message: "Audit trail returned successfully",
        data: {
          data: [
            {
              id: "019cadc6-aa20-7000-ac22-0f0c9cfb012f",
              action: "partner.login",
              outcome: "done",
              actor: "ops@shop.example",
              userId: null,
              address: "203.0.113.7",
              detail: null,
              createdAt: "2026-03-02T09:00:04.000Z"
            },
            {
              id: "019cadc6-a638-7000-a22b-cb20b1aca3cb",
              action: "partner.login",
              outcome: "refused",
              actor: "ops@shop.example",
              userId: null,
              address: "203.0.113.7",
              detail: null,
              createdAt: "2026-03-02T09:00:03.000Z"
            }
          ],
          next: "019cadc6-a638-7000-a22b-cb20b1aca3cb"
        }
      }
    },
    failure: {
      path: "/laas/iam/audit",
      query: {
        limit: "ten"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'limit must be a whole number from 1 to 100, got "ten"'
        }
      }
    }
  },
  "iam.logout": {
    success: {
      path: "/laas/iam/logout",
      status: 200,
      body: {
        status: "success",
        message: "Logged out successfully",
        data: {}
      }
    },
    failure: {
      path: "/laas/iam/logout",
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
  }
}
