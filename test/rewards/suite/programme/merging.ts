import assert from "node:assert/strict"
import { Effect } from "effect"
import { Coins, PersonalData } from "../../../../lib/index.ts"
import { PartnerId } from "../../../../lib/rewards/Id.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused } from "../../../support/expect.ts"
import { raw, subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const newMerging = Effect.gen(function* () {
  const programme = yield* newProgramme
  const { activities, members, partnerId } = programme
  const data = yield* PersonalData
  yield* programme.onboard("ann", "anna", "bob")
  return {
    ...programme,
    data,
    merge: (from = "anna", into = "ann", force = false) => members.merge({ partnerId, from, into, force }),
    wallet: (userId: string) => members.wallet({ partnerId, userId }),
    stay: (userId: string) => activities.record({ partnerId, userId, type: "stay" }),
    rulesNow: Effect.map(programme.rules.list({ partnerId }), ({ data }) => data)
  }
})

export const merging = (it: Tests<ProgrammeEngine>): void => {
  it.live("coins, points and records of both are those of one member, whom both ids name", () =>
    Effect.gen(function* () {
      const world = yield* newMerging
      const { award, awards, boards, coins, merge, partnerId, rule, transfer, transfers, verify } = world
      yield* rule()
      yield* award("ann")
      yield* boards.points({ partnerId })
      yield* award("anna")
      yield* award("anna")
      yield* transfer("anna", 5)
      yield* boards.coins({ partnerId, type: "spender" })
      yield* award("bob")
      assert.deepEqual(yield* verify(), [])
      const merged = yield* merge()
      assert.deepEqual(
        [merged.userId, merged.mergedUserId, Coins.format(merged.coins)],
        ["ann", "anna", "15"]
      )
      assert.deepEqual(yield* verify(), [])
      for (const userId of ["ann", "anna"]) {
        assert.equal(yield* coins(userId), "25")
        assert.deepEqual(yield* boards.position({ partnerId, userId }), {
          userId,
          amount: 300_000,
          position: 1
        })
        const listed = yield* awards.list({ partnerId, userId })
        assert.deepEqual(
          listed.data.map(({ userId }) => userId),
          ["anna", "anna", "ann"]
        )
        const { data } = yield* transfers.list({ partnerId, userId })
        assert.deepEqual(
          data.map(({ kind }) => kind),
          ["merge", "user_partner_transfer", "award", "award", "award"]
        )
      }
      const { entries } = yield* boards.points({ partnerId })
      assert.deepEqual(
        entries.map(({ userId }) => userId),
        ["ann", "bob"]
      )
      assert.equal((yield* world.members.list({ partnerId })).data.length, 2)
      // Later awards of either id pay the one wallet.
      yield* award("anna")
      yield* transfer("anna", 35)
      assert.equal(yield* coins("ann"), "0")
      yield* boards.rebuild({ partnerId })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("reversals and refunds of records of the merged member use the wallet of the other", () =>
    Effect.gen(function* () {
      const { award, boards, coins, merge, partnerId, refund, reverse, rule, rulesNow, transfer, verify } =
        yield* newMerging
      yield* rule({ userLimitAward: 5, limits: [{ per: "member", period: "month", coins: 100 }] })
      const made = yield* award("anna")
      const moved = yield* transfer("anna", 4)
      yield* award("ann")
      yield* merge()
      assert.equal((yield* rulesNow)[0]?.participants, 1)
      yield* refund(moved.id)
      assert.equal(yield* coins("ann"), "20")
      yield* reverse(made.id)
      assert.equal(yield* coins("ann"), "10")
      assert.equal((yield* boards.position({ partnerId, userId: "anna" })).amount, 100_000)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("progress adds up, is not paid by the merge, and the next award pays one cycle at most", () =>
    Effect.gen(function* () {
      const { award, coins, explain, merge, reverse, rule, verify } = yield* newMerging
      yield* rule({ name: "triple", type: "batched", completionNumber: 3 })
      yield* rule({ name: "both", type: "combined", rules: subRules("x", "y") })
      yield* award("ann", "triple")
      yield* award("anna", "triple")
      const counted = yield* award("anna", "triple")
      yield* award("ann", "x")
      yield* award("anna", "y")
      yield* merge()
      assert.equal(yield* coins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
      assert.deepEqual((yield* explain("ann", "triple")).progress, { done: 3, of: 3 })
      // A completion of the merged member can still be reversed, as long as the cycle runs.
      yield* reverse(counted.id)
      assert.deepEqual((yield* explain("ann", "triple")).progress, { done: 2, of: 3 })
      assert.deepEqual(yield* verify(), [])
      assert.equal((yield* award("ann", "triple")).awarded, true)
      assert.equal((yield* award("ann", "triple")).awarded, false)
      assert.equal((yield* award("anna", "x")).awarded, true)
      assert.equal(yield* coins("ann"), "20")
      assert.deepEqual((yield* explain("ann", "both")).progress, { done: 0, of: 2 })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the completions of a cycle that has ended since the merge cannot be reversed", () =>
    Effect.gen(function* () {
      const { award, merge, onboard, reverse, rule, verify } = yield* newMerging
      yield* onboard("cy")
      yield* rule({ name: "pair", type: "batched", completionNumber: 2 })
      yield* award("anna", "pair")
      yield* award("anna", "pair")
      const counted = yield* award("anna", "pair")
      yield* merge()
      assert.deepEqual(yield* verify(), [])
      yield* award("ann", "pair")
      assert.equal(yield* outcome(reverse(counted.id)), "CycleEnded")
      const open = yield* award("ann", "pair")
      assert.deepEqual(yield* verify(), [])
      yield* merge("ann", "cy")
      assert.deepEqual(yield* verify(), [])
      assert.equal(yield* outcome(reverse(counted.id)), "CycleEnded")
      yield* reverse(open.id)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "limits count both, and refuse the merge that passes one, unless it is forced: then they are full",
    () =>
      Effect.gen(function* () {
        const { award, merge, rule, verify, later, rulesNow } = yield* newMerging
        yield* rule({ userLimitAward: 3, maxNumberOfParticipant: 2 })
        yield* rule({ name: "daily", limits: [{ per: "member", period: "day", awards: 2 }] })
        yield* rule({
          name: "coins",
          limits: [{ per: "member", period: "ever", coins: 15 }],
          atLimit: "clamp"
        })
        for (const userId of ["ann", "anna"]) {
          yield* award(userId)
          yield* award(userId)
          yield* award(userId, "daily")
          yield* award(userId, "coins")
        }
        const error = yield* refused("MergeLimitReached")(merge())
        assert.deepEqual([error.ruleName, error.used, error.max], ["signup", "4", "3"])
        assert.deepEqual(yield* verify(), [])
        assert.equal(yield* outcome(award("bob")), "ParticipantLimitReached")
        yield* merge("anna", "ann", true)
        assert.deepEqual(yield* verify(), [])
        assert.equal((yield* rulesNow).find(({ name }) => name === "signup")?.participants, 1)
        assert.equal((yield* award("bob")).awarded, true)
        assert.equal(yield* outcome(award("ann")), "UserLimitReached")
        assert.equal(yield* outcome(award("anna", "daily")), "LimitReached")
        assert.equal(yield* outcome(award("anna", "coins")), "LimitReached")
        later(24)
        assert.equal((yield* award("anna", "daily")).awarded, true)
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a limit that is added later counts what both were paid", () =>
    Effect.gen(function* () {
      const { award, merge, partnerId, rule, rules, verify } = yield* newMerging
      const { id } = yield* rule({ name: "late" })
      yield* award("ann", "late")
      yield* award("anna", "late")
      yield* rules.update({ partnerId, id, limits: [{ per: "member", period: "ever", awards: 3 }] })
      yield* award("ann", "late")
      yield* merge()
      assert.deepEqual(yield* verify(), [])
      assert.equal(yield* outcome(award("ann", "late")), "LimitReached")
      yield* rules.update({ partnerId, id, limits: [{ per: "member", period: "month", awards: 4 }] })
      yield* award("anna", "late")
      assert.equal(yield* outcome(award("ann", "late")), "LimitReached")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "lots keep their instants, pending awards mature into the one wallet, and what expired is found",
    () =>
      Effect.gen(function* () {
        const {
          award,
          awards,
          coins,
          later,
          merge,
          partnerId,
          reverse,
          rule,
          sweeper,
          transfer,
          verify,
          wallet
        } = yield* newMerging
        yield* rule({ name: "waits", pendingDays: 2 })
        yield* rule({ name: "ends", coinsExpire: "P3D" })
        yield* rule({ name: "both", pendingDays: 1, coinsExpire: "P5D" })
        yield* award("ann", "waits")
        const waiting = yield* award("anna", "waits")
        const ending = yield* award("anna", "ends")
        const matured = yield* award("anna", "both")
        yield* award("ann", "ends")
        later(30)
        yield* award("anna", "ends")
        yield* transfer("anna", 12)
        yield* merge()
        assert.deepEqual(yield* verify(), [])
        const held = yield* wallet("anna")
        assert.deepEqual([Coins.format(held.coins), Coins.format(held.pendingCoins)], ["28", "20"])
        yield* awards.confirm({ partnerId, awardId: waiting.id })
        assert.equal(yield* coins("ann"), "38")
        yield* reverse(matured.id)
        assert.equal(yield* coins("ann"), "28")
        assert.deepEqual(yield* verify(), [])
        later(24 * 9)
        assert.equal(yield* coins("anna"), "20")
        yield* sweeper.sweep()
        assert.deepEqual(yield* verify(), [])
        // All of it has expired or was spent: the reversal takes expired coins first.
        yield* reverse(ending.id)
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("counts of activities and attributes are those of both", () =>
    Effect.gen(function* () {
      const { activities, members, merge, partnerId, rule, stay, verify } = yield* newMerging
      const conditions = { field: "member.activities", is: "equals", value: 4 } as const
      yield* rule({ name: "fourth", when: { activity: "stay", conditions } })
      yield* members.onboard({ partnerId, userId: "ann", attributes: { tier: "gold" } })
      yield* members.onboard({ partnerId, userId: "anna", attributes: { tier: "tin", city: "Ulm" } })
      yield* stay("ann")
      const early = yield* stay("anna")
      yield* stay("anna")
      yield* merge()
      assert.deepEqual(yield* verify(), [])
      const { outcomes } = yield* stay("anna")
      assert.deepEqual(
        outcomes.map(({ awarded }) => awarded),
        [true]
      )
      assert.deepEqual((yield* members.get({ partnerId, userId: "anna" })).attributes, {
        tier: "gold",
        city: "Ulm"
      })
      assert.equal((yield* activities.list({ partnerId, userId: "ann" })).data.length, 4)
      yield* activities.reverse({ partnerId, activityId: early.id })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a sub-rule that both have finished counts once", () =>
    Effect.gen(function* () {
      const { award, explain, merge, rule, verify } = yield* newMerging
      yield* rule({ name: "both", type: "combined", rules: subRules("x", "y") })
      yield* award("ann", "x")
      yield* award("anna", "x")
      yield* merge()
      assert.deepEqual((yield* explain("ann", "both")).progress, { done: 1, of: 2 })
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("coins of both that mature into lots of the same instant add up", () =>
    Effect.gen(function* () {
      const { award, coins, later, merge, rule, verify } = yield* newMerging
      yield* rule({ name: "waits", pendingDays: 2, coinsExpire: "P5D" })
      yield* award("ann", "waits")
      yield* award("anna", "waits")
      yield* merge()
      assert.deepEqual(yield* verify(), [])
      later(24 * 3)
      assert.equal(yield* coins("ann"), "20")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("activities between merges of the same instant are numbered without a gap", () =>
    Effect.gen(function* () {
      const { activities, merge, onboard, partnerId, rule, stay, verify } = yield* newMerging
      yield* rule({ name: "stays", when: { activity: "stay" } })
      yield* onboard("cy")
      yield* stay("anna")
      yield* stay("cy")
      yield* merge()
      yield* stay("ann")
      yield* merge("cy", "ann")
      yield* stay("ann")
      const { data } = yield* activities.list({ partnerId, userId: "ann" })
      assert.equal(new Set(data.slice(0, 2).map(({ createdAt }) => createdAt.getTime())).size, 1)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "a link of a user who was merged into a linked member is refused by name, and nothing changes",
    () =>
      Effect.gen(function* () {
        const { members, onboard, partnerId, verify } = yield* newMerging
        const join = (userId: string, linkedId: string) =>
          members.join({ partnerId: PartnerId.make(partnerId), userId, linkedId })
        const linked = Effect.map(members.get({ partnerId, userId: "ann" }), ({ linkedId }) => linkedId)
        yield* join("ann", "first user")
        yield* onboard("second user")
        yield* members.merge({ partnerId, from: "second user", into: "ann" })
        // The id is new, of another member, or of the member itself.
        for (const userId of ["new", "anna", "ann"]) {
          const { reason } = yield* refused("AlreadyLinked")(join(userId, "second user"))
          assert.match(reason, /linked to another user/)
        }
        assert.equal(yield* linked, "first user")
        assert.equal(yield* outcome(members.get({ partnerId, userId: "new" })), "MemberNotFound")
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("members who have more together than a wallet can hold are not merged, also by force", () =>
    Effect.gen(function* () {
      const { adjustments, award, coins, merge, partnerId, reverse, rule, verify } = yield* newMerging
      yield* rule({ name: "waits", coinValue: 1, pendingDays: 3 })
      const most = { partnerId, debitOrCredit: "CR", reason: "moved" } as const
      yield* adjustments.adjust({ ...most, userId: "ann", coins: "300000000000" })
      yield* adjustments.adjust({ ...most, userId: "anna", coins: "199999999999" })
      const waiting = yield* award("anna", "waits")
      yield* award("anna", "waits")
      for (const force of [false, true]) {
        assert.equal(yield* outcome(merge("anna", "ann", force)), "BalanceTooLarge")
        assert.equal(yield* outcome(merge("ann", "anna", force)), "BalanceTooLarge")
      }
      assert.equal(yield* coins("ann"), "300000000000")
      yield* reverse(waiting.id)
      yield* merge()
      assert.equal(yield* coins("anna"), "499999999999")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("members of two partners are not merged", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newMerging, yield* newMerging]
      yield* other.onboard("abroad")
      assert.equal(yield* outcome(one.merge("abroad", "ann")), "MemberNotFound")
      assert.equal(yield* outcome(one.merge("ann", "abroad")), "MemberNotFound")
      assert.deepEqual(yield* one.verify(), [])
    })
  )

  it.live("what cannot be one member is refused by name, and nothing changes", () =>
    Effect.gen(function* () {
      const { data, members, merge, onboard, partnerId, verify } = yield* newMerging
      assert.equal(yield* outcome(merge("anna", "anna")), "CannotMerge")
      assert.equal(yield* outcome(merge("nobody", "ann")), "MemberNotFound")
      assert.equal(yield* outcome(merge("ann", "nobody")), "MemberNotFound")
      yield* onboard("gone")
      const { userId } = yield* data.erase({ partnerId, userId: "gone" })
      assert.equal(yield* outcome(merge("gone", "ann")), "MemberNotFound")
      assert.equal(yield* outcome(merge(userId, "ann")), "MemberNotFound")
      assert.equal(yield* outcome(merge("ann", userId)), "MemberNotFound")
      for (const linked of ["ann", "anna"]) {
        yield* members.join({
          partnerId: PartnerId.make(partnerId),
          userId: linked,
          linkedId: `user of ${linked}`
        })
      }
      assert.equal(yield* outcome(merge()), "CannotMerge")
      yield* members.unlink({
        partnerId: PartnerId.make(partnerId),
        linkedId: "user of ann"
      })
      yield* merge()
      assert.equal((yield* members.get({ partnerId, userId: "ann" })).linkedId, "user of anna")
      assert.equal(yield* outcome(merge()), "CannotMerge")
      assert.equal(yield* outcome(merge("ann", "anna")), "CannotMerge")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("of merges in both directions, beside awards, spends, reversals and an erasure, one succeeds", () =>
    Effect.gen(function* () {
      const { award, coins, data, merge, onboard, partnerId, reverse, rule, transfer, verify } =
        yield* newMerging
      yield* rule()
      yield* rule({ name: "waits", pendingDays: 2, coinsExpire: "P3D" })
      for (let round = 0; round < 4; round += 1) {
        const [one, other] = [`one ${round}`, `other ${round}`]
        yield* onboard(one, other)
        const made = yield* award(one)
        yield* award(other)
        const work = [
          outcome(merge(one, other)),
          outcome(merge(other, one)),
          outcome(award(one)),
          outcome(award(other, "waits")),
          outcome(transfer(other, 3)),
          outcome(reverse(made.id)),
          ...(round === 3 ? [outcome(data.erase({ partnerId, userId: one }))] : [])
        ]
        const found = yield* Effect.all(work, { concurrency: "unbounded" })
        if (round < 3) {
          assert.deepEqual(found.slice(0, 2).toSorted(), ["CannotMerge", "ok"])
          assert.deepEqual(found.slice(2), ["ok", "ok", "ok", "ok"])
          assert.equal(yield* coins(one), yield* coins(other))
        }
        assert.deepEqual(yield* verify(), [])
      }
    })
  )

  it.live("a merged member can be merged on, exported and erased with all of its ids", () =>
    Effect.gen(function* () {
      const { award, coins, data, merge, members, onboard, partnerId, reverse, rule, verify } =
        yield* newMerging
      yield* rule({ coinsExpire: "P1Y" })
      yield* rule({ name: "plain", userLimitAward: 4 })
      const first = yield* award("anna", "signup", { narration: "a secret" })
      yield* award("anna", "plain")
      yield* award("ann", "plain")
      yield* award("bob", "plain")
      yield* merge()
      yield* merge("ann", "bob")
      assert.deepEqual(yield* verify(), [])
      assert.equal(yield* coins("anna"), "40")
      assert.equal((yield* members.get({ partnerId, userId: "anna" })).userId, "bob")
      const sections: Array<string> = []
      yield* data.export({ partnerId, userId: "ann" }, (records) =>
        Effect.sync(() => {
          for (const { section } of records) sections.push(section)
        })
      )
      assert.equal(sections.filter((section) => section === "awards").length, 4)
      yield* data.erase({ partnerId, userId: "ann" })
      for (const userId of ["ann", "anna", "bob"]) {
        assert.equal(yield* outcome(coins(userId)), "MemberNotFound")
      }
      assert.deepEqual(yield* verify(), [])
      const left = yield* raw(`SELECT value FROM rewards_text WHERE value = 'a secret'`)
      assert.deepEqual(left, [])
      yield* reverse(first.id)
      assert.deepEqual(yield* verify(), [])
      // Who comes back under the id of the member that remained takes over what both were paid.
      yield* onboard("bob")
      yield* award("bob", "plain")
      assert.equal(yield* outcome(award("bob", "plain")), "UserLimitReached")
      assert.deepEqual(yield* verify(), [])
    })
  )
}
