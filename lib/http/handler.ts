import { Cause, Effect, Either, Exit, Runtime, Schema } from "effect"
import { Forbidden, Unauthorized } from "../domain/Errors.ts"
import { Ecosystem } from "../domain/Identity.ts"
import { parser } from "../domain/Input.ts"
import type { Rewards } from "../services/Rewards.ts"
import { type Session, Sessions } from "../services/Sessions.ts"
import { readBody } from "./body.ts"
import { type HttpFailure, internal, type ServiceFailure, toWire, type WireFailure } from "./failure.ts"
import type { Answer, Incoming } from "./Operation.ts"
import { match, type Route } from "./routes.ts"

export interface HandlerOptions {
  /** The ecosystems that the deployment allows; all, unless told. */
  readonly ecosystems?: ReadonlySet<string> | undefined
  /** Requests that may run at once; more are refused at once, instead of waiting for longer and longer. */
  readonly maxConcurrent?: number | undefined
  /** Called once for every request, when its answer is known. */
  readonly onAnswer?: ((summary: Summary) => void) | undefined
}

/** What a log or a metric may know of a request: never a body, never a credential. */
export interface Summary {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly partnerId: string | undefined
  readonly defect: Cause.Cause<never> | undefined
}

export interface Handler {
  readonly fetch: (request: Request) => Promise<Response>
}

type Failed = ServiceFailure | HttpFailure

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i

const authorize = Effect.fnUntraced(function* (request: Request, { scope }: Route) {
  const token = bearer.exec(request.headers.get("authorization") ?? "")?.[1]
  if (token === undefined) {
    return yield* new Unauthorized({ reason: "the Authorization header must be Bearer and an access token" })
  }
  const session = yield* (yield* Sessions).check(token)
  if (scope !== undefined && !session.scopes.has(scope)) {
    return yield* new Forbidden({ reason: `this needs the scope ${scope}` })
  }
  return session
})

const parseEcosystem = parser(Schema.Struct({ eco: Ecosystem }))

/** Serves one request to a known route: who is calling, what is asked, and the operation. */
const serve = Effect.fnUntraced(function* (
  request: Request,
  route: Route,
  path: Pick<Incoming, "eco" | "query">,
  noteSession: (session: Session) => void
) {
  const { implementation } = route
  const session = implementation.access === "partner" ? yield* authorize(request, route) : undefined
  if (session !== undefined) noteSession(session)
  if (path.eco !== "") yield* parseEcosystem(path)
  const body = route.hasBody ? yield* readBody(request, route.bodyLimit) : {}
  const idempotencyKey = request.headers.get("idempotency-key") ?? undefined
  const incoming: Incoming = { ...path, body, idempotencyKey }
  if (implementation.access === "public") return yield* implementation.run(incoming)
  return session === undefined
    ? yield* Effect.dieMessage(`${route.name} was reached without a session`)
    : yield* implementation.run({ ...incoming, session })
})

const json = "application/json; charset=utf-8"

const respond = (status: number, body: unknown, headers: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": json, "cache-control": "no-store", ...headers }
  })

const succeed = (route: Route, { message, data, replayed }: Answer<unknown>, requestId: string): Response => {
  const headers = { "x-request-id": requestId }
  return respond(
    route.status,
    { status: "success", message, data },
    replayed === true ? { ...headers, "idempotency-replayed": "true" } : headers
  )
}

const fail = ({ status, body, headers }: WireFailure, requestId: string): Response =>
  respond(status, body, { ...headers, "x-request-id": requestId })

/** A caller's own request id is kept when it is one that a log can hold. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get("x-request-id")
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID()
}

const split = (url: string): { readonly path: string; readonly search: string } => {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  const rest = start === -1 ? "/" : url.slice(start)
  const mark = rest.search(/[?#]/)
  return mark === -1 ? { path: rest, search: "" } : { path: rest.slice(0, mark), search: rest.slice(mark) }
}

const queryOf = (search: string): Readonly<Record<string, string>> =>
  search.length < 2 ? {} : Object.fromEntries(new URLSearchParams(search.split("#", 1)[0]))

/** The whole service as one web-standard function, to be mounted in any host that speaks Request and Response. */
export const makeHandler = (runtime: Runtime.Runtime<Rewards>, options: HandlerOptions = {}): Handler => {
  const run = Runtime.runPromiseExit(runtime)
  const { ecosystems, maxConcurrent = 2000, onAnswer } = options
  let running = 0

  const find = (request: Request, path: string): Either.Either<{ route: Route; eco: string }, Failed> => {
    const found = match(path)
    if (found === undefined || (found.eco !== "" && ecosystems?.has(found.eco) === false)) {
      return Either.left({ _tag: "RouteNotFound", path })
    }
    const method = request.method === "HEAD" ? "GET" : request.method
    const route = found.routes.get(method)
    if (route !== undefined) return Either.right({ route, eco: found.eco })
    const methods = Array.from(found.routes.keys())
    const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
    return Either.left({ _tag: "MethodNotAllowed", method: request.method, allow })
  }

  const answer = async (request: Request, requestId: string, note: Partial<Summary> & { route?: string }) => {
    const { path, search } = split(request.url)
    const found = find(request, path)
    if (Either.isLeft(found)) {
      return request.method === "OPTIONS" && found.left._tag === "MethodNotAllowed"
        ? new Response(null, { status: 204, headers: { allow: found.left.allow, "x-request-id": requestId } })
        : fail(toWire(found.left), requestId)
    }
    const { route, eco } = found.right
    Object.assign(note, { route: route.template })
    const exit = await run(
      serve(request, route, { eco, query: queryOf(search) }, ({ partnerId }) =>
        Object.assign(note, { partnerId })
      )
    )
    if (Exit.isSuccess(exit)) return succeed(route, exit.value, requestId)
    return Either.match(Cause.failureOrCause(exit.cause), {
      onLeft: (failure) => fail(toWire(failure), requestId),
      onRight: (defect) => {
        Object.assign(note, { defect })
        return fail(internal, requestId)
      }
    })
  }

  return {
    fetch: async (request) => {
      const started = performance.now()
      const requestId = requestIdOf(request)
      const note: Partial<Summary> = {}
      running += 1
      const response =
        running > maxConcurrent
          ? fail(toWire({ _tag: "Overloaded", reason: "too many requests at once: try again" }), requestId)
          : await answer(request, requestId, note)
      running -= 1
      onAnswer?.({
        requestId,
        method: request.method,
        route: note.route ?? "",
        status: response.status,
        milliseconds: performance.now() - started,
        partnerId: note.partnerId,
        defect: note.defect
      })
      return response
    }
  }
}
