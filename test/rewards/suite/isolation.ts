import assert from "node:assert/strict"
import { Effect } from "effect"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Engine, newPartner } from "../../support/world.ts"

export const isolation = (it: Tests<Engine>): void => {
  it.live("the same user id and rule name at two partners are two members and two rules", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* newPartner, yield* newPartner]
      yield* one.rule({ coinValue: 1 })
      yield* two.rule({ coinValue: 2, userLimitAward: 1 })
      const [[ann], [other]] = [yield* one.onboard("ann"), yield* two.onboard("ann")]
      assert.notEqual(ann?.id, other?.id)
      yield* Effect.all([one.award("ann"), two.award("ann"), one.award("ann")], { concurrency: "unbounded" })
      yield* refused("UserLimitReached")(two.award("ann"))
      assert.deepEqual([yield* one.coins("ann"), yield* two.coins("ann")], ["2", "2"])
      yield* two.transfer("ann", 2)
      assert.deepEqual([yield* one.coins("ann"), yield* two.coins("ann")], ["2", "0"])
    })
  )

  it.live("another partner's member, wallet and statement are not found", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* newPartner, yield* newPartner]
      yield* one.rule()
      yield* two.rule()
      yield* one.onboard("ann")
      yield* one.award("ann")
      const before = yield* dump
      const mine = { partnerId: two.partnerId, userId: "ann" }
      yield* refused("MemberNotFound")(two.members.get(mine))
      yield* refused("MemberNotFound")(two.members.wallet(mine))
      yield* refused("MemberNotFound")(two.transfers.statement(mine))
      yield* refused("MemberNotFound")(two.transfer("ann", 1))
      yield* refused("MemberNotFound")(two.award("ann"))
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("another partner's rule is not found, by name or by id", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* newPartner, yield* newPartner]
      const { id } = yield* one.rule()
      yield* two.onboard("ann")
      const before = yield* dump
      const partnerId = two.partnerId
      yield* refused("RuleNotFound")(two.award("ann"))
      yield* refused("RuleNotFound")(two.rules.find({ partnerId, name: "signup" }))
      yield* refused("RuleNotFound")(two.rules.update({ partnerId, id, coinValue: 1 }))
      assert.deepEqual((yield* two.rules.list({ partnerId })).data, [])
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("one call can award members of several partners", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* newPartner, yield* newPartner]
      for (const partner of [one, two]) {
        yield* partner.rule()
        yield* partner.onboard("ann")
      }
      const input = ({ partnerId }: { partnerId: string }) => ({
        partnerId,
        userId: "ann",
        ruleName: "signup"
      })
      yield* one.awards.awardMany([input(one), input(two), input(one)])
      assert.deepEqual([yield* one.coins("ann"), yield* two.coins("ann")], ["20", "10"])
      assert.deepEqual(yield* one.verify(), [])
    })
  )
}
