/** Arbitraries of fast-check for commands and whole sequences. Adopters can use them in their own properties. */

import * as fc from "fast-check"
import { activityType, attributeChanges, data, occurredAt } from "./Arbitrary/activities.ts"
import { Sequence } from "./Arbitrary/Sequence.ts"
import {
  amount,
  coins,
  coinsExpire,
  key,
  metadata,
  partner,
  partWord,
  rule,
  ruleChange,
  ruleWord,
  spelled,
  timeZones,
  user,
  users
} from "./Arbitrary/values.ts"
import { mostly, weighted } from "./Arbitrary/weights.ts"
import type {
  AdjustFields,
  AwardFields,
  Call,
  CommandTag,
  ConfirmFields,
  Edge,
  HarnessCommand,
  PartnerName,
  RecordFields,
  ReverseFields,
  RuleDraft,
  TransferFields,
  UndoFields
} from "./HarnessCommand.ts"
import * as Model from "./Model.ts"

export { names, rule, ruleChange, timeZones, users } from "./Arbitrary/values.ts"

type CallOf<Tag extends Call["_tag"]> = fc.Arbitrary<Extract<Call, { readonly _tag: Tag }>>

const note = weighted([4, null], [1, "well done"])

const awardable = spelled(
  fc.oneof(
    { weight: 14, arbitrary: ruleWord },
    { weight: 4, arbitrary: partWord },
    { weight: 1, arbitrary: fc.constantFrom("ghost", "") }
  )
)

export const awardBody: fc.Arbitrary<AwardFields> = fc.record({
  partner,
  user,
  rule: awardable,
  amount,
  note,
  metadata,
  key
})

const invalidCoins = { weight: 1, arbitrary: fc.constantFrom("0", "-1", "1e1", "0.00001") }

/** Coins that leave a wallet: see `TransferFields.coins`. */
const spent = fc.oneof(
  { weight: 6, arbitrary: weighted([3, "all"], [1, "more"]) },
  { weight: 6, arbitrary: coins },
  invalidCoins
)

export const transferBody: fc.Arbitrary<TransferFields> = fc.record({
  partner,
  user,
  coins: spent,
  metadata,
  key
})

const reason = weighted([9, "goodwill"], [6, "mistake"], [1, ""])
const adjusted = { partner, user, reason, note, metadata, key }

/** Credits and debits. A few debits have points or expire, which is invalid. */
export const adjustBody: fc.Arbitrary<AdjustFields> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...adjusted,
      coins: fc.oneof({ weight: 12, arbitrary: coins }, invalidCoins),
      debitOrCredit: fc.constant("CR" as const),
      points: fc.boolean(),
      coinsExpire: mostly(undefined, 5, coinsExpire)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...adjusted,
      coins: spent,
      debitOrCredit: fc.constant("DE" as const),
      points: weighted([20, false], [1, true]),
      coinsExpire: weighted([30, undefined], [1, "P1D"])
    })
  }
)

/** The fields of commands that undo an award, transfer, adjustment or activity. Most of them undo a recent one. */
const undoBody: fc.Arbitrary<UndoFields> = fc.record({
  partner: weighted<PartnerName>([30, "home"], [2, "away"], [1, "unregistered"]),
  back: weighted([6, 0], [3, 1], [2, 2], [1, 3], [1, 5], [1, 9]),
  note,
  key
})

const confirmBody: fc.Arbitrary<ConfirmFields> = undoBody.map(({ note: _, ...fields }) => fields)

/** Activities. A few have an invalid type. */
export const activityBody: fc.Arbitrary<RecordFields> = fc.record({
  partner,
  user,
  type: fc.oneof({ weight: 30, arbitrary: activityType }, { weight: 1, arbitrary: fc.constant("An order") }),
  data,
  occurredAt,
  key
})

const ofWhatIsLeft = weighted([3, "half"], [1, "all"], [1, "more"])

