import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { codeOf, isAnswer, meaningOf, primaryOf, readOnly, saysAway } from "./Codes.ts"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "./Errors.ts"

/** The failures that a caller can act on. Every other failure of a statement is a defect. */
export type DatabaseFailure = DatabaseUnavailable | LockTimeout | TransactionConflict

/** Returns whether the database refused a write because it is read-only. */
export const isReadOnly = (failure: DatabaseFailure): boolean =>
  failure._tag === "DatabaseUnavailable" &&
  readOnly.some((code) => String(code) === primaryOf(failure.reason))

const reason = (cause: unknown, otherwise: string): string => String(codeOf(cause) ?? otherwise)

/** Classifies a failure after which nothing was committed. A failure that a caller cannot act on becomes a defect. */
export const classify = (error: SqlError): Effect.Effect<never, DatabaseFailure> => {
  switch (meaningOf(error.cause)) {
    case "locked":
      return Effect.fail(new LockTimeout())
    case "conflict":
    case "busy":
    case "unprepared":
      return Effect.fail(new TransactionConflict({ reason: reason(error.cause, "conflict") }))
    case "away":
      return Effect.fail(away(error))
    default:
      return saysAway(error.message) ? Effect.fail(away(error)) : Effect.die(error)
  }
}

const away = ({ cause }: SqlError): DatabaseUnavailable =>
  new DatabaseUnavailable({ reason: reason(cause, "connection lost"), committed: "no" })

/** Returns true if the database has reported why it did not commit. Then it is certain that nothing was committed. */
const isRefusal = (cause: unknown): boolean => {
  const meaning = meaningOf(cause)
  return isAnswer(cause) || (meaning !== undefined && meaning !== "away")
}

/**
 * Classifies the failure of COMMIT, or of a statement that was sent together with COMMIT. Without an answer, the transaction may have
 * been committed.
 */
export const classifyCommit = (error: SqlError): Effect.Effect<never, DatabaseFailure> =>
  isRefusal(error.cause) ? classify(error) : Effect.fail(uncertain(reason(error.cause, "connection lost")))

/** Returns the failure of a transaction that may have been committed, but whose answers are lost. */
export const uncertain = (reason: string): DatabaseUnavailable =>
  new DatabaseUnavailable({ reason, committed: "unknown" })

const isFailure = (error: unknown): error is DatabaseFailure =>
  error instanceof DatabaseUnavailable || error instanceof LockTimeout || error instanceof TransactionConflict

/**
 * Runs a read that builds the answer to a committed write. The failure of such a read would say that nothing was written. So the failure
 * is replaced by `uncertain`.
 */
export const afterWrite = <A, E, R>(
  read: Effect.Effect<A, E | DatabaseFailure, R>
): Effect.Effect<A, E | DatabaseUnavailable, R> =>
  Effect.mapError(read, (error) =>
    isFailure(error) ? uncertain("the answer could not be read") : (error as E)
  )

/** Returns whether the transaction may have been committed although it failed. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.committed === "unknown"
