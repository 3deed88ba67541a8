import { Context, Effect, Schema } from "effect"

/** Who orders a command: a person or an API key of the partner, or the program that embeds this library (the host). */
export const Orderer = Schema.Struct({
  kind: Schema.Literal("person", "key", "host"),
  /** The id of the person or of the API key; null for a host. */
  id: Schema.NullOr(Schema.String),
  /** The e-mail address of the person, the name of the API key, or the name that the host has chosen. */
  name: Schema.String
})
export type Orderer = typeof Orderer.Type

/** A caller of the core, in the form that the audit trail needs. */
export interface ActingOrderer extends Orderer {
  /** The name of the caller in the audit trail: an e-mail address, an API key without its secret, or the name of the host. */
  readonly credential: string
  /** The network address of the caller, if it is known. */
  readonly address: string | undefined
}

/** The caller of the core. The audit trail (`Trail`) does not record the commands of an unknown caller. */
export class Actor extends Context.Reference<Actor>()("rewards/Actor", {
  defaultValue: (): ActingOrderer | undefined => undefined
}) {
  /** The actor for a host that calls the core itself. */
  static readonly host = (name: string): ActingOrderer => ({
    kind: "host",
    id: null,
    name,
    credential: name,
    address: undefined
  })
}

/** The id of the request that causes a write; null if there is none. Events contain this id. */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}

/** The cause of a command. `by` is undefined if the caller is unknown. */
export const orderedBy = Effect.zipWith(Actor, RequestId, (by, requestId) => ({ by, requestId }))
