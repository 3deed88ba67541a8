import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import * as Coins from "../../lib/rewards/Coins.ts"
import { AccountId, MemberId, PartnerId, TransferId } from "../../lib/rewards/Id.ts"
import {
  type Account,
  type Movement,
  movements,
  type PartnerSide,
  stripeId,
  walletOf
} from "../../lib/rewards/ledger/Account.ts"
import { Book } from "../../lib/rewards/ledger/Book.ts"
import { describe, it } from "../support/effect.ts"

const partnerId = Schema.decodeSync(PartnerId)("01890a5d-ac96-774b-bcce-b302099a8057")
const memberId = Schema.decodeSync(MemberId)("01890a5d-ac96-774b-bcce-b302099a8058")

const account = (kind: "wallet" | PartnerSide, balance: number, version: number): Account => ({
  partnerId,
  id: kind === "wallet" ? walletOf(memberId) : Schema.decodeSync(AccountId)(stripeId(partnerId, kind, 3)),
  kind,
  balance: Coins.make(balance),
  version,
  nextDue: null,
  closedAt: null
})

const id = Schema.decodeSync(TransferId)("01890a5d-ac96-774b-bcce-b302099a8059")

/** Makes a transfer in a book, and returns the accounts after it. */
const moveWith = (movement: Movement) => (debit: Account, credit: Account, amount: Coins.Coins) => {
  const book = new Book([debit, credit], 3)
  const draft = { partnerId, id, amount, createdAt: new Date(0), month: 1, orderedBy: null }
  return Either.map(book.transfer(movement, { ...draft, memberId }), (transfer) => {
    const after = { debit: book.account(debit.id), credit: book.account(credit.id) }
    assert.deepEqual(transfer, {
      ...draft,
      kind: movements[movement].kind,
      expiresAt: null,
      debitAccount: debit.id,
      debitVersion: after.debit.version,
      debitBalance: after.debit.balance,
      creditAccount: credit.id,
      creditVersion: after.credit.version,
      creditBalance: after.credit.balance
    })
    return after
  })
}
const issue = moveWith("award")
const redeem = moveWith("transfer")
const takeBack = moveWith("award_reversal")
const giveBack = moveWith("refund")

/** Mostly small, so that amounts are often equal, and sometimes at the upper limit. */
const within = (max: number) =>
  fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max }), fc.integer({ min: max - 50, max }))
const amount = within(5e15)
  .filter((units) => units > 0)
  .map(Coins.make)
/** Of a stripe, which may be on either side of zero. */
const balance = fc.oneof(
  within(5e15),
  within(5e15).map((units) => 0 - units)
)
const version = fc.nat()

const lotChange = fc.record({
  expiresAt: fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
  coins: fc.integer({ min: -5, max: 5 }).map(Coins.make),
  expired: fc.constant(Coins.zero)
})

