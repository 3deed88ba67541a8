// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const boards: Readonly<Record<string, Examples>> = {
  "boards.points": {
    success: {
      path: "/laas/leaderboard/new",
      query: {
        page: "1",
        take: "2",
        userId: "customer-7"
      },
      status: 200,
      body: {
        status: "success",
        message: "Leaderboard returned successfully",
        data: {
          userPosition: {
            userId: "customer-7",
            amount: 25,
            position: 1
          },
          data: [
            {
              id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
              points: 25,
              createdAt: "2026-03-02T09:00:24.000Z",
              updatedAt: "2026-03-02T09:00:51.000Z",
              user: {
                id: "019cadc6-f840-7000-aeec-5c4b633d70cc",
                userId: "customer-7",
                userData: null,
                createdAt: "2026-03-02T09:00:24.000Z",
                updatedAt: "2026-03-02T09:00:51.000Z"
              }
            },
            {
              id: "019cadc6-fc28-7000-ac08-3e054bad5471",
              points: 12.5,
              createdAt: "2026-03-02T09:00:25.000Z",
              updatedAt: "2026-03-02T09:00:51.000Z",
              user: {
                id: "019cadc6-fc28-7000-ac08-3e054bad5471",
                userId: "customer-8",
                userData: null,
                createdAt: "2026-03-02T09:00:25.000Z",
                updatedAt: "2026-03-02T09:00:51.000Z"
              }
            }
          ],
          count: 2,
          currentpage: 1,
          nextpage: null,
          prevpage: null,
          lastpage: 1
        }
      }
    },
    failure: {
      path: "/laas/leaderboard/new",
      query: {
        partnerId: "01a1dd04-59e9-7000-a548-21936dad3fcf"
      },
      status: 403,
      body: {
        status: "failed",
        message: "Forbidden",
        data: {
          errorType: "forbidden",
          appErrorCode: "",
          error: "partnerId must be your own, or left out"
        }
      }
    }
  },
  "boards.coins": {
    success: {
      path: "/laas/coins/partner/ep-leaderboard",
      query: {
        limit: "2",
        month: "march",
        type: "earner"
      },
      status: 200,
      body: {
        status: "success",
        message: "Leaderboard returned successfully",
        data: {
          userPosition: null,
          data: [
            {
              userId: "customer-7",
              coins: "25"
            },
            {
              userId: "customer-8",
              coins: "12.5"
            }
          ],
          count: "2",
          currentpage: 1,
          nextpage: null,
          prevpage: null,
          lastpage: 1
        }
      }
    },
    failure: {
      path: "/laas/coins/partner/ep-leaderboard",
      query: {
        month: "13"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'month must be a month from 1 to 12 or its English name, got "13"'
        }
      }
    }
  }
}
