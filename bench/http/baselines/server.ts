// A hand-written server for one route: Bun.serve and the driver, without a layer in between.
import { Refused } from "../../baselines/award.ts"
import { readOptions, serveUntilInputEnds } from "../spawn.ts"
import { checkAward } from "./checks.ts"
import { awarded, badRequest, internal, maxBody, notFound, path, scope, unauthorized } from "./contract.ts"
import { handStores } from "./stores.ts"
import { makeTokens } from "./tokens.ts"

const options = readOptions()
const store = handStores[options.kind]!(options)
const authorize = makeTokens(store.findToken)

const refuse = (error: string) => Response.json(badRequest(error), { status: 400 })

const readObject = async (request: Request): Promise<Readonly<Record<string, unknown>> | undefined> => {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return undefined
  if (Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY) > maxBody) return undefined
  const value: unknown = await request.json().catch(() => undefined)
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

const award = async (request: Request): Promise<Response> => {
  const session = await authorize(request.headers.get("authorization"), scope)
  if (session === undefined) return Response.json(unauthorized, { status: 401 })
  const body = await readObject(request)
  if (body === undefined) return refuse("the body must be a JSON object")
  const checked = checkAward(body)
  if ("faults" in checked) return refuse(checked.faults)
  try {
    const written = await store.award(checked.wanted)
    return Response.json(awarded(written, checked.wanted, session.partnerId), { status: 201 })
  } catch (error) {
    if (error instanceof Refused) return refuse(error.message)
    return Response.json(internal, { status: 500 })
  }
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  routes: { [path]: { POST: award } },
  fetch: () => Response.json(notFound, { status: 404 })
})

serveUntilInputEnds(server.port!, async () => {
  await server.stop(true)
  await store.close()
})
