import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { DatabaseUnavailable, TransactionConflict } from "./Errors.ts"

/** What a caller can act on. Every other failure of a statement is a defect of ours. */
export type DatabaseFailure = DatabaseUnavailable | TransactionConflict

/**
 * PostgreSQL: serialization failure, deadlock, lock not available, statement timeout. A unique violation counts too: somebody wrote
 * between our look and our write, and a second look will see it. So does a missing row at the other end of a foreign
 * key: it was there when we looked. And a prepared statement that the server has lost: the driver sends it whole next time.
 */
const conflictStates = new Set(["40001", "40P01", "55P03", "57014", "23505", "23503", "26000", "42P05"])
const conflictCodes = /^SQLITE_(BUSY|LOCKED|CONSTRAINT_(UNIQUE|PRIMARYKEY))/
/** SQLite's primary result codes BUSY and LOCKED, and the extended ones for unique keys, as node:sqlite gives them. */
const conflictNumbers = (code: number): boolean =>
  (code & 0xff) === 5 || (code & 0xff) === 6 || code === 2067 || code === 1555

const cachedPlan = /cached plan must not change/

/** PostgreSQL: no connection, no room, shutting down, or read-only because another server has taken over. */
const awayStates = /^(08...|25006|25P03|53[123]00|57P0[12345])$/
const awayCodes =
  /^(SQLITE_(IOERR|CANTOPEN|FULL|NOTADB|CORRUPT|READONLY)|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
const awayNumbers = new Set([8, 10, 11, 13, 14, 26])
/** The drivers report some of these only in words. */
const awayWords =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|cannot use a pool after|not queryable|client has encountered a connection error|database (has|is) (already )?(closed|not open)|closed database|statement has been finalized|connection error/i

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

const reason = (cause: unknown, fallback: string): string => {
  const code = property(cause, "code") ?? property(cause, "errcode")
  return code === undefined ? fallback : String(code)
}

const isConflict = (cause: unknown): boolean => {
  const code = property(cause, "code")
  const number = property(cause, "errcode")
  if (typeof code === "string" && (conflictStates.has(code) || conflictCodes.test(code))) return true
  if (code === "0A000") return cachedPlan.test(String(property(cause, "message")))
  return typeof number === "number" && conflictNumbers(number)
}

const isAway = (error: SqlError): boolean => {
  const code = property(error.cause, "code")
  const number = property(error.cause, "errcode")
  if (typeof code === "string" && (awayStates.test(code) || awayCodes.test(code))) return true
  if (typeof number === "number" && awayNumbers.has(number & 0xff)) return true
  const words = `${error.message} ${String(property(error.cause, "message") ?? "")}`
  return awayWords.test(words)
}

/** Sorts a driver's failure: retry, report, or give up as a defect. */
export const classify = (error: SqlError): Effect.Effect<never, DatabaseFailure> => {
  if (isConflict(error.cause)) {
    return Effect.fail(new TransactionConflict({ reason: reason(error.cause, "conflict") }))
  }
  if (isAway(error)) {
    return Effect.fail(
      new DatabaseUnavailable({ reason: reason(error.cause, "connection lost"), committed: "no" })
    )
  }
  return Effect.die(error)
}

/** PostgreSQL's own word, and not that of a pooler which has lost it: it has undone the transaction. */
const isRefusal = (cause: unknown): boolean =>
  property(cause, "severity") === "ERROR" && !String(property(cause, "code")).startsWith("08")

/** A database that says what is wrong with a COMMIT has not done it. PostgreSQL may also just answer with ROLLBACK. */
const isKnown = (cause: unknown): boolean =>
  isRefusal(cause) ||
  isConflict(cause) ||
  property(cause, "code") === "25P02" ||
  String(property(cause, "code")).startsWith("SQLITE_CONSTRAINT") ||
  Number(property(cause, "errcode")) % 256 === 19

/** The same for COMMIT, and what is sent with it: where nobody answers, it may have been done. */
export const classifyCommit = (error: SqlError): Effect.Effect<never, DatabaseFailure> =>
  isKnown(error.cause) ? classify(error) : Effect.fail(uncertain(reason(error.cause, "connection lost")))

/** What was sent with COMMIT may have been kept, and its outcome is lost. */
export const uncertain = (reason: string): DatabaseUnavailable =>
  new DatabaseUnavailable({ reason, committed: "unknown" })
