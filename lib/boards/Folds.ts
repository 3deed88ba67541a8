import { Context, Data, Effect, Layer, Schema } from "effect"
import type { MemberId, PartnerId } from "../rewards/Id.ts"
import { stripeId } from "../rewards/ledger/Account.ts"
import { sideVersions } from "../rewards/sql.ts"
import * as Batch from "../sql/Batch.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Integer } from "../sql/Row.ts"
import { type Fragments, statement } from "../sql/Statement.ts"
import { bounded, dayColumns, dayTotals, ruleDayColumns, ruleDayTotals, scoreChanges } from "./ledgerSums.ts"
import { makeDivide, maxMembers, rungAt } from "./rungs.ts"
import { foldMarks, rungs, scores } from "./tables.ts"

/** A range of the transfers of one account: the versions above `since`, up to and including `until`. */
export interface TransferRange {
  readonly accountId: string
  readonly since: number
  readonly until: number
}

/**
 * The result of a fold. `Done` has the number of transfers that the fold added, and the number of transfers that are left. `Locked` means
 * that another transaction holds the lock, so nothing was folded. `pending` are the transfers that are not folded.
 */
export type FoldResult = Data.TaggedEnum<{
  Done: { readonly folded: number; readonly left: number }
  Locked: { readonly pending: ReadonlyArray<TransferRange> }
}>
const FoldResult = Data.taggedEnum<FoldResult>()

/**
 * Adds transfers of the ledger to the boards of a partner. One transaction reads the new transfers, and writes the scores, the rungs (see
 * `rungs.ts`), the totals of days and of rules, and the marks. The mark of an account is the version of its last folded transfer. If the
 * transaction is rolled back or lost in a crash, the next fold adds the same transfers.
 *
 * A fold locks one mark of the partner until COMMIT. On PostgreSQL, awards and folds do not wait for each other.
 */
export class Folds extends Context.Tag("rewards/Folds")<
  Folds,
  {
    /** Adds at most `FoldsOptions.most` transfers. Returns `Locked` if another transaction holds the lock. */
    readonly fold: (partnerId: PartnerId) => Effect.Effect<FoldResult, DatabaseFailure>

    /**
     * Adds the scores of a merged member to the scores of the member that remains, in the transaction of the merge. Waits for a fold that
     * holds the lock. Later folds count the merged member's transfers for the other member.
     */
    readonly merge: (merged: {
      readonly partnerId: PartnerId
      readonly fromId: MemberId
      readonly intoId: MemberId
    }) => Effect.Effect<void, DatabaseFailure>

    /** Removes a partner's boards and folds its whole ledger again. Waits for a fold that holds the lock. */
    readonly rebuild: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer = ({ most = 10_000 }: FoldsOptions = {}): Layer.Layer<Folds, never, Database> =>
    Layer.effect(this, make(most))
}

export interface FoldsOptions {
  /** The largest number of transfers in one fold; 10,000 by default. It limits the memory and the duration of a fold. */
  readonly most?: number | undefined
}

/**
 * Returns SQL that is true if the partner has transfers that are not folded. No mark exceeds the version of its account, so the two sums
 * are equal only if every mark equals the version of its account.
 */
export const isPending = (partner: string): string =>
  `(SELECT COALESCE(SUM(v.version), 0) FROM (${sideVersions(partner)}) AS v)
     <> (SELECT COALESCE(SUM(f.version), 0) FROM rewards_fold f WHERE f.partner_id = ${partner})`

const mark = { partnerId: "uuid", accountId: "uuid" } as const

/** Inserts the mark that is the lock of a partner's boards. Without NOT EXISTS, the statement could wait for the holder of the lock. */
export const insertLock = statement({
  input: mark,
  sql: ({ owner, source }) => `INSERT INTO rewards_fold (partner_id, account_id, version)
     SELECT ${owner()}, input.account_id, 0 FROM ${source()}
     WHERE NOT EXISTS (
       SELECT 1 FROM rewards_fold f WHERE f.partner_id = input.partner_id AND f.account_id = input.account_id
     )
     ON CONFLICT (partner_id, account_id) DO NOTHING`
})

