import { Context, Effect, Layer, Random } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { Projection } from "../rewards/journal/Projection.ts"
import { stripes, type Transfer } from "../rewards/ledger/Account.ts"
import { lockWallets } from "../rewards/sql.ts"
import * as Batch from "../sql/Batch.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { readBoards, removeRungs, removeScores, writeScores } from "./history.ts"
import { mostMembers, start } from "./ladder.ts"
import { type Crowded, makeDivide, row } from "./Scores/divide.ts"
import { division, relocate } from "./Scores/division.ts"
import { type Gain, gains } from "./Scores/gains.ts"
import {
  addGains,
  type Counted,
  countGains,
  keepScores,
  shareRungs,
  tryRungs,
  waitForRungs
} from "./Scores/statements.ts"

/**
 * Writes the scores of members, and the rungs by which positions are counted. Nothing else writes either.
 *
 * Locks, in this order, until commit: a transaction writes a score only while it holds the wallet's lock; a shared lock on
 * the partner's rungs keeps them from being moved; then it updates the counts of the rungs in the order of their key. Each
 * process counts in a stripe of its own, so that processes do not wait for each other. A transaction that moves rungs takes
 * the rungs' lock exclusively, and no other lock after it.
 */
export class Scores extends Context.Tag("rewards/Scores")<
  Scores,
  {
    /**
     * Adds transfers to the boards, in the transaction that posts them: one net change for each member. Answers
     * with the rungs that hold too many members.
     */
    readonly keep: (transfers: ReadonlyArray<Transfer>) => Batch.Batch<ReadonlyArray<Crowded>>

    /**
     * Divides rungs in the running transaction, for partners whose rungs no other transaction holds. Answers with the
     * rungs that it left.
     */
    readonly divideAtOnce: (
      crowded: ReadonlyArray<Crowded>
    ) => Effect.Effect<ReadonlyArray<Crowded>, DatabaseFailure>

    /** Writes a partner's boards anew from its transfers, while it holds the locks of the partner's wallets. */
    readonly rebuild: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>

    /** Divides rungs that hold too many members, in a transaction of its own that waits for other transactions. */
    readonly divide: (crowded: ReadonlyArray<Crowded>) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Scores, never, Database> = Layer.suspend(() => Layer.effect(this, make))

  /** Hooks the boards into the core: every transaction that posts transfers keeps the scores too. */
  static readonly projection: Layer.Layer<never, never, Scores | Database> = Layer.effect(
    Projection,
    Effect.gen(function* () {
      const scores = yield* Scores
      const database = yield* Database
      const divide = (crowded: ReadonlyArray<Crowded>) =>
        crowded.length === 0
          ? Effect.void
          : Effect.flatMap(database.inTransaction, (inside) =>
              inside
                ? Effect.asVoid(database.transaction(scores.divideAtOnce(crowded)))
                : scores.divide(crowded)
            )
      return { keep: (transfers) => Batch.map(scores.keep(transfers), divide) }
    })
  )
}

/** A row to be counted in the stripe of this process. */
type Striped<A> = A & { readonly stripe: number }

const make = Effect.gen(function* () {
  const database = yield* Database
  const stripe = database.dialect.name === "sqlite" ? 0 : yield* Random.nextIntBetween(0, stripes)
  const divideHeld = makeDivide(database, stripe)

  const byPartner = (crowded: ReadonlyArray<Crowded>) =>
    Map.groupBy(crowded, ({ partnerId }) => partnerId).entries()

  const divideAtOnce = (crowded: ReadonlyArray<Crowded>) =>
    crowded.length === 0
      ? Effect.succeed([])
      : Effect.map(
          Effect.forEach(byPartner(crowded), ([partnerId, some]) =>
            Effect.gen(function* () {
              const [got] = yield* database.run(tryRungs, [{ partner_id: partnerId }])
              if (got?.held !== true) return some
              yield* divideHeld(some)
              return []
            })
          ),
          (left) => left.flat()
        )

  const striped = <A>(row: A): Striped<A> => ({ ...row, stripe })

  /** Keeps other transactions from moving the rungs of these partners until commit. */
  const share = (rows: ReadonlyArray<{ readonly partner_id: PartnerId }>) => {
    const partners = new Set(rows.map(({ partner_id }) => partner_id))
    return Batch.of(
      shareRungs,
      Array.from(partners, (partner_id) => ({ partner_id }))
    )
  }

  const keepOnPostgres = (gained: ReadonlyArray<Striped<Gain>>) =>
    Batch.map(Batch.zip(share(gained), Batch.of(keepScores, gained)), ([, counted]) => counted)

  const keepOnSqlite = (gained: ReadonlyArray<Striped<Gain>>) =>
    Batch.map(Batch.zip(Batch.of(countGains, gained), Batch.of(addGains, gained)), ([counted]) => counted)

  const keepGains = database.dialect.name === "postgres" ? keepOnPostgres : keepOnSqlite

  const crowdedOf = (counted: ReadonlyArray<typeof Counted.Type>): ReadonlyArray<Crowded> =>
    counted.filter(({ level, members }) => level === 1 && members > mostMembers)

  return Scores.of({
    keep: (transfers) => Batch.map(keepGains(gains(transfers).map(striped)), crowdedOf),

    divideAtOnce,

    rebuild: Effect.fn("Scores.rebuild")((partnerId) =>
      database.patientTransaction(
        Effect.gen(function* () {
          const partner = [{ partner_id: partnerId }]
          yield* database.run(lockWallets, partner)
          yield* database.run(waitForRungs, partner)
          yield* database.run(removeRungs, partner)
          yield* database.run(removeScores, partner)
          yield* database.run(writeScores, partner)
          const boards = yield* database.run(readBoards, partner)
          const heads = boards.map(({ board }) => ({ ...row({ partnerId, board, rankKey: start }), stripe }))
          for (const { insert } of division) yield* database.run(insert, heads)
        })
      )
    ),

    divide: Effect.fn("Scores.divide")((crowded) =>
      Effect.forEach(
        byPartner(crowded),
        ([partnerId, some]) =>
          database.transaction(
            Effect.gen(function* () {
              yield* database.run(waitForRungs, [{ partner_id: partnerId }])
              yield* divideHeld(yield* database.run(relocate, some.map(row)))
            })
          ),
        { discard: true }
      )
    )
  })
})
