import { SchemaAST as AST, Either, ParseResult, Schema } from "effect"
import fc from "fast-check"
import { eventTypes } from "../../../lib/events/Event.ts"

const now = new Date("2026-01-31T12:00:00.000Z")

/** Values among which every field of every schema finds some that it takes. */
const pool: ReadonlyArray<unknown> = [
  ...["01890a5d-ac96-774b-bcce-b302099a8057", "01890A5D-AC96-774B-BCCE-B302099A8057", "a", " A rule ", ""],
  ...["ada@partner.example", "https://partner.example/return", "acme://signed-in", "javascript:alert(1)"],
  ...[
    "2026-01-31",
    "2026-02-31",
    "2026-01-31T12:00:00.000Z",
    "2026-01-31T12:00:00+01:00",
    "Europe/Berlin",
    "P1Y"
  ],
  ...[
    "0",
    "1",
    "-1",
    "10",
    "0.5",
    "0.00001",
    "500000000000",
    "500000000001",
    "1e3",
    "2026",
    "March",
    "123456",
    "1234 5678 9012 3456 7890"
  ],
  ...[
    "12345678",
    "+234",
    "Password-1",
    "short",
    "q".repeat(43),
    "q".repeat(64),
    "f".repeat(64),
    "x".repeat(501)
  ],
  ...[
    "read rules:write",
    "profile email",
    "code",
    "S256",
    "web",
    "authorization_code",
    "refresh_token",
    "Bearer"
  ],
  ...[
    "\u0000",
    "\ud800",
    "rk_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "whsec_",
    ...eventTypes
  ],
  ...[0, 1, -1, 10, 0.5, 1.23456, 100, 101, 2026, Number.NaN, Number.MAX_SAFE_INTEGER, 2 ** 60, 7n],
  ...[true, false, null, undefined, now, new Date(Number.NaN), new Uint8Array(16), new Uint8Array(3)],
  String,
  ...[
    [],
    {},
    { key: "value" },
    { key: 7 },
    ["read"],
    ["awards:write", "read"],
    ["nonsense"],
    [{}],
    ["a", "b"],
    { field: "data.total", is: "atLeast", value: 50 }
  ]
]

/** The literals that a schema names, since a pool cannot have them all. */
const literalsOf = (ast: AST.AST): ReadonlyArray<unknown> => {
  switch (ast._tag) {
    case "Literal":
      return [ast.literal]
    case "Union":
      return ast.types.flatMap(literalsOf)
    case "Refinement":
    case "Transformation":
      return literalsOf(ast.from)
    default:
      return []
  }
}

const known = new WeakMap<AST.AST, fc.Arbitrary<unknown>>()

/** Values that Schema itself takes for a schema without fields; anything for one that takes none of the pool. */
const fitting = (ast: AST.AST): fc.Arbitrary<unknown> => {
  const found = known.get(ast)
  if (found !== undefined) return found
  const decode = ParseResult.decodeUnknownEither(Schema.make<unknown, unknown>(ast))
  const values = [...pool, ...literalsOf(ast)].filter((value) => Either.isRight(decode(value)))
  const made = values.length === 0 ? anything : fc.constantFrom(...values)
  known.set(ast, made)
  return made
}

export const anything = fc.oneof(fc.constantFrom(...pool), fc.jsonValue())

/** Makes a part of a value, of its schema. */
type Part = (ast: AST.AST) => fc.Arbitrary<unknown>

/** A value of which each part is made by `part`. */
const wholeOf = (ast: AST.AST, part: Part): fc.Arbitrary<unknown> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.propertySignatures.length === 0 ? fc.constantFrom({}, { key: "value" }) : recordOf(ast, part)
    case "TupleType":
      return listOf(ast, part)
    case "Union":
      return fc.oneof(...ast.types.map((type) => wholeOf(type, part)))
    case "Refinement":
    case "Transformation":
      return hasParts(ast) ? wholeOf(ast.from, part) : fitting(ast)
    default:
      return fitting(ast)
  }
}

const hasParts = (ast: AST.AST): boolean =>
  AST.isRefinement(ast) || AST.isTransformation(ast)
    ? hasParts(ast.from)
    : AST.isTypeLiteral(ast) || AST.isTupleType(ast)

const listOf = ({ elements, rest }: AST.TupleType, part: Part): fc.Arbitrary<unknown> => {
  const [item] = rest
  const start = fc.tuple(...elements.map(({ type }) => part(type)))
  const end = item === undefined ? fc.constant([]) : fc.array(part(item.type), { maxLength: 3 })
  return fc.tuple(start, end).map(([one, other]) => [...one, ...other])
}

/** A record without some of the fields that may be missing, and sometimes with one that the schema does not have. */
const recordOf = ({ propertySignatures }: AST.TypeLiteral, part: Part): fc.Arbitrary<unknown> => {
  const fields = propertySignatures.map(({ name, type }) => [String(name), part(type)] as const)
  const optional = propertySignatures.flatMap(({ isOptional, name }) => (isOptional ? [String(name)] : []))
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), fc.subarray(optional), fc.boolean())
    .map(([record, absent, more]) => {
      const kept = Object.entries(record).filter(
        ([name, value]) => !absent.includes(name) && value !== missing
      )
      return Object.fromEntries(more ? [...kept, ["more", 1]] : kept)
    })
}

const missing = Symbol("missing")

const right: Part = (ast) => wholeOf(ast, right)

const sometimesWrong: Part = (ast) =>
  fc.oneof(
    { weight: 4, arbitrary: wholeOf(ast, sometimesWrong) },
    { weight: 1, arbitrary: fc.oneof(anything, fc.constant(missing)) }
  )

/** Values for a schema: one half that it takes, as far as its fields alone decide, and one half in which things are wrong. */
export const valuesOf = (ast: AST.AST): fc.Arbitrary<unknown> => fc.oneof(right(ast), sometimesWrong(ast))
