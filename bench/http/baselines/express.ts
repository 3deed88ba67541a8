// Express with zod, on Node.
import express, { type NextFunction, type Request, type Response } from "express"
import { portOf, readOptions, serveUntilInputEnds } from "../spawn.ts"
import { awarded, badRequest, maxBody, notFound, path, scope, unauthorized, unwritten } from "./contract.ts"
import { makeTokens, openTokens, type Session } from "./tokens.ts"
import { checkAward } from "./zodAward.ts"

const tokens = openTokens(readOptions().place)
const authorize = makeTokens(tokens.findToken)

const checkToken = async (
  { headers }: Request,
  response: Response<unknown, { session: Session }>,
  next: NextFunction
) => {
  const session = await authorize(headers.authorization ?? null, scope)
  if (session === undefined) return response.status(401).json(unauthorized)
  response.locals.session = session
  return next()
}

const app = express()
  .disable("x-powered-by")
  .disable("etag")
  .post(
    path,
    checkToken,
    express.json({ limit: maxBody }),
    ({ body }: Request, response: Response<unknown, { session: Session }>) => {
      const checked = checkAward(body)
      if ("faults" in checked) return response.status(400).json(badRequest(checked.faults))
      const { partnerId } = response.locals.session
      return response.status(201).json(awarded(unwritten(), checked.wanted, partnerId))
    }
  )
  .use((_: Request, response: Response) => response.status(404).json(notFound))
  .use((_: unknown, __: Request, response: Response, ___: NextFunction) =>
    response.status(400).json(badRequest("the body must be a JSON object"))
  )

const server = app.listen(0, "127.0.0.1", () => {
  serveUntilInputEnds(portOf(server), async () => {
    server.closeAllConnections()
    await tokens.close()
  })
})
