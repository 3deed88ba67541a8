import { Either, Schema } from "effect"
import { decoderOf, misfit } from "../schema/Compiled.ts"
import { type CrossCheck, type InvalidInput, parser } from "../schema/Input.ts"

/**
 * Reads a service's input from the fields of a request. Only types are checked here, since the service parses its whole
 * input. Where a type is wrong, the same schema says all that is wrong, as the service would.
 */
export const inputOf = <A, I>(schema: Schema.Schema<A, I>, crossCheck?: CrossCheck) => {
  const read = decoderOf(Schema.encodedSchema(schema))
  const hasTypes = (fields: unknown): fields is I => read(fields) !== misfit
  const parse = parser(schema, crossCheck)
  return (fields: Readonly<Record<string, unknown>>): Either.Either<I, InvalidInput> =>
    hasTypes(fields)
      ? Either.right(fields)
      : Either.flatMap(parse(fields), () => {
          throw new Error("an input has other types than its schema, which accepts it")
        })
}
