import { Context, Effect, Either } from "effect"
import type { Rewards } from "../../layers/Rewards.ts"
import { Awards } from "../../rewards/awards/Awards.ts"
import { Members } from "../../rewards/members/Members.ts"
import { Rules } from "../../rewards/rules/Rules.ts"
import { Transfers } from "../../rewards/transfers/Transfers.ts"
import { createBody, unknownId, updateBody } from "../bodies.ts"
import type { Action, AwardBody, Partner } from "../Command.ts"
import type { Ids, Observed } from "../Subject.ts"
import * as Text from "../Text.ts"
import * as Observe from "./observe.ts"

/** The library's ids for the names in a sequence. */
export interface Names extends Ids {
  readonly partners: Readonly<Record<Partner, string>>
}

const withKey = (key: string | undefined) => (key === undefined ? {} : { idempotencyKey: key })

const awardInput = (names: Names, { partner, user, rule, note, metadata, key }: AwardBody) => ({
  partnerId: names.partners[partner],
  userId: user,
  ruleName: rule,
  narration: note,
  ...(metadata === undefined ? {} : { metadata }),
  ...withKey(key)
})

const look = (services: Context.Context<Rewards>, partnerId: string, userId: string) =>
  Effect.gen(function* () {
    const { coins } = yield* Context.get(services, Members).wallet({ partnerId, userId })
    const page = { partnerId, userId, limit: Text.statementSize }
    const entries = yield* Context.get(services, Transfers).statement(page)
    const { data: rules } = yield* Context.get(services, Rules).list({ partnerId })
    const kept = entries[0]?.balance ?? 0
    const amounts = entries.map((entry) => entry.amount)
    const names = rules.map((rule) => rule.name)
    const line = Text.say({ _tag: "Wallet", user: userId, held: coins, entries: amounts, rules: names })
    return { line: coins === kept ? line : `${line}, but the last entry says ${Text.coins(kept)}` }
  })

/** Calls the public service as a host would, and returns the answer in the model's wording. */
export const perform = (
  services: Context.Context<Rewards>,
  names: Names,
  action: Action
): Effect.Effect<ReadonlyArray<Observed>> => {
  const run = <E extends { readonly _tag: string; readonly message: string }>(
    effect: Effect.Effect<Observed, E>
  ) => Effect.map(Effect.exit(Effect.map(effect, (observed) => [observed])), Observe.fromExit)
  switch (action._tag) {
    case "CreateRule":
      return run(
        Effect.map(
          Context.get(services, Rules).create({
            partnerId: names.partners[action.partner],
            ...createBody(action.rule)
          }),
          Observe.rule
        )
      )
    case "UpdateRule": {
      const id = names.rules[action.rule] ?? unknownId
      const input = { partnerId: names.partners[action.partner], id, ...updateBody(action.change) }
      return run(Effect.map(Context.get(services, Rules).update(input), Observe.rule))
    }
    case "Onboard": {
      const input = { partnerId: names.partners[action.partner], userId: action.user }
      return run(
        Effect.map(Context.get(services, Members).onboard(input), ({ userId }) => ({
          line: Text.say({ _tag: "Member", user: userId })
        }))
      )
    }
    case "Award":
      return run(Effect.map(Context.get(services, Awards).award(awardInput(names, action)), Observe.award))
    case "AwardMany": {
      const inputs = action.awards.map((award) => awardInput(names, award))
      const outcomes = Effect.map(Context.get(services, Awards).awardMany(inputs), (results) =>
        results.map(Either.match({ onLeft: Observe.refused, onRight: Observe.award }))
      )
      return Effect.map(Effect.exit(outcomes), Observe.fromExit)
    }
    case "Transfer": {
      const { partner, user, coins, metadata, key } = action
      const texts = metadata === undefined ? {} : { metadata }
      const input = { partnerId: names.partners[partner], userId: user, coins, ...texts, ...withKey(key) }
      return run(Effect.map(Context.get(services, Transfers).transfer(input), Observe.transfer))
    }
    case "Reverse": {
      const { partner, event, note, key } = action
      const awardId = names.events[event] ?? unknownId
      const input = { partnerId: names.partners[partner], awardId, narration: note, ...withKey(key) }
      return run(Effect.map(Context.get(services, Awards).reverse(input), Observe.undone("award")))
    }
    case "Refund": {
      const { partner, event, note, key } = action
      const transactionId = names.events[event] ?? unknownId
      const input = { partnerId: names.partners[partner], transactionId, narration: note, ...withKey(key) }
      return run(Effect.map(Context.get(services, Transfers).refund(input), Observe.undone("transfer")))
    }
    case "Explain": {
      const { partner, user, rule } = action
      const input = { partnerId: names.partners[partner], userId: user, ruleName: rule }
      return run(Effect.map(Context.get(services, Awards).explain(input), Observe.explanation))
    }
    case "Look":
      return run(look(services, names.partners[action.partner], action.user))
  }
}
