import { Schema } from "effect"

/** What every answer looks like: `status`, `message` and `data`, and nothing else. */
export const success = <S extends Schema.Schema.Any>(data: S) =>
  Schema.Struct({ status: Schema.Literal("success"), message: Schema.String, data })

export const Failure = Schema.Struct({
  status: Schema.Literal("failed"),
  message: Schema.String.annotations({ description: "A short summary" }),
  data: Schema.Struct({
    errorType: Schema.Literal(
      "invalid",
      "not found",
      "unauthorized",
      "forbidden",
      "conflict",
      "rate limited",
      "internal",
      "unavailable"
    ),
    appErrorCode: Schema.String.annotations({
      description: '"Bad request" for malformed input, a code such as participant_limit_reached, or empty'
    }),
    error: Schema.String.annotations({ description: "What is wrong, naming the field and the mend" })
  })
}).annotations({ identifier: "Failure", description: "Every failure has this form" })
export type Failure = typeof Failure.Type

export const Id = Schema.String.annotations({ description: "An id made by the service (UUID)" })

/** Instants and decimals are plain text on the wire. */
export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time", description: "ISO 8601, UTC, with milliseconds" }
})
export const Decimal = Schema.String.annotations({ description: "A decimal without trailing zeros" })
export const Numeric = Schema.String.annotations({ description: "A whole number, as text" })

/** A number without decimals; Schema.Int would be a schema of its own in the document. */
export const Whole = Schema.Number.pipe(Schema.filter(Number.isInteger, { jsonSchema: { type: "integer" } }))

/** What the interface calls nullable and never sets so far. */
export const Unset = Schema.Null

/** An object that the interface shows without its inside; it is empty so far. */
export const Empty = Schema.Struct({}).annotations({
  jsonSchema: { type: "object", description: "Empty so far" }
})
