import { Context, Effect, Layer, Random } from "effect"
import { type BoardType, boardNumber, monthOf } from "../domain/Board.ts"
import type { AccountId, PartnerId } from "../domain/Id.ts"
import { stripes, type Transfer } from "../domain/Ledger.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { division, nextSpan, removeEmpty } from "./Scores/division.ts"
import {
  addHistory,
  lockWallets,
  readBoards,
  readFormer,
  removeRungs,
  removeScores,
  writeScores
} from "./Scores/history.ts"
import { end, mostMembers } from "./Scores/ladder.ts"
import {
  addScores,
  countRungs,
  keepScores,
  readScores,
  shareRungs,
  tryRungs,
  waitForRungs
} from "./Scores/statements.ts"

/** A rung of level 1 that counts too many. */
export interface Crowded {
  readonly partnerId: PartnerId
  readonly board: number
  readonly place: string
}

/**
 * Keeps every member's scores, and the rungs by which a board's positions are counted. The only writer of both.
 *
 * Who locks what, in which order, until when: a score belongs to whoever holds its wallet. Then comes a shared lock on the
 * partner's rungs, which only says that they stay where they are, and then the rungs' counts, in the order of their key; all
 * until commit. Each process counts in a stripe of its own, so those of several do not meet. Whoever moves rungs has the
 * lock alone, and takes no other after it.
 */
export class Scores extends Context.Tag("rewards/Scores")<
  Scores,
  {
    /**
     * Adds transfers to the boards, in the transaction that posts them: the net change of each member once. Gives the rungs
     * that want dividing and could not be divided at once.
     */
    readonly keep: (
      transfers: ReadonlyArray<Transfer>
    ) => Effect.Effect<ReadonlyArray<Crowded>, DatabaseFailure>

    /** Adds the entries of wallets that no board holds yet: those after `kept`, up to `version`. Their wallets are locked. */
    readonly catchUp: (wallets: ReadonlyArray<Behind>) => Effect.Effect<void, DatabaseFailure>

    /** Writes a partner's boards anew, from its transfers alone, while its wallets stand still. */
    readonly rebuild: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>

    /** Divides rungs that count too many, in a transaction of its own that waits for others to finish. */
    readonly divide: (crowded: ReadonlyArray<Crowded>) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Scores, never, Database> = Layer.suspend(() => Layer.effect(this, make))

  /** Keeps nothing: what an award would cost without boards. */
  static readonly layerOff: Layer.Layer<Scores> = Layer.sync(this, () =>
    Scores.of({
      keep: () => Effect.succeed([]),
      catchUp: () => Effect.void,
      rebuild: () => Effect.void,
      divide: () => Effect.void
    })
  )
}

/** A wallet whose latest entries no board holds. */
export interface Behind {
  readonly partner_id: PartnerId
  readonly id: AccountId
  readonly kept: number
  readonly version: number
}

interface Gain {
  readonly partner_id: PartnerId
  readonly board: number
  readonly member_id: string
  score: number
  reached_ms: number
}

const typeOf = { award: "earner", user_partner_transfer: "spender" } satisfies Record<
  Transfer["kind"],
  BoardType
>

/** What each member gained on each board. */
const gains = (transfers: ReadonlyArray<Transfer>): ReadonlyArray<Gain> => {
  const found = new Map<string, Gain>()
  for (const { amount, createdAt, credit, debit, kind, partnerId } of transfers) {
    const member_id = kind === "award" ? credit.id : debit.id
    const reached_ms = createdAt.getTime()
    for (const board of [boardNumber(typeOf[kind], null), boardNumber(typeOf[kind], monthOf(createdAt))]) {
      const key = `${partnerId}${member_id}${board}`
      const known = found.get(key)
      if (known === undefined) {
        found.set(key, { partner_id: partnerId, board, member_id, score: amount, reached_ms })
      } else {
        known.score += amount
        known.reached_ms = Math.max(known.reached_ms, reached_ms)
      }
    }
  }
  return Array.from(found.values())
}

/** A division may leave a few empty rungs behind; looking for them costs as much again. */
const sweepEvery = 4

const boardKey = ({ board, partnerId }: Pick<Crowded, "board" | "partnerId">): string =>
  `${partnerId}${board}`

const row = ({ board, partnerId, place }: Crowded) => ({ partner_id: partnerId, board, place })

