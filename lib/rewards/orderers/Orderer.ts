import { Schema } from "effect"

export const OrdererKind = Schema.Literal("person", "key", "host")

/** Who orders a command: a person or an API key of the partner, or the program that embeds this library (the host). */
export const Orderer = Schema.Struct({
  kind: OrdererKind,
  /** The id of the person or of the API key; null for a host. */
  id: Schema.NullOr(Schema.String),
  /** The e-mail address of the person, the name of the API key, or the name that the host has chosen. */
  name: Schema.String
})
export type Orderer = typeof Orderer.Type

/** The number of an orderer: see `Orderers`. Null if the orderer is not known, or has no number. */
export type OrdererNumber = number | null
