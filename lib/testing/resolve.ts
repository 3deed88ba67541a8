import type { Action, Call, Partner } from "./Command.ts"
import * as Model from "./Model.ts"
import * as Text from "./Text.ts"

type Keyed = Extract<Action, { readonly _tag: "Award" | "Transfer" }>

const otherPartner = (partner: Partner): Partner => (partner === "home" ? "away" : "home")

const amount = (coins: string, held: number): string => {
  if (coins === "more") return Text.coins(held + 1)
  return coins === "all" ? Text.coins(Math.max(1, held)) : coins
}

/** The same key with another body. Only the user's id differs, so the mismatch is the only reason to refuse. */
const altered = (action: Keyed): Keyed => ({ ...action, user: `${action.user}x` })

/**
 * Resolves the names of a call against the model's current state. `sent` has all earlier calls with an idempotency
 * key. A retry resolves to undefined if there is none. A name that only the other partner uses resolves to that
 * partner's rule, which the library must treat as unknown.
 */
export const resolve = (state: Model.State, sent: ReadonlyArray<Keyed>, call: Call): Action | undefined => {
  switch (call._tag) {
    case "UpdateRule": {
      const { partner, name, change } = call
      const found = Model.lookUp(state, partner, name) ?? Model.lookUp(state, otherPartner(partner), name)
      return { _tag: "UpdateRule", partner, rule: found?.index ?? -1, change }
    }
    case "Transfer":
      return { ...call, coins: amount(call.coins, Model.balance(state, call.partner, call.user)) }
    case "Retry": {
      const action = sent.at(-1 - (call.back % Math.max(1, sent.length)))
      return action !== undefined && call.changed ? altered(action) : action
    }
    default:
      return call
  }
}

export const keyed = (actions: ReadonlyArray<Action>): ReadonlyArray<Keyed> =>
  actions.flatMap((action) => {
    if (action._tag === "AwardMany") return keyed(action.awards.map((award) => ({ _tag: "Award", ...award })))
    return (action._tag === "Award" || action._tag === "Transfer") && action.key !== undefined ? [action] : []
  })