describe("the ledger's arithmetic", () => {
  it("a transfer and its entries of lots say how it changed lots, and a transfer into one lot needs no entry", () =>
    fc.assert(
      fc.property(fc.array(lotChange, { maxLength: 3 }), fc.integer({ min: 1, max: 5 }), (lots, units) => {
        const [debit, credit] = [account("issuance", 0, 0), account("wallet", 0, 0)]
        const book = new Book([debit, credit], 3)
        const amount = Coins.make(units)
        const draft = { partnerId, id, amount, createdAt: new Date(0), month: 1, orderedBy: null }
        const { creditAccount, expiresAt } = Either.getOrThrow(
          book.transfer("credit", { ...draft, memberId, lots })
        )
        const own = { partnerId, transferId: id, memberId: creditAccount, coins: amount, expired: Coins.zero }
        const stored = [...book.lotEntries, ...(expiresAt === null ? [] : [{ ...own, expiresAt }])]
        assert.deepEqual(
          stored,
          lots.map((lot) => ({ ...lot, partnerId, transferId: id, memberId }))
        )
        assert.equal(expiresAt !== null, lots.length === 1 && lots[0]?.coins === amount)
      })
    ))

  it("issuing conserves coins, increments both versions, and refuses only amounts that would overflow", () =>
    fc.assert(
      fc.property(within(5e15), within(5e15), amount, version, (issued, held, amount, version) => {
        const [debit, credit] = [account("issuance", -issued, version), account("wallet", held, version)]
        const result = issue(debit, credit, amount)
        const fits = issued + amount <= 5e15 && held + amount <= 5e15
        assert.equal(Either.isRight(result), fits)
        if (Either.isLeft(result)) return assert.equal(result.left._tag, "BalanceTooLarge")
        assert.deepEqual(result.right, {
          debit: account("issuance", -issued - amount, version + 1),
          credit: account("wallet", held + amount, version + 1)
        })
      })
    ))

  it("the account that would overflow is named", () => {
    const [full, empty] = [account("wallet", 5e15, 0), account("wallet", 0, 0)]
    const [spent, fresh] = [account("issuance", -5e15, 0), account("issuance", 0, 0)]
    const one = Coins.make(1)
    const named = (result: ReturnType<typeof issue>) =>
      Either.isLeft(result) && result.left._tag === "BalanceTooLarge" ? result.left.accountId : undefined
    assert.equal(named(issue(fresh, full, one)), full.id)
    assert.equal(named(issue(spent, empty, one)), spent.id)
  })

  for (const [name, move, side] of [
    ["redeeming", redeem, "treasury"],
    ["taking back", takeBack, "issuance"]
  ] as const) {
    it(`${name} conserves coins and never takes a wallet below zero`, () =>
      fc.assert(
        fc.property(within(5e15), balance, amount, version, (held, before, amount, version) => {
          const [debit, credit] = [account("wallet", held, version), account(side, before, version)]
          const result = move(debit, credit, amount)
          if (Either.isLeft(result)) {
            const expected = held < amount ? "InsufficientCoins" : "BalanceTooLarge"
            assert.equal(result.left._tag, expected)
            assert.ok(held < amount || before + amount > 5e15)
            return
          }
          assert.ok(held >= amount && before + amount <= 5e15)
          assert.deepEqual(result.right, {
            debit: account("wallet", held - amount, version + 1),
            credit: account(side, before + amount, version + 1)
          })
        })
      ))

    it(`${name} can empty the wallet, and takes not one unit more`, () =>
      fc.assert(
        fc.property(within(5e15 - 1), (held) => {
          const [wallet, credit] = [account("wallet", held, 0), account(side, 0, 0)]
          const more = move(wallet, credit, Coins.make(held + 1))
          assert.ok(Either.isLeft(more) && more.left._tag === "InsufficientCoins")
          assert.deepEqual([more.left.have, more.left.need], [held, held + 1])
          if (held > 0) assert.ok(Either.isRight(move(wallet, credit, Coins.make(held))))
        })
      ))
  }

  it("giving back conserves coins, whatever the stripe has, and refuses only amounts that would overflow", () =>
    fc.assert(
      fc.property(balance, within(5e15), amount, version, (before, held, amount, version) => {
        const [debit, credit] = [account("treasury", before, version), account("wallet", held, version)]
        const result = giveBack(debit, credit, amount)
        const fits = before - amount >= -5e15 && held + amount <= 5e15
        assert.equal(Either.isRight(result), fits)
        if (Either.isLeft(result)) return assert.equal(result.left._tag, "BalanceTooLarge")
        assert.deepEqual(result.right, {
          debit: account("treasury", before - amount, version + 1),
          credit: account("wallet", held + amount, version + 1)
        })
      })
    ))

  it("what undoes a movement leaves both balances as they were", () =>
    fc.assert(
      fc.property(within(5e15), balance, amount, (held, before, amount) => {
        const balances = (sides: Readonly<Record<"debit" | "credit", Account>>) =>
          new Map([sides.debit, sides.credit].map(({ kind, balance }) => [kind, balance]))
        const [wallet, issuance, treasury] = [
          account("wallet", held, 0),
          account("issuance", before, 0),
          account("treasury", before, 0)
        ]
        const issued = Either.flatMap(issue(issuance, wallet, amount), (sides) =>
          takeBack(sides.credit, sides.debit, amount)
        )
        if (Either.isRight(issued)) {
          assert.deepEqual(balances(issued.right), balances({ debit: wallet, credit: issuance }))
        }
        const redeemed = Either.flatMap(redeem(wallet, treasury, amount), (sides) =>
          giveBack(sides.credit, sides.debit, amount)
        )
        if (Either.isRight(redeemed)) {
          assert.deepEqual(balances(redeemed.right), balances({ debit: treasury, credit: wallet }))
        }
      })
    ))
})

describe("the account of a stripe", () => {
  it("has an id that never changes: databases hold it", () => {
    assert.equal(stripeId(partnerId, "issuance", 0), "01890a5d-ac96-874b-bcce-b302099a8000")
    assert.equal(stripeId(partnerId, "issuance", 15), "01890a5d-ac96-874b-bcce-b302099a800f")
    assert.equal(stripeId(partnerId, "treasury", 3), "01890a5d-ac96-874b-bcce-b302099a8083")
  })
})
