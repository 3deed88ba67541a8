// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const members: Readonly<Record<string, Examples>> = {
  "members.onboard": {
    success: {
      path: "/laas/users",
      request: {
        userId: "customer-7"
      },
      status: 200,
      body: {
        status: "success",
        message: "User onboarded successfully",
        data: {
          id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
          userId: "customer-7",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          userData: null,
          createdAt: "2026-03-02T09:00:24.000Z"
        }
      }
    },
    failure: {
      path: "/laas/users",
      request: {},
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: "userId or tag is required"
        }
      }
    }
  },
  "members.list": {
    success: {
      path: "/laas/users",
      query: {
        search: "customer",
        limit: "2"
      },
      status: 200,
      body: {
        status: "success",
        message: "Users returned successfully",
        data: {
          data: [
            {
              id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
              userId: "customer-7",
              partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
              userData: null,
              createdAt: "2026-03-02T09:00:24.000Z",
              tag: null,
              fullname: "",
              coins: "0"
            },
            {
              id: "019cadc6-fc28-7000-ac08-3e054bad5471",
              userId: "customer-8",
              partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
              userData: null,
              createdAt: "2026-03-02T09:00:25.000Z",
              tag: null,
              fullname: "",
              coins: "0"
            }
          ],
          hasMore: false,
          next: null
        }
      }
    },
    failure: {
      path: "/laas/users",
      query: {
        limit: "1000"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'limit must be a whole number from 1 to 100, got "1000"'
        }
      }
    }
  }
}
