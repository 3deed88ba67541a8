import * as fc from "fast-check"
import type { AwardBody, Call, Partner, TransferBody, UndoBody } from "../Command.ts"
import {
  coins,
  key,
  metadata,
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

const note = weighted([4, null], [1, "well done"])

const awardable = spelled(
  fc.oneof(
    { weight: 14, arbitrary: ruleWord },
    { weight: 4, arbitrary: partWord },
    { weight: 1, arbitrary: fc.constantFrom("ghost", "") }
  )
)

export const awardBody: fc.Arbitrary<AwardBody> = fc.record({
  partner,
  user,
  rule: awardable,
  note,
  metadata,
  key
})

export const transferBody: fc.Arbitrary<TransferBody> = fc.record({
  partner,
  user,
  coins: fc.oneof(
    { weight: 6, arbitrary: weighted([3, "all"], [1, "more"]) },
    { weight: 6, arbitrary: coins },
    { weight: 1, arbitrary: fc.constantFrom("0", "-1", "1e1", "0.00001") }
  ),
  metadata,
  key
})

/** Mostly what was made last, so that its cycle runs and its wallet still has the coins. */
const undoBody: fc.Arbitrary<UndoBody> = fc.record({
  partner: weighted<Partner>([30, "home"], [2, "away"], [1, "unregistered"]),
  back: weighted([6, 0], [3, 1], [2, 2], [1, 3], [1, 5], [1, 9]),
  note,
  key
})

export const create: CallOf<"CreateRule"> = fc.record({ _tag: fc.constant("CreateRule"), partner, rule })
export const onboard: CallOf<"Onboard"> = fc.record({ _tag: fc.constant("Onboard"), partner, user })
export const award: CallOf<"Award"> = awardBody.map((body) => ({ _tag: "Award", ...body }))
const transfer: CallOf<"Transfer"> = transferBody.map((body) => ({ _tag: "Transfer", ...body }))
const update: CallOf<"UpdateRule"> = fc.record({
  _tag: fc.constant("UpdateRule"),
  partner,
  name: fc.oneof({ weight: 6, arbitrary: ruleWord }, { weight: 1, arbitrary: partWord }),
  change: ruleChange
})
const awardMany: CallOf<"AwardMany"> = fc.record({
  _tag: fc.constant("AwardMany"),
  awards: fc.array(awardBody, { minLength: 1, maxLength: 6 })
})
const retry: CallOf<"Retry"> = fc.record({
  _tag: fc.constant("Retry"),
  back: fc.integer({ min: 0, max: 4 }),
  changed: weighted([12, "nothing" as const], [1, "body" as const], [1, "metadata" as const])
})
const reverse: CallOf<"Reverse"> = undoBody.map((body) => ({ _tag: "Reverse", ...body }))
const refund: CallOf<"Refund"> = undoBody.map((body) => ({ _tag: "Refund", ...body }))
const explain: CallOf<"Explain"> = fc.record({
  _tag: fc.constant("Explain"),
  partner,
  user,
  rule: awardable
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
  Transfer: { arbitrary: transfer, alone: 6, together: 3, inTransaction: 1 },
  AwardMany: { arbitrary: awardMany, alone: 4, together: 2, inTransaction: 0 },
  Retry: { arbitrary: retry, alone: 7, together: 2, inTransaction: 1 },
  Reverse: { arbitrary: reverse, alone: 7, together: 4, inTransaction: 2 },
  Refund: { arbitrary: refund, alone: 2, together: 2, inTransaction: 1 },
  // It takes no locks, so among others it may see a part of what they write.
  Explain: { arbitrary: explain, alone: 7, together: 0, inTransaction: 1 },
  UpdateRule: { arbitrary: update, alone: 6, together: 1, inTransaction: 0 },
  CreateRule: { arbitrary: create, alone: 3, together: 1, inTransaction: 0 },
  Onboard: { arbitrary: onboard, alone: 3, together: 1, inTransaction: 0 },
  Look: { arbitrary: look, alone: 2, together: 0, inTransaction: 0 }
}