/** More than half of the reversals name the coins or the amount to take back. A few are invalid. */
const reverseBody: fc.Arbitrary<ReverseFields> = fc
  .record({
    undo: undoBody,
    part: fc.oneof(
      { weight: 10, arbitrary: fc.constant({ coins: undefined, amount: undefined }) },
      {
        weight: 7,
        arbitrary: fc.record({
          coins: fc.oneof({ weight: 3, arbitrary: coins }, { weight: 5, arbitrary: ofWhatIsLeft }),
          amount: fc.constant(undefined)
        })
      },
      {
        weight: 7,
        arbitrary: fc.record({
          coins: fc.constant(undefined),
          amount: fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom("0.5", "1", "2.5", "0.0001") },
            { weight: 5, arbitrary: ofWhatIsLeft }
          )
        })
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          { coins: "1", amount: "!1" },
          { coins: undefined, amount: "!1" },
          { coins: "0", amount: undefined }
        )
      }
    )
  })
  .map(({ part, undo }) => ({ ...undo, ...part }))

const tagged = <Tag extends CommandTag, A extends object>(_tag: Tag, fields: fc.Arbitrary<A>) =>
  fields.map((each) => ({ _tag, ...each }))

const create = tagged("CreateRule", fc.record({ partner, rule }))
const onboard = tagged("Onboard", fc.record({ partner, user }))
export const award: CallOf<"Award"> = tagged("Award", awardBody)
const update = fc.record({
  partner,
  name: fc.oneof({ weight: 6, arbitrary: ruleWord }, { weight: 1, arbitrary: partWord }),
  change: ruleChange
})
const retry = fc.record({
  back: fc.integer({ min: 0, max: 4 }),
  changed: weighted([12, "nothing" as const], [1, "body" as const], [1, "metadata" as const])
})
const awards = fc.array(awardBody, { minLength: 1, maxLength: 6 })
const activities = fc.array(activityBody, { minLength: 1, maxLength: 6 })
const explainedActivity = activityBody.map(({ key: _, ...fields }) => fields)
/** Some merges name the same member twice. */
const merge = fc.record({ partner, from: user, into: user, force: weighted([2, false], [1, true]) })
const remember = weighted([2, true], [1, false])
const explain = fc.record({ partner, user, rule: awardable, amount })

/**
 * The weights of a kind of call in three contexts: alone, among concurrent calls, and in a transaction of the host. In a context
 * without a weight, the call is not generated.
 */
interface CallKind {
  readonly arbitrary: fc.Arbitrary<Call>
  readonly alone: number
  readonly together?: number
  readonly inTransaction?: number
}

