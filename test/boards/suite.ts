import { describe, it } from "../support/effect.ts"
import { isWhole } from "../support/sized.ts"
import type { MakeClient } from "../support/world.ts"
import { boardsEngine } from "./partner.ts"
import { agreement } from "./suite/agreement.ts"
import { awardHistory } from "./suite/awardHistory.ts"
import { coinsInTime } from "./suite/coinsInTime.ts"
import { crowd } from "./suite/crowd.ts"
import { folds } from "./suite/folds.ts"
import { oracle } from "./suite/oracle.ts"
import { pages } from "./suite/pages.ts"
import { plans } from "./suite/plans.ts"
import { refusals } from "./suite/refusals.ts"
import { rungs } from "./suite/rungs.ts"
import { steps } from "./suite/steps.ts"
import { undone } from "./suite/undone.ts"
import { year } from "./suite/year.ts"

/** The guarantees of boards and the award history, on every database. The short proof runs the whole of it in several time zones. */
export const boards = (name: string, makeClient: MakeClient): void => {
  it.layer(boardsEngine(makeClient))(name, (it) => {
    describe("against a sorted array", () => oracle(it))
    describe("pages", () => pages(it))
    describe("years", () => year(it))
    describe("inputs", () => refusals(it))
    describe("one answer", () => agreement(it))
    if (isWhole) describe("rungs", () => rungs(it, makeClient))
    describe("folds", () => folds(it, makeClient))
    describe("what is undone", () => undone(it))
    describe("coins in time", () => coinsInTime(it))
    if (isWhole) describe("steps of a fold", () => steps(makeClient))
    describe("plans", () => plans(it))
    describe("award history", () => awardHistory(it))
    // Last, because verify reads all rows.
    if (isWhole) describe("a crowd", () => crowd(it))
  })
}
