import assert from "node:assert/strict"
import { Effect } from "effect"
import { Activities, Adjustments, Coins, PersonalData } from "../../../../lib/index.ts"
import { sameTimeAfter } from "../../../../lib/rewards/lots/period.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused, tagOf } from "../../../support/expect.ts"
import { isWhole } from "../../../support/sized.ts"
import { raw } from "../../../support/world.ts"
import { lotsIn, waitingIn } from "./holdings.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const day = 86_400_000
const most = "500000000000"

/** How many lots, and how many pending awards of each rule, an erased member has. */
const many = isWhole ? 1000 : 150

/** A member, a rule of 40 coins that wait 14 days in New York, and a clock. */
const waiting = Effect.gen(function* () {
  const world = yield* newProgramme
  const { partnerId } = world
  const slow = yield* world.rule({
    name: "slow",
    coinValue: 40,
    pendingDays: 14,
    timeZone: "America/New_York",
    limits: [{ per: "member", period: "ever", coins: 100_000 }]
  })
  const [ann] = yield* world.onboard("ann")
  assert.ok(ann)
  const confirm = (awardId: string, rest: { readonly idempotencyKey?: string } = {}) =>
    world.awards.confirm({ partnerId, awardId, ...rest })
  /** When an award of this moment matures. */
  const maturesAt = (days = 14) => sameTimeAfter("America/New_York", days, world.now())
  return { ...world, ann, slow, confirm, maturesAt }
})

