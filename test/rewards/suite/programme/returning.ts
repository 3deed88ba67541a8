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
        raw(`SELECT hash FROM rewards_erasure WHERE partner_id = UUID '${partnerId}' AND hash IS NOT NULL`),
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
}