const kinds: Readonly<Record<Call["_tag"], CallKind>> = {
  Award: { arbitrary: award, alone: 32, together: 14, inTransaction: 3 },
  Transfer: { arbitrary: tagged("Transfer", transferBody), alone: 6, together: 3, inTransaction: 1 },
  AwardMany: { arbitrary: tagged("AwardMany", fc.record({ awards })), alone: 4, together: 2 },
  Retry: { arbitrary: tagged("Retry", retry), alone: 7, together: 2, inTransaction: 1 },
  Reverse: { arbitrary: tagged("Reverse", reverseBody), alone: 9, together: 4, inTransaction: 2 },
  Confirm: { arbitrary: tagged("Confirm", confirmBody), alone: 3, together: 2, inTransaction: 1 },
  Refund: { arbitrary: tagged("Refund", undoBody), alone: 2, together: 2, inTransaction: 1 },
  Adjust: { arbitrary: tagged("Adjust", adjustBody), alone: 5, together: 3, inTransaction: 1 },
  ReverseAdjustment: {
    arbitrary: tagged("ReverseAdjustment", undoBody),
    alone: 3,
    together: 2,
    inTransaction: 1
  },
  // Not generated among concurrent calls: an explanation takes no locks, and may see only a part of their changes.
  Explain: { arbitrary: tagged("Explain", explain), alone: 7, inTransaction: 1 },
  Record: { arbitrary: tagged("Record", activityBody), alone: 16, together: 7, inTransaction: 2 },
  RecordMany: { arbitrary: tagged("RecordMany", fc.record({ activities })), alone: 3, together: 2 },
  ReverseActivity: {
    arbitrary: tagged("ReverseActivity", undoBody),
    alone: 3,
    together: 2,
    inTransaction: 1
  },
  ExplainActivity: {
    arbitrary: tagged("ExplainActivity", explainedActivity),
    alone: 4,
    inTransaction: 1
  },
  SetAttributes: {
    arbitrary: tagged("SetAttributes", fc.record({ partner, user, attributes: attributeChanges })),
    alone: 6,
    together: 1,
    inTransaction: 1
  },
  Merge: { arbitrary: tagged("Merge", merge), alone: 3, together: 1, inTransaction: 1 },
  // Generated only alone, for two reasons. The texts of an erased member are removed after the transaction. And `findOrder` assumes that an
  // onboarding that changes nothing could come at any time, but after an erasure the same onboarding creates a member.
  Erase: { arbitrary: tagged("Erase", fc.record({ partner, user })), alone: 2 },
  RememberErased: { arbitrary: tagged("RememberErased", fc.record({ partner, remember })), alone: 1 },
  UpdateRule: { arbitrary: tagged("UpdateRule", update), alone: 6, together: 1 },
  CreateRule: { arbitrary: create, alone: 3, together: 1 },
  Onboard: { arbitrary: onboard, alone: 3, together: 1 },
  Look: { arbitrary: tagged("Look", fc.record({ partner, user })), alone: 2 }
}

export interface ExtraArbitrary {
  readonly name: string
  /** How often the command is generated. Awards have a weight of 32. */
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<unknown>
}

export interface CommandOptions {
  /** The kinds of commands to generate; all of them by default. */
  readonly only?: ReadonlySet<CommandTag> | undefined
  /** Changes calls into calls that the tested implementation supports, such as calls without idempotency keys. */
  readonly adapt?: ((call: Call) => Call) | undefined
  /** Commands of the adopter. */
  readonly extra?: ReadonlyArray<ExtraArbitrary> | undefined
}

export interface SequenceOptions extends CommandOptions {
  readonly length: number
}

/** The lengths of jumps in time, in hours. */
const jumps = [1, 5, 13, 24, 7 * 24, 27 * 24, 365 * 24]

/**
 * Moments at which something changes: the start of the next day, the start of a day on which clocks change, or an instant at which coins
 * mature or expire. Some moments are one millisecond earlier.
 */
const edge: fc.Arbitrary<Edge> = fc.record({
  timeZone: fc.constantFrom(...timeZones),
  day: fc.constantFrom<Edge["day"]>("next", "next", "due", "clock change"),
  millis: fc.constantFrom<Edge["millis"]>(0, -1)
})

const travel = fc.record({
  hours: fc.constantFrom(0, ...jumps),
  edge: fc.option(edge, { nil: undefined, freq: 2 })
})

const adapted = (arbitrary: fc.Arbitrary<Call>, { adapt }: CommandOptions): fc.Arbitrary<Call> =>
  adapt === undefined ? arbitrary : arbitrary.map(adapt)

/** Returns the calls to generate in one of the three contexts, with their weights. */
const callsIn = (context: keyof Omit<CallKind, "arbitrary">, options: CommandOptions) =>
  Object.entries(kinds).flatMap(([tag, { [context]: weight = 0, arbitrary }]) =>
    weight > 0 && isWanted(tag, options) ? [{ weight, arbitrary: adapted(arbitrary, options) }] : []
  )

const isWanted = (tag: string, { only }: CommandOptions): boolean =>
  only === undefined || Array.from<string>(only).includes(tag)

type OtherKinds = Readonly<Record<Exclude<CommandTag, Call["_tag"]>, fc.WeightedArbitrary<HarnessCommand>>>

