import { HttpApi } from "@effect/platform"
import { Context, Either, Option } from "effect"
import type { Scope } from "../accounts/sessions/Sessions.ts"
import {
  Authorization,
  BodyLimit,
  FailuresAs,
  KeyAuthorization,
  type Rendering,
  RequiredScope,
  UserAuthorization
} from "./Api/annotations.ts"
import { Api } from "./Api.ts"
import type { Encodings } from "./body.ts"
import type { HttpFailure } from "./failure.ts"
import { type Access, type Implementation, operations } from "./operations.ts"

/** An endpoint of the contract, with what it takes to serve it worked out beforehand. */
export interface Route {
  readonly name: string
  readonly method: string
  readonly template: string
  readonly status: number
  /** How it takes its body, or nothing where it has none. */
  readonly encodings: Encodings | undefined
  readonly bodyLimit: number
  readonly scope: Scope | undefined
  readonly failuresAs: Rendering
  readonly implementation: Implementation
}

export interface Match {
  readonly routes: ReadonlyMap<string, Route>
  readonly eco: string
  readonly params: Readonly<Record<string, string>>
}

const usualBodyLimit = 64 * 1024

const accessOf: Readonly<Record<string, Access>> = {
  [Authorization.key]: "partner",
  [UserAuthorization.key]: "user",
  [KeyAuthorization.key]: "key"
}

const encodingsOf = (payloads: ReadonlyMap<string, unknown>): Encodings | undefined =>
  payloads.size === 0
    ? undefined
    : { json: payloads.has("application/json"), form: payloads.has("application/x-www-form-urlencoded") }

/** The contract as routes. An endpoint without an operation, or open where it should not be, fails here, at start. */
export const routes: ReadonlyArray<Route> = (() => {
  const found: Array<Route> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, mergedAnnotations, middleware, payloads, successes }) => {
      const name = `${group.identifier}.${endpoint.name}`
      const implementation = operations[name]
      if (implementation === undefined) throw new Error(`the contract has ${name}, and nothing implements it`)
      const [guard] = Array.from(middleware, ({ key }) => accessOf[key])
      if ((guard ?? "public") !== implementation.access)
        throw new Error(`${name} is guarded in one place only`)
      found.push({
        name,
        method: endpoint.method,
        template: endpoint.path,
        status: successes.keys().next().value ?? 200,
        encodings: encodingsOf(payloads),
        bodyLimit: Context.getOrElse(mergedAnnotations, BodyLimit, () => usualBodyLimit),
        scope: Option.getOrUndefined(Context.getOption(mergedAnnotations, RequiredScope)),
        failuresAs: Context.getOrElse(mergedAnnotations, FailuresAs, (): Rendering => "envelope"),
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

/** Templates with parameters, by segments. There are few, and no busy route is among them. */
const patterns = Array.from(byTemplate)
  .filter(([template]) => template.includes("/:"))
  .map(([template, methods]) => ({ segments: template.split("/"), methods }))

const parametersOf = (
  pattern: ReadonlyArray<string>,
  path: ReadonlyArray<string>
): Record<string, string> | undefined => {
  if (pattern.length !== path.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const given = path[index] ?? ""
    if (!segment.startsWith(":")) {
      if (segment !== given) return undefined
    } else if (given === "") return undefined
    else parameters[segment.slice(1)] = given
  }
  return parameters
}

/** A fixed path wins over one with a parameter. */
export const match = (path: string): Match | undefined => {
  const fixed = byTemplate.get(path)
  if (fixed !== undefined) return { routes: fixed, eco: "", params: {} }
  const segments = path.split("/")
  for (const pattern of patterns) {
    const found = parametersOf(pattern.segments, segments)
    if (found === undefined) continue
    const { eco = "", ...params } = found
    return { routes: pattern.methods, eco, params }
  }
  return undefined
}

export interface Found extends Omit<Match, "routes"> {
  readonly route: Route
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
  if (route !== undefined) return Either.right({ route, eco: found.eco, params: found.params })
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
