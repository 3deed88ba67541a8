/**
 * What an error of the database, of its driver or of the network means for a transaction:
 *
 * - `locked`: another transaction has locked a row for too long. A second attempt would wait as long again.
 * - `conflict`: another transaction wrote or locked the same rows first. A second attempt reads the new state.
 * - `busy`: another connection holds SQLite's write lock. `drivers/sqlite` waits for the lock. After its time-out, the error counts as
 *   a conflict.
 * - `unprepared`: the prepared statement is missing or outdated, or its name is taken. A second attempt sends the statement without
 *   preparing it.
 * - `refused`: the database did not commit, and would not commit a second attempt either.
 * - `away`: the database cannot be used. For example, the connection is lost, or the database is read-only, full or damaged.
 */
export type Meaning = "locked" | "conflict" | "busy" | "unprepared" | "refused" | "away"

/**
 * With this code, PostgreSQL refuses statements after an earlier statement of the transaction has failed. `drivers/postgres` also uses it
 * if PostgreSQL rolls back instead of committing.
 */
export const inFailedTransaction = "25P02"

/** With this code, PostgreSQL refuses SAVEPOINT outside a transaction. */
export const noTransaction = "25P01"

/** The `reason` of failures after the engine was closed. It is not a code of a database. */
export const closed = "closed"

/** The codes with which PostgreSQL refuses the credentials or the name of the database. */
const wrongAddress = /^(28...|3D000)$/

/** Returns whether the database cannot be opened because its address is wrong, so that a retry is useless. */
export const isWrongAddress = (cause: unknown): boolean => {
  const code = codeOf(cause)
  const primary = groupOf(code)
  const cannotOpen = [14, 26, "SQLITE_CANTOPEN", "SQLITE_NOTADB"].some((each) => each === primary)
  return cannotOpen || (typeof code === "string" && wrongAddress.test(code))
}

/** Returns whether PostgreSQL asked for a password and `pg` had none. This error of `pg` has no code. */
export const lacksPassword = (cause: unknown): boolean => messageOf(cause).includes("client password must be")

/** PostgreSQL refuses a statement with this code if the role of the connection lacks a right. */
export const insufficientPrivilege = "42501"

/** The codes with which a read-only database, such as a replica, refuses a write. */
export const readOnly: ReadonlyArray<string | number> = ["25006", "SQLITE_READONLY", 8]

/** Each code is a SQLSTATE, or the first two characters of a SQLSTATE for a whole class. */
const postgres: ReadonlyArray<readonly [code: string, name: string, meaning: Meaning]> = [
  ["08", "connection exception (the whole class)", "away"],
  // Another transaction has removed the referenced row, or has taken the unique key.
  ["23503", "foreign_key_violation", "conflict"],
  ["23505", "unique_violation", "conflict"],
  // The server is a replica, for example because another server has become the primary.
  ["25006", "read_only_sql_transaction", "away"],
  [inFailedTransaction, "in_failed_sql_transaction", "refused"],
  ["25P03", "idle_in_transaction_session_timeout", "away"],
  ["25P04", "transaction_timeout", "away"],
  ["26000", "invalid_sql_statement_name", "unprepared"],
  ["40001", "serialization_failure", "conflict"],
  ["40P01", "deadlock_detected", "conflict"],
  ["42P05", "duplicate_prepared_statement", "unprepared"],
  ["53100", "disk_full", "away"],
  ["53200", "out_of_memory", "away"],
  ["53300", "too_many_connections", "away"],
  ["55P03", "lock_not_available", "locked"],
  // A statement_timeout also ends statements that wait too long for a lock.
  ["57014", "query_canceled", "locked"],
  ["57P01", "admin_shutdown", "away"],
  ["57P02", "crash_shutdown", "away"],
  ["57P03", "cannot_connect_now", "away"],
  ["57P04", "database_dropped", "away"],
  ["57P05", "idle_session_timeout", "away"]
]

/**
 * PostgreSQL has no separate code for a cached plan whose columns have changed. This error is recognised by the function that reports
 * it (`routine`), or by its English message.
 */
const featureNotSupported = "0A000"
const isCachedPlan = (cause: unknown): boolean =>
  property(cause, "routine") === "RevalidateCachedQuery" ||
  /cached plan must not change/.test(messageOf(cause))

/** An extended code that is not listed has the meaning of its primary code, which is its lowest byte. */
const sqlite: ReadonlyArray<readonly [code: number, name: string, meaning: Meaning]> = [
  [5, "SQLITE_BUSY", "busy"],
  // The transaction has read from a snapshot that is no longer the newest. Waiting does not refresh it.
  [517, "SQLITE_BUSY_SNAPSHOT", "conflict"],
  [6, "SQLITE_LOCKED", "conflict"],
  [8, "SQLITE_READONLY", "away"],
  [10, "SQLITE_IOERR", "away"],
  [11, "SQLITE_CORRUPT", "away"],
  [13, "SQLITE_FULL", "away"],
  [14, "SQLITE_CANTOPEN", "away"],
  [19, "SQLITE_CONSTRAINT", "refused"],
  [1555, "SQLITE_CONSTRAINT_PRIMARYKEY", "conflict"],
  [2067, "SQLITE_CONSTRAINT_UNIQUE", "conflict"],
  [26, "SQLITE_NOTADB", "away"]
]

