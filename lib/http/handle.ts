import type { HttpApiEndpoint } from "@effect/platform"
import { Effect, type Stream } from "effect"
import { isGeneratorFunction, type YieldWrap } from "effect/Utils"
import { Caller } from "../accounts/audit/Audit.ts"
import { Unauthorized } from "../accounts/Errors.ts"
import { Actor } from "../rewards/Actor.ts"
import { Unparsed } from "../schema/Input.ts"
import type { Access, Callers, Guard } from "./access.ts"
import type { Body } from "./body.ts"
import type { ServiceFailure } from "./failure.ts"
import type { Services } from "./services.ts"

/** A request to a known route, before its caller is known and its body is read. */
export interface Target {
  readonly request: Request
  /** The group and name of the endpoint, as in `rules.create`. */
  readonly operation: string
  /** The ecosystem of the path; empty if the path has none. */
  readonly eco: string
  /** The other parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The service's public address, without a slash at its end. It is a setting, never taken from a request. */
  readonly publicUrl: string
}

/** A request as every handler gets it. Handlers that need to know their caller get more: see `Callers`. */
export interface Incoming extends Target {
  readonly body: Body["fields"]
  /** Whether the body came as a form, as browsers and OAuth clients send it. */
  readonly isForm: boolean
  readonly idempotencyKey: string | undefined
}

/** An answer in the envelope. */
export interface Answer<A> {
  readonly message: string
  readonly data: A
  readonly replayed?: boolean
}

/** An answer in the envelope whose data is JSON text already: it is stored under an idempotency key. */
export interface StoredAnswer {
  readonly message: string
  readonly json: string
  readonly replayed: boolean
}

/** An answer outside of the envelope: a page, a redirect, or JSON in a form that a standard prescribes. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether the credentials were wrong, which counts against the account that the request named. */
  readonly wrongTry?: boolean
}

/** Server-sent events, which are sent for as long as the caller reads. */
export interface EventStreamAnswer {
  readonly partnerId: string
  readonly stream: Stream.Stream<string, never, Services>
  /** Whether the caller may still read. It is checked from time to time. */
  readonly allowed: Effect.Effect<boolean, never, Services>
}

type AnswerWith<Data> = Answer<Data> | StoredAnswer | RawAnswer | EventStreamAnswer
export type HandlerAnswer = AnswerWith<unknown>

/** Serves the requests to one endpoint. The endpoint's access decides what it knows of its caller. */
export type EndpointHandler<A extends Access, Data> = (
  request: Incoming & Callers[A]
) => Effect.Effect<AnswerWith<Data>, ServiceFailure, Services>

/** The same as a generator function, such as `Effect.gen` takes. */
export type HandlerSteps<A extends Access, Data> = (
  request: Incoming & Callers[A]
) => Generator<YieldWrap<Effect.Effect<unknown, ServiceFailure, Services>>, AnswerWith<Data>, never>

/** The data of an endpoint's answers; never if it does not answer in the envelope. */
type DataOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> extends infer Success
    ? Success extends { readonly data: infer Data }
      ? Data
      : never
    : never

/** An endpoint with its handler. Only `use` knows its access, together with the handler that is typed by it. */
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

/** A partner's request. */
export type PartnerRequest = Incoming & Callers["partner"]

/** The input of a service from a partner's request: its body, the parameters of its path, the partner and the idempotency key. */
export const bodyInput = ({ body, idempotencyKey, params, session }: PartnerRequest): Unparsed =>
  new Unparsed({ ...body, ...params, partnerId: session.partnerId, idempotencyKey })

/** The same from a request that has its fields in the query. */
export const queryInput = ({ params, query, session }: PartnerRequest): Unparsed =>
  new Unparsed({ ...query, ...params, partnerId: session.partnerId })

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i

/** The access token that a request carries, if it has one. */
export const bearerOf = (request: Request): string | undefined =>
  bearer.exec(request.headers.get("authorization") ?? "")?.[1]

/** The access token that a request must carry. */
export const tokenOf = (request: Request): Effect.Effect<string, Unauthorized> => {
  const token = bearerOf(request)
  return token === undefined
    ? Effect.fail(new Unauthorized({ reason: "the Authorization header must be Bearer and an access token" }))
    : Effect.succeed(token)
}

/** Runs a partner's write, for which the audit trail names the login or the API key whose token was sent. */
export const asActor = <A, E, R>(
  { session }: Callers["partner"],
  write: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Caller, (caller) =>
    Effect.provideService(write, Actor, { name: session.actor, address: caller.address() })
  )

/** Whether the caller may read members' personal records, which the interface calls `userData`. */
export const readsRecords = ({ session }: Callers["partner"]): boolean => session.scopes.has("members:read")
