import assert from "node:assert/strict"
import { Either, ParseResult, Predicate, Schema } from "effect"
import fc from "fast-check"
import { decoderOf, encoderOf, misfit } from "../../lib/schema/Compiled.ts"
import { parser, tolerantParser } from "../../lib/schema/Input.ts"
import { describe, it } from "../support/effect.ts"
import { explore } from "../support/explore.ts"
import { readLibrary } from "../support/library.ts"
import { sized } from "../support/sized.ts"
import { parseBySchema } from "./compiled/reference.ts"
import { anything, valuesOf } from "./compiled/values.ts"

/** How many values of a schema are tried at first. */
const values = sized("VALUES", { short: 20, whole: 50, long: 500 })

const library = await readLibrary()

/** Every schema that a module exports, by its first place and name. */
const exported = new Map<string, Schema.Schema<unknown, unknown>>()
const known = new Set<unknown>()
for (const { exports, path } of library) {
  for (const [name, value] of exports) {
    if (!isSchema(value) || known.has(value)) continue
    known.add(value)
    exported.set(`${path} ${name}`, value)
  }
}

function isSchema(value: unknown): value is Schema.Schema<unknown, unknown> {
  return Schema.isSchema(value)
}

/** Kinds of schemas that the library may come to have. */
class Person extends Schema.Class<Person>("Person")({
  name: Schema.Trim,
  age: Schema.optional(Schema.Int)
}) {}
interface Tree {
  readonly value: number
  readonly children: ReadonlyArray<Tree>
}
const Tree: Schema.Schema<Tree> = Schema.Struct({
  value: Schema.Number,
  children: Schema.Array(Schema.suspend(() => Tree))
})
const others = {
  Person,
  Tree,
  renamed: Schema.Struct({
    a: Schema.propertySignature(Schema.String).pipe(Schema.fromKey("b")),
    c: Schema.optionalWith(Schema.Int, { as: "Option", exact: true })
  }),
  exact: Schema.Struct({ a: Schema.optionalWith(Schema.String, { exact: true }), b: Schema.String }),
  record: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.Number, Schema.Null) }),
  tuple: Schema.Tuple(Schema.String, Schema.optionalElement(Schema.Number)),
  nonEmpty: Schema.NonEmptyArray(Schema.NumberFromString),
  fallback: Schema.Struct({ a: Schema.Int.annotations({ decodingFallback: () => Either.right(7) }) }),
  strict: Schema.Struct({ a: Schema.Int }).annotations({ parseOptions: { onExcessProperty: "error" } }),
  unknown: Schema.Struct({ a: Schema.Unknown, b: Schema.Any, c: Schema.Void, d: Schema.Object }),
  twoTags: Schema.Union(
    Schema.Struct({ kind: Schema.Literal("a"), more: Schema.Literal(1), value: Schema.Number }),
    Schema.Struct({ kind: Schema.Literal("a"), more: Schema.Literal(10), value: Schema.String }),
    Schema.Struct({ kind: Schema.String })
  ),
  untaggedFirst: Schema.Union(
    Schema.Struct({ kind: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("a"), value: Schema.optional(Schema.Number) }),
    Schema.Struct({ kind: Schema.Literal("a") })
  ),
  message: Schema.Struct({
    a: Schema.Struct({ b: Schema.NonEmptyString }).annotations({ message: () => "must be odd" }),
    c: Schema.Array(Schema.Int).pipe(Schema.maxItems(1, { message: () => "must be short" }))
  }),
  filtered: Schema.Struct({ a: Schema.Number, b: Schema.Number }).pipe(
    Schema.filter(({ a, b }) => a === b || { path: ["b"], message: "must equal a" })
  )
}
for (const [name, value] of Object.entries(others)) if (isSchema(value)) exported.set(`other ${name}`, value)

/** The names of the schemas by which services parse their inputs. */
const parsed = library.flatMap(({ path, source }) =>
  Array.from(source.matchAll(/\b(?:parser|tolerantParser)\(\s*(\w+)/g), ([, name = ""]) => ({ path, name }))
)

const attempt = <A>(run: () => A): Either.Either<A, unknown> =>
  Either.try({ try: run, catch: (error) => error })

/** Whether a value or one of its parts is undefined. A field that is undefined counts as absent. */
const hasUndefined = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasUndefined))

describe("a compiled parser", () => {
  const names = new Set(Array.from(exported.keys(), (key) => key.split(" ")[1]))
  const inputs = new Set([...parsed.map(({ name }) => name), ...Object.keys(others)])

  it("exists for schemas that are exported, so that all of them are compared here", () => {
    assert.ok(parsed.length > 70, `only ${parsed.length} inputs were found`)
    const missing = parsed.filter(({ name }) => name !== "Schema" && name !== "schema" && !names.has(name))
    assert.deepEqual(missing, [])
  })

  for (const [key, schema] of exported) {
    if (!inputs.has(key.split(" ")[1] ?? "")) continue
    it(`takes and refuses what Schema does, with the same words: ${key}`, () => {
      const parse = tolerantParser(schema)
      const parseStrictly = parser(schema)
      const expected = parseBySchema(schema)
      const isKnown = ParseResult.decodeUnknownEither(schema, { onExcessProperty: "error" })
      const seen = { taken: 0, refused: 0 }
      explore(
        fc.property(valuesOf(schema.ast), (input) => {
          if (!Predicate.isRecord(input)) return
          const found = Either.mapLeft(parse(input), ({ faults }) => faults)
          assert.deepEqual(found, expected(input))
          const strict = Either.mapLeft(parseStrictly(input), ({ faults }) => faults)
          if (Either.isRight(isKnown(input))) assert.deepEqual(strict, found)
          else if (Either.isRight(found) && !hasUndefined(input)) {
            const faults = Either.getOrElse(Either.flip(strict), () => [])
            assert.ok(
              faults.length > 0 && faults.every(({ problem }) => /^is not a known field: /.test(problem))
            )
          }
          seen[Either.isRight(found) ? "taken" : "refused"] += 1
        }),
        () => (key.startsWith("other ") ? {} : seen),
        2 * values
      )
    })
  }
})

describe("a compiled schema", () => {
  for (const [key, schema] of exported) {
    it(`decodes and encodes as Schema does: ${key}`, () => {
      const decode = decoderOf(schema)
      const expected = ParseResult.decodeUnknownEither(schema)
      const encode = encoderOf(schema)
      const encodeBySchema = Schema.encodeSync(schema)
      const seen = { taken: 0 }
      const agreesOn = (value: unknown) =>
        assert.deepEqual(
          attempt(() => encode(value)),
          attempt(() => encodeBySchema(value))
        )
      explore(
        fc.property(valuesOf(schema.ast), anything, fc.nat(), (value, other, place) => {
          const found = decode(value)
          // Schema throws for an object without a primitive value in place of a tag.
          const decoded = Either.flatMap(
            attempt(() => expected(value)),
            (result) => result
          )
          assert.deepEqual(found, Either.isRight(decoded) ? decoded.right : misfit)
          if (Either.isLeft(decoded)) return
          seen.taken += 1
          agreesOn(decoded.right)
          agreesOn(spoiled(decoded.right, other, place))
        }),
        () => seen,
        values
      )
    })
  }
})

/** The same value with another part. */
const spoiled = (value: unknown, other: unknown, place: number): unknown => {
  if (!Predicate.isRecord(value)) return other
  const names = Object.keys(value)
  const name = names[place % Math.max(1, names.length)]
  return name === undefined ? other : { ...value, [name]: spoiled(value[name], other, place) }
}
