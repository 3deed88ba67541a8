import { Either, ParseResult, Schema } from "effect"
import { decoderOf, lazily, type Misfit, misfit } from "../schema/Compiled.ts"

const isRow = <A>(row: A | Misfit): row is A => row !== misfit

/** Decodes the rows of an answer. Reading rows is a good part of an award, so their schema is compiled. */
export const decoder = <A, I>(
  row: Schema.Schema<A, I>
): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<A>) => {
  const read = decoderOf(row)
  const explain = lazily(() => Schema.decodeUnknownEither(Schema.Array(row)))
  return (rows) => {
    const found = rows.map(read)
    if (found.every(isRow)) return found
    const decoded = explain(rows)
    if (Either.isRight(decoded)) return decoded.right
    // The message names places and no values: it goes to a log, and rows hold mails, hashes and personal records.
    const places = ParseResult.ArrayFormatter.formatErrorSync(decoded.left).map(({ path }) => path.join("."))
    throw new Error(`the database answered with a row that does not fit: ${places.join(", ")}`)
  }
}
