import type { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpClientResponse } from "@effect/platform"
import { Cause, Effect, Exit, identity, type Types } from "effect"
import type { Api } from "../http/Api.ts"
import { ClientError, errorOf } from "./ClientError.ts"
import { type ClientOptions, makeClient, withIdempotencyKey, withResponses } from "./makeClient.ts"

export interface PromiseClientOptions {
  /** The address of the service without `/api/v1`, such as `https://rewards.example`. */
  readonly baseUrl: string | URL
  /** The access token from a login. */
  readonly accessToken?: string | undefined
  /**
   * The API key with which the client logs in before the first call. The client logs in again when the access token has expired or was
   * refused. The key is ignored if `accessToken` is given.
   */
  readonly apiKey?: { readonly apiKey: string; readonly apiSecret: string } | undefined
}

export interface CallOptions {
  /** A write that is retried with the same key takes effect once. */
  readonly idempotencyKey?: string | undefined
}

type RequestOf<Path, UrlParams, Payload> = Types.Simplify<
  ([Path] extends [never] ? {} : { readonly path: Path }) &
    ([UrlParams] extends [never]
      ? {}
      : {} extends UrlParams
        ? { readonly urlParams?: UrlParams }
        : { readonly urlParams: UrlParams }) &
    ([Payload] extends [never] ? {} : { readonly payload: Payload }) &
    CallOptions
>

type Optional<Request> = {} extends Request ? [request?: Request] : [request: Request]

type MethodOf<Endpoint> = [Endpoint] extends [
  HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer _Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
]
  ? (...request: Optional<RequestOf<Path, UrlParams, Payload>>) => Promise<Success>
  : never

type GroupsOf<A> =
  A extends HttpApi.HttpApi<infer _Name, infer Groups, infer _Error, infer _R> ? Groups : never

/** A method for each endpoint of the contract, by group: `client.rules.award({ payload, idempotencyKey })`. */
export type PromiseClient = {
  readonly [Group in GroupsOf<typeof Api> as HttpApiGroup.HttpApiGroup.Name<Group>]: {
    readonly [Endpoint in HttpApiGroup.HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>]: MethodOf<Endpoint>
  }
}

type Method = (request: object) => Effect.Effect<unknown, unknown>
type Methods = Readonly<Record<string, Readonly<Record<string, Method>>>>
type MethodName = readonly [group: string, name: string]

// The methods of the Effect client, without their types. `PromiseClient` has the types.
const methodsOf = (options: ClientOptions) => Effect.runSync(makeClient(options)) as object as Methods

const call = async (
  methods: Methods,
  [group, name]: MethodName,
  { idempotencyKey, ...request }: CallOptions
): Promise<unknown> => {
  const method = methods[group]?.[name]
  if (method === undefined) throw new Error(`the contract has no ${group}.${name}`)
  let answer: HttpClientResponse.HttpClientResponse | undefined
  const exit = await method({ urlParams: {}, ...request }).pipe(
    idempotencyKey === undefined ? identity : withIdempotencyKey(idempotencyKey),
    withResponses((response) => {
      answer = response
    }),
    Effect.runPromiseExit
  )
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(Cause.squash(exit.cause), answer)
}

const clientOf = (
  methods: Methods,
  execute: (method: MethodName, request: CallOptions) => Promise<unknown>
) => {
  const groups = Object.entries(methods).map(([group, endpoints]) => {
    const calls = Object.keys(endpoints).map((name) => [
      name,
      (request: CallOptions = {}) => execute([group, name], request)
    ])
    return [group, Object.fromEntries(calls)]
  })
  // The Effect client and `PromiseClient` have the same methods, because both are derived from `Api`.
  return Object.fromEntries(groups) as PromiseClient
}

const plainClient = (methods: Methods) => clientOf(methods, (name, request) => call(methods, name, request))

/** A client that logs in with an API key. It keeps the access token until the token is about to expire or is refused. */
const keyClient = (baseUrl: string | URL, byKey: Methods): PromiseClient => {
  const { iam } = plainClient(byKey)
  const login = async () => {
    const { accessToken, expiresIn } = (await iam.login()).data
    const early = Math.min(60, expiresIn / 2)
    const until = Date.now() + (expiresIn - early) * 1000
    return { until, methods: methodsOf({ baseUrl, accessToken }) }
  }
  let session: ReturnType<typeof login> | undefined
  const forget = (): void => {
    session = undefined
  }
  const start = () => {
    const started = login()
    started.catch(forget)
    return started
  }

  const methodsWithToken = async (): Promise<Methods> => {
    session ??= start()
    const { methods, until } = await session
    if (until > Date.now()) return methods
    session = start()
    return (await session).methods
  }

  return clientOf(byKey, async (name, request) => {
    if (name.join(".") === "iam.login") return call(byKey, name, request)
    const methods = await methodsWithToken()
    try {
      return await call(methods, name, request)
    } catch (error) {
      // The next call logs in again.
      if (error instanceof ClientError && error.status === 401) forget()
      throw error
    }
  })
}

/** Creates a client for programs without Effect. Its methods resolve with the answer, or reject with a `ClientError`. */
export const createClient = (options: PromiseClientOptions): PromiseClient => {
  const methods = methodsOf(options)
  return options.accessToken === undefined && options.apiKey !== undefined
    ? keyClient(options.baseUrl, methods)
    : plainClient(methods)
}