/** Returns the commands that are not calls. */
const otherKinds = (options: CommandOptions): OtherKinds => {
  const calls = (context: "together" | "inTransaction", least: number, most: number) => {
    const call = fc.oneof(...callsIn(context, options))
    return new Sequence(Array<fc.Arbitrary<Call>>(most).fill(call), least)
  }
  // If shrinking leaves only one call of a group, this call replaces the group.
  const together = calls("together", 2, 8).map((calls): HarnessCommand => {
    const [first, second] = calls
    return first !== undefined && second === undefined ? first : { _tag: "Together", calls }
  })
  const inTransaction = fc.record({ calls: calls("inTransaction", 1, 3), commit: fc.boolean() })
  return {
    Together: { weight: 10, arbitrary: together },
    InTransaction: { weight: 2, arbitrary: tagged("InTransaction", inTransaction) },
    Travel: { weight: 12, arbitrary: tagged("Travel", travel) },
    Restart: { weight: 2, arbitrary: fc.constant({ _tag: "Restart" }) },
    Sweep: { weight: 2, arbitrary: fc.constant({ _tag: "Sweep" }) }
  }
}

/** Generates one call, with the weights of calls that run alone. */
export const call = (options: CommandOptions = {}): fc.Arbitrary<Call> =>
  fc.oneof(...callsIn("alone", options))

/** Generates one command: a call, a group of calls, a restart, a sweep, a jump in time, or a command of the adopter. */
export const command = (options: CommandOptions = {}): fc.Arbitrary<HarnessCommand> => {
  const others = Object.entries(otherKinds(options)).flatMap(([tag, choice]) =>
    isWanted(tag, options) ? [choice] : []
  )
  const extra = (options.extra ?? []).map(({ name, weight, arbitrary }) => ({
    weight,
    arbitrary: arbitrary.map((payload): HarnessCommand => ({ _tag: "Extra", name, payload }))
  }))
  return fc.oneof<Array<fc.WeightedArbitrary<HarnessCommand>>>(
    ...callsIn("alone", options),
    ...others,
    ...extra
  )
}

const isValid = (call: Extract<Call, { readonly _tag: "CreateRule" }>): boolean =>
  Model.step(Model.empty, call).state.rules.length > 0

/** Gives a rule a name. Of the first three rules, only r3 has sub-rules, because no two rules may have sub-rules with the same name. */
const named = (name: string, rule: RuleDraft): RuleDraft => {
  if (rule.type !== "combined" || name === "r3") return { ...rule, name }
  return { ...rule, name, type: name === "r1" ? "single" : "batched", parts: [] }
}

/** Generates the first calls of a sequence. They create three rules, and all members if `Onboard` is wanted. */
const opening = (options: CommandOptions): ReadonlyArray<fc.Arbitrary<HarnessCommand>> => {
  const rules = ["r1", "r2", "r3"].map((name) =>
    create
      .map(({ rule, ...call }) => ({ ...call, partner: "home" as const, rule: named(name, rule) }))
      .filter((call) => isValid(call) && (name !== "r3" || call.rule.type === "combined"))
  )
  const members = users.map((user) => onboard.map((call): Call => ({ ...call, partner: "home", user })))
  const both = rules.flatMap((rule, index) => [rule, ...members.slice(index, index + 1)])
  const calls = isWanted("Onboard", options) ? [...both, ...members.slice(rules.length)] : rules
  return calls.map((call) => adapted(call, options))
}

/** Generates a sequence. It starts by creating rules and members, because most awards would be refused without them. */
export const sequence = ({
  length,
  ...options
}: SequenceOptions): fc.Arbitrary<ReadonlyArray<HarnessCommand>> => {
  const first = opening(options).slice(0, Math.floor(length / 4))
  const later = command(options)
  return new Sequence(Array.from({ length }, (_, index) => first[index] ?? later))
}
