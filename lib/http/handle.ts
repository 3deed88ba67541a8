import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { type Context, Effect, Exit, type Stream } from "effect"
import { isGeneratorFunction, type YieldWrap } from "effect/Utils"
import { Unauthorized } from "../accounts/Errors.ts"
import type { WingServices } from "../accounts/layer.ts"
import type { Session } from "../accounts/sessions/Session.ts"
import type { Alerts } from "../alerts/Alerts.ts"
import type { Boards } from "../boards/Boards.ts"
import type { Statistics } from "../boards/Statistics.ts"
import type { Events } from "../events/Events.ts"
import type { Core } from "../rewards/Core.ts"
import { Unparsed } from "../schema/Input.ts"
import { onRealTime } from "../sql/RealTime.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"
import type { Access, Callers, Guard } from "./access.ts"
import type { Body } from "./body.ts"
import type { ServiceFailure } from "./failure.ts"
import type { Query } from "./query.ts"

/** The services that handlers call. */
export type Services = Alerts | Boards | Core | Events | Statistics | Webhooks | WingServices

/** A request to a known route, before its caller is identified and its body is read. */
export interface Target {
  readonly request: Request
  /** The group and name of the endpoint, such as `rules.create`. */
  readonly operation: string
  /** The ecosystem of the path; empty if the path has none. */
  readonly eco: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  /** The service's public address, without a slash at its end. The host sets it; it is never taken from a request. */
  readonly publicUrl: string
  /** The time limit of the request, in milliseconds. */
  readonly timeout: number
}

/** The part of a request that every handler gets. `Callers` has the part that depends on the endpoint's access. */
export interface Incoming extends Target {
  readonly body: Body["fields"]
  /** Whether the body is a URL-encoded form. */
  readonly isForm: boolean
  readonly idempotencyKey: string | undefined
  /** For a handler whose effect may already be an exit: an exit needs no fiber. Other handlers get their services from the fiber. */
  readonly services: Context.Context<Services>
}

/** An answer in the envelope: a JSON object with `status`, `message` and `data`. */
export interface Answer<A> {
  readonly message: string
  readonly data: A
  readonly replayed?: boolean
  /** The version of the record, for the header `ETag`. */
  readonly version?: string
  /** 202 if the work continues after the answer. Default: the first status of the endpoint. */
  readonly status?: 202
}

/** An answer in the envelope. Its data is the JSON text that is stored under an idempotency key. */
export interface StoredAnswer {
  readonly message: string
  readonly json: string
  readonly replayed: boolean
  readonly status?: 202
}

/** An answer outside of the envelope: a page, a redirect, or JSON in a form that a standard prescribes. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether the credentials were wrong. If so, the request counts as a failed login of the account that it names. */
  readonly wrongTry?: boolean
}

export interface StreamAnswer {
  readonly stream: Stream.Stream<string, never, Services>
  /** Completes when the caller may no longer read the stream. */
  readonly revoked: Effect.Effect<void>
  /**
   * The headers of a document, such as a CSV file. If the stream of a document stops early, the answer ends with an error, so that the
   * caller does not mistake a part for the whole document. Default: the headers of server-sent events, whose stream may stop at any time.
   */
  readonly document?: Readonly<Record<string, string>>
  /** The partner whose clock applies while the stream is read; by default, the engine's clock applies. */
  readonly partnerId?: string
}

type AnswerWith<Data> = Answer<Data> | StoredAnswer | RawAnswer | StreamAnswer
export type HandlerAnswer = AnswerWith<unknown>

export type EndpointHandler<A extends Access, Data> = (
  request: Incoming & Callers[A]
) => Effect.Effect<AnswerWith<Data>, ServiceFailure, Services>

/** A handler as a generator function, like the argument of `Effect.gen`. */
export type HandlerSteps<A extends Access, Data> = (
  request: Incoming & Callers[A]
) => Generator<YieldWrap<Effect.Effect<unknown, ServiceFailure, Services>>, AnswerWith<Data>, never>

/** The type of `data` in an endpoint's answers; the type `never` if the endpoint does not use the envelope. */
type DataOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> extends infer Success
    ? Success extends { readonly data: infer Data }
      ? Data
      : never
    : never

