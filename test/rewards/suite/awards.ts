import assert from "node:assert/strict"
import { Effect } from "effect"
import { Coins } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Engine, newPartner, type PartnerView, subRules } from "../../support/world.ts"

/** Awards one after the other and returns which of them paid. */
const paid = (partner: PartnerView, userId: string, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => Effect.map(partner.award(userId, name), ({ awarded }) => awarded))

export const awards = (it: Tests<Engine>): void => {
  it.live("a single rule pays each time", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { id } = yield* partner.rule({ coinValue: "2.5" })
      yield* partner.onboard("ann")
      const {
        id: awardId,
        createdAt,
        ...first
      } = yield* partner.award("ann", "signup", { narration: "well done" })
      assert.deepEqual(first, {
        partnerId: partner.partnerId,
        ruleId: id,
        ruleName: "signup",
        userId: "ann",
        awarded: true,
        coins: Coins.parse("2.5"),
        amount: null,
        suppressedBy: null,
        activityId: null,
        note: "well done",
        replayed: false
      })
      assert.match(awardId, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      assert.ok(Math.abs(Date.now() - createdAt.getTime()) < 60_000)
      assert.deepEqual(yield* paid(partner, "ann", ["signup", "signup"]), [true, true])
      assert.equal(yield* partner.coins("ann"), "7.5")
      assert.equal(
        (yield* partner.rules.find({ partnerId: partner.partnerId, name: "signup" })).participants,
        1
      )
    })
  )

  it.live("a batched rule pays with each n-th completion, and starts a new cycle", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({ name: "three", type: "batched", completionNumber: 3 })
      yield* partner.onboard("ann", "bob")
      const names = Array.from({ length: 7 }, () => "three")
      assert.deepEqual(yield* paid(partner, "ann", names), [false, false, true, false, false, true, false])
      assert.deepEqual(yield* paid(partner, "bob", ["three", "three"]), [false, false])
      assert.equal(yield* partner.coins("ann"), "20")
      assert.equal(yield* partner.coins("bob"), "0")
      const counted = yield* partner.award("bob", "three")
      assert.deepEqual([counted.awarded, Coins.format(counted.coins)], [true, "10"])
      const next = yield* partner.award("bob", "three")
      assert.deepEqual([next.awarded, Coins.format(next.coins)], [false, "0"])
    })
  )

  it.live("a combined rule pays when its last sub-rule is done, in any order, and starts a new cycle", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({ name: "all", type: "combined", rules: subRules("a", "b", "c") })
      yield* partner.onboard("ann")
      assert.deepEqual(yield* paid(partner, "ann", ["c", "a", "b"]), [false, false, true])
      assert.deepEqual(yield* paid(partner, "ann", ["a", "a", "b", "a", "c"]), [
        false,
        false,
        false,
        false,
        true
      ])
      assert.equal(yield* partner.coins("ann"), "20")
    })
  )

  it.live("an award of a sub-rule has the sub-rule's id and name", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const rule = yield* partner.rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      yield* partner.onboard("ann")
      assert.ok(rule.terms._tag === "Combined")
      const award = yield* partner.award("ann", "b")
      assert.deepEqual([award.ruleId, award.ruleName], [rule.terms.subRules[1]?.id, "b"])
      const whole = yield* partner.award("ann", "all")
      assert.deepEqual([whole.ruleId, whole.ruleName], [rule.id, "all"])
    })
  )

  it.live("awarding a combined rule's own name pays, and starts a new cycle", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      yield* partner.onboard("ann")
      assert.deepEqual(yield* paid(partner, "ann", ["all", "a", "all", "b", "a"]), [
        true,
        false,
        true,
        false,
        true
      ])
      assert.equal(yield* partner.coins("ann"), "30")
    })
  )

  it.live("an inactive sub-rule is not required and cannot be completed", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({
        name: "all",
        type: "combined",
        rules: [...subRules("a"), { name: "off", condition: "off", status: "inactive" }, ...subRules("b")]
      })
      yield* partner.onboard("ann")
      assert.equal((yield* refused("RuleInactive")(partner.award("ann", "off"))).ruleName, "off")
      assert.deepEqual(yield* paid(partner, "ann", ["a", "b"]), [false, true])
    })
  )

  it.live("a sub-rule that is switched on or off counts at once, also in the middle of a cycle", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { partnerId, rules } = partner
      const { id } = yield* partner.rule({ name: "all", type: "combined", rules: subRules("a", "b", "c") })
      const set = (name: string, status: "active" | "inactive") =>
        rules.update({ partnerId, id, rules: [{ name, status }] })
      yield* partner.onboard("ann", "bob", "cid")
      yield* paid(partner, "ann", ["a", "b"])
      yield* paid(partner, "bob", ["a", "b"])
      yield* paid(partner, "cid", ["a", "c"])
      // The update pays nothing by itself; the next award of an active sub-rule does.
      yield* set("c", "inactive")
      assert.equal(yield* partner.coins("ann"), "0")
      yield* refused("RuleInactive")(partner.award("ann", "c"))
      assert.deepEqual(yield* paid(partner, "ann", ["a", "a"]), [true, false])
      // A sub-rule that is active again is needed again, and what was done of it in this cycle is kept.
      yield* set("c", "active")
      assert.deepEqual(yield* paid(partner, "bob", ["a", "c"]), [false, true])
      assert.deepEqual(yield* paid(partner, "cid", ["b"]), [true])
      assert.deepEqual(yield* partner.verify(), [])
    })
  )

  it.live("a rule with thirty sub-rules pays with the thirtieth", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const names = Array.from({ length: 30 }, (_, index) => `part ${index}`)
      yield* partner.rule({ name: "all", type: "combined", rules: subRules(...names) })
      yield* partner.onboard("ann")
      const answers = yield* paid(partner, "ann", names.toReversed())
      assert.deepEqual(answers, [...Array.from({ length: 29 }, () => false), true])
      const error = yield* refused("InvalidInput")(
        partner.rule({ name: "more", type: "combined", rules: subRules(...names, "one more") })
      )
      assert.equal(error.message, 'rules must hold 1 to 30 sub-rules when type is "combined"')
    })
  )

  it.live("an inactive rule refuses, and keeps its progress until it is active again", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { partnerId, rules } = partner
      const batched = yield* partner.rule({ name: "two", type: "batched", completionNumber: 2 })
      const combined = yield* partner.rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      yield* partner.onboard("ann")
      yield* paid(partner, "ann", ["two", "a"])
      for (const { id } of [batched, combined]) yield* rules.update({ partnerId, id, status: "inactive" })
      assert.equal((yield* refused("RuleInactive")(partner.award("ann", "two"))).ruleName, "two")
      for (const name of ["all", "b"]) {
        assert.equal((yield* refused("RuleInactive")(partner.award("ann", name))).ruleName, "all")
      }
      for (const { id } of [batched, combined]) yield* rules.update({ partnerId, id, status: "active" })
      assert.deepEqual(yield* paid(partner, "ann", ["two", "b"]), [true, true])
    })
  )

  it.live("a new coin value applies from the next payment on", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { id } = yield* partner.rule({ type: "batched", completionNumber: 2 })
      yield* partner.onboard("ann")
      yield* paid(partner, "ann", ["signup", "signup", "signup"])
      yield* partner.rules.update({ partnerId: partner.partnerId, id, coinValue: "0.25" })
      const award = yield* partner.award("ann")
      assert.equal(Coins.format(award.coins), "0.25")
      assert.equal(yield* partner.coins("ann"), "10.25")
    })
  )

  it.live("the smallest and the largest amounts are exact", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule({ name: "least", coinValue: "0.0001" })
      yield* partner.rule({ name: "most", coinValue: "499999999999.9997" })
      yield* partner.onboard("ann")
      assert.deepEqual(yield* paid(partner, "ann", ["least", "least", "least"]), [true, true, true])
      assert.equal(yield* partner.coins("ann"), "0.0003")
      yield* partner.award("ann", "most")
      assert.equal(yield* partner.coins("ann"), "500000000000")
      const error = yield* refused("BalanceTooLarge")(partner.award("ann", "least"))
      assert.match(error.message, /past 500000000000, the most an account can hold$/)
      assert.equal(yield* partner.coins("ann"), "500000000000")
      yield* partner.transfer("ann", "500000000000")
      assert.equal(yield* partner.coins("ann"), "0")
    })
  )
}
