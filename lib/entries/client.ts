/**
 * laurel-rewards/client: the contract's methods as calls to a service. `createClient` answers with promises, `makeClient`
 * with effects.
 */

export { ClientError } from "../client/ClientError.ts"
export {
  type CallOptions,
  createClient,
  type PromiseClient,
  type PromiseClientOptions
} from "../client/createClient.ts"
export {
  type Client,
  type ClientOptions,
  isFailure,
  makeClient,
  withIdempotencyKey
} from "../client/makeClient.ts"
export { Failure } from "../http/envelope.ts"
