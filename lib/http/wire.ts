import { Schema } from "effect"

export const Id = Schema.String.annotations({ description: "An id made by the service (UUID)" })

/** Instants and decimals are plain text on the wire. */
export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time", description: "ISO 8601, UTC, with milliseconds" }
})
export const Decimal = Schema.String.annotations({ description: "A decimal without trailing zeros" })
export const Numeric = Schema.String.annotations({ description: "A whole number, as text" })

/** A number without decimals; Schema.Int would be a schema of its own in the document. */
export const Whole = Schema.Number.pipe(Schema.filter(Number.isInteger, { jsonSchema: { type: "integer" } }))

/** A field that the interface calls nullable and that nothing sets yet. */
export const Unset = Schema.Null

/** An object of which the interface does not show the fields; it is empty so far. */
export const Empty = Schema.Struct({}).annotations({
  jsonSchema: { type: "object", description: "Empty so far" }
})
