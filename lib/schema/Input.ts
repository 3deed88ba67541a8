import { Either, ParseResult, Predicate, Schema } from "effect"
import { decoderOf, lazily, misfit } from "./Compiled.ts"
import { Fault, faultFinder } from "./Faults.ts"
import { unknownFieldFinder } from "./UnknownFields.ts"

export { Fault }

/** The key of the annotation that says how to fix an error. */
export const FixId = Symbol.for("rewards/Fix")

/** Annotates an error class with its cause and with the way to fix it. docs/errors.md is generated from these annotations. */
export const explained = (cause: string, fix: string) => ({ description: cause, [FixId]: fix })

interface ErrorOptions<Fields extends Schema.Struct.Fields> {
  readonly cause: string
  readonly fix: string
  readonly fields: Fields
  readonly message: (error: Schema.Struct.Type<Fields>) => string
}

/** Makes a class of tagged errors with an explanation. `message` makes the message of an error from its fields. */
export const explainedError =
  <Self>() =>
  <Tag extends string, Fields extends Schema.Struct.Fields>(
    tag: Tag,
    { cause, fields, fix, message }: ErrorOptions<Fields>
  ) => {
    const Class = Schema.TaggedError<Self>()(tag, fields, explained(cause, fix))
    const get = function (this: Schema.Struct.Type<Fields>) {
      return message(this)
    }
    Object.defineProperty(Object(Class).prototype, "message", { get, configurable: true })
    return Class
  }

/** The input is invalid, and nothing was written. `faults` lists what is wrong. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()(
  "InvalidInput",
  { faults: Schema.Array(Fault) },
  explained("Fields are missing or malformed. Every fault is named.", "Send the fields as the error says.")
) {
  override get message(): string {
    return this.faults.map((fault) => `${fault.field} ${fault.problem}`).join("; ")
  }
}

/** Creates the error without validating the faults and without a stack trace. */
const refused = (faults: ReadonlyArray<Fault>): InvalidInput => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return new InvalidInput({ faults }, { disableValidation: true })
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

export const invalid = (field: string, problem: string): InvalidInput => refused([{ field, problem }])

/**
 * Matches a secret of this service: 256 bits in base64url. Some secrets start with 22 characters for the id of the partner, and those of a
 * test side with `test_`.
 */
const token = /(?<![\w-])(?:test_)?(?:[\w-]{22})?[\w-]{43}(?![\w-])/g

/** Replaces secrets in a caller's text, so that errors and records do not contain them. */
export const withoutTokens = (words: string): string => words.replace(token, "(looks like a secret)")

/** Returns the value as JSON; undefined for a value that has none, for example because it contains itself or is nested too deeply. */
const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Formats a value for an error message: as JSON, truncated. */
const quoted = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const whole = typeof value === "number" || typeof value === "bigint" ? String(value) : jsonOf(value)
  const text = whole === undefined ? typeof value : withoutTokens(whole)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Sets the error message of a schema to "must be <expectation>, got <value>". OpenAPI descriptions contain the expectation, too. */
export const mustBe =
  (expectation: string) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      description: expectation,
      message: (issue) => ({ message: `must be ${expectation}, got ${quoted(issue.actual)}`, override: true })
    })

/** Makes a required field. The error for a missing field reads "<field> is required". */
export const required = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema).annotations({ missingMessage: () => "is required" })

/** Returns true if PostgreSQL and SQLite store the text unchanged. PostgreSQL refuses NUL, and UTF-8 cannot encode a lone surrogate. */
export const storable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

/** Limits the length of a text, also in the OpenAPI document. */
const bounded = (schema: Schema.Schema<string>, min: number, max: number) =>
  schema.pipe(
    Schema.filter((value) => value.length >= min && value.length <= max && storable(value), {
      jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max }
    }),
    mustBe(`text of ${min} to ${max} characters`)
  )

/** Returns a schema of texts of `min` to `max` characters. It does not trim the text. */
export const text = (min: number, max: number) => bounded(Schema.String, min, max)

/** Returns a schema that removes the white space around a text. After that, the text must have `min` to `max` characters. */
export const trimmed = (min: number, max: number) => {
  const trim = Schema.transform(Schema.String, Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  })
  return bounded(trim, min, max)
}

/** A whole number of at most 15 digits, so that a JavaScript number is exact. */
export const wholeNumber = /^(0|[1-9][0-9]{0,14})$/

/** A whole number of 1 or more, as a JSON string or number. */
export const Count = Schema.transformOrFail(
  Schema.Union(Schema.String, Schema.Number),
  Schema.Int.pipe(Schema.positive()),
  {
    strict: true,
    decode: (input, _, ast) =>
      wholeNumber.test(String(input))
        ? ParseResult.succeed(Number(input))
        : ParseResult.fail(new ParseResult.Type(ast, input)),
    encode: (count) => ParseResult.succeed(String(count))
  }
).pipe(
  mustBe("a whole number of 1 or more"),
  Schema.annotations({
    jsonSchema: { type: ["string", "number"], pattern: "^[1-9][0-9]{0,14}$", minimum: 1 }
  })
)

