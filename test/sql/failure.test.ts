import assert from "node:assert/strict"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Exit, Option } from "effect"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "../../lib/sql/Errors.ts"
import {
  afterWrite,
  classify,
  classifyCommit,
  isReadOnly,
  isUncertain,
  uncertain
} from "../../lib/sql/Failure.ts"
import { describe, it } from "../support/effect.ts"

/** An error of a server, and one of the connection to it. */
const answer = (code: string) =>
  new SqlError({ cause: Object.assign(new Error("server"), { code, severity: "ERROR" }) })
const lost = new SqlError({ cause: Object.assign(new Error("read"), { code: "ECONNRESET", errno: -104 }) })
const sqlite = (code: string, errno: number) =>
  new SqlError({ cause: Object.assign(new Error("sqlite"), { code, errno }) })

/** The failure, or "defect". */
const outcome = (effect: Effect.Effect<unknown, unknown>): unknown =>
  Exit.match(Effect.runSyncExit(effect), {
    onFailure: (cause) => Option.getOrElse(Cause.failureOption(cause), () => "defect"),
    onSuccess: (value) => value
  })

const away = (reason: string) => new DatabaseUnavailable({ reason, committed: "no" })

describe("a statement that failed", () => {
  it("was locked out, met a conflict, lost the database, or is a defect", () => {
    assert.deepEqual(outcome(classify(answer("55P03"))), new LockTimeout())
    assert.deepEqual(outcome(classify(answer("40001"))), new TransactionConflict({ reason: "40001" }))
    assert.deepEqual(
      outcome(classify(sqlite("SQLITE_BUSY", 5))),
      new TransactionConflict({ reason: "SQLITE_BUSY" })
    )
    assert.deepEqual(outcome(classify(answer("57P01"))), away("57P01"))
    assert.deepEqual(outcome(classify(lost)), away("ECONNRESET"))
    assert.equal(outcome(classify(answer("42P01"))), "defect")
  })
})

describe("a COMMIT that failed", () => {
  it("has written nothing if the database says why, whether or not its reason is known", () => {
    assert.deepEqual(outcome(classifyCommit(answer("40001"))), new TransactionConflict({ reason: "40001" }))
    assert.deepEqual(
      outcome(classifyCommit(sqlite("SQLITE_BUSY", 5))),
      new TransactionConflict({ reason: "SQLITE_BUSY" })
    )
    // An answer whose meaning is not known.
    assert.equal(outcome(classifyCommit(answer("P0001"))), "defect")
  })

  it("may have written everything if the connection was lost, or nothing tells what happened", () => {
    assert.deepEqual(outcome(classifyCommit(lost)), uncertain("ECONNRESET"))
    assert.deepEqual(outcome(classifyCommit(answer("57P01"))), uncertain("57P01"))
    assert.deepEqual(
      outcome(classifyCommit(sqlite("SQLITE_IOERR_WRITE", 778))),
      uncertain("SQLITE_IOERR_WRITE")
    )
    assert.deepEqual(
      outcome(classifyCommit(new SqlError({ cause: new Error("odd") }))),
      uncertain("connection lost")
    )
  })
})

describe("a read that follows a write", () => {
  it("says that the write may have happened, however the database failed it", () => {
    for (const failure of [away("57P01"), new LockTimeout(), new TransactionConflict({ reason: "40001" })]) {
      assert.deepEqual(outcome(afterWrite(Effect.fail(failure))), uncertain("the answer could not be read"))
    }
    assert.equal(outcome(afterWrite(Effect.fail("refused"))), "refused")
    assert.equal(outcome(afterWrite(Effect.succeed("read"))), "read")
  })
})

describe("a failure of the database", () => {
  it("is uncertain if it may have been committed", () => {
    assert.equal(isUncertain(uncertain("lost")), true)
    assert.equal(isUncertain(away("lost")), false)
    assert.equal(isUncertain(new LockTimeout()), false)
    assert.equal(isUncertain(undefined), false)
  })

  it("says that the database is only for reading by its code", () => {
    for (const code of ["25006", "SQLITE_READONLY", "8"]) assert.equal(isReadOnly(away(code)), true, code)
    for (const code of ["SQLITE_READONLY_DBMOVED", "1032"]) assert.equal(isReadOnly(away(code)), true, code)
    for (const code of ["57P01", "18", ""]) assert.equal(isReadOnly(away(code)), false, code)
    assert.equal(isReadOnly(new LockTimeout()), false)
    assert.equal(isReadOnly(new TransactionConflict({ reason: "25006" })), false)
  })

  it("is retryable unless the database is closed, damaged or gone, whichever runtime names the code", () => {
    const lasting = [
      "closed",
      "SQLITE_CORRUPT",
      "11",
      "SQLITE_CORRUPT_INDEX",
      "779",
      "SQLITE_NOTADB",
      "26",
      "57P04"
    ]
    for (const code of lasting) {
      const { message, retryable } = away(code)
      assert.deepEqual([retryable, /try again/.test(message)], [false, false], code)
    }
    // 57P01 begins like a code of SQLite's, and 53515 ends like 11 in its lowest byte.
    for (const code of [
      "57P01",
      "53515",
      "08006",
      "SQLITE_IOERR_WRITE",
      "778",
      "13",
      "ECONNRESET",
      "connection lost"
    ])
      assert.equal(away(code).retryable, true, code)
  })
})