/** Codes of socket errors. They are the same on Node, Bun and Deno. */
const network = [
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN"
]

const meanings = new Map<string | number | undefined, Meaning>()
for (const [code, , meaning] of postgres) meanings.set(code, meaning)
for (const [code, name, meaning] of sqlite) meanings.set(code, meaning).set(name, meaning)
for (const code of network) meanings.set(code, "away")

/** For some lost connections, drivers set no code. Only the message shows that the connection is lost. */
const awayWords =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|cannot use a pool after|not queryable|client has encountered a connection error|database (has|is) (already )?(closed|not open)|closed database|statement has been finalized|connection error/i

export const saysAway = (message: string): boolean => awayWords.test(message)

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** Citus reports some errors of its workers as internal errors. Only the English message shows the original error. */
const internalError = "XX000"
const nodeAway = /connection to the remote node .* failed|could not establish any connections to the node/
const workerErrors: ReadonlyArray<readonly [message: RegExp, code: string]> = [
  [/duplicate key value violates unique constraint/, "23505"],
  [/violates foreign key constraint/, "23503"],
  [/violates not-null constraint/, "23502"],
  [/violates check constraint/, "23514"],
  [/canceling statement due to lock timeout/, "55P03"],
  [/could not serialize access/, "40001"],
  [nodeAway, "08006"]
]

const sqlStateOf = (code: string, cause: unknown): string =>
  code === internalError
    ? (workerErrors.find(([message]) => message.test(messageOf(cause)))?.[1] ?? code)
    : code

/** Returns the code of an error: a SQLSTATE, a SQLite name or number, or the name of a system error. */
export const codeOf = (cause: unknown): string | number | undefined => {
  const code = property(cause, "code")
  // In `node:sqlite`, `code` is the same for all errors of SQLite, and `errcode` is the number of the error.
  const number = property(cause, "errcode")
  if (typeof number === "number") return number
  return typeof code === "string" ? sqlStateOf(code, cause) : undefined
}

const messageOf = (cause: unknown): string => {
  const message = property(cause, "message")
  return typeof message === "string" ? message : ""
}

/** Returns what the cause of a failed statement means; undefined for an unknown cause, which is treated as a defect. */
export const meaningOf = (cause: unknown): Meaning | undefined => {
  const code = codeOf(cause)
  if (code === featureNotSupported) return isCachedPlan(cause) ? "unprepared" : undefined
  return (
    meanings.get(code) ?? meanings.get(groupOf(code)) ?? (saysAway(messageOf(cause)) ? "away" : undefined)
  )
}

/** Returns the class of a SQLSTATE, or the primary code of a SQLite error. */
const groupOf = (code: string | number | undefined): string | number | undefined => {
  if (typeof code === "number") return code & 0xff
  return code?.startsWith("SQLITE_") ? code.split("_", 2).join("_") : code?.slice(0, 2)
}

export const saysReadOnly = (cause: unknown): boolean => {
  const code = codeOf(cause)
  return readOnly.some((each) => each === code || each === groupOf(code))
}

/**
 * Returns the code in the `reason` of a failure, with the primary code in place of an extended code of SQLite. `node:sqlite` has numbers
 * of at most four digits, and a SQLSTATE has five characters.
 */
export const primaryOf = (reason: string): string => {
  if (/^\d{1,4}$/.test(reason)) return String(groupOf(Number(reason)))
  return reason.startsWith("SQLITE_") ? String(groupOf(reason)) : reason
}

/**
 * Codes that start with these characters can mean that PostgreSQL has closed the connection. Some of them have other causes, too. So we
 * assume the worst: the connection is closed, and a COMMIT may have happened.
 */
const closesConnection = ["08", "25P03", "25P04", "53", "57P", "58", "XX"]

/**
 * Returns whether PostgreSQL itself reported the error, and the connection is still usable. Errors of the driver and of the network have no
 * severity.
 */
export const isAnswer = (cause: unknown): boolean => {
  const code = codeOf(cause)
  if (typeof code !== "string" || typeof property(cause, "severity") !== "string") return false
  return !closesConnection.some((start) => code.startsWith(start))
}

/**
 * Returns whether the coordinator of a Citus cluster reports that it cannot reach a worker. The connection to the coordinator is still
 * usable. If COMMIT fails with this error, the worker may have committed.
 */
export const isNodeAway = (cause: unknown): boolean =>
  typeof property(cause, "severity") === "string" && nodeAway.test(messageOf(cause))
