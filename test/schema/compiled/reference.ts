// How inputs are parsed by Schema alone: what the compiled parser has to agree with.
import { Either, ParseResult, Predicate, type Schema } from "effect"
import type { Fault } from "../../../lib/schema/Input.ts"

const problemOf = (message: string): string => {
  if (!message.startsWith("Expected ")) return message
  if (message.startsWith("Expected ReadonlyArray")) return "must be a list"
  if (message.startsWith("Expected string,")) return "must be text"
  if (message.startsWith("Expected number,")) return "must be a number"
  if (message.startsWith("Expected boolean,")) return "must be true or false"
  return message.startsWith("Expected {") ? "must be an object" : "must be of another type"
}

const distinct = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.filter(
    ({ field }, index) =>
      faults.findIndex((other) => other.field === field) === index &&
      !faults.some((other) => other.field.startsWith(`${field}.`))
  )

export const parseBySchema =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (input: unknown): Either.Either<A, ReadonlyArray<Fault>> =>
    Predicate.isRecord(input)
      ? Either.mapLeft(ParseResult.decodeUnknownEither(schema, { errors: "all" })(input), (issue) =>
          distinct(
            ParseResult.ArrayFormatter.formatIssueSync(issue).map(({ path, message }) => ({
              field: path.length === 0 ? "input" : path.map(String).join("."),
              problem: problemOf(message)
            }))
          )
        )
      : Either.left([])
