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

/** Changes exactly one field of a call, so that there is only one reason to refuse the call. */
const altered = (call: KeyedCall, changed: "body" | "metadata"): KeyedCall => {
  if (call._tag === "Reverse" || call._tag === "Refund") return { ...call, note: `${call.note}x` }
  if (changed === "body") return { ...call, user: `${call.user}x` }
  return { ...call, metadata: { ...call.metadata, another: "text" } }
}

/** Makes the start and the end absolute. In a generated call they are relative to the time of the call. */
const scheduled = <A extends RuleChange>(now: number, rule: A): A => ({
  ...rule,
  ...(typeof rule.startsAt === "number" ? { startsAt: now + rule.startsAt } : {}),
  ...(typeof rule.endsAt === "number" ? { endsAt: now + rule.endsAt } : {})
})

/** The index of an earlier event of any partner; -1 if there is none. `back` is 0 for the latest one. Skips the events in `except`. */
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
 * Replaces the parts of a generated call that depend on the model's state. An update gets the index of the rule that it names. This
 * may be a rule of the other partner. A reversal or refund gets the index of an event that is not in `except`. `sent` has all earlier
 * calls with an idempotency key. A retry becomes one of them, perhaps changed. The result is undefined if there is none.
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
