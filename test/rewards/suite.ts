import { describe, it } from "../support/effect.ts"
import { freshEngine, type MakeClient } from "../support/world.ts"
import { activities } from "./suite/activities.ts"
import { attributes } from "./suite/attributes.ts"
import { awards } from "./suite/awards.ts"
import { away } from "./suite/away.ts"
import { conflicts } from "./suite/conflicts.ts"
import { constraints } from "./suite/constraints.ts"
import { fairness } from "./suite/fairness.ts"
import { groups } from "./suite/groups.ts"
import { host } from "./suite/host.ts"
import { idempotency } from "./suite/idempotency.ts"
import { isolation } from "./suite/isolation.ts"
import { limits } from "./suite/limits.ts"
import { many } from "./suite/many.ts"
import { memberLists } from "./suite/memberLists.ts"
import { members } from "./suite/members.ts"
import { migrations } from "./suite/migrations.ts"
import { muchDue } from "./suite/muchDue.ts"
import { plans } from "./suite/plans.ts"
import { programme } from "./suite/programme.ts"
import { refusals } from "./suite/refusals.ts"
import { ruleNames } from "./suite/ruleNames.ts"
import { rules } from "./suite/rules.ts"
import { simulations } from "./suite/simulation.ts"
import { sweeper } from "./suite/sweeper.ts"
import { transfers } from "./suite/transfers.ts"
import { undone } from "./suite/undone.ts"
import { unswept } from "./suite/unswept.ts"
import { verify } from "./suite/verify.ts"
import { whens } from "./suite/when.ts"

export interface ConformanceOptions {
  /** Creates databases without tables, if those of `makeClient` have them already. */
  readonly makeEmpty?: MakeClient
  /** Whether the suites run that do not depend on how the runtime talks to the database. True by default. */
  readonly whole?: boolean
  /** Suites for this database only. */
  readonly others?: ReadonlyArray<(makeClient: MakeClient) => void>
}

/** The guarantees of the engine on every database and runtime. Each test file provides its client. */
export const conformance = (
  name: string,
  makeClient: MakeClient,
  { makeEmpty = makeClient, others = [], whole = true }: ConformanceOptions = {}
): void =>
  describe(name, () => {
    it.layer(freshEngine(makeClient))("on one database", (it) => {
      describe("rules", () => rules(it))
      describe("rule names", () => ruleNames(it))
      describe("activities of rules", () => whens(it))
      describe("awards", () => awards(it))
      describe("limits", () => limits(it))
      describe("refusals", () => refusals(it))
      describe("idempotency", () => idempotency(it))
      describe("transfers", () => transfers(it))
      describe("partners", () => isolation(it))
      describe("host transactions", () => host(it))
      // Last, because they add many rows to the tables that the others compare.
      describe("members", () => members(it))
      describe("attributes", () => attributes(it))
      describe("lists of members", () => memberLists(it))
      describe("the cost of lists", () => plans(it))
      describe("many awards", () => many(it))
    })
    it.layer(freshEngine(makeClient))("constraints", constraints)
    describe("migrations", () => migrations(makeEmpty))
    describe("activities", () => activities(makeClient))
    describe("conflicts", () => conflicts(makeClient))
    describe("a database that is away", () => away(makeClient))
    if (whole) {
      describe("simulations", () => simulations(makeClient))
      describe("what is due", () => unswept(makeClient))
      describe("much that is due", () => muchDue(makeClient))
      describe("programme rules", () => programme(makeClient))
      describe("the sweeper", () => sweeper(makeClient))
      describe("verify", () => verify(makeClient))
      describe("what is undone", () => undone(makeClient))
      describe("group commit", () => groups(makeClient))
      describe("several partners", () => fairness(makeClient))
    }
    for (const other of others) other(makeClient)
  })
