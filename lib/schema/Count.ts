import { ParseResult, Schema } from "effect"
import { mustBe } from "./Input.ts"

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