const make = Effect.gen(function* () {
  const database = yield* Database
  const stripe = database.dialect.name === "sqlite" ? 0 : yield* Random.nextIntBetween(0, stripes)
  /** From where to look for empty rungs the next time, by board. */
  const swept = new Map<string, string>()
  let divisions = 0

  /** One stretch of each board after the other loses its empty rungs, so that they never become many. */
  const sweep = Effect.fnUntraced(function* (crowded: ReadonlyArray<Crowded>) {
    const boards = new Map(crowded.map((spot) => [boardKey(spot), spot]))
    const from = Array.from(boards, ([key, spot]) => row({ ...spot, place: swept.get(key) ?? "" }))
    const ends = new Map((yield* database.run(nextSpan, from)).map((spot) => [boardKey(spot), spot.place]))
    const until = ({ partner_id, board }: (typeof from)[number]) =>
      ends.get(boardKey({ partnerId: partner_id, board })) ?? end
    yield* database.run(
      removeEmpty,
      from.map((spot) => ({ ...spot, until: until(spot) }))
    )
    if (swept.size > 10_000) swept.clear()
    for (const [key, place] of ends) {
      if (place === end) swept.delete(key)
      else swept.set(key, place)
    }
  })

  /** Runs while the rungs of these partners are ours alone. */
  const divideHeld = Effect.fnUntraced(function* (crowded: ReadonlyArray<Crowded>) {
    let spots = crowded.map(row)
    for (const { crowded, fold, insert, level } of division) {
      if (level > 1) spots = (yield* database.run(crowded, spots)).map(row)
      const ours = spots.map((spot) => ({ ...spot, stripe }))
      yield* database.run(insert, ours)
      yield* database.run(fold, ours)
    }
    divisions += 1
    if (divisions % sweepEvery === 0) yield* sweep(crowded)
  })

  const byPartner = (crowded: ReadonlyArray<Crowded>) =>
    Map.groupBy(crowded, ({ partnerId }) => partnerId).entries()

  /** Where nobody else is counting just now, it costs no transaction of its own. */
  const divideAtOnce = (crowded: ReadonlyArray<Crowded>) =>
    Effect.map(
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

  /** Until commit, nobody moves the rungs of these partners. */
  const share = (rows: ReadonlyArray<{ readonly partner_id: PartnerId }>) => {
    const partners = new Set(rows.map(({ partner_id }) => partner_id))
    return database.run(
      shareRungs,
      Array.from(partners, (partner_id) => ({ partner_id }))
    )
  }

  const count = (left: ReadonlyArray<Crowded>, reached: ReadonlyArray<Crowded>) =>
    database.run(countRungs, [
      ...left.map((place) => ({ ...row(place), members: -1, stripe })),
      ...reached.map((place) => ({ ...row(place), members: 1, stripe }))
    ])

  const crowdedOf = (counted: Effect.Effect.Success<ReturnType<typeof count>>) =>
    counted.filter(({ level, members }) => level === 1 && members > mostMembers)

  const keepOnPostgres = Effect.fnUntraced(function* (gained: ReadonlyArray<Gain>) {
    yield* share(gained)
    return yield* database.run(
      keepScores,
      gained.map((gain) => ({ ...gain, stripe }))
    )
  })

  const keepOnSqlite = Effect.fnUntraced(function* (gained: ReadonlyArray<Gain>) {
    const left = yield* database.run(readScores, gained)
    const reached = yield* database.run(addScores, gained)
    return yield* count(left, reached)
  })

  const keepGains = database.dialect.name === "postgres" ? keepOnPostgres : keepOnSqlite

  return Scores.of({
    keep: Effect.fnUntraced(function* (transfers) {
      if (transfers.length === 0) return []
      const crowded = crowdedOf(yield* keepGains(gains(transfers)))
      return crowded.length === 0 ? [] : yield* divideAtOnce(crowded)
    }),

    catchUp: Effect.fnUntraced(function* (wallets) {
      yield* share(wallets)
      const left = yield* database.run(readFormer, wallets)
      const reached = yield* database.run(addHistory, wallets)
      const crowded = crowdedOf(yield* count(left, reached))
      if (crowded.length > 0) yield* divideAtOnce(crowded)
    }),

    rebuild: Effect.fn("Scores.rebuild")((partnerId) =>
      database.transaction(
        Effect.gen(function* () {
          const partner = [{ partner_id: partnerId }]
          yield* database.run(lockWallets, partner)
          yield* database.run(waitForRungs, partner)
          yield* database.run(removeRungs, partner)
          yield* database.run(removeScores, partner)
          yield* database.run(writeScores, partner)
          const boards = yield* database.run(readBoards, partner)
          const heads = boards.map(({ board }) => ({ ...row({ partnerId, board, place: "" }), stripe }))
          for (const { insert } of division) yield* database.run(insert, heads)
        })
      )
    ),

    divide: Effect.fn("Scores.divide")((crowded) =>
      Effect.forEach(
        byPartner(crowded),
        ([partnerId, some]) =>
          database.transaction(
            Effect.zipRight(database.run(waitForRungs, [{ partner_id: partnerId }]), divideHeld(some))
          ),
        { discard: true }
      )
    )
  })
})
