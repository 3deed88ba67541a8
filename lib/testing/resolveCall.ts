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

/** The same call with one field changed. Only one field, so that the library has only one reason to refuse it. */
const altered = (call: KeyedCall, changed: "body" | "metadata"): KeyedCall => {
  if (call._tag === "Reverse" || call._tag === "Refund") return { ...call, note: `${call.note}x` }
  if (changed === "body") return { ...call, user: `${call.user}x` }
  return { ...call, metadata: { ...call.metadata, another: "text" } }
}

/** Replaces times relative to the command by absolute times. */
const scheduled = <A extends RuleChange>(now: number, rule: A): A => ({
  ...rule,
  ...(typeof rule.startsAt === "number" ? { startsAt: now + rule.startsAt } : {}),
  ...(typeof rule.endsAt === "number" ? { endsAt: now + rule.endsAt } : {})
})

/** The index of an earlier award or transfer of any partner. It counts `back` from the latest one, without those in `except`. */
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
 * Replaces the names in a call by indexes in the model's current state. A name that only the other partner uses becomes the index of
 * that partner's rule, which the library must treat as unknown. A retry becomes one of the calls in `sent`, which has all earlier
 * calls with an idempotency key, or undefined if there is none. Events in `except` are not reversed or refunded.
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
