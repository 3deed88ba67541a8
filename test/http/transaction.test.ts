import assert from "node:assert/strict"
import { Schema } from "effect"
import { CoinTransaction } from "../../lib/http/coins/api.ts"
import { transaction } from "../../lib/http/coins/transaction.ts"
import * as Coins from "../../lib/rewards/Coins.ts"
import { WalletKind } from "../../lib/rewards/ledger/Account.ts"
import { describe, it } from "../support/effect.ts"

const member = { id: "a member", name: "ann", email: "", tag: null }
const partner = { id: "a partner", name: "acme", email: "", tag: null }

const shown = (
  kind: WalletKind,
  { leaves = false, narration = null, reversedAt = null }: Partial<Parameters<typeof transaction>[0]> = {}
) => {
  const movement = {
    id: "an id",
    userId: "ann",
    kind,
    leaves,
    coins: Coins.make(15_000),
    narration,
    reversedAt
  }
  const wire = transaction({ ...movement, createdAt: new Date(0) }, member, partner)
  return Schema.decodeSync(CoinTransaction)(wire)
}

describe("a coin transaction on the wire", () => {
  it("of every kind has its type, and a narration where none was given", () => {
    assert.deepEqual(
      WalletKind.literals.map((kind) => {
        const { narration, transactionType } = shown(kind)
        return [transactionType, narration]
      }),
      [
        ["award", "award"],
        ["user_partner_transfer", "user to partner transfer"],
        ["award_reversal", "award reversal"],
        ["user_partner_refund", "refund of a transfer"],
        ["adjustment", "adjustment"],
        ["adjustment_reversal", "reversal of an adjustment"],
        ["maturity", "award matured"],
        ["expiry", "coins expired"],
        ["erasure", "coins of an erased member"],
        ["merge", "coins of a merged member"]
      ]
    )
  })

  it("has its direction", () => {
    const directions = [true, false].map((leaves) => {
      const { debitOrCredit, from, to } = shown("adjustment", { leaves })
      return [debitOrCredit, from.fullname_businessName, to.fullname_businessName]
    })
    assert.deepEqual(directions, [
      ["DE", "ann", "acme"],
      ["CR", "acme", "ann"]
    ])
  })

  it("was updated when it was reversed or refunded, and only a transfer is refunded", () => {
    for (const kind of WalletKind.literals) {
      const before = shown(kind)
      assert.deepEqual([before.updatedAt, before.refunded], [before.createdAt, false])
      const after = shown(kind, { reversedAt: new Date(5000) })
      const isTransfer = kind === "user_partner_transfer"
      assert.deepEqual([after.createdAt, after.updatedAt], [before.createdAt, new Date(5000).toISOString()])
      assert.equal(after.refunded, isTransfer)
    }
  })

  it("keeps the narration that was given, and has its coins as a positive number", () => {
    for (const kind of WalletKind.literals) {
      const { coins, narration } = shown(kind, { narration: "a mug" })
      assert.deepEqual([coins, narration], [1.5, "a mug"])
    }
  })
})
