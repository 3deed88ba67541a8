import assert from "node:assert/strict"
import { Effect, Exit, Layer, Scope } from "effect"
import { Rewards } from "../../../lib/index.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Client, engineOn, type MakeClient, newPartner, ruleInput } from "../../support/world.ts"

/** An engine whose client was closed. */
const closedUnder = (client: Client) =>
  Effect.gen(function* () {
    const clientScope = yield* Scope.make()
    const sql = yield* Layer.buildWithScope(Layer.orDie(client), clientScope)
    const engine = yield* Layer.build(Layer.provideMerge(Rewards.layer(), Layer.succeedContext(sql)))
    const partner = yield* Effect.provide(newPartner, engine)
    const { id } = yield* partner.rule()
    yield* partner.onboard("ann")
    yield* Scope.close(clientScope, Exit.void)
    return { partner, ruleId: id, sql }
  })

export const away = (makeClient: MakeClient): void => {
  it.live("every call on a closed database fails with a retryable error", () =>
    Effect.gen(function* () {
      const { partner, ruleId } = yield* closedUnder(yield* Effect.promise(makeClient))
      const { partnerId, partners, rules, members, transfers, verify } = partner
      const key = { partnerId, userId: "ann" }
      const away = refused("DatabaseUnavailable")
      const calls = [
        away(partner.award("ann")),
        away(partner.awardMany([{ userId: "ann", ruleName: "signup" }])),
        away(partner.transfer("ann", 1)),
        away(partner.onboard("bob")),
        away(partners.register({ name: "another" })),
        away(partners.get({ partnerId })),
        away(rules.create(ruleInput(partnerId, { name: "new" }))),
        away(rules.update({ partnerId, id: ruleId, status: "inactive" })),
        away(rules.find({ partnerId, name: "signup" })),
        away(rules.list({ partnerId })),
        away(members.get(key)),
        away(members.wallet(key)),
        away(transfers.statement(key)),
        away(verify())
      ]
      for (const call of calls) {
        const error = yield* call
        assert.equal(error.retryable, true)
        assert.equal(error.committed, "no")
        assert.match(error.message, /nothing was written, try again$/)
      }
    })
  )

  it.live("an engine does not start on a closed database, and reports the failure", () =>
    Effect.gen(function* () {
      const { sql } = yield* closedUnder(yield* Effect.promise(makeClient))
      const start = Layer.build(Layer.provide(Rewards.layer(), Layer.succeedContext(sql)))
      yield* refused("DatabaseUnavailable")(start)
    })
  )

  it.live("an engine that has been closed refuses awards and transfers", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const scope = yield* Scope.make()
      const engine = yield* Layer.buildWithScope(engineOn(client), scope)
      const { award, transfer } = yield* Effect.provide(newPartner, engine)
      yield* Scope.close(scope, Exit.void)
      yield* refused("DatabaseUnavailable")(award("ann"))
      yield* refused("DatabaseUnavailable")(transfer("ann", 1))
    })
  )
}
