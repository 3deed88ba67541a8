/**
 * laurel-rewards/client: a typed client of a service. It needs only `fetch`, so it also runs in browsers.
 * In `laurel-rewards/effect-client`, the same methods return effects.
 */
export { ClientError } from "../client/ClientError.ts"
export type * from "../client/contract.ts"
export { createClient, type PromiseClientOptions } from "../client/createClient.ts"