/** Locks a partner's boards until COMMIT. Waits for another transaction that holds the lock. */
export const waitForLock = foldMarks.lock("partnerId", "accountId")

/** Locks a partner's boards until COMMIT. Returns no row if another transaction holds the lock. */
export const tryLock = foldMarks.lockFree()

/** Reads the ranges of a partner's transfers that are not folded. */
const readPending = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ accountId: foldMarks.fields.accountId, since: Integer, until: Integer }),
  sql: `SELECT a.account_id, COALESCE(f.version, 0) AS since, a.version AS until
     FROM input CROSS JOIN (${sideVersions("(SELECT partner_id FROM input)")}) AS a
     LEFT JOIN rewards_fold f ON f.partner_id = input.partner_id AND f.account_id = a.account_id
     WHERE a.version > COALESCE(f.version, 0) ORDER BY a.account_id`
})

const writeMarks = statement({
  input: { ...mark, until: "integer" },
  sql: ({ owner, source }) => `INSERT INTO rewards_fold (partner_id, account_id, version)
     SELECT ${owner()}, input.account_id, input.until FROM ${source()} WHERE true
     ON CONFLICT (partner_id, account_id) DO UPDATE SET version = excluded.version`
})

/** Returns SQL for the later of two instants. The time of a score never goes back, even if the clocks of processes differ. */
const later = (one: string, other: string): string =>
  `CASE WHEN ${one} > ${other} THEN ${one} ELSE ${other} END`

/** Returns SQL that adds the changes in the relation `gained` to the scores. */
const addGained = ({ owner, source }: Fragments, gained: string, score = `${gained}.score`): string =>
  `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
  SELECT ${owner(gained)}, ${gained}.board, ${gained}.member_id, ${score}, ${gained}.reached_ms
  FROM ${source(gained)} WHERE true
  ON CONFLICT (partner_id, member_id, board) DO UPDATE
  SET score = rewards_score.score + excluded.score,
    reached_ms = ${later("excluded.reached_ms", "rewards_score.reached_ms")}`

const gained = (fragments: Fragments): string =>
  `gained AS MATERIALIZED (${scoreChanges(fragments, "input")})`

/**
 * Returns SQL for the changes of rank keys. For each changed score, it returns the old rank key with -1 and the new rank key with 1. It
 * leaves out scores that are not above 0. It must be read before the scores change.
 */
const moves = (fragments: Fragments): string => `${gained(fragments)}, ${movesOf(fragments)}`

const movesOf = (fragments: Fragments): string => `held AS MATERIALIZED (
    SELECT g.partner_id, g.board, g.member_id, CASE WHEN s.score > 0 THEN s.rank_key END AS former,
      COALESCE(s.score, 0) + g.score AS score,
      ${later("s.reached_ms", "g.reached_ms")} AS reached_ms
    FROM gained g LEFT JOIN rewards_score s
      ON s.partner_id = g.partner_id AND s.member_id = g.member_id AND s.board = g.board
  ), moved AS MATERIALIZED (
    SELECT partner_id, board, former AS rank_key, -1 AS members FROM held WHERE former IS NOT NULL
    UNION ALL
    SELECT partner_id, board, ${fragments.rankKey("score", "reached_ms", "member_id")}, 1 FROM held WHERE score > 0
  )`

/**
 * Returns SQL for the rungs of one level whose number of members changes, with the change. `below` is the relation with the changes of the
 * level below. For level 1, `below` is `moved`.
 */
const netOf = ({ bytes }: Fragments, level: number, below: string): string => `net${level} AS MATERIALIZED (
    SELECT partner_id, board, rung AS rank_key, SUM(members) AS members FROM (
      SELECT partner_id, board, members, ${rungAt(bytes, level, below, `${below}.rank_key`)} AS rung FROM ${below}
    ) AS step
    GROUP BY partner_id, board, rung HAVING SUM(members) <> 0
  )`

