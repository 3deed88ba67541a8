// Elysia with its own validator (TypeBox), on Bun.
import { Elysia, t } from "elysia"
import { readOptions, serveUntilInputEnds } from "../spawn.ts"
import {
  awarded,
  badRequest,
  faultsOf,
  maxBody,
  notFound,
  path,
  scope,
  unauthorized,
  unwritten
} from "./contract.ts"
import { amountPattern, nameOf, ruleNamePattern, storablePattern } from "./patterns.ts"
import { makeTokens, openTokens } from "./tokens.ts"

const tokens = openTokens(readOptions().place)
const authorize = makeTokens(tokens.findToken)

const text = (minLength: number, maxLength: number) => t.RegExp(storablePattern, { minLength, maxLength })

const Award = t.Object(
  {
    userId: text(1, 128),
    ruleName: t.RegExp(ruleNamePattern),
    amount: t.Optional(
      t.Union([
        t.RegExp(amountPattern),
        t.Number({ exclusiveMinimum: 0, maximum: 500_000_000_000, multipleOf: 0.0001 })
      ])
    ),
    narration: t.Optional(t.Union([text(0, 500), t.Null()])),
    metadata: t.Optional(t.Record(text(1, 40), text(0, 500), { maxProperties: 50 }))
  },
  { additionalProperties: false }
)

const app = new Elysia({ normalize: false, serve: { maxRequestBodySize: maxBody } })
  .onError(({ code, error, set }) => {
    if (code === "NOT_FOUND") {
      set.status = 404
      return notFound
    }
    set.status = 400
    if (code !== "VALIDATION") return badRequest("the body must be a JSON object")
    const names = error.all.map((each) => ("path" in each ? (each.path.split("/")[1] ?? "") : ""))
    return badRequest(faultsOf(Object(error.value), names))
  })
  .derive(async ({ headers, status }) => {
    const session = await authorize(headers.authorization ?? null, scope)
    return session === undefined ? status(401, unauthorized) : { session }
  })
  .post(
    path,
    ({ body: { narration, ruleName, userId }, session, set }) => {
      set.status = 201
      const wanted = { userId, ruleName: nameOf(ruleName), note: narration || null }
      return awarded(unwritten(), wanted, session.partnerId)
    },
    { body: Award }
  )
  .listen({ port: 0, hostname: "127.0.0.1" })

serveUntilInputEnds(app.server!.port!, async () => {
  await app.stop(true)
  await tokens.close()
})
