import { Either, Predicate, Schema } from "effect"
import { decoderOf, lazily, misfit } from "./Compiled.ts"
import { explained } from "./Explained.ts"
import { explainer, Fault } from "./Faults.ts"

export { Fault }

/** The caller sent something that can never be right; every fault is named, and nothing was written. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()(
  "InvalidInput",
  { faults: Schema.Array(Fault) },
  explained("Fields are missing or malformed. Every fault is named.", "Send the fields as the error says.")
) {
  override get message(): string {
    return this.faults.map((fault) => `${fault.field} ${fault.problem}`).join("; ")
  }
}

/**
 * The faults are our own words, and need no check against the schema of the error. A stack trace would name the same parser every
 * time, and takes longer than to find the faults.
 */
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

/** Exactly as long as 256 bits in base64url, which is how every token, secret and code of ours looks. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** Text that a caller sent, as an error or a record repeats it: what looks like a token is left out. */
export const withoutTokens = (words: string): string => words.replace(token, "(looks like a secret)")

/** A value as an error message quotes it: JSON, cut short, never the whole of a large body. */
const show = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const whole = typeof value === "number" || typeof value === "bigint" ? String(value) : JSON.stringify(value)
  const text = whole === undefined ? typeof value : withoutTokens(whole)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/**
 * Replaces the message of a schema by "must be <expectation>, got <value>". The expectation is also the schema's
 * description, so that documents state a limit in the words of its error.
 */
export const mustBe =
  (expectation: string) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      description: expectation,
      message: (issue) => ({ message: `must be ${expectation}, got ${show(issue.actual)}`, override: true })
    })

/** A field that has to be there; its absence reads "<field> is required". */
export const required = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema).annotations({ missingMessage: () => "is required" })

/**
 * Keeps the first fault of each field, and the faults of a field's parts instead of one of the whole field. A
 * schema can report several: an optional field fails once as its type and once as undefined.
 */
const distinct = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.filter(
    ({ field }, index) =>
      faults.findIndex((other) => other.field === field) === index &&
      !faults.some((other) => other.field.startsWith(`${field}.`))
  )

/**
 * Finds faults of fields in relation to each other. It gets the raw input, of which any field may be missing or
 * wrong.
 */
export type CrossCheck = (input: Readonly<Record<string, unknown>>) => ReadonlyArray<Fault>

const noCrossCheck: CrossCheck = () => []

/**
 * The fields of a request that nothing has checked yet. A service takes them in place of its typed input, and parses them as it
 * parses every input, so that a request is decoded once.
 */
export class Unparsed {
  readonly fields: Readonly<Record<string, unknown>>

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields
  }
}

/** Compiles a schema into a parser that takes anything, and names every fault of an input at once. */
export const parser = <A, I>(schema: Schema.Schema<A, I>, crossCheck: CrossCheck = noCrossCheck) => {
  const decode = decoderOf(schema)
  const explain = lazily(() => explainer(schema.ast))
  return (given: unknown): Either.Either<A, InvalidInput> => {
    const input = given instanceof Unparsed ? given.fields : given
    if (!Predicate.isRecord(input))
      return Either.left(invalid("input", `must be an object, got ${show(input)}`))
    const decoded = decode(input)
    const crossFaults = crossCheck(input)
    if (decoded !== misfit && crossFaults.length === 0) return Either.right(decoded)
    const own = decoded === misfit ? distinct(explain(input)) : []
    const others = crossFaults.filter(({ field }) => own.every((fault) => fault.field !== field))
    return Either.left(refused([...own, ...others]))
  }
}
