import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Option, Random, Schedule } from "effect"
import { AwayNodes } from "./AwayNodes.ts"
import { type Batch, of, succeed } from "./Batch.ts"
import { type Answers, executeAll, isPipeline, Patience, patiently, type Request } from "./Connections.ts"
import * as Dialect from "./Dialect.ts"
import { TransactionConflict } from "./Errors.ts"
import { classify, classifyCommit, type DatabaseFailure, uncertain } from "./Failure.ts"
import { onRealTime, retryOnRealTime } from "./RealTime.ts"
import type { Statement } from "./Statement.ts"
import * as Transaction from "./Transaction.ts"

/** Runs the statements of every service, directly on the connections of a `SqlClient`. */
export class Database extends Context.Tag("rewards/Database")<
  Database,
  {
    /** On PostgreSQL, `distributed` is false before the first statement, which finds out whether the tables are distributed. */
    readonly dialect: Dialect.Dialect

    /** Runs one statement over all rows at once, in the current transaction if there is one. Does nothing without rows. */
    readonly run: <Row, A>(
      statement: Statement<Row, A>,
      rows: ReadonlyArray<Row>
    ) => Effect.Effect<ReadonlyArray<A>, DatabaseFailure>

    /**
     * Runs the statements of a batch in their order on one connection, in the current transaction if there is one. A connection of
     * `drivers/postgres` sends all statements before it waits for the first answer.
     */
    readonly send: <A>(batch: Batch<A, TransactionConflict>) => Effect.Effect<A, DatabaseFailure>

    /**
     * Runs the effect in a write transaction, which on SQLite holds the write lock from the start. After a conflict with another
     * writer, the transaction starts over, up to nine times. Inside another transaction, the effect runs in a savepoint. Then only the
     * outer transaction can start over.
     *
     * A transaction cannot be interrupted. Otherwise `@effect/sql-pg` could cancel a statement of another fiber on the same
     * connection.
     */
    readonly transaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /** Like `transaction`, but without time-outs for locks and answers. It is for long work, such as migrations. */
    readonly patientTransaction: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /**
     * Runs a transaction that reads, decides and writes. A connection of `drivers/postgres` sends the first batch with BEGIN, and the last
     * batch with COMMIT. The answers to the last batch are read after COMMIT. So only database constraints can prevent wrong writes of
     * this batch.
     */
    readonly transactionOn: <A, B, E, R>(
      first: Batch<A, TransactionConflict>,
      decide: (found: A) => Effect.Effect<Batch<B>, E, R>
    ) => Effect.Effect<B, E | DatabaseFailure, R>

    /**
     * Like `transactionOn`, for work that must read which rows to lock before the transaction begins. `prepare` reads them before each
     * attempt, because they may have changed after a conflict.
     */
    readonly transactionAfter: <P, A, B, E, R>(
      prepare: Effect.Effect<P, DatabaseFailure>,
      first: (prepared: P) => Batch<A, TransactionConflict>,
      decide: (found: A, prepared: P) => Effect.Effect<Batch<B>, E, R>
    ) => Effect.Effect<B, E | DatabaseFailure, R>

    /**
     * Like `transactionOn`, for work that can be repeated: COMMIT does not wait for the disk, so a crash can undo the transaction. On
     * SQLite, and inside another transaction, it does the same as `transactionOn`.
     */
    readonly relaxedTransactionOn: <A, B, E, R>(
      first: Batch<A, TransactionConflict>,
      decide: (found: A) => Effect.Effect<Batch<B>, E, R>
    ) => Effect.Effect<B, E | DatabaseFailure, R>

    /**
     * Runs reads, which can take any length of time. All of them see the same state of the database. On Citus, this holds only for
     * reads of one partner. On PostgreSQL, it does not hold inside another transaction. Writers do not wait for the reads, except on the
     * same SQLite connection. Until the reads end, PostgreSQL cannot vacuum rows that the reads may need.
     */
    readonly snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailure, R>

    /** Returns whether the node of a partner can be reached, as far as this process knows. Always true without Citus. */
    readonly isReachable: (partnerId: string) => Effect.Effect<boolean, DatabaseFailure>

    /**
     * Runs reads outside the current transaction, on another connection. They see what was committed until now. Must not be used on
     * SQLite, which has only one connection.
     */
    readonly outside: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

    /** Whether the calling fiber is inside a transaction. */
    readonly inTransaction: Effect.Effect<boolean>

    /**
     * Whether the calling fiber is inside a transaction of a host. Such a transaction can stay open for any length of time beside
     * other writers. Always false on SQLite, which has only one writer at a time.
     */
    readonly inHostTransaction: Effect.Effect<boolean>

    /**
     * Calls back after the current transaction has committed, or at once outside a transaction. Never calls back after a rollback, or
     * in a transaction that this library did not begin, because it cannot see the COMMIT. The callback must not throw.
     */
    readonly afterCommit: (callback: () => void) => Effect.Effect<void>

    /** Runs an SQL text without parameters, such as a table definition. */
    readonly define: (text: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** The time-outs on PostgreSQL, in milliseconds. They do not apply to SQLite. */
export class Timeouts extends Context.Reference<Timeouts>()("rewards/Timeouts", {
  defaultValue: (): {
    /** How long a statement waits for a row that another transaction has locked. After that, it fails with a `LockTimeout`. */
    readonly lock: number
    /** How long a transaction may pause between two statements. After that, the server ends the transaction and releases its locks. */
    readonly idle: number
    /**
     * How long a statement outside a transaction may take. After that, it fails with a `LockTimeout`. It applies only to connections
     * of `drivers/postgres`, and not inside `patiently`.
     */
    readonly alone: number
  } => ({ lock: 3000, idle: 15_000, alone: 10_000 })
}) {}

export const withLockTimeout = (milliseconds: number | undefined): Layer.Layer<never> =>
  milliseconds === undefined
    ? Layer.empty
    : Layer.effect(
        Timeouts,
        Effect.map(Timeouts, (timeouts) => ({ ...timeouts, lock: milliseconds }))
      )

/**
 * The schedule of the attempts after the second one: at most eight, and none after 10 seconds. The pauses between them grow from about
 * 5 ms to about 640 ms.
 */
const conflictRetry = Schedule.exponential("5 millis").pipe(
  Schedule.upTo("10 seconds"),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(8))
)

/** A pause before every attempt except the first. It is random, so that two transactions are less likely to conflict again. */
const pause = onRealTime(Effect.flatMap(Random.nextIntBetween(1, 10), (millis) => Effect.sleep(millis)))

/**
 * The settings of PostgreSQL's planner, without Citus, for short transactions and for statements outside a transaction.
 *
 * - `plan_cache_mode`: each connection plans a statement once for all parameters. By default, PostgreSQL can plan every call again.
 * - `enable_seqscan`: by default, a plan that is made while a table is small scans the whole table, even after it has become large.
 * - `jit`: before version 18, `enable_seqscan = off` adds a huge cost to a plan that must scan a table. PostgreSQL would compile such
 *   an expensive plan just in time, even for a small table.
 */
const planning = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off" }

/** Changes settings only until the transaction ends, because a pooler may then give the connection to another client. */
const set = (settings: Readonly<Record<string, string>>): Request => ({
  text: `SELECT ${Object.keys(settings)
    .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
    .join(", ")}`,
  parameters: Object.values(settings)
})

const setLocal = (settings: Readonly<Record<string, string>>): ReadonlyArray<Request> =>
  Object.entries(settings).map(([name, value]) => ({
    text: `SET LOCAL ${name} = '${value}'`,
    parameters: []
  }))

/** Makes Citus use one connection to each node, instead of one for each shard. */
const onOneConnection = setLocal({ "citus.multi_shard_modify_mode": "sequential" })

/** Changes settings on Citus until the transaction ends. Citus passes SET on to its workers, but not `set_config`. */
const setEverywhere = (settings: Readonly<Record<string, string>>): ReadonlyArray<Request> => [
  ...onOneConnection,
  ...setLocal({ "citus.propagate_set_commands": "local", ...settings })
]

const citusIsInstalled = "SELECT 1 AS found WHERE to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"
const nodeOf = `SELECT n.nodename || ':' || n.nodeport AS node FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
  WHERE p.shardid = get_shard_id_for_distribution_column('${Dialect.partnerTable}', $1::UUID)`
const isDistributed = `SELECT 1 AS found FROM pg_dist_partition WHERE logicalrelid = to_regclass('${Dialect.partnerTable}')`

const isConflict = (error: unknown): boolean => error instanceof TransactionConflict

/** Repeats an attempt after conflicts. */
const repeated = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAll(attempt, (error) =>
    isConflict(error)
      ? retryOnRealTime(Effect.zipRight(pause, attempt), conflictRetry, isConflict)
      : Effect.fail(error)
  )

const nothing = succeed(undefined)

/** If the answers cannot be read after COMMIT, fails with `uncertain`, so that the caller does not assume a rollback. */
const readCommitted =
  <A>(batch: Batch<A>) =>
  (answers: Answers): Effect.Effect<A, DatabaseFailure> => {
    try {
      return batch.read(answers)
    } catch (error) {
      return Effect.fail(uncertain(String(error)))
    }
  }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const timeouts = yield* Timeouts
  const product = yield* sql.onDialectOrElse({
    sqlite: () => Effect.succeed(Dialect.sqlite),
    pg: () => Effect.succeed(Dialect.postgres),
    orElse: () =>
      Effect.dieMessage(
        "laurel-rewards runs on SQLite and PostgreSQL; this SqlClient is for another database"
      )
  })

  const hold = Transaction.holdOf(sql)

  /** Runs requests in the current transaction. Outside a transaction, `alone` runs them on a free connection. */
  const askBy = <A>(
    alone: (connection: Connection) => Effect.Effect<Answers, SqlError>,
    requests: ReadonlyArray<Request>,
    onSuccess: (answers: Answers) => Effect.Effect<A, DatabaseFailure>
  ): Effect.Effect<A, DatabaseFailure> => {
    const read = { onFailure: classify, onSuccess }
    return Transaction.withCurrent((current) =>
      Option.isSome(current)
        ? Effect.matchEffect(executeAll(current.value[0], requests), read)
        : Effect.uninterruptible(hold((connection) => Effect.matchEffect(alone(connection), read), classify))
    )
  }

  /** Returns whether a query returns a row. */
  const findsRow = (text: string): Effect.Effect<boolean, DatabaseFailure> => {
    const requests = [{ text, parameters: [] }]
    return askBy(
      (connection) => executeAll(connection, requests),
      requests,
      ([rows = []]) => Effect.succeed(rows.length > 0)
    )
  }

  /** Reads the node of a partner outside of the current transaction, because this transaction may have failed. */
  const nodes = new AwayNodes((partner) =>
    Effect.uninterruptible(
      hold(
        (connection) =>
          Effect.matchEffect(executeAll(connection, [{ text: nodeOf, parameters: [partner] }]), {
            onFailure: classify,
            onSuccess: ([rows = []]) => Effect.succeed(nodeIn(rows[0]))
          }),
        classify
      )
    )
  )

  /** Undefined on PostgreSQL until the first statement has found out whether the tables are distributed. */
  let dialect = product.name === "sqlite" ? product : undefined
  const detectDialect = Effect.gen(function* () {
    const distributed = (yield* findsRow(citusIsInstalled)) && (yield* findsRow(isDistributed))
    dialect = distributed ? Dialect.citus : product
    return dialect
  })
  const withDialect = <A, E, R>(
    use: (dialect: Dialect.Dialect) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | DatabaseFailure, R> =>
    dialect === undefined ? Effect.flatMap(detectDialect, use) : use(dialect)

  const limit = { statement_timeout: String(timeouts.alone) }
  const [planned, limited, both] = [set(planning), set(limit), set({ ...planning, ...limit })]
  /** Citus gets no `planning`. The time-out applies to its coordinator, which also cancels the statement on the worker. */
  const aloneSettings = ({ distributed }: Dialect.Dialect, patient: boolean): ReadonlyArray<Request> => {
    if (distributed) return patient ? [] : [limited]
    return [patient ? planned : both]
  }

  /**
   * Runs requests on a connection outside a transaction. A pipeline runs them in one implicit transaction, so that the settings apply
   * to all of them. Without a pipeline, the settings would have no effect, so they are not sent.
   */
  const executeAlone =
    (dialect: Dialect.Dialect, requests: ReadonlyArray<Request>) =>
    (connection: Connection): Effect.Effect<Answers, SqlError> =>
      dialect.name === "postgres" && isPipeline(connection)
        ? Effect.flatMap(Patience, (patient) => {
            const settings = aloneSettings(dialect, patient)
            return Effect.map(connection.executeAll([...settings, ...requests]), (answers) =>
              answers.slice(settings.length)
            )
          })
        : executeAll(connection, requests)

  const send = <A>(batch: Batch<A, TransactionConflict>): Effect.Effect<A, DatabaseFailure> =>
    batch.steps.length === 0
      ? batch.read([])
      : withDialect((dialect) => {
          const { requests, merge } = requestsOf(batch, dialect)
          const answered = askBy(executeAlone(dialect, requests), requests, (answers) =>
            batch.read(merge(answers))
          )
          return dialect.distributed ? nodes.guard(partnerIn(requests), answered) : answered
        })

  const options: Transaction.TransactionOptions<DatabaseFailure> = {
    hold,
    begin: product.begin,
    ofHost: false,
    interruptible: false,
    onFailure: (error, committing) => (committing ? classifyCommit(error) : classify(error))
  }

  /** Settings that are sent together with BEGIN. Citus gets no `plans`. */
  const settingsOf = (lock: number, idle: number, others = {}, plans = {}) => {
    const limits = {
      lock_timeout: String(lock),
      idle_in_transaction_session_timeout: String(idle),
      ...others
    }
    const settings = new Map<Dialect.Dialect, ReadonlyArray<Request>>([
      [Dialect.postgres, [set({ ...limits, ...plans })]],
      [Dialect.citus, setEverywhere(limits)]
    ])
    return (dialect: Dialect.Dialect) => settings.get(dialect) ?? []
  }
  const shortSettings = settingsOf(timeouts.lock, timeouts.idle, {}, planning)
  const relaxedSettings = settingsOf(timeouts.lock, timeouts.idle, { synchronous_commit: "off" }, planning)
  const patientSettings = settingsOf(0, timeouts.idle)
  const patientReadSettings = settingsOf(0, 0)

  /** Settings that are sent together with SAVEPOINT. The outer transaction determines all other settings. */
  const savepointSettings = (dialect: Dialect.Dialect) => (dialect.distributed ? onOneConnection : [])

  const begin = <A, B, E, R>(
    settingsFor: (dialect: Dialect.Dialect) => ReadonlyArray<Request>,
    first: Batch<A, TransactionConflict>,
    decide: (found: A) => Effect.Effect<Batch<B>, E, R>,
    isRepeated = true
  ): Effect.Effect<B, E | DatabaseFailure, R> =>
    withDialect((dialect) =>
      Transaction.withCurrent((current): Effect.Effect<B, E | DatabaseFailure, R> => {
        const nested = Option.isSome(current)
        const settings = nested ? savepointSettings(dialect) : settingsFor(dialect)
        const opening = requestsOf(first, dialect)
        const endWith = (last: Batch<B>): Transaction.Ending<B, DatabaseFailure> => {
          const closing = requestsOf(last, dialect)
          const read = nested ? last.read : readCommitted(last)
          return { last: closing.requests, read: (answers) => read(closing.merge(answers)) }
        }
        const once = Transaction.run<B, E | DatabaseFailure, R, DatabaseFailure>(options, {
          first: [...settings, ...opening.requests],
          decide: (answers) =>
            Effect.map(
              Effect.flatMap(first.read(opening.merge(answers.slice(settings.length))), decide),
              endWith
            )
        })
        if (nested) return once
        const guarded = dialect.distributed ? nodes.guard(partnerIn(opening.requests), once) : once
        return isRepeated ? repeated(guarded) : guarded
      })
    )

  return Database.of({
    get dialect() {
      return dialect ?? product
    },
    run: (statement, rows) => send(of(statement, rows)),
    send,
    transaction: (effect) => begin(shortSettings, nothing, () => Effect.map(effect, succeed)),
    patientTransaction: (effect) =>
      patiently(begin(patientSettings, nothing, () => Effect.map(effect, succeed))),
    transactionOn: (first, decide) => begin(shortSettings, first, decide),
    transactionAfter: (prepare, first, decide) => {
      const attempt = Effect.flatMap(prepare, (prepared) =>
        begin(shortSettings, first(prepared), (found) => decide(found, prepared), false)
      )
      return Transaction.withCurrent((current) => (Option.isSome(current) ? attempt : repeated(attempt)))
    },
    relaxedTransactionOn: (first, decide) => begin(relaxedSettings, first, decide),
    snapshot: (effect) =>
      patiently(
        withDialect((dialect) =>
          Transaction.run(
            { ...options, begin: dialect.beginSnapshot, interruptible: true },
            Transaction.workOf(effect, patientReadSettings(dialect))
          )
        )
      ),
    isReachable: (partnerId) => {
      if (!nodes.isAway()) return Effect.succeed(true)
      const requests = [{ text: nodeOf, parameters: [partnerId] }]
      return askBy(
        (connection) => executeAll(connection, requests),
        requests,
        ([rows = []]) => Effect.succeed(!nodes.isAway(nodeIn(rows[0]) ?? ""))
      )
    },
    outside: Transaction.outside,
    inTransaction: Transaction.withCurrent((current) => Effect.succeed(Option.isSome(current))),
    inHostTransaction: Transaction.withCurrent((current) =>
      Effect.succeed(product.name !== "sqlite" && Option.isSome(current) && current.value[0].ofHost)
    ),
    afterCommit: Transaction.afterCommit,
    define: (text) => send({ ...nothing, steps: [() => [{ text, parameters: [], once: true }]] })
  })
})

const partnerIn = (requests: ReadonlyArray<Request>): string | undefined =>
  requests.find(({ partner }) => partner !== undefined)?.partner

const nodeIn = (row: unknown): string | undefined =>
  typeof row === "object" && row !== null && "node" in row ? String(row.node) : undefined

/** Returns the requests of a batch, and a function that merges their answers into one list of rows for each statement. */
const requestsOf = ({ steps }: Batch<unknown, unknown>, dialect: Dialect.Dialect) => {
  const parts = steps.map((step) => step(dialect))
  const requests = parts.flat()
  const merge = (answers: Answers): Answers => {
    if (requests.length === parts.length) return answers
    let next = 0
    return parts.map(({ length }) => {
      next += length
      return answers.slice(next - length, next).flat()
    })
  }
  return { requests, merge }
}