/** Returns true if a text is a day that exists, such as 1990-12-31. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const instant =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

const readInstant = (text: string): Date | undefined => {
  const day = instant.exec(text)?.[1]
  const at = new Date(text)
  const exists = day !== undefined && isDay(day) && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999
  return exists ? at : undefined
}

/** The end of the year 9999. SQLite stores instants as text, and later ones would not sort by time. */
export const latestInstant = new Date("9999-12-31T23:59:59.999Z")

/** An instant in the form that callers send: ISO 8601 with a time zone, in the years 1970 to 9999. */
export const InstantInput = Schema.transformOrFail(Schema.String, Schema.DateFromSelf, {
  strict: true,
  decode: (text, _, ast) => {
    const at = readInstant(text)
    return at === undefined ? ParseResult.fail(new ParseResult.Type(ast, text)) : ParseResult.succeed(at)
  },
  encode: (at) => ParseResult.succeed(at.toISOString())
}).pipe(
  mustBe("an instant with its time zone, such as 2026-01-31T12:00:00.000Z"),
  Schema.annotations({ jsonSchema: { type: "string", format: "date-time" } })
)

/** Keeps the first fault of each field. Drops the fault of a field whose nested fields have faults. */
const distinct = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.filter(
    ({ field }, index) =>
      faults.findIndex((other) => other.field === field) === index &&
      !faults.some((other) => other.field.startsWith(`${field}.`))
  )

/** Finds faults in the combination of several fields. The input is not decoded yet: any field may be missing or invalid. */
export type CrossCheck = (input: Readonly<Record<string, unknown>>) => ReadonlyArray<Fault>

const noCrossCheck: CrossCheck = () => []

type Fields = Readonly<Record<string, unknown>>

const noFields: Fields = {}

/**
 * The unchecked fields of a request. A service accepts them instead of its typed input, and parses them itself. `given` are the
 * caller's fields. `set` are fields that the HTTP handler sets, such as the partner of the access token. If the caller
 * gives one of these, too, the request is refused.
 */
export class Unparsed {
  readonly given: Fields
  readonly set: Fields

  constructor(given: Fields, set: Fields = noFields) {
    this.given = given
    this.set = set
  }

  /** The fields of `given` and `set`. A loop adds the fields of `set`, because it is faster than a second spread. */
  get fields(): Fields {
    const fields: Record<string, unknown> = { ...this.given }
    for (const name in this.set) fields[name] = this.set[name]
    return fields
  }
}

type FindUnknown = (given: Fields, set: Fields) => ReadonlyArray<Fault>

const compiled = <A, I>(schema: Schema.Schema<A, I>, crossCheck: CrossCheck, findUnknown: FindUnknown) => {
  const decode = decoderOf(schema)
  const findFaults = lazily(() => faultFinder(schema.ast))
  return (input: unknown): Either.Either<A, InvalidInput> => {
    const unparsed = input instanceof Unparsed ? input : undefined
    const given = unparsed === undefined ? input : unparsed.given
    if (!Predicate.isRecord(given))
      return Either.left(invalid("input", `must be an object, got ${quoted(given)}`))
    const set = unparsed === undefined ? noFields : unparsed.set
    const fields = unparsed === undefined ? given : unparsed.fields
    const decoded = decode(fields)
    const crossFaults = crossCheck(fields)
    const unknown = findUnknown(given, set)
    if (decoded !== misfit && crossFaults.length === 0 && unknown.length === 0) return Either.right(decoded)
    const own = decoded === misfit ? distinct(findFaults(fields)) : []
    return Either.left(refused([withoutOuter(own, crossFaults), crossFaults, unknown].reduce(withOthers)))
  }
}

/** Drops the fault of a field if the cross check has found a fault in one of its nested fields. */
const withoutOuter = (own: ReadonlyArray<Fault>, crossFaults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  own.filter(({ field }) => !crossFaults.some((cross) => cross.field.startsWith(`${field}.`)))

/** Adds the faults of `others` in fields that have no fault yet. */
const withOthers = (faults: ReadonlyArray<Fault>, others: ReadonlyArray<Fault>): ReadonlyArray<Fault> => [
  ...faults,
  ...others.filter(({ field }) => faults.every((fault) => fault.field !== field))
]

/** Compiles a schema into a parser. The parser reports the faults of several fields at once. An unknown field is a fault. */
export const parser = <A, I>(schema: Schema.Schema<A, I>, crossCheck: CrossCheck = noCrossCheck) =>
  compiled(schema, crossCheck, unknownFieldFinder(schema.ast))

/** Does the same as `parser`, but ignores unknown fields, for example in OAuth requests (RFC 6749, 3.2). */
export const tolerantParser = <A, I>(schema: Schema.Schema<A, I>) =>
  compiled(schema, noCrossCheck, () => noFaults)

const noFaults: ReadonlyArray<Fault> = []