const nets = (fragments: Fragments): string =>
  `${netOf(fragments, 1, "moved")}, ${netOf(fragments, 2, "net1")}, ${netOf(fragments, 3, "net2")}`

/** SQL for the changed rungs of all levels, with the change of the number of members. */
const net = `(
    SELECT partner_id, board, 1 AS level, rank_key, members FROM net1
    UNION ALL SELECT partner_id, board, 2, rank_key, members FROM net2
    UNION ALL SELECT partner_id, board, 3, rank_key, members FROM net3
  ) AS net`

/** Returns SQL that adds the changes in a relation to the rungs. */
const countMoves = ({ owner, source }: Fragments, alias: string, relation?: string): string =>
  `INSERT INTO rewards_rung (partner_id, board, level, rank_key, members)
  SELECT ${owner(alias)}, ${alias}.board, ${alias}.level, ${alias}.rank_key, ${alias}.members
  FROM ${source(alias, relation)} WHERE true
  ON CONFLICT (partner_id, board, level, rank_key) DO UPDATE
  SET members = rewards_rung.members + excluded.members
  RETURNING partner_id, board, rank_key, level, members`

const range = { ...mark, since: "integer", until: "integer" } as const

/**
 * Adds ranges of transfers to scores and rungs, on PostgreSQL. All parts of the statement read the scores as they were before the
 * statement. Returns the rungs of level 1 that have too many members.
 */
const addToScoresAndRungs = statement({
  input: range,
  output: rungs.row(),
  sql: (fragments) =>
    `, ${moves(fragments)}, added AS (${addGained(fragments, "gained")}), ${nets(fragments)}, counted AS (${countMoves(fragments, "net", net)})
     SELECT partner_id, board, rank_key, level, members FROM counted WHERE level = 1 AND members > ${maxMembers}`
})

/**
 * Statements for SQLite, which cannot write two tables in one statement. `addToRungs` runs before `addToScores`, because `addToRungs`
 * reads the old scores.
 */
const addToRungs = statement({
  input: range,
  output: rungs.row(),
  sql: (fragments) => `, ${moves(fragments)}, ${nets(fragments)} ${countMoves(fragments, "net", net)}`
})

const addToScores = statement({
  input: range,
  sql: (fragments) => `, ${gained(fragments)} ${addGained(fragments, "gained")}`
})

/** The change of a score is read as text, because a sum of many amounts can be too large for an exact JavaScript number. */
const { board, memberId, partnerId, reachedMs } = scores.fields
const scoreRow = Schema.Struct({ partnerId, board, memberId, score: Schema.String, reachedMs })
const asText = (changes: string): string =>
  `SELECT partner_id, board, member_id, CAST(score AS TEXT) AS score, reached_ms FROM (${changes}) AS change`

/**
 * Statements for Citus. Citus runs a statement with writes in CTEs step by step, and copies the rows of each step to all nodes. So these
 * statements only read the changes, and separate statements write them. All of them run on the node of the partner.
 */
const changes = {
  ofScores: statement({
    input: range,
    output: scoreRow,
    sql: (fragments) => asText(scoreChanges(fragments, "input"))
  }),
  ofRungs: statement({
    input: range,
    output: rungs.row(),
    sql: (fragments) =>
      `, ${moves(fragments)}, ${nets(fragments)} SELECT partner_id, board, level, rank_key, members FROM ${net}`
  })
}

const writeScores = statement({
  input: { partnerId: "uuid", board: "small", memberId: "uuid", score: "text", reachedMs: "integer" },
  sql: (fragments) => addGained(fragments, "input", "CAST(input.score AS BIGINT)")
})

const writeRungs = statement({
  input: { partnerId: "uuid", board: "small", level: "small", rankKey: "bytes", members: "small" },
  output: rungs.row(),
  sql: (fragments) => countMoves(fragments, "input")
})

