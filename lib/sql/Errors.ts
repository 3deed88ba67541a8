import { Schema } from "effect"
import { explained } from "../schema/Input.ts"
import { closed, primaryOf } from "./Codes.ts"

/** Reasons for which a retry is useless: the engine is closed, the database is damaged or dropped, or the file is not a database. */
const lasting: ReadonlySet<string> = new Set([closed, "SQLITE_CORRUPT", "11", "SQLITE_NOTADB", "26", "57P04"])

/**
 * The database cannot be used, or the engine is closed. If `committed` is "unknown", repeat the call with the same idempotency key,
 * so that it takes effect only once.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()(
  "DatabaseUnavailable",
  { reason: Schema.String, committed: Schema.Literal("no", "unknown") },
  explained(
    "The database cannot be reached, or the connection was lost. `committed` says whether the write may have happened.",
    "Try again if `retryable` is true. If `committed` is unknown, use the same idempotency key."
  )
) {
  /** False if the engine is closed, the database is damaged or dropped, or the file is not a database. */
  get retryable(): boolean {
    return !lasting.has(primaryOf(this.reason))
  }
  override get message(): string {
    if (this.reason === closed) return "the engine is closed: nothing was written, open it again"
    if (!this.retryable) return `the database cannot be used (${this.reason}): trying again does not help`
    return this.committed === "no"
      ? `the database is not available (${this.reason}): nothing was written, try again`
      : `the connection to the database was lost during commit (${this.reason}): try again with the same idempotency key`
  }
}

/** Every attempt met a conflicting transaction. Nothing was written. */
export class TransactionConflict extends Schema.TaggedError<TransactionConflict>()(
  "TransactionConflict",
  { reason: Schema.String },
  explained("Every retry met a conflicting transaction.", "Try again; nothing was written.")
) {
  readonly retryable = true
  override get message(): string {
    return `the database was too busy with conflicting work (${this.reason}): nothing was written, try again`
  }
}

/** A statement took longer than its time-out, usually because another transaction has locked a row. Nothing was written. */
export class LockTimeout extends Schema.TaggedError<LockTimeout>()(
  "LockTimeout",
  {},
  explained(
    "A statement took too long. Usually another transaction, such as one of the host's own, has locked a row for longer than the lock time-out.",
    "Try again; nothing was written. If you award inside your own transactions, keep these transactions short."
  )
) {
  readonly retryable = true
  override get message(): string {
    return "a statement took too long, usually because another transaction has locked a row: nothing was written, try again"
  }
}

const needed = {
  missing: "within needs an open transaction: send BEGIN on this connection first",
  failed: "the transaction of this connection has failed: send ROLLBACK, then BEGIN, and repeat your writes",
  lost: "the connection of this transaction was lost, so nothing of it is written: begin it again on another connection, and repeat your writes"
}

/**
 * `within` was called with a connection that has no open transaction, whose transaction has failed, or that is lost. Nothing was written.
 * Only the host can begin the transaction again, so a retry of the call is useless.
 */
export class TransactionRequired extends Schema.TaggedError<TransactionRequired>()(
  "TransactionRequired",
  { transaction: Schema.Literal("missing", "failed", "lost") },
  explained(
    "`within` got a connection that has no open transaction, whose transaction has failed, or that is lost.",
    "Send BEGIN on this connection before the call. If an earlier statement has failed, send ROLLBACK, then BEGIN, and repeat your writes. If the connection is lost, send BEGIN on another connection, and repeat your writes there."
  )
) {
  override get message(): string {
    return needed[this.transaction]
  }
}
