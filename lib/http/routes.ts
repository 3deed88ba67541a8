import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Either, Option, type Schema } from "effect"
import { Api } from "./Api.ts"
import { Guarded } from "./access.ts"
import { activityHandlers } from "./activities/handlers.ts"
import { alerts } from "./alerts/handlers.ts"
import {
  type Attempts,
  BodyLimit,
  CountsAs,
  CountsAttempts,
  FailuresAs,
  ReadsList,
  type Rendering,
  UniqueKeys
} from "./annotations.ts"
import { approvals } from "./approvals/handlers.ts"
import { authorization as authorizationApi } from "./authorization/api.ts"
import { authorization } from "./authorization/handlers.ts"
import { awardHandlers } from "./awards/handlers.ts"
import { boards } from "./boards/handlers.ts"
import type { Encodings } from "./body.ts"
import { coins } from "./coins/handlers.ts"
import { type CsvList, csvListOf } from "./csvColumns.ts"
import { events } from "./events/handlers.ts"
import type { HttpFailure } from "./failure.ts"
import type { HandledEndpoint, Incoming } from "./handle.ts"
import { iam as iamApi } from "./iam/api.ts"
import { iam } from "./iam/handlers.ts"
import { members } from "./members/handlers.ts"
import { partners as partnersApi } from "./partners/api.ts"
import { partners } from "./partners/handlers.ts"
import { people as peopleApi } from "./people/api.ts"
import { people } from "./people/handlers.ts"
import { encodedFields } from "./requestSchemas.ts"
import { rules } from "./rules/handlers.ts"
import { settings } from "./settings/handlers.ts"
import { statistics } from "./statistics/handlers.ts"
import { testSide as testSideApi } from "./testSide/api.ts"
import { testSide } from "./testSide/handlers.ts"
import { totp as totpApi } from "./totp/api.ts"
import { totp } from "./totp/handlers.ts"
import { users as usersApi } from "./users/api.ts"
import { users } from "./users/handlers.ts"
import { webhooks as webhooksApi } from "./webhooks/api.ts"
import { webhooks } from "./webhooks/handlers.ts"

export const handlers: ReadonlyArray<HandledEndpoint> = [
  ...partners,
  ...iam,
  ...testSide,
  ...settings,
  ...people,
  ...totp,
  ...users,
  ...members,
  ...rules,
  ...awardHandlers,
  ...activityHandlers,
  ...boards,
  ...coins,
  ...approvals,
  ...statistics,
  ...alerts,
  ...events,
  ...webhooks,
  ...authorization
]

export interface Route {
  readonly name: string
  readonly method: string
  readonly template: string
  readonly status: number
  /** The names of the query's parameters. */
  readonly parameters: ReadonlySet<string>
  /** The content types that the body may have; undefined if there is no body. */
  readonly encodings: Encodings | undefined
  readonly bodyLimit: number
  readonly failuresAs: Rendering
  readonly attempts: Attempts | undefined
  /** Returns how many requests a request counts as; undefined if each request counts as one. */
  readonly countsAs: ((body: Incoming["body"]) => number) | undefined
  /** Whether requests wait for their turn: see `makeListTurns`. */
  readonly isList: boolean
  /** Whether the handler always uses the engine's clock, even for a test side, whose own clock can be ahead. */
  readonly goesByEngine: boolean
  /** How the answer is written as CSV; undefined if the answer is not a page of a list. */
  readonly csv: CsvList | undefined
  readonly handled: HandledEndpoint
}

/** The groups about accounts and webhooks, whose tokens, links and retries have lifetimes in real time. */
const engineGroups: ReadonlySet<string> = new Set(
  [partnersApi, iamApi, testSideApi, peopleApi, totpApi, usersApi, webhooksApi, authorizationApi].map(
    ({ identifier }) => identifier
  )
)

const usualBodyLimit = 64 * 1024

const encodingsOf = (payloads: ReadonlyMap<string, unknown>, uniqueKeys: boolean): Encodings | undefined =>
  payloads.size === 0
    ? undefined
    : {
        json: payloads.has("application/json"),
        form: payloads.has("application/x-www-form-urlencoded"),
        uniqueKeys
      }

const parametersIn = (schema: Option.Option<Schema.Schema.All>): ReadonlySet<string> =>
  new Set(
    Option.match(schema, {
      onNone: () => [],
      onSome: ({ ast }) => encodedFields(ast).map(({ name }) => String(name))
    })
  )

const handlerBy = new Map(handlers.map((handled) => [handled.guard, handled]))
if (handlerBy.size !== handlers.length) throw new Error("an endpoint has two handlers")

/** The routes of the contract. Fails at start if an endpoint has no handler, or a handler has no endpoint. */
export const routes: ReadonlyArray<Route> = (() => {
  const found: Array<Route> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, mergedAnnotations: annotations, payloads, successes }) => {
      const name = `${group.identifier}.${endpoint.name}`
      const guard = Option.getOrUndefined(Context.getOption(annotations, Guarded))
      const handled = guard && handlerBy.get(guard)
      if (handled === undefined) throw new Error(`the contract has ${name}, and no handler serves it`)
      const parameters = parametersIn(endpoint.urlParamsSchema)
      const [[status, answer] = [200, undefined]] = successes
      const answerType = answer && Option.getOrUndefined(answer.ast)
      found.push({
        name,
        method: endpoint.method,
        template: endpoint.path,
        status,
        parameters,
        csv: answerType && csvListOf(answerType, parameters),
        encodings: encodingsOf(
          payloads,
          Context.getOrElse(annotations, UniqueKeys, () => false)
        ),
        bodyLimit: Context.getOrElse(annotations, BodyLimit, () => usualBodyLimit),
        failuresAs: Context.getOrElse(annotations, FailuresAs, (): Rendering => "envelope"),
        countsAs: Option.getOrUndefined(Context.getOption(annotations, CountsAs)),
        attempts: Option.getOrUndefined(Context.getOption(annotations, CountsAttempts)),
        isList: Context.getOrElse(annotations, ReadsList, () => false),
        goesByEngine: engineGroups.has(group.identifier),
        handled
      })
    }
  })
  if (found.length !== handlers.length)
    throw new Error("a handler serves an endpoint that the contract lacks")
  return found
})()

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

/** Finds the routes of a path. A template without parameters takes precedence over a template with parameters. */
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

export type NoRoute = Extract<HttpFailure, { _tag: "RouteNotFound" | "MethodNotAllowed" }>

/** Returns the route for a request, or why there is none. HEAD is served as GET. */
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
