import { Context, Data, Effect, Layer } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { stripeId } from "../rewards/ledger/Account.ts"
import * as Batch from "../sql/Batch.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { makeDivide } from "./Folds/divide.ts"
import {
  addDays,
  addSpans,
  countSpans,
  foldSpans,
  makeLock,
  readPending,
  removeDays,
  removeRungs,
  removeScores,
  resetMarks,
  tryLock,
  waitForLock,
  writeMarks
} from "./Folds/statements.ts"
import { mostMembers } from "./ladder.ts"

/** Transfers of one account of the partner's sides: those after the version `since`, up to `until`. */
export interface Span {
  readonly accountId: string
  readonly since: number
  readonly until: number
}

/** What became of a fold: how many transfers it took, and how many it left; or what is pending while another one is made. */
export type Folded = Data.TaggedEnum<{
  Done: { readonly folded: number; readonly left: number }
  Held: { readonly pending: ReadonlyArray<Span> }
}>
export const Folded = Data.taggedEnum<Folded>()

/**
 * Folds the ledger into the boards of a partner: takes the transfers that are not in the scores yet, and writes scores,
 * rungs, the totals of days, and how far it came, in one transaction. Nothing else writes any of them. A transaction that is undone or lost in a
 * crash leaves the boards as they were, and the next fold takes the same transfers.
 *
 * Lock: one row a partner, until commit. Nothing of the ledger is locked, so awards and folds never wait for each other.
 */
export class Folds extends Context.Tag("rewards/Folds")<
  Folds,
  {
    /** One step: folds what is pending, or the first of it. Never waits for another fold. */
    readonly fold: (partnerId: PartnerId) => Effect.Effect<Folded, DatabaseFailure>

    /** Folds a partner's whole ledger anew. Awards go on meanwhile; a read that finds new ones pending has to wait. */
    readonly rebuild: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer = ({ most = 10_000 }: FoldsOptions = {}): Layer.Layer<Folds, never, Database> =>
    Layer.effect(this, make(most))
}

export interface FoldsOptions {
  /** The most transfers of one step (10,000), so that a long history neither fills the memory nor keeps others waiting. */
  readonly most?: number | undefined
}

const lengthOf = (spans: ReadonlyArray<Span>): number =>
  spans.reduce((sum, { since, until }) => sum + until - since, 0)

/** The first `most` transfers of the spans. */
const firstOf = (spans: ReadonlyArray<Span>, most: number): ReadonlyArray<Span> => {
  let left = most
  return spans.flatMap((span) => {
    const taken = Math.min(left, span.until - span.since)
    left -= taken
    return taken === 0 ? [] : [{ ...span, until: span.since + taken }]
  })
}

const make = (most: number) =>
  Effect.gen(function* () {
    const database = yield* Database
    const divide = makeDivide(database)

    const write =
      database.dialect.name === "postgres"
        ? (rows: Parameters<typeof foldSpans.parameters>[1]) => database.run(foldSpans, rows)
        : (rows: Parameters<typeof countSpans.parameters>[1]) =>
            Effect.map(
              database.send(Batch.zip(Batch.of(countSpans, rows), Batch.of(addSpans, rows))),
              ([counted]) => counted
            )

    /** Folds spans while the caller holds the lock, and answers with the marks to write. */
    const foldHeld = Effect.fnUntraced(function* (partnerId: PartnerId, spans: ReadonlyArray<Span>) {
      const rows = spans.map(({ accountId, since, until }) => ({
        partner_id: partnerId,
        account_id: accountId,
        since,
        until
      }))
      const counted = yield* write(rows)
      const crowded = counted.filter(({ level, members }) => level === 1 && members > mostMembers)
      if (crowded.length > 0) yield* divide(crowded)
      return Batch.inOrder([Batch.of(addDays, rows), Batch.of(writeMarks, rows)])
    })

    const lockOf = (partnerId: PartnerId) => [
      { partner_id: partnerId, account_id: stripeId(partnerId, "issuance", 0) }
    ]

    return Folds.of({
      fold: Effect.fn("Folds.fold")((partnerId) => {
        const lock = lockOf(partnerId)
        const first = Batch.zip(
          Batch.zip(Batch.of(makeLock, lock), Batch.of(tryLock, lock)),
          Batch.of(readPending, [{ partner_id: partnerId }])
        )
        return database.relaxedTransactionOn(first, ([[, got], pending]) => {
          if (got.length === 0) return Effect.succeed(Batch.succeed<Folded>(Folded.Held({ pending })))
          const spans = firstOf(pending, most)
          const folded = lengthOf(spans)
          const done: Folded = Folded.Done({ folded, left: lengthOf(pending) - folded })
          return folded === 0
            ? Effect.succeed(Batch.succeed(done))
            : Effect.map(foldHeld(partnerId, spans), (marks) => Batch.map(marks, () => done))
        })
      }),

      rebuild: Effect.fn("Folds.rebuild")((partnerId) => {
        const partner = [{ partner_id: partnerId }]
        const rebuilt = Effect.gen(function* () {
          yield* database.run(waitForLock, lockOf(partnerId))
          yield* database.send(
            Batch.inOrder([
              Batch.of(removeRungs, partner),
              Batch.of(removeScores, partner),
              Batch.of(removeDays, partner),
              Batch.of(resetMarks, partner)
            ])
          )
          const foldNext: Effect.Effect<void, DatabaseFailure> = Effect.gen(function* () {
            const spans = firstOf(yield* database.run(readPending, partner), most)
            if (spans.length === 0) return
            yield* database.send(yield* foldHeld(partnerId, spans))
            yield* foldNext
          })
          yield* foldNext
        })
        // The lock is committed by itself, so that no fold meets a row of which it cannot know whether it will be there.
        return Effect.zipRight(
          database.run(makeLock, lockOf(partnerId)),
          database.patientTransaction(rebuilt)
        )
      })
    })
  })
