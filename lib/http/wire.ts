import { Schema } from "effect"
import { largest } from "../rewards/Coins.ts"

export const Id = Schema.String.annotations({ description: "An id made by the service (UUID)" })

/** Instants and decimals are plain text on the wire. */
export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time", description: "ISO 8601, UTC, with milliseconds" }
})
export const Decimal = Schema.String.annotations({ description: "A decimal without trailing zeros" })

/** An amount of coins where the interface has a number. */
export const CoinNumber = Schema.Number.annotations({
  jsonSchema: {
    type: "number",
    minimum: 0,
    maximum: largest,
    description: "Coins with at most 4 decimals, exact"
  }
})
export const Numeric = Schema.String.annotations({ description: "A whole number, as text" })

/** A number without decimals; Schema.Int would be a schema of its own in the document. */
export const Whole = Schema.Number.pipe(Schema.filter(Number.isInteger, { jsonSchema: { type: "integer" } }))

/** Texts of the caller's own, by their keys. */
export const Texts = Schema.Record({ key: Schema.String, value: Schema.String })

/** A field that the interface calls nullable and that nothing sets yet. */
export const Unset = Schema.Null

/** An object of which the interface does not show the fields; it is empty so far. */
export const Empty = Schema.Struct({}).annotations({
  jsonSchema: { type: "object", description: "Empty so far" }
})
