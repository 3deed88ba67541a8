import assert from "node:assert/strict"
import { relativeTo } from "../../server/dashboard/parts/relativeTime.ts"
import { describe, it } from "../support/effect.ts"

const hours = 3600
const days = 24 * hours

describe("a relative time", () => {
  it("is never wrong by a day or a month", () => {
    for (const [seconds, words] of [
      [3, "just now"],
      [-40, "40 seconds ago"],
      [90, "in 1 minute"],
      [-23 * hours, "23 hours ago"],
      [25 * hours, "in 25 hours"],
      [47 * hours, "in 47 hours"],
      [-2 * days, "2 days ago"],
      [-59 * days, "59 days ago"],
      [-60 * days, "60 days ago"],
      [-61 * days, "2 months ago"],
      [730 * days, "in 23 months"],
      [400 * days, "in 13 months"],
      [-731 * days, "2 years ago"]
    ] as const) {
      assert.equal(relativeTo(seconds * 1000, 0), words)
    }
  })
})
