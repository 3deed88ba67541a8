import assert from "node:assert/strict"
import { openMigrations } from "../../lib/index.ts"
import { isAnswer, isNodeAway, meaningOf } from "../../lib/sql/Codes.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"

const refusalOf = async (database: string): Promise<unknown> => {
  const tables = await openMigrations({ database, accounts: true })
  try {
    assert.equal(await tables.cluster(), undefined)
    return await tables.distribute().then(
      () => assert.fail("the tables were distributed"),
      (error) => error
    )
  } finally {
    await tables.close()
  }
}

describe("distributing the tables", () => {
  it("is refused on SQLite", async () => {
    const error = await refusalOf(`sqlite:${await freshFile()}`)
    assert.match(String(error), /only PostgreSQL with Citus can be distributed/)
  })

  it("is refused on a PostgreSQL without Citus", async () => {
    const error = await refusalOf(await freshDatabase())
    assert.match(String(error), /Citus is not installed in this database: run CREATE EXTENSION citus/)
  })
})

it("an internal error of Citus has the meaning of the error of the worker that it reports", () => {
  const meaning = (message: string) => meaningOf({ code: "XX000", severity: "ERROR", message })
  assert.equal(meaning('duplicate key value violates unique constraint "t_pkey_102018"'), "conflict")
  assert.equal(meaning("canceling statement due to lock timeout"), "locked")
  assert.equal(meaning("connection to the remote node postgres@a:5432 failed"), "away")
  assert.equal(meaning("something else"), undefined)
})

it("a worker that is away leaves the connection to the coordinator usable, and a COMMIT unknown", () => {
  const message =
    "connection to the remote node postgres@a:5432 failed with the following error: Connection refused"
  const away = { code: "08006", severity: "ERROR", message }
  assert.equal(isNodeAway(away), true)
  assert.equal(isAnswer(away), false)
  assert.equal(meaningOf(away), "away")
  assert.equal(
    isNodeAway({ code: "08006", severity: "FATAL", message: "the server is shutting down" }),
    false
  )
  assert.equal(isNodeAway(new Error("Connection terminated unexpectedly")), false)
})
