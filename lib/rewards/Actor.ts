import { Context, Effect, Either } from "effect"
import { type InvalidInput, invalid } from "../schema/Input.ts"
import type { Orderer } from "./orderers/Orderer.ts"

/**
 * 1 to 100 characters: letters, marks, numbers, punctuation and symbols, with single spaces between them. Other characters, such as control
 * characters and lone surrogates, do not match.
 */
const isVisible = /^(?=.{1,100}$)[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u

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
  /** Returns the actor of a host that calls the core itself. Lists show `name`: for example, the name of the host's own user. */
  static readonly host = (name: string): Either.Either<ActingOrderer, InvalidInput> =>
    isVisible.test(name)
      ? Either.right({ kind: "host", id: null, name, credential: name, address: undefined })
      : Either.left(invalid("actor", "must be a name of 1 to 100 visible characters"))
}

/** The id of the request that causes a write; null if there is none. Events contain this id. */
export class RequestId extends Context.Reference<RequestId>()("rewards/RequestId", {
  defaultValue: (): string | null => null
}) {}

/** The cause of a command. `by` is undefined if the caller is unknown. */
export const orderedBy = Effect.zipWith(Actor, RequestId, (by, requestId) => ({ by, requestId }))
