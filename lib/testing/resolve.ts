import type { Action, Call, Partner, RuleChange } from "./Command.ts"
import * as Model from "./Model.ts"
import * as Text from "./Text.ts"

/** An action that may have an idempotency key. */
export type Keyed = Extract<Action, { readonly _tag: "Award" | "Transfer" | "Reverse" | "Refund" }>

const otherPartner = (partner: Partner): Partner => (partner === "home" ? "away" : "home")

const amount = (coins: string, held: number): string => {
  if (coins === "more") return Text.coins(held + 1)
  return coins === "all" ? Text.coins(Math.max(1, held)) : coins
}

/** The same key with another body. One thing differs, so the mismatch is the only reason to refuse. */
const altered = (action: Keyed, changed: "body" | "metadata"): Keyed => {
  if (action._tag === "Reverse" || action._tag === "Refund") return { ...action, note: `${action.note}x` }
  if (changed === "body") return { ...action, user: `${action.user}x` }
  return { ...action, metadata: { ...action.metadata, another: "text" } }
}

/** A schedule counts from the moment of its command. */
const scheduled = (now: number, { startsAt, endsAt }: RuleChange) => ({
  ...(typeof startsAt === "number" ? { startsAt: now + startsAt } : {}),
  ...(typeof endsAt === "number" ? { endsAt: now + endsAt } : {})
})

/** The index of an earlier award or transfer of any partner. */
const earlier = (
  { history }: Model.State,
  kind: Model.Event["kind"],
  back: number,
  except: ReadonlySet<number>
): number => {
  const there = history.flatMap((event, index) => (event.kind === kind && !except.has(index) ? [index] : []))
  return there.at(-1 - (back % Math.max(1, there.length))) ?? -1
}

/**
 * Resolves the names of a call against the model's current state. `sent` has all earlier calls with an idempotency
 * key. A retry resolves to undefined if there is none. A name that only the other partner uses resolves to that
 * partner's rule, which the library must treat as unknown.
 */
export const resolve = (
  state: Model.State,
  sent: ReadonlyArray<Keyed>,
  call: Call,
  except: ReadonlySet<number> = new Set()
): Action | undefined => {
  switch (call._tag) {
    case "CreateRule":
      return { ...call, rule: { ...call.rule, ...scheduled(state.now, call.rule) } }
    case "UpdateRule": {
      const { partner, name, change } = call
      const found = Model.lookUp(state, partner, name) ?? Model.lookUp(state, otherPartner(partner), name)
      return {
        _tag: "UpdateRule",
        partner,
        rule: found?.index ?? -1,
        change: { ...change, ...scheduled(state.now, change) }
      }
    }
    case "Transfer":
      return { ...call, coins: amount(call.coins, Model.balance(state, call.partner, call.user)) }
    case "Reverse":
    case "Refund": {
      const { back, ...rest } = call
      return { ...rest, event: earlier(state, call._tag === "Reverse" ? "award" : "transfer", back, except) }
    }
    case "Retry": {
      const action = sent.at(-1 - (call.back % Math.max(1, sent.length)))
      return action !== undefined && call.changed !== "nothing" ? altered(action, call.changed) : action
    }
    default:
      return call
  }
}

const isKeyed = (action: Action): action is Keyed =>
  ["Award", "Transfer", "Reverse", "Refund"].includes(action._tag)

export const keyed = (actions: ReadonlyArray<Action>): ReadonlyArray<Keyed> =>
  actions.flatMap((action) => {
    if (action._tag === "AwardMany") return keyed(action.awards.map((award) => ({ _tag: "Award", ...award })))
    return isKeyed(action) && action.key !== undefined ? [action] : []
  })
