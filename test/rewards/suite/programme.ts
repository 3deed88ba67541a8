import { Layer } from "effect"
import { describe, it } from "../../support/effect.ts"
import { freshEngine, type MakeClient, newWatch, timeOf } from "../../support/world.ts"
import { adjustments } from "./programme/adjustments.ts"
import { amounts } from "./programme/amounts.ts"
import { approvals } from "./programme/approvals.ts"
import { coinsInTime } from "./programme/coinsInTime.ts"
import { details } from "./programme/details.ts"
import { explain } from "./programme/explain.ts"
import { liability } from "./programme/liability.ts"
import { listPlans } from "./programme/listPlans.ts"
import { lists } from "./programme/lists.ts"
import { lots } from "./programme/lots.ts"
import { merging } from "./programme/merging.ts"
import { metadata } from "./programme/metadata.ts"
import { parts } from "./programme/parts.ts"
import { pending } from "./programme/pending.ts"
import { periods } from "./programme/periods.ts"
import { policies } from "./programme/policies.ts"
import { restoring } from "./programme/restoring.ts"
import { returning } from "./programme/returning.ts"
import { reversals } from "./programme/reversals.ts"
import { updates } from "./programme/updates.ts"
import { usage } from "./programme/usage.ts"
import { start } from "./programme/world.ts"

/** Programme rules: limits by period, schedules, policies, reversal, refunds, metadata and lists. */
export const programme = (makeClient: MakeClient): void => {
  it.layer(Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(start))))("on one database", (it) => {
    describe("periods", () => periods(it))
    describe("updates of limits", () => updates(it))
    describe("policies and schedules", () => policies(it))
    describe("explain", () => explain(it))
    describe("details of awards", () => details(it))
    describe("usage and progress", () => usage(it))
    describe("amounts", () => amounts(it))
    describe("coins in time", () => coinsInTime(it))
    describe("coins that wait", () => pending(it))
    describe("coins that expire", () => lots(it))
    describe("the liability", () => liability(it))
    describe("parts of awards", () => parts(it))
    describe("adjustments", () => adjustments(it))
    describe("approvals", () => approvals(it))
    describe("reversals and refunds", () => reversals(it))
    describe("what a reversal restores", () => restoring(it))
    describe("erased members who come back", () => returning(it))
    describe("merged members", () => merging(it))
    describe("metadata", () => metadata(it))
    describe("lists", () => lists(it))
    describe("plans of lists", () => listPlans(it))
  })
}
