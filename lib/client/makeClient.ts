import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, FiberRef, flow, Option, type Redacted, Schema } from "effect"
import { Api } from "../http/Api.ts"
import { Failure } from "../http/envelope.ts"

export interface ClientOptions {
  /** The address of the service without `/api/v1`, such as `https://rewards.example`. */
  readonly baseUrl: string | URL
  /** The access token from a login. Without it, only public endpoints such as onboarding and logins can be called. */
  readonly accessToken?: string | Redacted.Redacted | undefined
  /** For `client.iam.login`, which returns an access token. Create a second client with this token. */
  readonly apiKey?: { readonly apiKey: string; readonly apiSecret: string | Redacted.Redacted } | undefined
}

/** A method for each endpoint, by group: `client.rules.award({ payload })`. */
export type Client = ClientOf<typeof Api>

type ClientOf<A> =
  A extends HttpApi.HttpApi<infer _Name, infer Groups, infer Error, infer _Context>
    ? HttpApiClient.Client<Groups, Error, never>
    : never

const idempotencyKey = FiberRef.unsafeMake(Option.none<string>())

/** Sends an `Idempotency-Key` with every call in an effect. Operations that support the key commit a write only once for each key. */
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

/** True if the error of a call is a refusal by the service. */
export const isFailure = Schema.is(Failure)

/** Decodes refusals with a status that the contract does not list for the endpoint. */
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
 * Creates a client of `Api`. A call that the service refuses fails with a `Failure`. If the service cannot be reached, or its answer
 * does not match the contract, the call fails with an `HttpClientError` or a `ParseError`.
 */
export const makeClient = (options: ClientOptions): Effect.Effect<Client> => {
  const authorize = credentialsOf(options)
  return HttpApiClient.make(Api, {
    baseUrl: options.baseUrl,
    transformClient: flow(
      sendKey,
      authorize === undefined ? (client) => client : HttpClient.mapRequest(authorize)
    ),
    transformResponse: readFailure
  }).pipe(Effect.provide(FetchHttpClient.layer))
}
