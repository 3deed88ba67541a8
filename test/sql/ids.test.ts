// PostgreSQL stores an id as UUID, SQLite as its 16 bytes. A caller sees the same text on both.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Context, Effect, Exit, FastCheck as fc, Layer, Option, Schema } from "effect"
import { layer as postgres } from "../../lib/drivers/postgres.ts"
import { layer as sqlite } from "../../lib/drivers/sqlite-bun.ts"
import { bytesOf, textOf } from "../../lib/schema/Id.ts"
import { Database } from "../../lib/sql/Database.ts"
import { largestScore } from "../../lib/sql/Dialect.ts"
import { Bytes, Uuid } from "../../lib/sql/Row.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"
import { type Client, freshEngine, raw } from "../support/world.ts"

const sorted = (texts: ReadonlyArray<string>) => texts.toSorted((one, two) => (one < two ? -1 : 1))

describe("the bytes of an id", () => {
  it("give the same text back", () =>
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const bytes = bytesOf(id)
        assert.equal(bytes?.length, 16)
        assert.equal(Buffer.from(bytes).toString("hex"), id.replaceAll("-", ""))
        assert.equal(textOf(bytes), id)
        assert.deepEqual(bytesOf(id.toUpperCase()), bytes)
      })
    ))

  it("sort as the texts do", () =>
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, two) => {
        const [first, second] = [bytesOf(one), bytesOf(two)]
        assert.ok(first && second)
        assert.equal(Buffer.compare(first, second) < 0, one < two)
      })
    ))

  it("exist for no other text", () => {
    const id = "01890a5d-ac96-774b-bcce-b302099a8057"
    const others = ["", "ann", id.replaceAll("-", ""), `{${id}}`, `${id}0`, id.slice(1), ` ${id.slice(1)}`]
    for (const text of others) assert.equal(bytesOf(text), undefined, text)
    for (let index = 0; index < id.length; index++) {
      for (const character of ["g", "-", "0", "\u0000", "ß", "\u0130", "１", "😀"]) {
        const text = id.slice(0, index) + character + id.slice(index + 1)
        const isHyphen = id[index] === "-"
        if (isHyphen ? character === "-" : character === "0") continue
        assert.equal(bytesOf(text), undefined, text)
      }
    }
    for (const length of [0, 15, 17]) assert.equal(textOf(new Uint8Array(length)), undefined)
  })
})

const put = statement({
  input: { id: "uuid", other: "uuid?", data: "bytes?" },
  sql: "INSERT INTO thing (id, other, data) SELECT id, other, data FROM input"
})

const Thing = Schema.Struct({ id: Uuid, other: Schema.NullOr(Uuid), data: Schema.NullOr(Bytes) })

const all = statement({ input: {}, output: Thing, sql: "SELECT id, other, data FROM thing ORDER BY id" })

const before = statement({
  input: { id: "uuid" },
  output: Schema.Struct({ id: Uuid }),
  sql: "SELECT t.id FROM input CROSS JOIN thing t WHERE t.id < input.id ORDER BY t.id DESC"
})

const written = statement({
  input: { text: "text" },
  output: Schema.Struct({
    id: Schema.String,
    other: Schema.NullOr(Schema.String),
    data: Schema.String,
    start: Schema.String
  }),
  sql: ({ bytes, bytesText, idText }) => `SELECT ${idText("t.id")} AS id, ${idText("t.other")} AS other,
      ${bytesText(bytes(Uint8Array.of(0, 255)))} AS data, ${bytesText(bytes(new Uint8Array(0)))} AS start
    FROM input CROSS JOIN thing t WHERE ${idText("t.id")} = input.text`
})

const rank = statement({
  input: { id: "uuid", score: "integer", ms: "integer" },
  output: Schema.Struct({ key: Schema.String, first: Schema.String }),
  sql: ({
    bytesText,
    rankKey
  }) => `SELECT ${bytesText("key")} AS key, ${bytesText("substr(key, 1, 8)")} AS first FROM (
      SELECT ${rankKey("score", "ms", "id")} AS key FROM input
    ) AS keys ORDER BY keys.key`
})

const open = (client: Client) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.provideMerge(Database.layer, client))
    const database = Context.get(context, Database)
    const { bytes, uuid } = database.dialect.types
    yield* database.define(
      `CREATE TABLE thing (id ${uuid} NOT NULL PRIMARY KEY, other ${uuid}, data ${bytes})${database.dialect.tableOptions({ updatedOften: false })}`
    )
    return database
  })

const places: ReadonlyArray<readonly [name: string, place: () => Promise<Client>]> = [
  ["SQLite", async () => sqlite({ filename: await freshFile() })],
  ["PostgreSQL", async () => postgres({ url: await freshDatabase(), maxConnections: 1 })]
]

