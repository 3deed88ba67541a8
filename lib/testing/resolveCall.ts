import type { ActivityFields, WhenDraft } from "./ActivityDraft.ts"
import {
  type AwardFields,
  type Call,
  normalName,
  type PartnerName,
  type ResolvedCall,
  type ResolvedOf,
  type ReverseFields,
  type RuleChange,
  type RuleDraft
} from "./HarnessCommand.ts"
import * as Model from "./Model.ts"
import { coinsText } from "./ModelOutcome.ts"

/** A call that may have an idempotency key. */
export type KeyedCall = ResolvedOf<
  | "Award"
  | "Transfer"
  | "Reverse"
  | "Confirm"
  | "Refund"
  | "Adjust"
  | "ReverseAdjustment"
  | "Record"
  | "ReverseActivity"
>

const otherPartner = (partner: PartnerName): PartnerName => (partner === "home" ? "away" : "home")

/** Replaces "half", "all" and "more" by a decimal that depends on `left`. */
const amount = <A extends string | undefined>(coins: A, left: number): A | string => {
  if (coins === "more") return coinsText(left + 1)
  if (coins === "half") return coinsText(Math.max(1, Math.floor(left / 2)))
  return coins === "all" ? coinsText(Math.max(1, left)) : coins
}

/** Changes exactly one field of a call, so that there is only one reason to refuse the call. */
const altered = (call: KeyedCall, changed: "body" | "metadata"): KeyedCall => {
  // The id of the award is all that a confirmation has.
  if (call._tag === "Confirm") return { ...call, event: -1 }
  if ("event" in call) return { ...call, note: `${call.note}x` }
  if (changed === "body" && call._tag === "Adjust") return { ...call, reason: `${call.reason}x` }
  if (changed === "body") return { ...call, user: `${call.user}x` }
  if (call._tag === "Record") return { ...call, data: { ...call.data, another: "text" } }
  return { ...call, metadata: { ...call.metadata, another: "text" } }
}

/** Makes the start and the end absolute. In a generated call they are relative to the time of the call. */
const scheduled = <A extends RuleChange>(now: number, rule: A): A => ({
  ...rule,
  ...(typeof rule.startsAt === "number" ? { startsAt: now + rule.startsAt } : {}),
  ...(typeof rule.endsAt === "number" ? { endsAt: now + rule.endsAt } : {})
})

/** Makes the time of an activity absolute. */
const timed = <A extends ActivityFields>(now: number, fields: A): A => ({
  ...fields,
  occurredAt: fields.occurredAt === undefined ? undefined : now + fields.occurredAt
})

/**
 * Makes `when` of an update fit its rule: with an amount if the rule has a unit, without one otherwise. Removes `when` for a combined
 * rule, which cannot have one.
 */
const fitted = (rule: RuleDraft | undefined, change: RuleChange): RuleChange => {
  const { when, ...rest } = change
  if (when === undefined || rule?.type === "combined") return rest
  if (when === null) return change
  const { amount = "data.total", ...others } = when
  const unit = change.unit === undefined ? rule?.unit : change.unit
  const fitting: WhenDraft = unit == null ? others : { ...others, amount }
  return { ...rest, when: fitting }
}

/** Leaves out the amount if the rule is unknown or has no unit, unless the amount starts with "!". */
const withAmount = <A extends Pick<AwardFields, "partner" | "rule" | "amount">>(
  state: Model.State,
  fields: A
): A => {
  const { amount, partner, rule } = fields
  if (amount?.startsWith("!") === true) return { ...fields, amount: amount.slice(1) }
  const named = Model.lookUp(state, partner, normalName(rule))
  return named?.rule.unit == null ? { ...fields, amount: undefined } : fields
}

/**
 * Returns the index of an earlier event of any partner; -1 if there is none. `back` is 0 for the latest one. Skips the events in `except`.
 */
const earlier = (
  { history }: Model.State,
  kind: Model.Event["kind"],
  back: number,
  except: ReadonlySet<number>,
  isWanted: (event: Model.Event, index: number) => boolean = () => true
): number => {
  const found = history.flatMap((event, index) =>
    event.kind === kind && isWanted(event, index) && !except.has(index) ? [index] : []
  )
  return found.at(-1 - (back % Math.max(1, found.length))) ?? -1
}

/** Returns the award that a call reverses. A call that reverses a part chooses an award that paid, if there is one. */
const reversedAward = (
  state: Model.State,
  { amount, back, coins }: Pick<ReverseFields, "amount" | "back" | "coins">,
  except: ReadonlySet<number>
): number => {
  const isPart = coins !== undefined || amount !== undefined
  const paid = isPart ? earlier(state, "award", back, except, ({ units }) => units > 0) : -1
  return paid >= 0 ? paid : earlier(state, "award", back, except)
}

/** Returns the transfer or adjustment that a call undoes. Prefers one that was not undone and whose coins would have expired by now. */
const takenBefore = (
  state: Model.State,
  kind: "transfer" | "adjustment",
  back: number,
  except: ReadonlySet<number>
): number => {
  const isOver = ({ lots }: Model.Event, index: number) =>
    !Model.isUndone(state, index) &&
    lots.some(({ coins, expiresAt }) => coins < 0 && expiresAt !== null && expiresAt <= state.now)
  const found = earlier(state, kind, back, except, isOver)
  return found >= 0 ? found : earlier(state, kind, back, except)
}

