import type { Call, PartnerName, ResolvedCall, ResolvedOf, RuleChange } from "./HarnessCommand.ts"
import * as Model from "./Model.ts"
import { coinsText } from "./ModelOutcome.ts"

/** A call that may have an idempotency key. */
export type KeyedCall = ResolvedOf<"Award" | "Transfer" | "Reverse" | "Refund">

const otherPartner = (partner: PartnerName): PartnerName => (partner === "home" ? "away" : "home")

const amount = (coins: string, held: number): string => {
  if (coins === "more") return coinsText(held + 1)
  return coins === "all" ? coinsText(Math.max(1, held)) : coins
}

/** Changes exactly one field of a call, so that the library has only one reason to refuse the call. */
const altered = (call: KeyedCall, changed: "body" | "metadata"): KeyedCall => {
  if (call._tag === "Reverse" || call._tag === "Refund") return { ...call, note: `${call.note}x` }
  if (changed === "body") return { ...call, user: `${call.user}x` }
  return { ...call, metadata: { ...call.metadata, another: "text" } }
}

/** Makes the start and the end absolute. In a generated command they are relative to the time of the command. */
const scheduled = <A extends RuleChange>(now: number, rule: A): A => ({
  ...rule,
  ...(typeof rule.startsAt === "number" ? { startsAt: now + rule.startsAt } : {}),
  ...(typeof rule.endsAt === "number" ? { endsAt: now + rule.endsAt } : {})
})

/**
 * The index of an earlier award or transfer of any partner; -1 if there is none. If `back` is 0, it is the latest one; if `back` is 1,
 * it is the one before. Events in `except` are skipped.
 */
const earlier = (
  { history }: Model.State,
  kind: Model.Event["kind"],
  back: number,
  except: ReadonlySet<number>
): number => {
  const found = history.flatMap((event, index) => (event.kind === kind && !except.has(index) ? [index] : []))
  return found.at(-1 - (back % Math.max(1, found.length))) ?? -1
}

/**
 * Replaces the parts of a generated call that depend on the model's current state. An update names a rule, and gets the index
 * of the partner's rule with this name. If only the other partner has one, the update gets the index of that rule, and the library must
 * refuse it. A reversal or refund gets the index of an event that is not in `except`. A retry becomes one of the calls in `sent`,
 * perhaps changed, or undefined if `sent` is empty. `sent` has all earlier calls with an idempotency key.
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
      return { _tag, partner, rule: found?.index ?? -1, change: scheduled(state.now, change) }
    }
    case "Transfer":
      return { ...call, coins: amount(call.coins, Model.balance(state, call.partner, call.user)) }
    case "Reverse":
    case "Refund": {
      const { back, ...rest } = call
      return { ...rest, event: earlier(state, call._tag === "Reverse" ? "award" : "transfer", back, except) }
    }
    case "Retry": {
      const first = sent.at(-1 - (call.back % Math.max(1, sent.length)))
      return first !== undefined && call.changed !== "nothing" ? altered(first, call.changed) : first
    }
    default:
      return call
  }
}

const isKeyed = (call: ResolvedCall): call is KeyedCall =>
  ["Award", "Transfer", "Reverse", "Refund"].includes(call._tag)

/** The calls that have an idempotency key. */
export const keyedCalls = (calls: ReadonlyArray<ResolvedCall>): ReadonlyArray<KeyedCall> =>
  calls.flatMap((call) => {
    if (call._tag === "AwardMany")
      return keyedCalls(call.awards.map((award) => ({ _tag: "Award", ...award })))
    return isKeyed(call) && call.key !== undefined ? [call] : []
  })
