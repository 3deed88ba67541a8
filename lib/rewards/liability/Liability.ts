import { Context, Effect, Layer } from "effect"
import { type InvalidInput, invalid, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import * as Coins from "../Coins.ts"
import { now } from "../clock.ts"
import type { PartnerSide, TransferKind } from "../ledger/Account.ts"
import { afterDue } from "../lots/due.ts"
import { lastDayOf } from "../lots/period.ts"
import { type LiabilitySums, ReadLiability, type ReadLiabilityInput } from "./LiabilitySums.ts"
import { joined, readSums } from "./ledgerSums.ts"

/** What a partner owes its members: coins in wallets, and coins that wait until they mature. */
export class Liability extends Context.Tag("rewards/Liability")<
  Liability,
  {
    /**
     * The sums of a partner's ledger at an instant, now by default. They include what was written or due at that instant or before. So they
     * equal the answer to a call at that instant, after the last write of that millisecond.
     */
    readonly at: (
      input: ReadLiabilityInput | Unparsed
    ) => Effect.Effect<LiabilitySums, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Liability, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(ReadLiability)

const inFuture = invalid("at", "must not be in the future")

const make = Effect.gen(function* () {
  const database = yield* Database

  return Liability.of({
    at: Effect.fn("Liability.at")(function* (input) {
      const { at: wanted, partnerId } = yield* parse(input)
      const today = yield* now
      const at = wanted ?? today
      if (at > today) return yield* inFuture
      const rows = yield* database.run(readSums, [{ partnerId, at, later: afterDue(at) }])

      const sumOf = (part: string, name = ""): bigint =>
        rows.reduce((sum, row) => (row.part === part && row.name === name ? sum + joined(row) : sum), 0n)
      const sideOf = (side: PartnerSide): bigint => sumOf("side", side)
      const counted = (...names: ReadonlyArray<TransferKind | "adjusted">): bigint =>
        names.reduce((sum, name) => sum + sumOf("counted", name), 0n)
      const later = (...names: ReadonlyArray<TransferKind | "adjusted">): bigint =>
        names.reduce((sum, name) => sum + sumOf("later", name), 0n)

      const intoExpired = ["expiry", "erasure", "pending_erasure"] as const
      const reversals = ["award_reversal", "pending_reversal", "expired_reversal"] as const
      const undone = sumOf("undone")
      const moved = counted("adjusted")
      const reversed = counted(...reversals) - later(...reversals) - undone
      const adjusted = moved - later("adjusted") - undone
      // All coins come from issuance.
      const awarded = counted(...reversals) - moved - sideOf("issuance") - later("award", "pending_award")
      const spent = sideOf("treasury") - later("user_partner_transfer") + later("user_partner_refund")
      const expired = sideOf("expired") + sumOf("due") - later(...intoExpired) + later("expired_reversal")
      const pending =
        sumOf("pending") - later("pending_award") + later("pending_reversal", "maturity", "pending_erasure")
      const outstanding = awarded - reversed - spent - expired + adjusted - pending

      const months = new Map<string, bigint>()
      for (const row of rows) {
        if (row.part !== "lot") continue
        const month = lastDayOf(row.timeZone, row.expiresAt).slice(0, 7)
        months.set(month, (months.get(month) ?? 0n) + joined(row))
      }
      const expiring = Array.from(months, ([month, coins]) => ({ month, coins }))
        .filter(({ coins }) => coins > 0n)
        .sort((one, other) => (one.month < other.month ? -1 : 1))
        .map(({ coins, month }) => ({ month, coins: Coins.format(coins) }))
      return {
        at,
        outstanding: Coins.format(outstanding),
        pending: Coins.format(pending),
        expiring,
        expired: Coins.format(expired),
        awarded: Coins.format(awarded),
        spent: Coins.format(spent),
        reversed: Coins.format(reversed),
        adjusted: Coins.format(adjusted)
      }
    })
  })
})
