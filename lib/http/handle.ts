import type { HttpApiEndpoint } from "@effect/platform"
import type { Effect } from "effect"
import type { Access, Callers, Guard } from "./access.ts"
import type { Answer, Live, Raw, StoredAnswer } from "./answer.ts"
import type { ServiceFailure } from "./failure.ts"
import type { Incoming } from "./incoming.ts"
import type { Services } from "./services.ts"

/** Serves the requests to one endpoint. What it learns of its caller follows from the endpoint's access. */
export type Handler<A extends Access, Data> = (
  request: Incoming & Callers[A]
) => Effect.Effect<Answer<Data> | StoredAnswer | Raw | Live, ServiceFailure, Services>

/** The data of an endpoint's answers; never where it does not answer in the envelope. */
type DataOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> extends infer Success
    ? Success extends { readonly data: infer Data }
      ? Data
      : never
    : never

/** An endpoint's handler. Its access is known to `use` alone, together with the handler that is typed by it. */
export interface Handled {
  readonly guard: Guard
  readonly with: <Result>(
    use: <A extends Access>(guard: Guard<A>, handler: Handler<A, unknown>) => Result
  ) => Result
}

/** Gives an endpoint of the contract its handler. */
export const handle = <A extends Access, Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any>(
  endpoint: Endpoint & { readonly guard: Guard<A> },
  handler: Handler<NoInfer<A>, DataOf<NoInfer<Endpoint>>>
): Handled => ({
  guard: endpoint.guard,
  with: (use) => use(endpoint.guard, handler)
})
