import assert from "node:assert/strict"
import { SchemaAST as AST, Either, Predicate, Schema } from "effect"
import fc from "fast-check"
import { Bool, Bytes, Coins, decoder, Id, Instant, Integer, sqlName } from "../../lib/sql/Row.ts"
import type { Table } from "../../lib/sql/Table.ts"
import { valuesOf } from "../schema/compiled/values.ts"
import { describe, it } from "../support/effect.ts"
import { explore } from "../support/explore.ts"
import { readLibrary, readPrivate } from "../support/library.ts"

/** Every kind of column that statements have, also NULL. */
const columns = {
  integer: Integer,
  coins: Coins,
  bool: Bool,
  instant: Instant,
  bytes: Bytes,
  id: Id("PartnerId"),
  text: Schema.String,
  number: Schema.Number,
  literal: Schema.Literal("wallet", "issuance"),
  nothing: Schema.Null,
  maybe: Schema.NullOr(Integer),
  maybeId: Schema.NullOr(Id("MemberId"))
}

const Row = Schema.Struct(columns)
const Member = Schema.Union(
  Schema.Struct({ head: Integer, memberId: Id("MemberId"), score: Coins }),
  Schema.Struct({ head: Integer, memberId: Schema.Null })
)

/** What drivers return for a column, and much that they do not. */
const anything = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.bigInt(),
  fc.constantFrom(
    0,
    1,
    0n,
    1n,
    2n,
    null,
    undefined,
    true,
    false,
    "wallet",
    "purse",
    "",
    " 7",
    "0x10",
    "1e3",
    "-5"
  ),
  fc.maxSafeInteger().map(String),
  fc.bigInt().map(String),
  fc.uuid(),
  fc.string(),
  fc.date({ noInvalidDate: false }),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.uint8Array({ minLength: 0, maxLength: 20 }),
  fc.uint8Array({ minLength: 16, maxLength: 16 }),
  fc.constant({})
)

const fitting = fc.record({
  integer: fc.oneof(fc.maxSafeInteger(), fc.maxSafeInteger().map(String), fc.maxSafeInteger().map(BigInt)),
  coins: fc.maxSafeInteger().map(String),
  bool: fc.constantFrom(true, false, 0, 1, 0n, 1n),
  instant: fc.oneof(fc.date({ noInvalidDate: true }), fc.constant("2025-07-01T12:00:00.000Z")),
  bytes: fc.uint8Array(),
  id: fc.oneof(fc.uuid(), fc.uint8Array({ minLength: 16, maxLength: 16 })),
  text: fc.string(),
  number: fc.double(),
  literal: fc.constantFrom("wallet", "issuance"),
  nothing: fc.constant(null),
  maybe: fc.option(fc.maxSafeInteger()),
  maybeId: fc.option(fc.uuid()),
  more: fc.string()
})

const outcomeOf = <A>(decode: () => A): Either.Either<A, string> =>
  Either.try({ try: decode, catch: (error) => String(error) })

/** A row with the names that its columns have in SQL. */
const inSql = (row: unknown): unknown =>
  Predicate.isRecord(row)
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [sqlName(name), value]))
    : row

/** Asserts that rows are decoded as Schema does, or refused as it does. */
const agrees = <A, I>(schema: Schema.Schema<A, I>, rows: ReadonlyArray<unknown>) => {
  const expected = Schema.decodeUnknownEither(Schema.Array(schema))(rows)
  const found = outcomeOf(() => decoder(schema)(rows.map(inSql)))
  assert.equal(Either.isRight(found), Either.isRight(expected))
  if (Either.isRight(found) && Either.isRight(expected)) assert.deepEqual(found.right, expected.right)
}

