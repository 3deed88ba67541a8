// HttpApi of @effect/platform with Schema, on Bun.
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as HttpServer from "@effect/platform/HttpServer"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Cause, Context, Effect, Layer, Redacted, Schema } from "effect"
import { readOptions, serveUntilInputEnds } from "../spawn.ts"
import {
  awarded,
  badRequest,
  faultsOf,
  isAmount,
  isStorable,
  maxBody,
  path,
  scope,
  unauthorized,
  unwritten
} from "./contract.ts"
import { nameOf, ruleNamePattern } from "./patterns.ts"
import { makeTokens, openTokens, type Session } from "./tokens.ts"

const tokens = openTokens(readOptions().place)
const authorize = makeTokens(tokens.findToken)

const text = (min: number, max: number) =>
  Schema.String.pipe(Schema.minLength(min), Schema.maxLength(max), Schema.filter(isStorable))

const Award = Schema.Struct({
  userId: text(1, 128),
  ruleName: Schema.String.pipe(Schema.pattern(ruleNamePattern)),
  amount: Schema.optional(Schema.Union(Schema.String, Schema.Number).pipe(Schema.filter(isAmount))),
  narration: Schema.optional(Schema.NullOr(text(0, 500))),
  metadata: Schema.optional(
    Schema.Record({ key: text(1, 40), value: text(0, 500) }).pipe(
      Schema.filter((entries) => Object.keys(entries).length <= 50)
    )
  )
}).annotations({ parseOptions: { errors: "all", onExcessProperty: "error" } })

const Awarded = Schema.Struct({
  status: Schema.String,
  message: Schema.String,
  data: Schema.Struct({
    id: Schema.String,
    ruleId: Schema.String,
    ruleName: Schema.String,
    userId: Schema.String,
    awarded: Schema.Boolean,
    note: Schema.NullOr(Schema.String),
    partnerId: Schema.String
  })
})

const Failed = Schema.Struct({
  status: Schema.String,
  message: Schema.String,
  data: Schema.Struct({ errorType: Schema.String, appErrorCode: Schema.String, error: Schema.String })
})

class Caller extends Context.Tag("bench/Caller")<Caller, Session>() {}

class Authorization extends HttpApiMiddleware.Tag<Authorization>()("bench/Authorization", {
  provides: Caller,
  failure: Failed.annotations(HttpApiSchema.annotations({ status: 401 })),
  security: { bearer: HttpApiSecurity.bearer }
}) {}

const authorization = Layer.succeed(Authorization, {
  bearer: (token) =>
    Effect.flatMap(
      Effect.promise(() => authorize(`Bearer ${Redacted.value(token)}`, scope)),
      (session) => (session === undefined ? Effect.fail(unauthorized) : Effect.succeed(session))
    )
})

const awards = HttpApiGroup.make("awards").add(
  HttpApiEndpoint.post("award", path)
    .setPayload(Award)
    .addSuccess(Awarded, { status: 201 })
    .middleware(Authorization)
)
const api = HttpApi.make("bench").add(awards)

const handlers = HttpApiBuilder.group(api, "awards", (group) =>
  group.handle("award", ({ payload: { narration, ruleName, userId } }) =>
    Effect.map(Caller, ({ partnerId }) =>
      awarded(unwritten(), { userId, ruleName: nameOf(ruleName), note: narration || null }, partnerId)
    )
  )
)

const isDecodeError = Schema.is(HttpApiDecodeError)

const refuse = ({ issues }: HttpApiDecodeError) =>
  Effect.flatMap(HttpServerRequest, ({ json }) =>
    Effect.map(Effect.orDie(json), (body) => {
      const names = issues.map((issue) => String(issue.path[0]))
      return HttpServerResponse.unsafeJson(badRequest(faultsOf(Object(body), names)), { status: 400 })
    })
  )

/** The texts of refused bodies: HttpApi itself has no place for them. */
const texts = HttpApiBuilder.middleware((app) =>
  Effect.catchAllCause(app, (cause) => {
    const error = Cause.squash(cause)
    return isDecodeError(error) ? refuse(error) : Effect.failCause(cause)
  })
)

const layer = Layer.mergeAll(
  HttpApiBuilder.api(api).pipe(Layer.provide(handlers), Layer.provide(authorization)),
  texts,
  HttpServer.layerContext
)
const { dispose, handler } = HttpApiBuilder.toWebHandler(layer)

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  maxRequestBodySize: maxBody,
  fetch: (request) => handler(request)
})

serveUntilInputEnds(server.port!, async () => {
  await server.stop(true)
  await dispose()
  await tokens.close()
})
