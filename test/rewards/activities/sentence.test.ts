import assert from "node:assert/strict"
import { sentenceOf } from "../../../lib/rewards/activities/sentence.ts"
import type { Conditions } from "../../../lib/rewards/activities/When.ts"
import { describe, it } from "../../support/effect.ts"

describe("when in words", () => {
  const total = { field: "data.total", is: "atLeast", value: 50 } as const
  const tuesdays = { field: "local.weekday", is: "equals", value: 2 } as const
  const rows: ReadonlyArray<readonly [Conditions | undefined, string]> = [
    [undefined, "order.placed"],
    [total, "order.placed with data.total at least 50"],
    [tuesdays, "order.placed, on Tuesdays"],
    [{ all: [total, tuesdays] }, "order.placed with data.total at least 50, on Tuesdays"],
    [
      {
        all: [
          tuesdays,
          { field: "local.hour", is: "atLeast", value: 9 },
          { field: "local.hour", is: "lessThan", value: 17 }
        ]
      },
      "order.placed, on Tuesdays, from 9:00, before 17:00"
    ],
    [{ field: "local.weekday", is: "in", value: [6, 7] }, "order.placed, on Saturdays and Sundays"],
    [
      { any: [total, { not: { field: "data.coupon", is: "in", value: ["A", "B", "C"] } }] },
      'order.placed with (data.total at least 50 or not (data.coupon one of "A", "B" or "C"))'
    ],
    [{ not: { any: [total, tuesdays] } }, "order.placed with not (data.total at least 50 or on Tuesdays)"],
    [{ field: "data.gift", is: "exists", value: false }, "order.placed with data.gift missing"],
    [
      { field: "member.attributes.tier", is: "startsWith", value: "go" },
      'order.placed with member.attributes.tier starting with "go"'
    ],
    [{ field: "local.date", is: "atMost", value: "2026-12-24" }, "order.placed, until 2026-12-24"],
    [
      { field: "local.date", is: "startsWith", value: "2026-12" },
      'order.placed with local.date starting with "2026-12"'
    ],
    [{ field: "local.hour", is: "in", value: [8, 12] }, "order.placed with local.hour one of 8 or 12"]
  ]
  for (const [conditions, sentence] of rows) {
    it(`is "${sentence}"`, () =>
      assert.equal(sentenceOf({ activity: "order.placed", ...(conditions && { conditions }) }), sentence))
  }
})