describe("decoded rows", () => {
  it("are what Schema decodes, for rows as drivers return them", () => {
    fc.assert(fc.property(fc.array(fitting), (rows) => agrees(Row, rows)))
    fc.assert(
      fc.property(fc.array(fitting, { minLength: 1 }), (rows) => {
        assert.equal(decoder(Row)(rows.map(inSql)).length, rows.length)
      })
    )
  })

  it("are refused as by Schema when one value is anything else", () => {
    fc.assert(
      fc.property(fitting, fc.constantFrom(...Object.keys(columns)), anything, (row, name, value) =>
        agrees(Row, [row, { ...row, [name]: value }])
      ),
      { numRuns: 2000 }
    )
  })

  it("of a union are those of the first member that fits", () => {
    fc.assert(
      fc.property(anything, anything, anything, (head, memberId, score) =>
        agrees(Member, [{ head, memberId, score }])
      ),
      { numRuns: 1000 }
    )
    assert.deepEqual(decoder(Member)([{ head: "1", member_id: null, score: null }]), [
      { head: 1, memberId: null }
    ])
  })

  it("of a schema that is not compiled are left to Schema", () => {
    const Other = Schema.Struct({ at: Schema.DateFromString })
    assert.deepEqual(decoder(Other)([{ at: "2025-07-01T00:00:00.000Z" }]), [
      { at: new Date("2025-07-01T00:00:00.000Z") }
    ])
  })

  it("have the names of TypeScript, where columns have those of SQL", () => {
    const Named = Schema.Struct({ partnerId: Id("PartnerId"), lastUsedAt: Schema.NullOr(Instant) })
    const [row] = decoder(Named)([{ partner_id: "01a1dd04-59e9-7000-9022-9805fb1f6534", last_used_at: null }])
    assert.deepEqual(row, { partnerId: "01a1dd04-59e9-7000-9022-9805fb1f6534", lastUsedAt: null })
  })

  it("are refused with the column, and without the value", () => {
    assert.throws(
      () => decoder(Schema.Struct({ mail: Integer }))([{ mail: 1 }, { mail: "ada@partner.example" }]),
      /^Error: the database returned a row that does not fit: mail$/
    )
  })
})

const isSchema = (value: unknown): value is Schema.Schema<unknown, unknown> => Schema.isSchema(value)

const isTable = (value: unknown): value is Table =>
  Predicate.hasProperty(value, "definedIn") && Predicate.hasProperty(value, "row")

const isRecord = (ast: AST.AST): boolean =>
  AST.isTransformation(ast) || (AST.isUnion(ast) && ast.types.some(isRecord))

/** A row without the columns that hold a record as JSON: its values cannot be made at random. */
const plain = (ast: AST.AST): Schema.Schema<unknown, unknown> =>
  Schema.make(
    AST.isTypeLiteral(ast)
      ? new AST.TypeLiteral(
          ast.propertySignatures.filter(({ type }) => !isRecord(type)),
          ast.indexSignatures
        )
      : ast
  )

/** The rows of all declared tables, of which most statements return some columns, and of all statements. */
const rowOf = (value: unknown): Schema.Schema<unknown, unknown> | undefined => {
  if (isTable(value)) return plain(value.row().ast)
  return Predicate.hasProperty(value, "output") && isSchema(value.output)
    ? plain(value.output.ast)
    : undefined
}

const library = await readLibrary()
const withSql = library.filter(({ source }) => /statement\(|tables\./.test(source))
const statements = [...library, ...(await readPrivate(withSql))].flatMap(({ exports, path }) =>
  exports.flatMap(([name, value]) => {
    const row = rowOf(value)
    return row === undefined ? [] : [{ name: `${path} ${name}`, row }]
  })
)

describe("the rows of a statement", () => {
  it("are those of all tables and statements of the library", () => {
    assert.ok(statements.filter(({ name }) => name.includes("tables.ts")).length > 30)
    assert.ok(statements.length > 150)
  })

  for (const { name, row } of statements) {
    it(`are decoded or refused as by Schema: ${name}`, () => {
      const decode = decoder(row)
      const expected = Schema.decodeUnknownEither(Schema.Array(row))
      const seen = { taken: 0, refused: 0 }
      explore(
        fc.property(valuesOf(row.ast), (value) => {
          // A function has a name, as some rows do; no driver returns one.
          fc.pre(typeof value !== "function")
          const found = outcomeOf(() => decode([inSql(value)]))
          const wanted = expected([value])
          assert.deepEqual(Either.getRight(found), Either.getRight(wanted))
          seen[Either.isRight(found) ? "taken" : "refused"] += 1
        }),
        () => seen,
        60
      )
    })
  }
})
