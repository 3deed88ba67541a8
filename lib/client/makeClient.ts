import {
  FetchHttpClient,
  type HttpApi,
  HttpApiClient,
  HttpClient,
  HttpClientError,
  HttpClientRequest,
  type HttpClientResponse
} from "@effect/platform"
import { Effect, FiberRef, flow, Option, type Redacted, Schema } from "effect"
import { Api } from "../http/Api.ts"
import { Failure } from "../http/envelope.ts"

export interface ClientOptions {
  /** Where the service is, without `/api/v1`: `https://rewards.example`. */
  readonly baseUrl: string | URL
  /** The access token from a login. Without it, only onboarding, logging in and creating users are possible. */
  readonly accessToken?: string | Redacted.Redacted | undefined
  /** For `client.iam.login`, whose answer is the access token of a second client. */
  readonly apiKey?: { readonly apiKey: string; readonly apiSecret: string | Redacted.Redacted } | undefined
}

/** A method for each endpoint, by group: `client.rules.award({ payload })`. */
export type Client = ClientOf<typeof Api>

type ClientOf<A> =
  A extends HttpApi.HttpApi<infer _Name, infer Groups, infer Error, infer _Context>
    ? HttpApiClient.Client<Groups, Error, never>
    : never

const idempotencyKey = FiberRef.unsafeMake(Option.none<string>())

/** Sends an `Idempotency-Key` with the calls of an effect: a write that is tried again with it happens once. */
export const withIdempotencyKey =
  (key: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.locally(effect, idempotencyKey, Option.some(key))

const sendKey = HttpClient.mapRequestEffect((request: HttpClientRequest.HttpClientRequest) =>
  Effect.map(
    FiberRef.get(idempotencyKey),
    Option.match({
      onNone: () => request,
      onSome: (key) => HttpClientRequest.setHeader(request, "idempotency-key", key)
    })
  )
)

const onResponse = FiberRef.unsafeMake((_: HttpClientResponse.HttpClientResponse): void => {})

/** Calls back with the response of every call of an effect, before it is decoded. */
export const withResponses =
  (see: (response: HttpClientResponse.HttpClientResponse) => void) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.locally(effect, onResponse, see)

const showResponse = HttpClient.tap((response: HttpClientResponse.HttpClientResponse) =>
  Effect.map(FiberRef.get(onResponse), (see) => see(response))
)

/** Whether an error of a call is a refusal of the service. */
export const isFailure = Schema.is(Failure)

/** Every refusal has one form, also under a status that the contract does not list for the endpoint. */
const readFailure = (decoded: Effect.Effect<unknown, unknown>): Effect.Effect<unknown, unknown> =>
  Effect.catchAll(decoded, (error) =>
    error instanceof HttpClientError.ResponseError
      ? Effect.flatMap(Effect.option(error.response.json), (body) =>
          Effect.fail(Option.getOrElse(Option.filter(body, isFailure), () => error))
        )
      : Effect.fail(error)
  )

const credentialsOf = ({ accessToken, apiKey }: ClientOptions) => {
  if (accessToken !== undefined) return HttpClientRequest.bearerToken(accessToken)
  return apiKey === undefined ? undefined : HttpClientRequest.basicAuth(apiKey.apiKey, apiKey.apiSecret)
}

/**
 * The typed client of the contract. A refusal fails the call with a `Failure`; a service that cannot be reached or
 * that answers something else, with an error of @effect/platform.
 */
export const makeClient = (options: ClientOptions): Effect.Effect<Client> => {
  const authorize = credentialsOf(options)
  return HttpApiClient.make(Api, {
    baseUrl: options.baseUrl,
    transformClient: flow(
      sendKey,
      showResponse,
      authorize === undefined ? (client) => client : HttpClient.mapRequest(authorize)
    ),
    transformResponse: readFailure
  }).pipe(Effect.provide(FetchHttpClient.layer))
}
