// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../openapi/examples.ts"

export const events: Readonly<Record<string, Examples>> = {
  "events.list": {
    success: {
      path: "/laas/events",
      query: {
        types: "award.paid",
        limit: "1"
      },
      status: 200,
      body: {
        status: "success",
        message: "Events returned successfully",
        data: {
          data: [
            {
              id: "019cadc7-3aa8-7000-a23c-1b7de04111bc",
              createdAt: "2026-03-02T09:00:41.000Z",
              requestId: "e721e9f5-7f5a-4857-8a22-220e72a820e9",
              type: "award.paid",
              data: {
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
            }
          ],
          hasMore: true,
          next: "019cadc7-3aa8-7000-a23c-1b7de04111bc"
        }
      }
    },
    failure: {
      path: "/laas/events",
      query: {
        types: "award.lost"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            'types must be some of award.paid, award.counted, award.suppressed, award.reversed, coins.transferred, coins.refunded, member.onboarded, member.linked, rule.created, rule.updated, rule.exhausted, got "award.lost"'
        }
      }
    }
  }
}
