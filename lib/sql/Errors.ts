import { Schema } from "effect"
import { explained } from "../schema/Input.ts"

/**
 * The database cannot be reached, or the engine is closed. If `committed` is "unknown", repeat the call with the same idempotency key,
 * so that it takes effect only once.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()(
  "DatabaseUnavailable",
  { reason: Schema.String, committed: Schema.Literal("no", "unknown") },
  explained(
    "The database cannot be reached, or the connection was lost. `committed` says whether the write may have happened.",
    "Try again. If `committed` is unknown, use the same idempotency key."
  )
) {
  readonly retryable = true
  override get message(): string {
    return this.committed === "no"
      ? `the database is not available (${this.reason}): nothing was written, try again`
      : `the database went away during commit (${this.reason}): try again with the same idempotency key`
  }
}

/** Every retry met a conflicting transaction. Nothing was written. */
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
