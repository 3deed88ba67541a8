import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Either } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { openVolume } from "../support/volume.ts"

const insert = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.either(sql.withTransaction(sql`INSERT INTO t VALUES (1)`))
)
const count = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT COUNT(*) FROM t`.values)
const create = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE t (a INTEGER)`)

describe("a connection that refused a write because the database is only for reading", () => {
  it("stays so if its host has made it so", async () => {
    const body = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* create
      yield* sql`PRAGMA query_only = ON`
      for (let attempt = 0; attempt < 3; attempt++) assert.ok(Either.isLeft(yield* insert))
      assert.deepEqual(yield* count, [[0]])
    })
    await Effect.runPromise(Effect.provide(body, layer({ filename: await freshFile() })))
  })
})

const volume = await openVolume(8)
if ("missing" in volume) {
  it.skip(`a file on a disk that was read-only: ${volume.missing}`)
} else {
  afterAll(volume.close)
  it("a file on a disk that was read-only can be written by the same client soon after the disk can", async () => {
    const filename = join(volume.folder, "rewards.db")
    // A process that dies leaves the log behind, without which SQLite does not open a file that it cannot write.
    const dying = `const { Database } = require("bun:sqlite"); const database = new Database(process.argv[1])
      database.run("PRAGMA journal_mode = WAL"); database.run("CREATE TABLE t (a INTEGER)")
      process.kill(process.pid, "SIGKILL")`
    spawnSync(process.execPath, ["-e", dying, filename])
    await volume.setWritable(false)
    const client = layer({ filename })
    const body = Effect.gen(function* () {
      assert.ok(Either.isLeft(yield* insert))
      assert.deepEqual(yield* count, [[0]])
      yield* Effect.promise(() => volume.setWritable(true))
      // The read has opened the file again, when it was still read-only; the next refusal is the last.
      yield* insert
      assert.ok(Either.isRight(yield* insert))
    })
    await Effect.runPromise(Effect.provide(body, client))
  })
}
