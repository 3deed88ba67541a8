// A hand-written server for one route: Bun.serve and the driver, without a layer in between.
import { Refused } from "../../baselines/award.ts"
import { readOptions, serveUntilInputEnds } from "../spawn.ts"
import { checkAward } from "./checks.ts"
import { handStores } from "./stores.ts"
import { makeTokens } from "./tokens.ts"

const options = readOptions()
const store = handStores[options.kind]!(options)
const authorize = makeTokens(store.findToken)

const maxBody = 64 * 1024

const fail = (status: number, message: string, errorType: string, appErrorCode: string, error: string) =>
  Response.json({ status: "failed", message, data: { errorType, appErrorCode, error } }, { status })

const badRequest = (error: string) => fail(400, "Invalid data", "invalid", "Bad request", error)

const readObject = async (request: Request): Promise<Readonly<Record<string, unknown>> | undefined> => {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return undefined
  if (Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY) > maxBody) return undefined
  const value: unknown = await request.json().catch(() => undefined)
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

const award = async (request: Request): Promise<Response> => {
  const session = await authorize(request.headers.get("authorization"), "awards:write")
  if (session === undefined) return fail(401, "Unauthorized", "unauthorized", "", "log in")
  const body = await readObject(request)
  if (body === undefined) return badRequest("the body must be a JSON object")
  const checked = checkAward(body)
  if ("faults" in checked) return badRequest(checked.faults)
  const { userId, ruleName, note } = checked.wanted
  try {
    const { id, ruleId } = await store.award(checked.wanted)
    const data = { id, ruleId, ruleName, userId, awarded: true, note, partnerId: session.partnerId }
    return Response.json(
      { status: "success", message: "Rule award created successfully", data },
      { status: 201 }
    )
  } catch (error) {
    if (error instanceof Refused) return badRequest(error.message)
    return fail(500, "Internal error", "internal", "", "something went wrong")
  }
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  routes: { "/api/v1/laas/rules/award": { POST: award } },
  fetch: () => fail(404, "Not found", "not found", "", "no such route")
})

serveUntilInputEnds(server.port!, async () => {
  await server.stop(true)
  await store.close()
})