/** The guard and the handler of an endpoint. `with` passes both to `use`, so that TypeScript knows that they have the same access. */
export interface HandledEndpoint {
  readonly guard: Guard
  readonly with: <Result>(
    use: <A extends Access>(guard: Guard<A>, handler: EndpointHandler<A, unknown>) => Result
  ) => Result
}

const isSteps = <A extends Access, Data>(
  handler: EndpointHandler<A, Data> | HandlerSteps<A, Data>
): handler is HandlerSteps<A, Data> => isGeneratorFunction(handler)

/** Gives an endpoint of the contract its handler: a generator function, or a function that returns an effect. */
export const handle = <A extends Access, Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any>(
  endpoint: Endpoint & { readonly guard: Guard<A> },
  handler:
    | EndpointHandler<NoInfer<A>, DataOf<NoInfer<Endpoint>>>
    | HandlerSteps<NoInfer<A>, DataOf<NoInfer<Endpoint>>>
): HandledEndpoint => {
  const { guard } = endpoint
  const run: EndpointHandler<A, unknown> = isSteps(handler) ? Effect.fnUntraced(handler) : handler
  return { guard, with: (use) => use(guard, run) }
}

const isFailed = <A, E, R>(effect: Effect.Effect<A, E, R>): effect is Effect.Effect<never, E, R> =>
  Exit.isExit(effect) && Exit.isFailure(effect)

/** Like `Effect.map`, but leaves a failed exit as it is, because an exit needs no fiber. */
export const mapUnlessFailed = <A, B, E, R>(
  effect: Effect.Effect<A, E, R>,
  map: (value: A) => B
): Effect.Effect<B, E, R> => (isFailed(effect) ? effect : Effect.map(effect, map))

/** Returns the person of a session. Only for endpoints that the token of an API key may not call. */
export const personOf = ({ accountId: partnerId, actor }: Session) => ({ partnerId, personId: actor.id })

export type PartnerRequest = Incoming & Callers["partner"]

/** Returns a service's input from the body and the path of a request, with its partner and its idempotency key. */
export const bodyInput = ({ body, idempotencyKey, params, session }: PartnerRequest): Unparsed =>
  new Unparsed(body, { ...params, partnerId: session.partnerId, idempotencyKey })

/** Returns a service's input from the query and the path of a request, with its partner. */
export const queryInput = ({ params, query, session }: PartnerRequest): Unparsed =>
  new Unparsed(query, { ...params, partnerId: session.partnerId })

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i

export const bearerOf = (request: Request): string | undefined =>
  bearer.exec(request.headers.get("authorization") ?? "")?.[1]

/** Returns the access token of a request. Fails if the request has none. */
export const tokenOf = (request: Request): Effect.Effect<string, Unauthorized> => {
  const token = bearerOf(request)
  return token === undefined
    ? Effect.fail(new Unauthorized({ reason: "the Authorization header must be Bearer and an access token" }))
    : Effect.succeed(token)
}

const aborted = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.async((resume) => {
    const gone = () => resume(Effect.void)
    if (signal.aborted) return gone()
    signal.addEventListener("abort", gone, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", gone))
  })

/**
 * Interrupts long work when the caller closes the connection. The work must write nothing. If the host does not abort the signal of the
 * request, the work is not interrupted. `unread` returns the error of interrupted work. Nobody reads this error.
 */
export const untilGone = <A, E, R, Unread>(
  { request }: Target,
  work: Effect.Effect<A, E, R>,
  unread: () => Unread
): Effect.Effect<A, E | Unread, R> =>
  Effect.raceFirst(
    work,
    Effect.flatMap(aborted(request.signal), () => Effect.fail(unread()))
  )

/** Returns the time limit of long work. It is a tenth shorter than the limit of the request, so that the answer can name the reason. */
export const workLimit = ({ timeout }: Pick<Target, "timeout">): number => timeout * 0.9

/** Interrupts long work at its limit. The work must write nothing. */
export const inTime = <A, E, R, Late>(
  target: Pick<Target, "timeout">,
  work: Effect.Effect<A, E, R>,
  late: () => Late
): Effect.Effect<A, E | Late, R> =>
  Effect.raceFirst(
    work,
    Effect.flatMap(onRealTime(Effect.sleep(workLimit(target))), () => Effect.fail(late()))
  )

/** Returns whether the caller may read the personal data of members: `userData`, `attributes`, and the data of activities. */
export const readsPersonalData = ({ session }: Callers["partner"]): boolean =>
  session.scopes.has("members:read")
