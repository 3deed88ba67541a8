import assert from "node:assert/strict"
import { Effect } from "effect"
import { Coins, type Transaction } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { type Engine, newPartner, services } from "../../support/world.ts"

const line = ({ version, kind, amount, balance, narration }: Transaction) => [
  version,
  kind,
  Coins.format(amount),
  Coins.format(balance),
  narration
]

/** A partner whose member ann has 30 coins from three awards. */
const withCoins = Effect.gen(function* () {
  const partner = yield* newPartner
  yield* partner.rule()
  yield* partner.onboard("ann", "bob")
  yield* Effect.forEach([1, 2, 3], () => partner.award("ann"))
  return partner
})

export const transfers = (it: Tests<Engine>): void => {
  it.live("a transfer takes coins out of the wallet and returns the new balance", () =>
    Effect.gen(function* () {
      const { transfer, coins, partnerId } = yield* withCoins
      const { id, createdAt, ...rest } = yield* transfer("ann", "12.5", { narration: "a mug" })
      assert.deepEqual(rest, {
        partnerId,
        userId: "ann",
        coins: Coins.parse("12.5"),
        balance: Coins.parse("17.5"),
        narration: "a mug",
        replayed: false
      })
      assert.match(id, /^[0-9a-f-]{36}$/)
      assert.ok(createdAt instanceof Date)
      assert.equal(yield* coins("ann"), "17.5")
    })
  )

  it.live("the whole balance can be taken, and not one unit more", () =>
    Effect.gen(function* () {
      const { transfer, coins } = yield* withCoins
      const error = yield* refused("InsufficientCoins")(transfer("ann", "30.0001"))
      assert.deepEqual([Coins.format(error.have), Coins.format(error.need)], ["30", "30.0001"])
      assert.match(
        error.message,
        /^coins must be no more than the wallet holds: it has 30, this needs 30\.0001$/
      )
      assert.equal(Coins.format((yield* transfer("ann", "30")).balance), "0")
      yield* refused("InsufficientCoins")(transfer("ann", "0.0001"))
      yield* refused("InsufficientCoins")(transfer("bob", "0.0001"))
      assert.equal(yield* coins("ann"), "0")
    })
  )

  it.live("of many concurrent transfers as many succeed as the wallet can pay", () =>
    Effect.gen(function* () {
      const { transfer, coins, verify } = yield* withCoins
      const found = yield* Effect.all(
        Array.from({ length: 20 }, () => outcome(transfer("ann", 4))),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(tally(found), { ok: 7, InsufficientCoins: 13 })
      assert.equal(yield* coins("ann"), "2")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a statement lists every movement with the balance it left, newest first", () =>
    Effect.gen(function* () {
      const { transfer, transfers, partnerId } = yield* withCoins
      yield* transfer("ann", 5, { narration: "a mug" })
      const entries = yield* transfers.statement({ partnerId, userId: "ann" })
      assert.deepEqual(entries.map(line), [
        [4, "user_partner_transfer", "-5", "25", "a mug"],
        [3, "award", "10", "30", "award for signup"],
        [2, "award", "10", "20", "award for signup"],
        [1, "award", "10", "10", "award for signup"]
      ])
      assert.deepEqual(yield* transfers.statement({ partnerId, userId: "bob" }), [])
    })
  )

  it.live("a statement's pages contain every entry once, also when entries are added meanwhile", () =>
    Effect.gen(function* () {
      const { award, transfers, partnerId, transfer } = yield* withCoins
      yield* Effect.forEach([1, 2, 3, 4], () => transfer("ann", 1))
      const seen: Array<number> = []
      let before: number | undefined
      while (true) {
        const page = yield* transfers.statement({ partnerId, userId: "ann", limit: 3, before })
        seen.push(...page.map(({ version }) => version))
        before = page.at(-1)?.version
        if (page.length < 3) break
        yield* award("ann")
      }
      assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1])
    })
  )

  it.live("a statement's page is validated like any input", () =>
    Effect.gen(function* () {
      const { transfers, partnerId } = yield* withCoins
      for (const limit of [0, 101, -1, 2.5]) {
        const { message } = yield* refused("InvalidInput")(
          transfers.statement({ partnerId, userId: "ann", limit })
        )
        assert.equal(message, `limit must be a whole number from 1 to 100, got ${limit}`)
      }
      yield* refused("InvalidInput")(transfers.statement({ partnerId, userId: "ann", before: 0 }))
      yield* refused("MemberNotFound")(transfers.statement({ partnerId, userId: "eve" }))
      const beyond = yield* transfers.statement({ partnerId, userId: "ann", before: Number.MAX_SAFE_INTEGER })
      assert.equal(beyond.length, 3)
    })
  )

  it.live("issued coins equal the coins in wallets and treasury", () =>
    Effect.gen(function* () {
      const { transfer, partnerId } = yield* withCoins
      const { ledger, partners } = yield* services
      yield* transfer("ann", 12)
      const { id } = yield* partners.get({ partnerId })
      assert.equal(yield* ledger.partnerBalance(id, "issuance"), -300_000n)
      assert.equal(yield* ledger.partnerBalance(id, "treasury"), 120_000n)
    })
  )
}
