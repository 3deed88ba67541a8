import { Context, Effect, Layer } from "effect"
import { type Handler, type HandlerOptions, makeHandler } from "./handler.ts"
import type { Services } from "./services.ts"

/** The HTTP interface as a service, for hosts on Effect. It finishes the requests in flight when its scope closes. */
export class HttpHandler extends Context.Tag("rewards/HttpHandler")<HttpHandler, Handler>() {
  static readonly layer = (options: HandlerOptions = {}): Layer.Layer<HttpHandler, never, Services> =>
    Layer.scoped(
      this,
      Effect.acquireRelease(
        Effect.map(Effect.runtime<Services>(), (runtime) => makeHandler(runtime, options)),
        (handler) => Effect.promise(handler.dispose)
      )
    )
}
