import { Either, ParseResult, Predicate, Schema } from "effect"

/** One thing wrong with one field, worded so that `field + " " + problem` reads as a sentence. */
export const Fault = Schema.Struct({ field: Schema.String, problem: Schema.String })
export type Fault = typeof Fault.Type

/** The caller sent something that can never be right; every fault is named, and nothing was written. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  faults: Schema.Array(Fault)
}) {
  override get message(): string {
    return this.faults.map((fault) => `${fault.field} ${fault.problem}`).join("; ")
  }
}

export const invalid = (field: string, problem: string): InvalidInput =>
  new InvalidInput({ faults: [{ field, problem }] })

/** A value as an error message quotes it: JSON, cut short, never the whole of a large body. */
const show = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : JSON.stringify(value)
  return text === undefined ? typeof value : text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Replaces whatever a schema would say of a bad value by "must be <expectation>, got <value>". */
export const mustBe =
  (expectation: string) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      message: (issue) => ({ message: `must be ${expectation}, got ${show(issue.actual)}`, override: true })
    })

/** A field that has to be there; its absence reads "<field> is required". */
export const required = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema).annotations({ missingMessage: () => "is required" })

const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<Fault> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path, message }) => ({
    field: path.length === 0 ? "input" : path.map(String).join("."),
    problem: message
  }))

/**
 * One fault a field, the first. A field that may be left out fails once as itself and once as "nothing"; the first is
 * the one that helps.
 */
const toInvalidInput = (faults: ReadonlyArray<Fault>): InvalidInput =>
  new InvalidInput({
    faults: faults.filter((fault, index) => faults.findIndex(({ field }) => field === fault.field) === index)
  })

/** Faults of fields with regard to each other, told from the input as it came: any of it may be missing or wrong. */
export type CrossCheck = (input: Readonly<Record<string, unknown>>) => ReadonlyArray<Fault>

const noCrossCheck: CrossCheck = () => []

/** Compiles a schema into a parser that names every fault of an input at once. */
export const parser = <A, I>(schema: Schema.Schema<A, I>, crossCheck: CrossCheck = noCrossCheck) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input: I): Either.Either<A, InvalidInput> => {
    const decoded = decode(input)
    const crossFaults = Predicate.isRecord(input) ? crossCheck(input) : []
    if (Either.isRight(decoded) && crossFaults.length === 0) return Either.right(decoded.right)
    const own = Either.isLeft(decoded) ? faultsOf(decoded.left) : []
    return Either.left(toInvalidInput([...own, ...crossFaults]))
  }
}
