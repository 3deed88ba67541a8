import { HttpApi } from "@effect/platform"
import { Context, Either, Option } from "effect"
import type { Scope } from "../services/Sessions.ts"
import { Api, Authorization, BodyLimit, RequiredScope } from "./Api.ts"
import type { HttpFailure } from "./failure.ts"
import { type Implementation, operations } from "./operations.ts"

/** An endpoint of the contract, with what it takes to serve it worked out beforehand. */
export interface Route {
  readonly name: string
  readonly method: string
  readonly template: string
  readonly status: number
  readonly hasBody: boolean
  readonly bodyLimit: number
  readonly scope: Scope | undefined
  readonly implementation: Implementation
}

export interface Match {
  readonly routes: ReadonlyMap<string, Route>
  readonly eco: string
}

const usualBodyLimit = 64 * 1024

/** The contract as routes. An endpoint without an operation, or open where it should not be, fails here, at start. */
export const routes: ReadonlyArray<Route> = (() => {
  const found: Array<Route> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, mergedAnnotations, middleware, successes }) => {
      const name = `${group.identifier}.${endpoint.name}`
      const implementation = operations[name]
      if (implementation === undefined) throw new Error(`the contract has ${name}, and nothing implements it`)
      const guarded = Array.from(middleware).some(({ key }) => key === Authorization.key)
      if (guarded !== (implementation.access === "partner"))
        throw new Error(`${name} is guarded in one place only`)
      found.push({
        name,
        method: endpoint.method,
        template: endpoint.path,
        status: successes.keys().next().value ?? 200,
        hasBody: Option.isSome(endpoint.payloadSchema),
        bodyLimit: Context.getOrElse(mergedAnnotations, BodyLimit, () => usualBodyLimit),
        scope: Option.getOrUndefined(Context.getOption(mergedAnnotations, RequiredScope)),
        implementation
      })
    }
  })
  return found
})()

const byTemplate = new Map<string, Map<string, Route>>()
for (const route of routes) {
  const methods = byTemplate.get(route.template) ?? new Map<string, Route>()
  byTemplate.set(route.template, methods.set(route.method, route))
}

/** Templates with a parameter: in this interface that is the ecosystem, always the first segment after the version. */
const ecosystemTemplate = /^\/api\/v1\/([^/]+)(\/.*)$/

/** A fixed path wins over one with a parameter. */
export const match = (path: string): Match | undefined => {
  const fixed = byTemplate.get(path)
  if (fixed !== undefined) return { routes: fixed, eco: "" }
  const [, eco, rest] = ecosystemTemplate.exec(path) ?? []
  const methods = rest === undefined ? undefined : byTemplate.get(`/api/v1/:eco${rest}`)
  return methods === undefined || eco === undefined ? undefined : { routes: methods, eco }
}

export interface Found {
  readonly route: Route
  readonly eco: string
}

/** The route for a request, or why there is none. HEAD is served as GET. */
export const find = (
  method: string,
  path: string,
  ecosystems: ReadonlySet<string> | undefined
): Either.Either<Found, Extract<HttpFailure, { _tag: "RouteNotFound" | "MethodNotAllowed" }>> => {
  const found = match(path)
  if (found === undefined || (found.eco !== "" && ecosystems?.has(found.eco) === false)) {
    return Either.left({ _tag: "RouteNotFound", path })
  }
  const route = found.routes.get(method === "HEAD" ? "GET" : method)
  if (route !== undefined) return Either.right({ route, eco: found.eco })
  const methods = Array.from(found.routes.keys())
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  return Either.left({ _tag: "MethodNotAllowed", method, allow })
}

/** Cheaper than `new URL`. Under a Host header that is none, Bun gives the path alone. */
export const split = (url: string): { readonly path: string; readonly search: string } => {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3)
  const rest = start === -1 ? "/" : url.slice(start)
  const mark = rest.search(/[?#]/)
  return mark === -1 ? { path: rest, search: "" } : { path: rest.slice(0, mark), search: rest.slice(mark) }
}

export const queryOf = (search: string): Readonly<Record<string, string>> =>
  search.length < 2 ? {} : Object.fromEntries(new URLSearchParams(search.split("#", 1)[0]))