for (const [name, place] of places) {
  describe(`ids on ${name}`, () => {
    const fresh = Effect.flatMap(Effect.promise(place), open)

    it.live("are read as they were written, and sort as texts", () =>
      Effect.gen(function* () {
        const database = yield* fresh
        const ids = fc.sample(fc.uuid(), 100)
        const things = ids.map((id, index) => ({
          id,
          other: index % 3 === 0 ? null : (ids[index - 1] ?? null),
          data: [new Uint8Array(0), Uint8Array.of(0), Uint8Array.of(255, 0, 255), null][index % 4] ?? null
        }))
        yield* database.run(put, things)
        const found = yield* database.run(all, [{}])
        const plain = ({ data, ...ids }: typeof Thing.Type) => ({
          ...ids,
          data: data && Array.from(data)
        })
        assert.deepEqual(
          found.map(plain),
          things.toSorted((one, two) => (one.id < two.id ? -1 : 1)).map(plain)
        )
        const order = sorted(ids)
        const older = yield* database.run(before, [{ id: order[50] ?? "" }])
        assert.deepEqual(
          older,
          order
            .slice(0, 50)
            .toReversed()
            .map((id) => ({ id }))
        )
        const big = yield* Effect.provideService(database.run(all, [{}]), SqlClient.SafeIntegers, true)
        assert.deepEqual(big, found)
      })
    )

    it.live("are text for SQL that asks for it, and no id stays NULL", () =>
      Effect.gen(function* () {
        const database = yield* fresh
        const [id = "", other = ""] = fc.sample(fc.uuid(), 2)
        yield* database.run(put, [{ id, other: null, data: null }])
        yield* database.run(put, [{ id: other, other: id, data: null }])
        const parts = { data: "00ff", start: "" }
        assert.deepEqual(yield* database.run(written, [{ text: id }]), [{ id, other: null, ...parts }])
        assert.deepEqual(yield* database.run(written, [{ text: other }]), [
          { id: other, other: id, ...parts }
        ])
      })
    )

    it.live("are refused as a defect when they are none, and nothing is written", () =>
      Effect.gen(function* () {
        const database = yield* fresh
        const [id = ""] = fc.sample(fc.uuid(), 1)
        for (const wrong of ["ann", "", `${id}0`]) {
          const rows = [
            { id, other: null, data: null },
            { id: wrong, other: null, data: null }
          ]
          const exit = yield* Effect.exit(Effect.suspend(() => database.run(put, rows)))
          assert.ok(Exit.isFailure(exit) && Option.isSome(Cause.dieOption(exit.cause)), wrong)
        }
        assert.deepEqual(yield* database.run(all, [{}]), [])
      })
    )

    it.live("end a rank key, which sorts by score, then by moment, then by id", () =>
      Effect.gen(function* () {
        const database = yield* fresh
        const [id = "", other = ""] = sorted(fc.sample(fc.uuid(), 2))
        const ms = 281_474_976_710_655
        const standings = [
          { id: other, score: Number.MAX_SAFE_INTEGER, ms },
          { id, score: 20, ms: 0 },
          { id, score: 10, ms: 1 },
          { id, score: 10, ms: 2 },
          { id: other, score: 10, ms: 2 },
          { id, score: 1, ms: 0 }
        ]
        const expected = standings.map(({ id, score, ms }) => {
          const first = (BigInt(largestScore) - BigInt(score)).toString(16).padStart(16, "0")
          return { key: `${first}${ms.toString(16).padStart(12, "0")}${id.replaceAll("-", "")}`, first }
        })
        assert.deepEqual(yield* database.run(rank, standings.toReversed()), expected)
      })
    )
  })
}

const idsOnSqlite = `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
  WHERE m.type = 'table' AND m.name LIKE 'rewards_%' AND c.type = 'BLOB' AND c.name NOT IN ('rank_key', 'fingerprint', 'record_ids', 'key', 'hash')`

const idsOnPostgres = `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name NOT IN ('rewards_entry', 'rewards_lot_change') AND table_name LIKE 'rewards_%' AND data_type = 'uuid'`

const columns = (place: () => Promise<Client>, text: string) =>
  Effect.map(Effect.provide(raw(text), freshEngine(place)), (rows) =>
    sorted(rows.map(({ table, column }) => `${table}.${column}`))
  )

describe("columns", () => {
  it.live("hold an id on SQLite where they hold one on PostgreSQL, and text elsewhere", () =>
    Effect.gen(function* () {
      const [[, onSqlite], [, onPostgres]] = [places[0]!, places[1]!]
      const found = yield* columns(onSqlite, idsOnSqlite)
      assert.deepEqual(found, yield* columns(onPostgres, idsOnPostgres))
      assert.ok(found.includes("rewards_award.member_id") && !found.includes("rewards_member.user_id"))
    })
  )
})
