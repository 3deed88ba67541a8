import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { Coins, PersonalData } from "../../../../lib/index.ts"
import { PartnerId } from "../../../../lib/rewards/Id.ts"
import { accountRow } from "../../../accounts/suite/accounts.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused, tally } from "../../../support/expect.ts"
import { raw, subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const newReturning = Effect.gen(function* () {
  const programme = yield* newProgramme
  const { activities, partnerId } = programme
  const data = yield* PersonalData
  const when = {
    activity: "stay",
    conditions: { field: "member.activities", is: "atMost", value: 2 }
  } as const
  yield* programme.rule({ userLimitAward: 2, maxNumberOfParticipant: 1 })
  yield* programme.rule({ name: "pair", type: "batched", completionNumber: 2 })
  yield* programme.rule({ name: "both", type: "combined", rules: subRules("x", "y") })
  yield* programme.rule({
    name: "capped",
    limits: [
      { per: "member", period: "ever", coins: 25 },
      { per: "member", period: "day", awards: 1 }
    ],
    atLimit: "clamp"
  })
  yield* programme.rule({ name: "stays", when })
  return {
    ...programme,
    /** The coins that the endless limit of the rule "capped" has counted. */
    cappedCoins: (userId: string) =>
      Effect.map(
        programme.explain(userId, "capped"),
        ({ limits }) => limits.find(({ measure }) => measure === "coins")?.used
      ),
    /** The number of participants of the rule that has one place. */
    participants: Effect.map(
      programme.rules.list({ partnerId }),
      ({ data }) => data.find(({ name }) => name === "signup")?.participants
    ),
    erase: (userId = "ann") => data.erase({ partnerId, userId }),
    merge: (from: string, into: string) => programme.members.merge({ partnerId, from, into }),
    idOf: (userId: string) => Effect.map(programme.members.get({ partnerId, userId }), ({ id }) => id),
    join: (userId: string, linkedId: string) =>
      programme.members.join({ partnerId: PartnerId.make(partnerId), userId, linkedId }),
    stay: (userId = "ann") => activities.record({ partnerId, userId, type: "stay" })
  }
})

/** A user of the service, who becomes a member with the first award. */
const newUser = Effect.suspend(() => {
  const { id, sql } = accountRow(`returning-${randomUUID()}`)
  return Effect.as(raw(sql), id)
})

export const returning = (it: Tests<ProgrammeEngine>): void => {
  it.live("who comes back starts with what limits counted for the erased one, and with nothing else", () =>
    Effect.gen(function* () {
      const { award, coins, erase, explain, later, onboard, participants, stay, verify } = yield* newReturning
      yield* onboard("ann", "bob")
      yield* award("ann")
      yield* award("ann", "pair")
      yield* award("ann", "x")
      yield* award("ann", "capped")
      yield* stay()
      yield* stay()
      const erased = yield* erase()
      assert.deepEqual(yield* verify(), [])
      const [ann] = yield* onboard("ann")
      assert.notEqual(ann?.id, erased.id)
      assert.deepEqual(yield* verify(), [])
      assert.equal(yield* coins("ann"), "0")
      // Her place is still hers, and one of her two payments is left.
      assert.equal(yield* outcome(award("bob")), "ParticipantLimitReached")
      assert.equal((yield* award("ann")).awarded, true)
      assert.equal(yield* outcome(award("ann")), "UserLimitReached")
      assert.equal(yield* participants, 1)
      // Cycles begin anew, and so does the day.
      assert.deepEqual((yield* explain("ann", "pair")).progress, { done: 0, of: 2 })
      assert.deepEqual((yield* explain("ann", "both")).progress, { done: 0, of: 2 })
      assert.equal((yield* award("ann", "capped")).coins, Coins.make(100_000))
      later(24)
      assert.equal((yield* award("ann", "capped")).coins, Coins.make(50_000))
      later(24)
      assert.equal(yield* outcome(award("ann", "capped")), "LimitReached")
      // Two stays are counted already.
      const { outcomes } = yield* stay()
      assert.deepEqual(
        outcomes.map(({ met }) => met),
        [false]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "the first award of who comes back is judged as the explanation says, and a refused one leaves nothing",
    () =>
      Effect.gen(function* () {
        const { activities, award, cappedCoins, erase, explain, now, partnerId, stay, verify } =
          yield* newReturning
        const id = yield* newUser
        for (let paid = 0; paid < 2; paid += 1) {
          yield* award(id)
          yield* stay(id)
        }
        yield* award(id, "capped")
        yield* erase(id)
        const explained = yield* explain(id)
        assert.deepEqual([explained.wouldPay, explained.refusal?._tag], [false, "UserLimitReached"])
        assert.equal(yield* cappedCoins(id), "10")
        assert.equal(yield* outcome(award(id)), "UserLimitReached")
        const known = yield* raw(`SELECT user_id FROM rewards_member WHERE user_id = '${id}'`)
        assert.deepEqual(known, [])
        const asked = { type: "stay", data: {}, occurredAt: now().toISOString() }
        const [told] = yield* activities.explain({ partnerId, userId: id, activity: asked })
        const { outcomes } = yield* stay(id)
        assert.deepEqual([told?.met, outcomes[0]?.met], [false, false])
        assert.equal(yield* outcome(award(id)), "UserLimitReached")
        assert.equal((yield* award(id, "capped")).coins, Coins.make(100_000))
        assert.deepEqual(yield* verify(), [])
        // The first award writes on top of what is taken over.
        yield* erase(id)
        assert.equal((yield* award(id, "pair")).awarded, false)
        assert.equal(yield* outcome(award(id)), "UserLimitReached")
        assert.equal(yield* cappedCoins(id), "20")
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a limit that is added later counts what the erased one was paid", () =>
    Effect.gen(function* () {
      const { award, coins, erase, onboard, partnerId, rule, rules, verify } = yield* newReturning
      const { id } = yield* rule({ name: "late" })
      yield* onboard("ann")
      yield* award("ann", "late")
      yield* erase()
      yield* onboard("ann")
      yield* rules.update({ partnerId, id, limits: [{ per: "member", period: "ever", awards: 2 }] })
      yield* award("ann", "late")
      assert.equal(yield* outcome(award("ann", "late")), "LimitReached")
      yield* erase()
      yield* rules.update({ partnerId, id, limits: [{ per: "member", period: "ever", coins: 30 }] })
      yield* onboard("ann")
      yield* award("ann", "late")
      assert.equal(yield* outcome(award("ann", "late")), "LimitReached")
      assert.equal(yield* coins("ann"), "10")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a payment to the erased one that is reversed no longer counts for who came back", () =>
    Effect.gen(function* () {
      const {
        activities,
        award,
        cappedCoins,
        erase,
        onboard,
        participants,
        partnerId,
        reverse,
        stay,
        verify
      } = yield* newReturning
      yield* onboard("ann", "bob")
      const first = yield* award("ann")
      const capped = yield* award("ann", "capped")
      const open = yield* award("ann", "pair")
      const { id: activityId } = yield* stay()
      yield* erase()
      yield* onboard("ann")
      yield* erase()
      yield* onboard("ann")
      yield* reverse(capped.id, { coins: 4 })
      assert.equal(yield* cappedCoins("ann"), "6")
      yield* reverse(capped.id)
      assert.equal(yield* cappedCoins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
      assert.equal(yield* participants, 1)
      yield* reverse(first.id)
      assert.equal(yield* participants, 0)
      yield* reverse(open.id)
      yield* activities.reverse({ partnerId, activityId })
      yield* award("bob")
      assert.equal(yield* outcome(award("ann")), "ParticipantLimitReached")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("nothing is taken over if the partner does not remember, or no longer does", () =>
    Effect.gen(function* () {
      const { award, erase, onboard, partnerId, settings, verify } = yield* newReturning
      const hashes = Effect.map(
        raw(`SELECT hash FROM rewards_erased_id WHERE partner_id = UUID '${partnerId}'`),
        ({ length }) => length
      )
      for (const during of [true, false]) {
        yield* onboard("ann")
        yield* award("ann", "capped")
        yield* settings.update({ partnerId, rememberErased: during })
        yield* erase()
        assert.equal(yield* hashes, during ? 1 : 0)
        yield* settings.update({ partnerId, rememberErased: false })
        assert.equal(yield* hashes, 0)
      }
      yield* onboard("ann")
      assert.equal((yield* award("ann", "capped")).coins, Coins.make(100_000))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the member of an erased id cannot be removed by a link", () =>
    Effect.gen(function* () {
      const { award, erase, members, onboard, partnerId, verify } = yield* newReturning
      const id = yield* newUser
      yield* award(id, "capped")
      yield* erase(id)
      yield* onboard("ann", id)
      yield* refused("AlreadyLinked")(
        members.join({ partnerId: PartnerId.make(partnerId), userId: "ann", linkedId: id })
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "of concurrent first commands one takes over, beside reversals of what the erased one was paid",
    () =>
      Effect.gen(function* () {
        const { award, awards, erase, members, partnerId, rule, reverse, verify } = yield* newReturning
        const id = yield* newUser
        for (const name of ["a", "b", "c"]) yield* rule({ name, userLimitAward: 3 })
        const paid = yield* Effect.forEach(["a", "b", "c"], (name) => award(id, name))
        for (let again = 0; again < 3; again += 1) {
          yield* erase(id)
          const [undone] = paid.splice(0, 1)
          const calls = [
            ...["a", "b", "c", "a", "b", "c"].map((name) => outcome(award(id, name))),
            outcome(members.onboard({ partnerId, userId: id })),
            ...(undone === undefined ? [] : [outcome(reverse(undone.id))]),
            outcome(members.onboard({ partnerId, userId: id }))
          ]
          const found = tally(yield* Effect.all(calls, { concurrency: "unbounded" }))
          assert.deepEqual(
            Object.keys(found).filter((name) => !["ok", "UserLimitReached"].includes(name)),
            []
          )
          assert.deepEqual(yield* verify(), [])
        }
        const { data } = yield* awards.list({ partnerId })
        // Three payments of each rule are possible, and one more for each that was reversed.
        const kept = data.filter(({ coinsLeft }) => coinsLeft > 0).length
        assert.ok(kept <= 9, String(kept))
        assert.equal(kept + 3, data.length)
      })
  )

  it.live("all ids of a merged member that was erased lead to one member when they come back", () =>
    Effect.gen(function* () {
      const {
        award,
        cappedCoins,
        coins,
        erase,
        idOf,
        later,
        members,
        merge,
        onboard,
        participants,
        partnerId,
        stay,
        verify
      } = yield* newReturning
      yield* onboard("ann", "anna", "bob")
      yield* award("ann")
      yield* award("ann", "capped")
      yield* stay("ann")
      later(24)
      yield* award("anna", "capped")
      yield* stay("anna")
      yield* merge("anna", "ann")
      for (const [first, second] of [
        ["anna", "ann"],
        ["ann", "anna"]
      ] as const) {
        yield* erase()
        assert.deepEqual(yield* verify(), [])
        yield* onboard(first)
        assert.equal(yield* cappedCoins(first), "20")
        assert.equal(yield* outcome(members.get({ partnerId, userId: second })), "MemberNotFound")
        const [again] = yield* members.onboardMany([
          { partnerId, userId: second, attributes: { tier: "gold" } }
        ])
        assert.deepEqual([again?.userId, again?.attributes], [first, { tier: "gold" }])
        assert.equal(yield* idOf(second), yield* idOf(first))
        assert.deepEqual(yield* verify(), [])
      }
      assert.equal((yield* members.list({ partnerId })).data.length, 2 + 2)
      assert.equal(yield* outcome(award("bob")), "ParticipantLimitReached")
      assert.equal((yield* award("anna")).awarded, true)
      assert.equal(yield* outcome(award("ann")), "UserLimitReached")
      assert.equal(yield* participants, 1)
      assert.equal((yield* award("ann", "capped")).coins, Coins.make(50_000))
      assert.equal(yield* outcome(award("anna", "capped")), "LimitReached")
      assert.equal((yield* stay("anna")).outcomes[0]?.met, false)
      assert.equal(yield* coins("ann"), "15")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the second id of who came back joins with its first accepted award, and with nothing before", () =>
    Effect.gen(function* () {
      const { award, awards, cappedCoins, erase, explain, idOf, later, merge, partnerId, stay, verify } =
        yield* newReturning
      const [one, two] = [yield* newUser, yield* newUser]
      for (const id of [one, two]) {
        yield* award(id, "capped")
        yield* stay(id)
        later(24)
      }
      yield* merge(one, two)
      yield* erase(one)
      yield* award(one)
      yield* award(one)
      assert.equal((yield* explain(two)).refusal?._tag, "UserLimitReached")
      assert.equal(yield* cappedCoins(two), "20")
      assert.equal(yield* outcome(award(two)), "UserLimitReached")
      assert.deepEqual(yield* raw(`SELECT user_id FROM rewards_member_id WHERE user_id = '${two}'`), [])
      assert.equal((yield* stay(two)).outcomes[0]?.met, false)
      assert.equal(yield* idOf(two), yield* idOf(one))
      assert.equal(yield* outcome(award(two)), "UserLimitReached")
      assert.deepEqual(yield* verify(), [])
      // Both in one transaction, in which the first of them is refused.
      yield* erase(two)
      const bulk = [one, two].flatMap((userId) =>
        ["signup", "capped"].map((ruleName) => ({ partnerId, userId, ruleName }))
      )
      const outcomes = yield* awards.awardMany(bulk)
      assert.deepEqual(
        outcomes.map((each) => (each._tag === "Right" ? each.right.coins : each.left._tag)),
        ["UserLimitReached", Coins.make(50_000), "UserLimitReached", "LimitReached"]
      )
      assert.equal(yield* outcome(award(two, "capped")), "LimitReached")
      assert.equal((yield* award(two, "pair")).awarded, false)
      assert.equal(yield* idOf(two), yield* idOf(one))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("who came back can be merged, and what it took over goes on", () =>
    Effect.gen(function* () {
      const { award, cappedCoins, erase, later, merge, onboard, participants, reverse, stay, verify } =
        yield* newReturning
      yield* onboard("ann", "bob")
      const first = yield* award("ann")
      for (const name of ["capped", "pair", "x"]) yield* award("ann", name)
      yield* award("bob", "pair")
      for (const id of ["ann", "ann", "bob"]) yield* stay(id)
      yield* erase()
      yield* onboard("ann")
      assert.deepEqual(yield* verify(), [])
      for (const name of ["signup", "pair", "y"]) yield* award("ann", name)
      yield* stay("ann")
      yield* merge("ann", "bob")
      assert.deepEqual(yield* verify(), [])
      assert.equal(yield* cappedCoins("bob"), "10")
      assert.equal(yield* outcome(award("bob")), "UserLimitReached")
      yield* stay("ann")
      yield* erase("bob")
      later(24)
      yield* onboard("bob", "ann")
      yield* stay("ann")
      assert.equal((yield* award("ann", "capped")).coins, Coins.make(100_000))
      assert.equal(yield* participants, 1)
      yield* reverse(first.id)
      yield* award("bob")
      assert.equal(yield* outcome(award("ann")), "UserLimitReached")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("two ids of one person can be linked, also if the person came back or was merged", () =>
    Effect.gen(function* () {
      const { award, cappedCoins, erase, idOf, join, members, merge, onboard, partnerId, verify } =
        yield* newReturning
      const [user, other] = [yield* newUser, yield* newUser]
      yield* onboard("ann", "bob")
      yield* award(user, "capped")
      yield* merge(user, "ann")
      assert.equal((yield* join("ann", user)).changed, true)
      assert.equal((yield* join("ann", user)).changed, false)
      assert.deepEqual(yield* verify(), [])
      yield* members.unlink({ partnerId: PartnerId.make(partnerId), linkedId: user })
      assert.deepEqual((yield* members.get({ partnerId, userId: user })).linkedId, null)
      yield* join("ann", user)
      assert.deepEqual(yield* verify(), [])
      yield* erase()
      // The linked id is one of the ids that are remembered.
      yield* award(user, "pair")
      assert.equal(yield* cappedCoins(user), "10")
      yield* onboard("ann")
      const { member } = yield* join("ann", user)
      assert.deepEqual([member.userId, member.linkedId], ["ann", user])
      assert.equal(yield* idOf("ann"), yield* idOf(user))
      assert.deepEqual(yield* verify(), [])
      // Who comes back under another id than the linked one is linked already.
      yield* merge("bob", "ann")
      yield* erase("bob")
      yield* onboard("ann")
      yield* join("ann", user)
      yield* refused("AlreadyLinked")(join("bob", other))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("of concurrent commands under both ids, one takes over and the others join it", () =>
    Effect.gen(function* () {
      const { award, awards, erase, idOf, members, merge, partnerId, rule, verify } = yield* newReturning
      const [one, two] = [yield* newUser, yield* newUser]
      for (const name of ["a", "b", "c"]) yield* rule({ name, userLimitAward: 3 })
      for (const name of ["a", "b", "c"]) yield* award(one, name)
      yield* award(two, "a")
      yield* merge(one, two)
      for (let again = 0; again < 3; again += 1) {
        yield* erase(two)
        const calls = [one, two].flatMap((userId) => [
          outcome(members.onboard({ partnerId, userId })),
          ...["a", "b", "c"].map((name) => outcome(award(userId, name))),
          outcome(members.onboard({ partnerId, userId, attributes: { tier: "gold" } }))
        ])
        const found = tally(yield* Effect.all(calls, { concurrency: "unbounded" }))
        assert.deepEqual(
          Object.keys(found).filter((name) => !["ok", "UserLimitReached"].includes(name)),
          []
        )
        assert.equal(yield* idOf(one), yield* idOf(two))
        assert.deepEqual(yield* verify(), [])
      }
      assert.equal((yield* awards.list({ partnerId })).data.length, 9)
    })
  )
}
