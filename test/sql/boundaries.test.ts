// What happens when the statements that open, close and undo a transaction fail or take long, on a real connection to SQLite.
import assert from "node:assert/strict"
import { SqlClient } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import type { Pipeline } from "../../lib/sql/Connections.ts"
import { Database } from "../../lib/sql/Database.ts"
import * as Transaction from "../../lib/sql/Transaction.ts"
import { holdOn } from "../../lib/sql/Transaction.ts"
import { describe, it } from "../support/effect.ts"
import { everything, put, rows } from "./entries.ts"
import { goes, stays } from "./interrupted.ts"

type Send = Effect.Effect<ReadonlyArray<unknown>, SqlError>

const lost = Effect.fail(
  new SqlError({ cause: Object.assign(new Error("read"), { code: "ECONNRESET", errno: -104 }) })
)

/**
 * A database, with another way to send the statements that begin with a word. With `together`, it sends several at once, as
 * PostgreSQL does, and keeps their texts there.
 */
const open = (word: string, instead: (send: Send) => Send, together?: Array<ReadonlyArray<string>>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(layer({ filename: ":memory:" }))
    const client = Context.get(context, SqlClient.SqlClient)
    const reserve = Effect.map(client.reserve, (connection): Connection => {
      const executeUnprepared: Connection["executeUnprepared"] = (text, parameters, transform) => {
        // Suspended, because SQLite runs a statement as soon as it is made.
        const send: Send = Effect.suspend(() => connection.executeUnprepared(text, parameters, transform))
        return text.startsWith(word) ? instead(send) : send
      }
      if (together === undefined) return { ...connection, executeUnprepared }
      const executeAll: Pipeline["executeAll"] = (requests) => {
        together.push(requests.map(({ text }) => text))
        return Effect.forEach(requests, ({ parameters, text }) =>
          executeUnprepared(text, parameters, undefined)
        )
      }
      return Object.assign({ ...connection, executeUnprepared }, { executeAll })
    })
    const changed = Layer.succeed(SqlClient.SqlClient, Object.assign(client, { reserve }))
    const database = Context.get(yield* Layer.build(Layer.provide(Database.layer, changed)), Database)
    yield* database.define("CREATE TABLE entry (id INT PRIMARY KEY)")
    return { database, hold: holdOn(reserve) }
  })

describe("a transaction", () => {
  it.live("whose COMMIT is unanswered may have been committed", () =>
    Effect.gen(function* () {
      const { database } = yield* open("COMMIT", (send) => Effect.zipRight(send, lost))
      const failed = yield* Effect.flip(database.transaction(database.run(put, rows(1))))
      assert.ok(failed._tag === "DatabaseUnavailable" && failed.committed === "unknown", failed._tag)
      assert.deepEqual(yield* database.run(everything, [{}]), rows(1))
    })
  )

  it.live("whose last statements are sent with COMMIT may have been committed if they are unanswered", () =>
    Effect.gen(function* () {
      const together: Array<ReadonlyArray<string>> = []
      const { hold } = yield* open("COMMIT", (send) => Effect.zipRight(send, lost), together)
      const insert = "INSERT INTO entry (id) VALUES (1)"
      const onFailure = (_: SqlError, committing: boolean) => Effect.fail(committing)
      const ending = { last: [{ text: insert, parameters: [] }], read: () => Effect.void }
      together.length = 0
      const committing = yield* Effect.flip(
        Transaction.run(
          { hold, begin: "BEGIN", ofHost: false, interruptible: false, onFailure },
          { first: [], decide: () => Effect.succeed(ending) }
        )
      )
      assert.equal(committing, true)
      assert.deepEqual(together, [[insert, "COMMIT"]])
    })
  )

  it.live("that gets no connection has written nothing", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(layer({ filename: ":memory:" }))
      const client = Object.assign(Context.get(context, SqlClient.SqlClient), { reserve: lost })
      const offline = Layer.provide(Database.layer, Layer.succeed(SqlClient.SqlClient, client))
      const database = Context.get(yield* Layer.build(offline), Database)
      const failed = yield* Effect.flip(database.transaction(Effect.void))
      assert.ok(failed._tag === "DatabaseUnavailable" && failed.committed === "no", failed._tag)
    })
  )

  for (const [word, what] of [
    ["BEGIN", "that cannot begin"],
    ["SAVEPOINT", "whose savepoint cannot begin"],
    ["RELEASE", "whose savepoint cannot be closed"]
  ] as const) {
    it.live(`${what} has written nothing`, () =>
      Effect.gen(function* () {
        const { database } = yield* open(word, () => lost)
        const inside = database.transaction(database.run(put, rows(1)))
        const failed = yield* Effect.flip(database.transaction(inside))
        assert.ok(failed._tag === "DatabaseUnavailable" && failed.committed === "no", failed._tag)
        assert.deepEqual(yield* database.run(everything, [{}]), [])
      })
    )
  }
})

describe("a caller that may be interrupted", () => {
  /** A transaction, or a savepoint in one, that waits before it sends the statements that begin with a word. */
  const sending = (word: string, nested: boolean) => (middle: Effect.Effect<void>) =>
    Effect.gen(function* () {
      const { hold } = yield* open(word, (send) => Effect.zipRight(middle, send))
      const options = { hold, begin: "BEGIN", ofHost: false, interruptible: true, onFailure: Effect.die }
      const around = <A>(effect: Effect.Effect<A>) =>
        Transaction.run(options, {
          first: [],
          decide: () => Effect.map(effect, (value) => ({ last: [], read: () => Effect.succeed(value) }))
        })
      yield* nested ? around(around(Effect.void)) : around(Effect.void)
    })

  it.live("goes at once while the transaction begins", () => goes(sending("BEGIN", false)))

  it.live(
    "stays until a savepoint has begun: otherwise it is unknown whether there is one to go back to",
    () => stays(sending("SAVEPOINT", true))
  )

  it.live("stays until the transaction has ended", () => stays(sending("COMMIT", false)))
})
