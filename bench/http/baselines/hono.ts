// Hono with zod, on Bun.
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { readOptions, serveUntilInputEnds } from "../spawn.ts"
import { awarded, badRequest, maxBody, notFound, path, scope, unauthorized, unwritten } from "./contract.ts"
import { makeTokens, openTokens, type Session } from "./tokens.ts"
import { checkAward } from "./zodAward.ts"

const tokens = openTokens(readOptions().place)
const authorize = makeTokens(tokens.findToken)

const app = new Hono<{ Variables: { session: Session } }>()
  .use(async (context, next) => {
    const session = await authorize(context.req.header("authorization") ?? null, scope)
    if (session === undefined) return context.json(unauthorized, 401)
    context.set("session", session)
    return next()
  })
  .post(path, bodyLimit({ maxSize: maxBody }), async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined)
    const checked = checkAward(body)
    if ("faults" in checked) return context.json(badRequest(checked.faults), 400)
    return context.json(awarded(unwritten(), checked.wanted, context.get("session").partnerId), 201)
  })
  .notFound((context) => context.json(notFound, 404))

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, fetch: app.fetch })

serveUntilInputEnds(server.port!, async () => {
  await server.stop(true)
  await tokens.close()
})
