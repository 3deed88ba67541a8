import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { SqlClient, SqlError } from "@effect/sql"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import * as Postgres from "../../lib/drivers/postgres.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { put, rows } from "../sql/entries.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"

/** Field S of an error, as `lc_messages = 'ru_RU'` has it. */
const severities: Readonly<Record<string, string>> = {
  ERROR: "ОШИБКА",
  FATAL: "ВАЖНО",
  PANIC: "ПАНИКА",
  WARNING: "ПРЕДУПРЕЖДЕНИЕ",
  NOTICE: "ЗАМЕЧАНИЕ"
}

const translated = (field: string): string => {
  if (field.startsWith("S")) return `S${severities[field.slice(1)] ?? field.slice(1)}`
  return field.startsWith("M") ? "Mсообщение" : field
}

const frame = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Cuts a stream of the server's messages, and translates its errors and notices. */
const translator = () => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk])
    const out: Array<Buffer> = []
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const [type = 0, end] = [rest[0], rest.readInt32BE(1) + 1]
      const body = rest.subarray(5, end)
      const isMessage = type === "E".charCodeAt(0) || type === "N".charCodeAt(0)
      const words = () => Buffer.from(body.toString().split("\0").map(translated).join("\0"))
      out.push(isMessage ? frame(type, words()) : rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return Buffer.concat(out)
  }
}

/**
 * The PostgreSQL of the tests has no messages in other languages, so a proxy in front of it translates them. Those of a server
 * at TEST_DATABASE_URL that has them arrive as they are.
 */
const inRussian = (address: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const url = new URL(address)
      const target = Number(url.port)
      const server = createServer((near) => {
        const far = connect(target, "127.0.0.1")
        const translate = translator()
        near.pipe(far)
        far.on("data", (chunk: Buffer) => near.write(translate(chunk)))
        far.on("end", () => near.end())
        for (const socket of [near, far]) socket.on("error", () => [near, far].map((each) => each.destroy()))
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const at = server.address()
      url.port = String(typeof at === "object" && at?.port)
      return { server, url: url.href }
    }),
    ({ server }) => Effect.sync(() => server.close())
  )

const open = Effect.gen(function* () {
  const { url } = yield* inRussian(yield* Effect.promise(freshDatabase))
  const client = Postgres.layer({ url, maxConnections: 1 })
  const context = yield* Layer.build(Layer.provideMerge(Database.layer, client))
  const sql = Context.get(context, SqlClient.SqlClient)
  yield* sql`CREATE TABLE entry (id INT PRIMARY KEY CHECK (id < 100), parent INT REFERENCES entry DEFERRABLE INITIALLY DEFERRED)`
  return { sql, database: Context.get(context, Database) }
})

const backend = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`, (rows) => rows[0]?.pid)

const codeOf = (error: unknown): unknown =>
  error instanceof SqlError.SqlError ? Reflect.get(Object(error.cause), "code") : error

const severityOf = (error: unknown): unknown =>
  error instanceof SqlError.SqlError ? Reflect.get(Object(error.cause), "severity") : error

describe("a PostgreSQL whose messages are in another language", () => {
  it.live("keeps the connection on which a statement failed", () =>
    Effect.gen(function* () {
      const { sql } = yield* open
      const pid = yield* backend(sql)
      const error = yield* Effect.flip(sql`SELECT 1 / 0`)
      assert.equal(codeOf(error), "22012")
      assert.ok(typeof severityOf(error) === "string" && severityOf(error) !== "ERROR", "it is in English")
      yield* Effect.flip(sql.withTransaction(sql`INSERT INTO entry (id, parent) VALUES (1, 99)`))
      assert.equal(yield* backend(sql), pid)
    })
  )

  it.live("says by the code that it did not commit", () =>
    Effect.gen(function* () {
      const { database, sql } = yield* open
      const ending = (...ids: ReadonlyArray<number>) =>
        Effect.exit(
          database.transactionOn(Batch.succeed(0), () => Effect.succeed(Batch.of(put, rows(...ids))))
        )
      const refused = yield* ending(1, 100)
      assert.ok(Exit.isFailure(refused) && Cause.isDie(refused.cause), String(refused))
      assert.equal(codeOf(Cause.squash(refused.cause)), "23514")
      assert.deepEqual(yield* sql`SELECT id FROM entry`, [])
    })
  )

  it.live("still loses a connection that the server ends, with an unknown outcome at COMMIT", () =>
    Effect.gen(function* () {
      const { database, sql } = yield* open
      const pid = yield* backend(sql)
      const kill = statement({ input: {}, sql: "SELECT pg_terminate_backend(pg_backend_pid())" })
      const lost = yield* Effect.flip(
        database.transactionOn(Batch.succeed(0), () => Effect.succeed(Batch.of(kill, [{}])))
      )
      assert.ok(lost._tag === "DatabaseUnavailable" && lost.committed === "unknown")
      assert.notEqual(yield* backend(sql), pid)
    })
  )

  it.live("reads a table whose columns changed meanwhile correctly", () =>
    Effect.gen(function* () {
      const { sql } = yield* open
      yield* sql`INSERT INTO entry (id) VALUES (1)`
      const all = sql`SELECT * FROM entry WHERE id = ${1}`
      assert.deepEqual(yield* all, [{ id: 1, parent: null }])
      yield* sql`ALTER TABLE entry ADD COLUMN note TEXT`
      assert.deepEqual(yield* all, [{ id: 1, parent: null, note: null }])
    })
  )
})
