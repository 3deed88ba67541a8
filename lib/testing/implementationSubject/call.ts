import type { Action } from "../Command.ts"
import type { Awarded, Explained, Implementation, Result } from "../Implementation.ts"
import type * as Model from "../Model.ts"
import type { Ids } from "../Subject.ts"

export const units = (coins: number): number => Math.round(coins * 10_000)

const unsupported = { ok: false, reason: "InvalidInput" } as const

/** Answers of the implementation as outcomes; `found` makes the outcome of an accepted call. */
const outcomeOf = <A>(result: Result<A>, found: (result: A) => Model.Outcome): Model.Outcome =>
  result.ok ? found(result) : { _tag: "Refused", reason: result.reason, facts: "" }

const done: Model.Outcome = { _tag: "Member", user: "" }

interface Called {
  readonly outcome: Model.Outcome
  readonly id?: string | undefined
  readonly ruleId?: string
}

const awarded = (user: string, rule: string, { coins, suppressed = false }: Awarded): Model.Outcome => ({
  _tag: "Award",
  user,
  rule: rule.trim().toLowerCase(),
  units: units(coins),
  // It does not say which limit, so any of them stands for it.
  suppressedBy: suppressed ? "limit_reached" : null
})

const explained = ({ coins, decision, progress, reason }: Explained): Model.Outcome => ({
  _tag: "Explained",
  decision,
  units: units(coins),
  refusal: reason === undefined ? null : { reason, facts: "" },
  suppressedBy: null,
  progress,
  limits: []
})

/** Calls the method for an action. */
export const call = async (
  implementation: Implementation,
  action: Action,
  { events, rules }: Ids
): Promise<Called> => {
  switch (action._tag) {
    case "CreateRule": {
      const result = await implementation.createRule(action.rule)
      return { outcome: outcomeOf(result, () => done), ...(result.ok ? { ruleId: result.id } : {}) }
    }
    case "UpdateRule": {
      const result = await implementation.updateRule?.(rules[action.rule] ?? "unknown", action.change)
      return { outcome: outcomeOf(result ?? unsupported, () => done) }
    }
    case "Onboard":
      return { outcome: outcomeOf((await implementation.onboard?.(action.user)) ?? unsupported, () => done) }
    case "Award": {
      const { user, rule, note, metadata, key } = action
      const result = await implementation.award({ user, rule, note, metadata, key })
      return {
        outcome: outcomeOf(result, (each) => awarded(user, rule, each)),
        id: result.ok ? result.id : undefined
      }
    }
    case "Transfer": {
      const { user, coins, metadata, key } = action
      const result = (await implementation.transfer?.({ user, coins, metadata, key })) ?? unsupported
      return { outcome: outcomeOf(result, () => done), id: result.ok ? result.id : undefined }
    }
    case "Reverse":
    case "Refund": {
      const { event, note, key } = action
      const request = { id: events[event] ?? "unknown", note, key }
      const result = await (action._tag === "Reverse"
        ? implementation.reverse?.(request)
        : implementation.refund?.(request))
      return { outcome: outcomeOf(result ?? unsupported, () => done) }
    }
    case "Explain": {
      const { user, rule } = action
      const result = await implementation.explain?.({ user, rule })
      return { outcome: outcomeOf(result ?? unsupported, explained) }
    }
    case "Look": {
      const { user } = action
      const held = await implementation.balance(user)
      return held === undefined
        ? { outcome: { _tag: "Refused", reason: "MemberNotFound", facts: "" } }
        : { outcome: { _tag: "Wallet", user, held: units(held), entries: [], rules: [] } }
    }
    case "AwardMany":
      throw new Error("an implementation has no calls for many awards")
  }
}