const addToDays = statement({
  input: range,
  sql: (fragments) => `INSERT INTO rewards_day (partner_id, day, ${dayColumns.join(", ")}) 
    SELECT ${fragments.owner("days")}, days.day, ${dayColumns.map((column) => `days.${column}`).join(", ")}
    FROM ${fragments.source("days", `(${dayTotals(fragments, "input")}) AS days`)} WHERE true
    ON CONFLICT (partner_id, day) DO UPDATE
    SET ${dayColumns.map((column) => `${column} = ${bounded(`rewards_day.${column} + excluded.${column}`)}`).join(", ")}`
})

const addToRuleDays = statement({
  input: range,
  sql: (
    fragments
  ) => `INSERT INTO rewards_rule_day (partner_id, rule_id, day, local_day, ${ruleDayColumns.join(", ")})
    SELECT ${fragments.owner("paid")}, paid.rule_id, paid.day, paid.local_day, ${ruleDayColumns.map((column) => `paid.${column}`).join(", ")}
    FROM ${fragments.source("paid", `(${ruleDayTotals(fragments, "input")}) AS paid`)} WHERE true
    ON CONFLICT (partner_id, rule_id, day, local_day) DO UPDATE
    SET ${ruleDayColumns.map((column) => `${column} = ${bounded(`rewards_rule_day.${column} + excluded.${column}`)}`).join(", ")}`
})

/** SQL for the changes that move the scores of the member `fromId` to `intoId`. A moved score keeps the time at which it was reached. */
const mergedScores = `SELECT s.partner_id, s.board, t.member_id, s.score * t.sign AS score, s.reached_ms
  FROM input CROSS JOIN rewards_score s
  CROSS JOIN (SELECT 1 AS sign, into_id AS member_id FROM input UNION ALL SELECT -1, from_id FROM input) AS t
  WHERE s.partner_id = input.partner_id AND s.member_id = input.from_id`

/** The input of the statements in `mergeChanges`. */
const merges = {
  input: { partnerId: "uuid", fromId: "uuid", intoId: "uuid" } as const
}
/** Statements that only read the changes of a merge. As in `changes`, separate statements write the changes afterwards. */
const mergeChanges = {
  ofScores: statement({
    ...merges,
    output: scoreRow,
    sql: asText(mergedScores)
  }),
  ofRungs: statement({
    ...merges,
    output: rungs.row(),
    sql: (fragments) =>
      `, gained AS MATERIALIZED (${mergedScores}), ${movesOf(fragments)}, ${nets(fragments)} SELECT partner_id, board, level, rank_key, members FROM ${net}`
  })
}
const deleteScores = scores.by("partnerId", "memberId").delete()

/** Removes a partner's boards. Marks are set to 0 instead of deleted, because one of them is the lock. */
const removals = [
  "DELETE FROM rewards_rung",
  "DELETE FROM rewards_score",
  "DELETE FROM rewards_day",
  "DELETE FROM rewards_rule_day",
  "UPDATE rewards_fold SET version = 0"
].map((change) =>
  statement({
    input: { partnerId: "uuid" },
    sql: `${change} WHERE partner_id IN (SELECT partner_id FROM input)`
  })
)

/** Returns the number of transfers in ranges. */
const lengthOf = (ranges: ReadonlyArray<TransferRange>): number =>
  ranges.reduce((sum, { since, until }) => sum + until - since, 0)

/** Returns the first transfers of the ranges, at most `most`. */
const firstOf = (ranges: ReadonlyArray<TransferRange>, most: number): ReadonlyArray<TransferRange> => {
  let left = most
  return ranges.flatMap((range) => {
    const taken = Math.min(left, range.until - range.since)
    left -= taken
    return taken === 0 ? [] : [{ ...range, until: range.since + taken }]
  })
}

