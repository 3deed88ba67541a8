/** laurel-rewards/effect-client: a typed client of the HTTP API, for programs with Effect. */
export {
  type Client,
  type ClientOptions,
  isFailure,
  makeClient,
  withIdempotencyKey
} from "../client/makeClient.ts"
export type { Failure } from "../http/envelope.ts"
