import { Either } from "effect"
import type { HttpFailure } from "./failure.ts"
import { type Route, routes } from "./routes.ts"

interface Match {
  readonly routes: ReadonlyMap<string, Route>
  readonly eco: string
  readonly params: Readonly<Record<string, string>>
}

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
const match = (path: string): Match | undefined => {
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

/** Why no route matches a request. */
export type NoRoute = Extract<HttpFailure, { _tag: "RouteNotFound" | "MethodNotAllowed" }>

/** The route for a request, or why there is none. HEAD is served as GET. */
export const findRoute = (
  method: string,
  path: string,
  ecosystems: ReadonlySet<string> | undefined
): Either.Either<Found, NoRoute> => {
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
