import { Either, Option, Predicate, Schema, SchemaAST } from "effect"
import { decoderOf, lazily, misfit } from "./Compiled.ts"
import { Fault, faultFinder } from "./Faults.ts"

export { Fault }

const FixId = Symbol.for("rewards/Fix")

/** Why an error happens and what the caller can do about it. docs/errors.md is generated from these. */
export interface ErrorExplanation {
  readonly cause: string
  readonly fix: string
}

/** Annotations of an error class. */
export const explained = (cause: string, fix: string) => ({ description: cause, [FixId]: fix })

interface ErrorOptions<Fields extends Schema.Struct.Fields> extends ErrorExplanation {
  readonly fields: Fields
  readonly message: (error: Schema.Struct.Type<Fields>) => string
}

/** A tagged error with an explanation, and with a message that is made from its fields. */
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

/** The annotations of an error class; undefined without both of them. */
export const explanationOf = ({ ast }: Schema.Schema.All): ErrorExplanation | undefined => {
  const annotated = SchemaAST.isTransformation(ast) ? ast.to : ast
  const cause = Option.getOrUndefined(SchemaAST.getDescriptionAnnotation(annotated))
  const fix = Option.getOrUndefined(SchemaAST.getAnnotation<string>(FixId)(annotated))
  return cause === undefined || fix === undefined ? undefined : { cause, fix }
}

/** The input is invalid. Every fault is named, and nothing was written. */
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
 * Creates the error without validating the faults and without a stack trace. The trace would always be that of the
 * parser, and takes longer to make than the parser needs to find the faults.
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

/** 256 bits in base64url: the form of every token, secret and code of this service. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** Removes everything that looks like a token from text of a caller, before an error or a record repeats it. */
export const withoutTokens = (words: string): string => words.replace(token, "(looks like a secret)")

/** Quotes a value in an error message: as JSON, truncated. */
const quoted = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const whole = typeof value === "number" || typeof value === "bigint" ? String(value) : JSON.stringify(value)
  const text = whole === undefined ? typeof value : withoutTokens(whole)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/**
 * Sets the message of a schema to "must be <expectation>, got <value>". The expectation is also the schema's
 * description, so that OpenAPI states a limit in the words of its error.
 */
export const mustBe =
  (expectation: string) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      description: expectation,
      message: (issue) => ({ message: `must be ${expectation}, got ${quoted(issue.actual)}`, override: true })
    })

/** A required field. The error for a missing one reads "<field> is required". */
export const required = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema).annotations({ missingMessage: () => "is required" })

/**
 * Leaves one fault for each field: the first one, or the faults of its parts instead. A schema can report several for
 * one field: an optional field fails once as its type and once as undefined.
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
 * The unchecked fields of a request. A service accepts them in place of its typed input and parses them as it parses
 * every input, so that a request is decoded once.
 */
export class Unparsed {
  readonly fields: Readonly<Record<string, unknown>>

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields
  }
}

/** Compiles a schema into a parser of unknown input that reports all faults at once. */
export const parser = <A, I>(schema: Schema.Schema<A, I>, crossCheck: CrossCheck = noCrossCheck) => {
  const decode = decoderOf(schema)
  const findFaults = lazily(() => faultFinder(schema.ast))
  return (given: unknown): Either.Either<A, InvalidInput> => {
    const input = given instanceof Unparsed ? given.fields : given
    if (!Predicate.isRecord(input))
      return Either.left(invalid("input", `must be an object, got ${quoted(input)}`))
    const decoded = decode(input)
    const crossFaults = crossCheck(input)
    if (decoded !== misfit && crossFaults.length === 0) return Either.right(decoded)
    const own = decoded === misfit ? distinct(findFaults(input)) : []
    const others = crossFaults.filter(({ field }) => own.every((fault) => fault.field !== field))
    return Either.left(refused([...own, ...others]))
  }
}