/** Returns the award that a call confirms: one that is pending, if there is one. */
const confirmedAward = (state: Model.State, back: number, except: ReadonlySet<number>): number => {
  const found = earlier(state, "award", back, except, (_, index) => Model.waitingOf(state, index) > 0)
  return found >= 0 ? found : earlier(state, "award", back, except)
}

/** Returns the activity that a call reverses: one that earned an award, if there is one. */
const reversedActivity = (state: Model.State, back: number, except: ReadonlySet<number>): number => {
  const earning = new Set(state.history.map(({ activity }) => activity))
  const found = earlier(state, "activity", back, except, (_, index) => earning.has(index))
  return found >= 0 ? found : earlier(state, "activity", back, except)
}

/** Computes "half", "all" and "more" from what is left of the award. If the award has no amount, reverses coins instead of an amount. */
const partOf = (
  state: Model.State,
  event: number,
  part: Pick<ReverseFields, "coins" | "amount">
): Pick<ReverseFields, "coins" | "amount"> => {
  const { amount: whole = null, units = 0 } = state.history[event] ?? {}
  const returned = Model.returnedOf(state, event)
  const coins = amount(part.coins, units - returned.units)
  if (part.amount === undefined) return { coins, amount: undefined }
  if (part.amount.startsWith("!")) return { coins, amount: part.amount.slice(1) }
  return whole === null
    ? { coins: amount(part.amount, units - returned.units), amount: undefined }
    : { coins, amount: amount(part.amount, whole - returned.amount) }
}

/**
 * Replaces the parts of a generated call that depend on the model's state. An update gets the index of the rule that it names. This
 * may be a rule of the other partner. A call that undoes something gets the index of an event that is not in `except`. `sent` has all
 * earlier calls with an idempotency key. A retry becomes one of them, perhaps changed. The result is undefined if a retry finds no call.
 */
export const resolve = (
  state: Model.State,
  sent: ReadonlyArray<KeyedCall>,
  call: Call,
  except: ReadonlySet<number> = new Set()
): ResolvedCall | undefined => {
  switch (call._tag) {
    case "CreateRule":
      return { ...call, rule: scheduled(state.now, call.rule) }
    case "UpdateRule": {
      const { _tag, partner, name, change } = call
      const found = Model.lookUp(state, partner, name) ?? Model.lookUp(state, otherPartner(partner), name)
      return {
        _tag,
        partner,
        rule: found?.index ?? -1,
        change: fitted(found?.rule, scheduled(state.now, change))
      }
    }
    case "Award":
    case "Explain":
      return withAmount(state, call)
    case "AwardMany":
      return { ...call, awards: call.awards.map((each) => withAmount(state, each)) }
    case "Transfer":
    case "Adjust":
      return { ...call, coins: amount(call.coins, Model.balance(state, call.partner, call.user)) }
    case "Reverse": {
      const { back, ...rest } = call
      const event = reversedAward(state, call, except)
      return { ...rest, event, ...partOf(state, event, rest) }
    }
    case "Confirm": {
      const { back, ...rest } = call
      return { ...rest, event: confirmedAward(state, back, except) }
    }
    case "Refund": {
      const { back, ...rest } = call
      return { ...rest, event: takenBefore(state, "transfer", back, except) }
    }
    case "ReverseAdjustment": {
      const { back, ...rest } = call
      return { ...rest, event: takenBefore(state, "adjustment", back, except) }
    }
    case "ReverseActivity": {
      const { back, ...rest } = call
      return { ...rest, event: reversedActivity(state, back, except) }
    }
    case "Record":
    case "ExplainActivity":
      return timed(state.now, call)
    case "RecordMany":
      return { ...call, activities: call.activities.map((each) => timed(state.now, each)) }
    case "Retry": {
      const first = sent.at(-1 - (call.back % Math.max(1, sent.length)))
      return first !== undefined && call.changed !== "nothing" ? altered(first, call.changed) : first
    }
    default:
      return call
  }
}

const keyed: ReadonlyArray<string> = [
  ...["Award", "Transfer", "Reverse", "Confirm", "Refund", "Adjust", "ReverseAdjustment"],
  ...["Record", "ReverseActivity"]
]

const isKeyed = (call: ResolvedCall): call is KeyedCall => keyed.includes(call._tag)

/** Returns the calls that have an idempotency key. */
export const keyedCalls = (calls: ReadonlyArray<ResolvedCall>): ReadonlyArray<KeyedCall> =>
  calls.flatMap((call) => {
    if (call._tag === "AwardMany")
      return keyedCalls(call.awards.map((award) => ({ _tag: "Award", ...award })))
    if (call._tag === "RecordMany")
      return keyedCalls(call.activities.map((activity) => ({ _tag: "Record", ...activity })))
    return isKeyed(call) && call.key !== undefined ? [call] : []
  })
