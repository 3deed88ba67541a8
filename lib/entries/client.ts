/** laurel-rewards/client: typed clients of a service. `createClient` returns promises, `makeClient` returns effects. */

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
