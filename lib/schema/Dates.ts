import { ParseResult, Schema } from "effect"
import { mustBe } from "./Input.ts"

/** True if a text is a day that exists, such as 1990-12-31. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const pattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

const read = (text: string): Date | undefined => {
  const day = pattern.exec(text)?.[1]
  const at = new Date(text)
  const exists = day !== undefined && isDay(day) && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999
  return exists ? at : undefined
}

/** An instant in the form that callers send: ISO 8601 with a time zone, in the years 1970 to 9999. */
export const InstantInput = Schema.transformOrFail(Schema.String, Schema.DateFromSelf, {
  strict: true,
  decode: (text, _, ast) => {
    const at = read(text)
    return at === undefined ? ParseResult.fail(new ParseResult.Type(ast, text)) : ParseResult.succeed(at)
  },
  encode: (at) => ParseResult.succeed(at.toISOString())
}).pipe(
  mustBe("an instant with its time zone, such as 2026-01-31T12:00:00.000Z"),
  Schema.annotations({ jsonSchema: { type: "string", format: "date-time" } })
)
