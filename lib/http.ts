/** laurel-rewards/http: the contract, the handler compiled from it, and the OpenAPI document. */
export { Api } from "./http/Api.ts"
export type { CorsOptions } from "./http/cors.ts"
export { docsPage } from "./http/docs.ts"
export { HttpHandler } from "./http/HttpHandler.ts"
export { type Handler, type HandlerOptions, makeHandler, type Summary } from "./http/handler.ts"
export type { RateLimitOptions } from "./http/limits.ts"
export { openApi } from "./http/openapi.ts"
export type { Services } from "./http/services.ts"
