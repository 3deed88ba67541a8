import { Coins } from "../../../lib/index.ts"
import type { Import, Importer } from "../fileImport/importFile.ts"
import { type Balance, hashOf, keyOf, readBalances } from "./balances.ts"

/** Imports each line as a credit. */
export const balancesImporter =
  ({ onboard }: { readonly onboard: boolean }) =>
  ({ file, partnerId, rewards }: Import): Importer<Balance> => {
    /** The sum of the good lines. */
    let units = 0n

    const inputOf = (balance: Balance) => ({
      partnerId,
      userId: balance.userId,
      coins: balance.coins,
      debitOrCredit: "CR" as const,
      reason: balance.reason,
      idempotencyKey: keyOf(hashOf(balance))
    })

    return {
      source: {
        read: (onBytes) => readBalances(file, onBytes),
        hashOf,
        repeated: "delete one, or give it another reason",
        check: (balances) => rewards.adjustments.checkMany(balances.map(inputOf)),
        onGood: ({ coins }) => {
          units += BigInt(Coins.parse(coins) ?? 0)
        },
        onboard,
        onboardMany: (userIds) =>
          rewards.members.onboardMany(userIds.map((userId) => ({ partnerId, userId }))),
        write: async (balances) => {
          const outcomes = await rewards.adjustments.adjustMany(balances.map(inputOf))
          return outcomes.map((outcome) =>
            outcome.ok ? { ok: true, replayed: outcome.adjustment.replayed } : outcome
          )
        }
      },
      progress: "Importing",
      done: "imported",
      resultOf: ({ count }) => ({ coins: Coins.format(units), adjusted: count }),
      contentOf: () => ` with ${Coins.format(units)} coins`
    }
  }
