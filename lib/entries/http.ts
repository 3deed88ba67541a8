/** laurel-rewards/http: the HTTP contract, the handler that implements it, and its OpenAPI document. */
export { Api } from "../http/Api.ts"
export type { CorsOptions } from "../http/cors.ts"
export type { ExportOptions, StreamOptions } from "../http/eventStream.ts"
export {
  type Handler,
  type HandlerOptions,
  HttpHandler,
  makeHandler,
  type Summary
} from "../http/HttpHandler.ts"
export type { Services } from "../http/handle.ts"
export { openApi } from "../http/openapi.ts"
export type { RateLimitOptions } from "../http/rateLimits.ts"
export { hostRoute, refusal } from "../http/response.ts"
