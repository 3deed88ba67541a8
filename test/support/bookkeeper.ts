// Movements that a test writes through the ledger alone, by any stripe, as other processes would.
import { Effect, Layer } from "effect"
import { Folds } from "../../lib/boards/Folds.ts"
import { Ledger } from "../../lib/index.ts"
import * as Coins from "../../lib/rewards/Coins.ts"
import { now } from "../../lib/rewards/clock.ts"
import { type MemberId, PartnerId, TransferId } from "../../lib/rewards/Id.ts"
import { monthOf, type PartnerSide, stripeId, walletOf } from "../../lib/rewards/ledger/Account.ts"
import { Book } from "../../lib/rewards/ledger/Book.ts"
import { Database } from "../../lib/sql/Database.ts"

export interface Order {
  readonly memberId: MemberId
  /** In the ledger's units. */
  readonly amount: number
  readonly stripe?: number
  /** The moment of what is undone; now by default. */
  readonly of?: Date
}

/** The ledger and the folds of a partner, on the engine's database. */
export const newBookkeeper = (partner: string) =>
  Effect.gen(function* () {
    const partnerId = PartnerId.make(partner)
    const ledger = yield* Ledger
    const database = yield* Effect.provide(Database, Database.layer)

    const move =
      (movement: "award" | "transfer" | "award_reversal" | "refund", side: PartnerSide) =>
      ({ memberId, amount, stripe = 0, of }: Order) =>
        database.transaction(
          Effect.gen(function* () {
            const createdAt = yield* now
            const ids = [stripeId(partnerId, side, stripe), walletOf(memberId)]
            const locked = yield* database.send(ledger.lock(ids.map((id) => ({ partnerId, id }))))
            const book = new Book(
              ids.map((id) => locked.account(id)),
              stripe
            )
            const made = yield* book.transfer(movement, {
              partnerId,
              id: TransferId.make(crypto.randomUUID()),
              amount: Coins.make(amount),
              memberId,
              createdAt,
              month: monthOf(of ?? createdAt),
              orderedBy: null
            })
            yield* database.send(ledger.post(book))
            return made
          })
        )

    /** One step of a fold, of at most this many transfers. */
    const foldsOf = (most: number) =>
      Effect.provide(Folds, Layer.provide(Folds.layer({ most }), Layer.succeed(Database, database)))

    return {
      partnerId,
      database,
      issue: move("award", "issuance"),
      redeem: move("transfer", "treasury"),
      takeBack: move("award_reversal", "issuance"),
      giveBack: move("refund", "treasury"),
      fold: (most: number) => Effect.flatMap(foldsOf(most), (folds) => folds.fold(partnerId)),
      /** Folds everything anew in steps of this size, within one transaction. */
      rebuild: (most: number) => Effect.flatMap(foldsOf(most), (folds) => folds.rebuild(partnerId))
    }
  })
