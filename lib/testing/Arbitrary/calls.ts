import * as fc from "fast-check"
import type { AwardBody, Call, TransferBody } from "../Command.ts"
import {
  coins,
  key,
  partner,
  partWord,
  rule,
  ruleChange,
  ruleWord,
  spelled,
  user,
  weighted
} from "./values.ts"

type CallOf<Tag extends Call["_tag"]> = fc.Arbitrary<Extract<Call, { readonly _tag: Tag }>>

export const awardBody: fc.Arbitrary<AwardBody> = fc.record({
  partner,
  user,
  rule: spelled(
    fc.oneof(
      { weight: 12, arbitrary: ruleWord },
      { weight: 4, arbitrary: partWord },
      { weight: 1, arbitrary: fc.constantFrom("ghost", "") }
    )
  ),
  note: weighted([4, null], [1, "well done"]),
  key
})

export const transferBody: fc.Arbitrary<TransferBody> = fc.record({
  partner,
  user,
  coins: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("all", "more") },
    { weight: 5, arbitrary: coins },
    { weight: 1, arbitrary: fc.constantFrom("0", "-1", "1e1", "0.00001") }
  ),
  key
})

export const create: CallOf<"CreateRule"> = fc.record({ _tag: fc.constant("CreateRule"), partner, rule })
export const onboard: CallOf<"Onboard"> = fc.record({ _tag: fc.constant("Onboard"), partner, user })
export const award: CallOf<"Award"> = awardBody.map((body) => ({ _tag: "Award", ...body }))
const transfer: CallOf<"Transfer"> = transferBody.map((body) => ({ _tag: "Transfer", ...body }))
const update: CallOf<"UpdateRule"> = fc.record({
  _tag: fc.constant("UpdateRule"),
  partner,
  name: fc.oneof(ruleWord, partWord),
  change: ruleChange
})
const awardMany: CallOf<"AwardMany"> = fc.record({
  _tag: fc.constant("AwardMany"),
  awards: fc.array(awardBody, { minLength: 1, maxLength: 6 })
})
const retry: CallOf<"Retry"> = fc.record({
  _tag: fc.constant("Retry"),
  back: fc.integer({ min: 0, max: 4 }),
  changed: weighted([6, false], [1, true])
})
const look: CallOf<"Look"> = fc.record({ _tag: fc.constant("Look"), partner, user })

/** How often a call is generated: alone, among calls that run at once, and inside of a host's transaction. */
export interface Kind {
  readonly arbitrary: fc.Arbitrary<Call>
  readonly alone: number
  readonly together: number
  readonly inTransaction: number
}

/** Races are mostly between calls that the library writes in groups; a few others race with them. */
export const kinds: Readonly<Record<Call["_tag"], Kind>> = {
  Award: { arbitrary: award, alone: 24, together: 12, inTransaction: 3 },
  Transfer: { arbitrary: transfer, alone: 8, together: 4, inTransaction: 1 },
  AwardMany: { arbitrary: awardMany, alone: 4, together: 2, inTransaction: 0 },
  Retry: { arbitrary: retry, alone: 7, together: 2, inTransaction: 1 },
  UpdateRule: { arbitrary: update, alone: 4, together: 1, inTransaction: 0 },
  CreateRule: { arbitrary: create, alone: 3, together: 1, inTransaction: 0 },
  Onboard: { arbitrary: onboard, alone: 3, together: 1, inTransaction: 0 },
  Look: { arbitrary: look, alone: 2, together: 0, inTransaction: 0 }
}
