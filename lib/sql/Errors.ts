import { Schema } from "effect"

/**
 * The database cannot be reached or is closed. When `committed` is "unknown", calling again with the same idempotency key
 * tells whether the transaction was committed.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.String,
  committed: Schema.Literal("no", "unknown")
}) {
  readonly retryable = true
  override get message(): string {
    return this.committed === "no"
      ? `the database is not available (${this.reason}): nothing was written, try again`
      : `the database went away during commit (${this.reason}): try again with the same idempotency key`
  }
}

/** Every retry met a conflicting transaction. Nothing was written. */
export class TransactionConflict extends Schema.TaggedError<TransactionConflict>()("TransactionConflict", {
  reason: Schema.String
}) {
  readonly retryable = true
  override get message(): string {
    return `the database was too busy with conflicting work (${this.reason}): nothing was written, try again`
  }
}

/** Another transaction held a row for longer than the lock time-out. Nothing was written. */
export class LockTimeout extends Schema.TaggedError<LockTimeout>()("LockTimeout", {}) {
  readonly retryable = true
  override get message(): string {
    return "another transaction holds a row that this needs: nothing was written, try again"
  }
}