export const pending = (it: Tests<ProgrammeEngine>): void => {
  it.live("pending coins are not in the wallet until the instant at which they mature", () =>
    Effect.gen(function* () {
      const { ann, award, boards, coins, explain, maturesAt, partnerId, transfer, travel, verify } =
        yield* waiting
      const at = maturesAt()
      const { coins: paid } = yield* award("ann", "slow")
      assert.equal(Coins.format(paid), "40")
      assert.deepEqual([yield* coins("ann"), yield* waitingIn(ann.id)], ["0", ["40"]])
      // Boards and limits count the award when it is made.
      const { amount } = yield* boards.position({ partnerId, userId: "ann" })
      assert.equal(Coins.format(amount), "40")
      const { limits } = yield* explain("ann", "slow")
      assert.ok(limits.some(({ measure, used }) => measure === "coins" && used === "40"))
      travel(at.getTime() - 1)
      assert.equal(yield* coins("ann"), "0")
      assert.equal(yield* outcome(transfer("ann", 1)), "InsufficientCoins")
      travel(at)
      assert.equal(yield* coins("ann"), "40")
      yield* transfer("ann", 15)
      assert.deepEqual([yield* coins("ann"), yield* waitingIn(ann.id)], ["25", []])
      const matured = yield* raw(
        `SELECT created_at FROM rewards_transfer WHERE kind = 'maturity' AND credit_account = UUID '${ann.id}'`
      )
      assert.deepEqual(
        matured.map(({ created_at }) => new Date(String(created_at)).getTime()),
        [at.getTime()]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a reversal while the coins wait always succeeds, in parts and as a whole", () =>
    Effect.gen(function* () {
      const { ann, award, coins, maturesAt, reverse, transfer, travel, verify } = yield* waiting
      const at = maturesAt()
      const [one, two] = [yield* award("ann", "slow"), yield* award("ann", "slow")]
      assert.equal((yield* reverse(one.id, { coins: "12.5" })).coins, Coins.make(125_000))
      assert.deepEqual(yield* waitingIn(ann.id), ["27.5", "40"])
      yield* refused("TooMuchToReverse")(reverse(one.id, { coins: 28 }))
      yield* reverse(two.id)
      yield* refused("AlreadyReversed")(reverse(two.id))
      assert.deepEqual([yield* coins("ann"), yield* waitingIn(ann.id)], ["0", ["27.5"]])
      travel(at)
      assert.equal(yield* coins("ann"), "27.5")
      // What has matured is in the wallet, and can be spent before the reversal.
      yield* transfer("ann", 20)
      yield* refused("InsufficientCoins")(reverse(one.id))
      yield* reverse(one.id, { coins: "7.5" })
      assert.equal(yield* coins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a confirmation matures an award at once, and once", () =>
    Effect.gen(function* () {
      const { ann, award, coins, confirm, maturesAt, reverse, rule, travel, verify } = yield* waiting
      yield* rule({ name: "plain" })
      const at = maturesAt()
      const [one, two, three] = [
        yield* award("ann", "slow"),
        yield* award("ann", "slow"),
        yield* award("ann", "slow")
      ]
      const plain = yield* award("ann", "plain")
      yield* reverse(one.id, { coins: 10 })
      const confirmed = yield* confirm(one.id, { idempotencyKey: "confirm one" })
      const { coins: moved, expiresAt, replayed } = confirmed
      assert.deepEqual([moved, expiresAt, replayed], [Coins.make(300_000), null, false])
      assert.equal(yield* coins("ann"), "40")
      assert.deepEqual(yield* confirm(one.id, { idempotencyKey: "confirm one" }), {
        ...confirmed,
        replayed: true
      })
      yield* refused("AwardNotPending")(confirm(one.id))
      yield* refused("AwardNotPending")(confirm(plain.id))
      yield* reverse(two.id)
      yield* refused("AlreadyReversed")(confirm(two.id))
      yield* refused("AwardNotFound")(confirm(ann.id))
      travel(at)
      yield* refused("AwardNotPending")(confirm(three.id))
      assert.equal(yield* coins("ann"), "80")
      yield* reverse(one.id)
      assert.equal(yield* coins("ann"), "50")
      yield* refused("AlreadyReversed")(confirm(one.id))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a confirmation fills a lot again of which everything was spent", () =>
    Effect.gen(function* () {
      const { ann, award, coins, confirm, now, rule, transfer, verify } = yield* waiting
      yield* rule({ name: "dated", coinValue: 5, pendingDays: 1, coinsExpire: "P30D" })
      const [one, two] = [yield* award("ann", "dated"), yield* award("ann", "dated")]
      const confirmed = yield* confirm(one.id, { idempotencyKey: "confirm one" })
      const endOfDay = now()
      endOfDay.setUTCHours(24 * 31, 0, 0, 0)
      assert.deepEqual(confirmed.expiresAt, endOfDay)
      assert.deepEqual(yield* confirm(one.id, { idempotencyKey: "confirm one" }), {
        ...confirmed,
        replayed: true
      })
      yield* transfer("ann", 5)
      yield* confirm(two.id)
      assert.deepEqual(
        (yield* lotsIn(ann.id)).map((lot) => [lot.coins, lot.maturing]),
        [
          ["5", "0"],
          ["0", "0"]
        ]
      )
      assert.equal(yield* coins("ann"), "5")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("many confirmations of one wallet are answered each for itself", () =>
    Effect.gen(function* () {
      const { award, awards, coins, partnerId, verify } = yield* waiting
      const ids = []
      for (let count = 0; count < 3; count += 1) ids.push((yield* award("ann", "slow")).id)
      const orders = [...ids, ids[0] ?? ""].map((awardId) => ({ partnerId, awardId }))
      const outcomes = yield* awards.confirmMany(orders)
      assert.deepEqual(outcomes.map(tagOf), ["ok", "ok", "ok", "AwardNotPending"])
      assert.equal(yield* coins("ann"), "120")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "coins that expire do so counted from maturity: an early confirmation moves them to an earlier lot",
    () =>
      Effect.gen(function* () {
        const { ann, award, confirm, later, reverse, rule, travel, verify } = yield* waiting
        yield* rule({ name: "both", coinValue: 40, pendingDays: 14, coinsExpire: "P10D" })
        const made = yield* award("ann", "both")
        const [late] = yield* lotsIn(ann.id)
        assert.deepEqual([late?.coins, late?.maturing], ["0", "40"])
        const midnight = (days: number) => Math.floor(made.createdAt.getTime() / day) * day + days * day
        assert.equal(late?.expiresAt.getTime(), midnight(25))
        later(24)
        yield* confirm(made.id)
        assert.deepEqual(
          (yield* lotsIn(ann.id)).map(({ coins, expiresAt, maturing }) => [
            coins,
            maturing,
            expiresAt.getTime()
          ]),
          [
            ["40", "0", midnight(12)],
            ["0", "0", midnight(25)]
          ]
        )
        travel(midnight(12))
        // The reversal finds the expired coins in the lot into which the coins have flowed.
        yield* reverse(made.id)
        assert.deepEqual(
          (yield* lotsIn(ann.id)).map(({ coins, expired }) => [coins, expired]),
          [
            ["0", "0"],
            ["0", "0"]
          ]
        )
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("awards that wait go on waiting when their rule changes", () =>
    Effect.gen(function* () {
      const { ann, award, coins, confirm, maturesAt, partnerId, rules, slow, travel, verify } = yield* waiting
      const at = maturesAt()
      const [first, second] = [yield* award("ann", "slow"), yield* award("ann", "slow")]
      yield* rules.update({ partnerId, id: slow.id, pendingDays: null, coinsExpire: "P1Y", timeZone: "UTC" })
      assert.deepEqual([yield* coins("ann"), yield* waitingIn(ann.id)], ["0", ["40", "40"]])
      yield* award("ann", "slow")
      yield* confirm(first.id)
      assert.equal(yield* coins("ann"), "80")
      travel(at)
      assert.equal(yield* coins("ann"), "120")
      yield* refused("AwardNotPending")(confirm(second.id))
      // Only the award after the change expires.
      assert.deepEqual(
        (yield* lotsIn(ann.id)).map(({ coins }) => coins),
        ["40"]
      )
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a wallet and its pending coins together hold no more than an account can", () =>
    Effect.gen(function* () {
      const { award, coins, maturesAt, onboard, partnerId, refund, rule, transfer, travel, verify } =
        yield* waiting
      const { adjust, reverse } = yield* Adjustments
      yield* rule({ name: "plain", coinValue: 1 })
      const credit = (amount: string | number) =>
        adjust({ partnerId, userId: "ann", coins: amount, debitOrCredit: "CR", reason: "opening" })
      const at = maturesAt()
      yield* credit(`${BigInt(most) - 41n}`)
      const spent = yield* transfer("ann", 2)
      yield* award("ann", "slow")
      yield* award("ann", "slow").pipe(refused("BalanceTooLarge"))
      yield* credit(4).pipe(refused("BalanceTooLarge"))
      const last = yield* credit(3)
      yield* award("ann", "plain").pipe(refused("BalanceTooLarge"))
      yield* refund(spent.id).pipe(refused("BalanceTooLarge"))
      yield* reverse({ partnerId, adjustmentId: last.id })
      yield* refund(spent.id)
      yield* award("ann", "plain")
      travel(at)
      assert.equal(yield* coins("ann"), most)
      yield* onboard("bob")
      yield* award("bob", "slow")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("activities earn pending coins, and their reversal takes them back wherever they are", () =>
    Effect.gen(function* () {
      const { ann, coins, maturesAt, partnerId, rule, transfer, travel, verify } = yield* waiting
      const activities = yield* Activities
      const when = { activity: "order" }
      yield* rule({ name: "now", coinValue: 3, when })
      yield* rule({ name: "later", coinValue: 5, pendingDays: 14, timeZone: "America/New_York", when })
      yield* rule({ name: "ending", coinValue: 7, coinsExpire: "P5D", when })
      const record = activities.record({ partnerId, userId: "ann", type: "order", data: {} })
      const at = maturesAt()
      const [one, two] = [yield* record, yield* record]
      assert.deepEqual(
        one.outcomes.map(({ coins, ruleName }) => [ruleName, Coins.format(coins)]),
        [
          ["ending", "7"],
          ["later", "5"],
          ["now", "3"]
        ]
      )
      assert.deepEqual([yield* coins("ann"), yield* waitingIn(ann.id)], ["20", ["5", "5"]])
      const first = yield* activities.reverse({ partnerId, activityId: one.id })
      assert.equal(Coins.format(first.coins), "15")
      assert.deepEqual([yield* coins("ann"), yield* waitingIn(ann.id)], ["10", ["5"]])
      travel(at)
      // Of the second activity, 5 coins have matured, 7 have expired, and 3 are undated.
      assert.equal(yield* coins("ann"), "8")
      yield* transfer("ann", 1)
      const order = { partnerId, activityId: two.id, idempotencyKey: "reverse two" }
      yield* activities.reverse(order).pipe(refused("ActivityNotReversed"))
      const { adjust } = yield* Adjustments
      yield* adjust({ partnerId, userId: "ann", coins: 1, debitOrCredit: "CR", reason: "goodwill" })
      const second = yield* activities.reverse(order)
      assert.equal(Coins.format(second.coins), "15")
      assert.deepEqual(yield* activities.reverse(order), { ...second, replayed: true })
      assert.equal(yield* coins("ann"), "0")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a member whose only coins wait is not removed by a link of two ids", () =>
    Effect.gen(function* () {
      const { ann, award, members, onboard, verify } = yield* waiting
      const { partnerId } = ann
      yield* onboard("own")
      yield* award("ann", "slow")
      yield* refused("AlreadyLinked")(members.join({ partnerId, userId: "own", linkedId: "ann" }))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a member with many pending awards and lots is erased at once, beside awards of others", () =>
    Effect.gen(function* () {
      const { award, awardMany, onboard, partnerId, rule, verify } = yield* newProgramme
      yield* rule({ name: "slow", coinValue: 1, pendingDays: 14, maxNumberOfParticipant: 2 })
      yield* rule({ name: "dated", coinValue: 1, pendingDays: 14, coinsExpire: "P1Y" })
      yield* onboard("ann", "bob")
      for (const ruleName of ["slow", "dated"]) {
        yield* awardMany(Array.from({ length: many }, () => ({ userId: "ann", ruleName })))
      }
      const { adjustMany } = yield* Adjustments
      const credit = { partnerId, userId: "ann", coins: 1, debitOrCredit: "CR" as const, reason: "opening" }
      yield* adjustMany(
        Array.from({ length: many }, (_, index) => ({ ...credit, coinsExpire: `P${index + 1}D` }))
      )
      const data = yield* PersonalData
      const [erased] = yield* Effect.all(
        [data.erase({ partnerId, userId: "ann" }), award("bob", "slow"), award("bob", "dated")],
        { concurrency: "unbounded" }
      )
      assert.deepEqual(
        [Coins.format(erased.coins), Coins.format(erased.pendingCoins)],
        [String(many), String(2 * many)]
      )
      assert.equal(yield* outcome(award("ann", "slow")), "MemberNotFound")
      assert.deepEqual(yield* verify(), [])
    })
  )
}
