import { adjustments } from "./programme/adjustments.ts"
import { approvals } from "./programme/approvals.ts"
import { awards } from "./programme/awards.ts"
import { confirmations } from "./programme/confirmations.ts"
import { orderers } from "./programme/orderers.ts"
import { replaysAndScopes } from "./programme/replays.ts"
import { rules } from "./programme/rules.ts"
import { stages } from "./programme/stage.ts"
import { statistics } from "./programme/statistics.ts"
import { undo } from "./programme/undo.ts"

/** Limits, schedules, policies, explanations, reversals, refunds, adjustments and metadata over HTTP, on a given database. */
export const programme = (name: string, database: () => Promise<string>): void =>
  stages(`${name}: programme rules`, database, (describe) => {
    describe("rules", rules)
    describe("awards", awards)
    describe("reversals and refunds", undo)
    describe("confirmations", confirmations)
    describe("adjustments", adjustments)
    describe("approvals", approvals)
    describe("orderers", orderers)
    describe("statistics and usage", statistics)
    describe("replays and scopes", replaysAndScopes)
  })
