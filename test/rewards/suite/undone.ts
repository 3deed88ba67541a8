import assert from "node:assert/strict"
import { Effect } from "effect"
import { Coins } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { stripes } from "../../../lib/rewards/ledger/Account.ts"
import { newBookkeeper } from "../../support/bookkeeper.ts"
import { dump } from "../../support/dump.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { freshEngine, type MakeClient, newPartner, raw } from "../../support/world.ts"

/** A partner whose member ann has 30 coins from three awards. */
const withCoins = Effect.gen(function* () {
  const partner = yield* newPartner
  yield* partner.rule()
  const [ann] = yield* partner.onboard("ann")
  assert.ok(ann)
  yield* Effect.forEach([1, 2, 3], () => partner.award("ann"))
  return { ...partner, memberId: ann.id, books: yield* newBookkeeper(partner.partnerId) }
})

/** Each test has its own database: the ledger alone writes what no award or transfer stands behind. */
export const undone = (makeClient: MakeClient): void => {
  it.live("coins go back through any stripe, and a partner's balance is that of all stripes together", () =>
    Effect.gen(function* () {
      const { books, coins, ledger, memberId } = yield* withCoins
      yield* books.redeem({ memberId, amount: 120_000, stripe: 4 })
      const refund = yield* books.giveBack({ memberId, amount: 50_000, stripe: 9 })
      assert.deepEqual([refund.kind, refund.debitBalance], ["user_partner_refund", -50_000])
      assert.equal(yield* ledger.partnerBalance(books.partnerId, "treasury"), 70_000n)
      assert.equal(yield* coins("ann"), "23")
      yield* books.issue({ memberId, amount: 20_000, stripe: 2 })
      const reversal = yield* books.takeBack({ memberId, amount: 20_000, stripe: 3 })
      assert.equal(reversal.kind, "award_reversal")
      assert.equal(yield* ledger.partnerBalance(books.partnerId, "issuance"), -300_000n)
      assert.equal(yield* coins("ann"), "23")
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )

  it.live("a reversal takes all that a wallet has, and is refused whole when it needs more", () =>
    Effect.gen(function* () {
      const { books, coins, memberId } = yield* withCoins
      const more = { memberId, amount: 300_001 }
      const { have, need } = yield* refused("InsufficientCoins")(books.takeBack(more))
      assert.deepEqual([have, need], [300_000, 300_001])
      assert.equal(yield* coins("ann"), "30")
      yield* books.takeBack({ memberId, amount: 300_000 })
      assert.equal(yield* coins("ann"), "0")
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )

  it.live("a full stripe gives way to the next, until all stripes are full, and a reversal makes room", () =>
    Effect.gen(function* () {
      const { award, awards, ledger, onboard, partnerId, rule, transfer, verify } = yield* newPartner
      yield* rule({ coinValue: Coins.format(Coins.max) })
      const members = Array.from({ length: stripes }, (_, index) => `member-${index}`)
      yield* onboard("ann", ...members)
      const paid = yield* Effect.forEach(members, (userId) => award(userId), { concurrency: "unbounded" })
      const error = yield* refused("BalanceTooLarge")(award("ann"))
      assert.match(error.message, /past 500000000000, the most an account can hold$/)
      assert.equal(
        yield* ledger.partnerBalance(PartnerId.make(partnerId), "issuance"),
        BigInt(-Coins.max) * 16n
      )
      yield* Effect.forEach(members.slice(0, 2), (userId) => transfer(userId, Coins.format(Coins.max)))
      const [, , third] = paid
      assert.ok(third)
      yield* awards.reverse({ partnerId, awardId: third.id })
      yield* award("ann")
      assert.deepEqual(yield* verify(), [])
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )

  it.live("a refund that the wallet cannot hold is refused, and changes nothing", () =>
    Effect.gen(function* () {
      const { books, memberId, partnerId, transfer, transfers } = yield* withCoins
      const { id } = yield* transfer("ann", 10)
      // Through two stripes: one issues no more than a wallet holds, and one of the two may have issued the awards.
      const half = (Coins.max - 200_000) / 2
      yield* Effect.forEach([5, 6], (stripe) => books.issue({ memberId, amount: half, stripe }))
      const before = yield* dump
      yield* refused("BalanceTooLarge")(transfers.refund({ partnerId, transactionId: id }))
      assert.deepEqual(yield* dump, before)
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )

  it.live("what undoes a movement counts in the month of the original, and is dated when it was made", () =>
    Effect.gen(function* () {
      const { books, memberId } = yield* withCoins
      const { createdAt, id } = yield* books.takeBack({ memberId, amount: 1, of: new Date("2020-03-31") })
      const [row] = yield* raw(`SELECT month, kind FROM rewards_transfer WHERE id = UUID '${id}'`)
      assert.deepEqual([row?.month, row?.kind], [2020 * 12 + 3, "award_reversal"])
      assert.ok(createdAt.getUTCFullYear() > 2020)
    }).pipe(Effect.provide(freshEngine(makeClient)))
  )
}