const make = (most: number) =>
  Effect.gen(function* () {
    const database = yield* Database
    const divide = makeDivide(database)

    type Ranges = Parameters<typeof addToRungs.parameters>[1]

    const addByReading = (rows: Ranges) =>
      Effect.flatMap(
        database.send(
          Batch.all({ rungs: Batch.of(changes.ofRungs, rows), scores: Batch.of(changes.ofScores, rows) })
        ),
        ({ rungs, scores }) =>
          database.send(
            Batch.all({ rungs: Batch.of(writeRungs, rungs), scores: Batch.of(writeScores, scores) })
          )
      )

    /** Adds ranges to scores and rungs. Returns changed rungs, among them all rungs of level 1 that have too many members. */
    const add = (rows: Ranges) => {
      if (database.dialect.distributed) return Effect.map(addByReading(rows), ({ rungs }) => rungs)
      if (database.dialect.name === "postgres") return database.run(addToScoresAndRungs, rows)
      const both = Batch.all({ rungs: Batch.of(addToRungs, rows), scores: Batch.of(addToScores, rows) })
      return Effect.map(database.send(both), ({ rungs }) => rungs)
    }

    /** Adds ranges to scores and rungs. The caller must hold the lock, and must send the returned batch, which writes totals and marks. */
    const foldLocked = Effect.fnUntraced(function* (
      partnerId: PartnerId,
      ranges: ReadonlyArray<TransferRange>
    ) {
      const rows = ranges.map((range) => ({ ...range, partnerId }))
      const changed = yield* add(rows)
      const crowded = changed.filter(({ level, members }) => level === 1 && members > maxMembers)
      if (crowded.length > 0) yield* divide(crowded)
      return Batch.inOrder([
        Batch.of(addToDays, rows),
        Batch.of(addToRuleDays, rows),
        Batch.of(writeMarks, rows)
      ])
    })

    const lockOf = (partnerId: PartnerId) => [{ partnerId, accountId: stripeId(partnerId, "issuance", 0) }]

    return Folds.of({
      fold: Effect.fn("Folds.fold")((partnerId) => {
        const lock = lockOf(partnerId)
        const first = Batch.all({
          inserted: Batch.of(insertLock, lock),
          locked: Batch.of(tryLock, lock),
          pending: Batch.of(readPending, [{ partnerId }])
        })
        return database.relaxedTransactionOn(first, ({ locked, pending }) => {
          if (locked.length === 0) {
            return Effect.succeed(Batch.succeed<FoldResult>(FoldResult.Locked({ pending })))
          }
          const ranges = firstOf(pending, most)
          const folded = lengthOf(ranges)
          const done: FoldResult = FoldResult.Done({ folded, left: lengthOf(pending) - folded })
          return folded === 0
            ? Effect.succeed(Batch.succeed(done))
            : Effect.map(foldLocked(partnerId, ranges), (last) => Batch.map(last, () => done))
        })
      }),

      merge: Effect.fn("Folds.merge")(function* (merged) {
        const { fromId: memberId, partnerId } = merged
        yield* database.run(insertLock, lockOf(partnerId))
        yield* database.run(waitForLock, lockOf(partnerId))
        const { rungs, scores } = yield* database.send(
          Batch.all({
            rungs: Batch.of(mergeChanges.ofRungs, [merged]),
            scores: Batch.of(mergeChanges.ofScores, [merged])
          })
        )
        const { changed } = yield* database.send(
          Batch.all({ changed: Batch.of(writeRungs, rungs), scores: Batch.of(writeScores, scores) })
        )
        const crowded = changed.filter(({ level, members }) => level === 1 && members > maxMembers)
        if (crowded.length > 0) yield* divide(crowded)
        yield* database.run(deleteScores, [{ partnerId, memberId }])
      }),

      rebuild: Effect.fn("Folds.rebuild")((partnerId) => {
        const partner = [{ partnerId }]
        const rebuilt = Effect.gen(function* () {
          yield* database.run(waitForLock, lockOf(partnerId))
          yield* database.send(Batch.inOrder(removals.map((each) => Batch.of(each, partner))))
          for (;;) {
            const ranges = firstOf(yield* database.run(readPending, partner), most)
            if (ranges.length === 0) return
            yield* database.send(yield* foldLocked(partnerId, ranges))
          }
        })
        // The mark that is the lock is committed first, so that a concurrent fold finds it.
        return Effect.zipRight(
          database.run(insertLock, lockOf(partnerId)),
          database.patientTransaction(rebuilt)
        )
      })
    })
  })
