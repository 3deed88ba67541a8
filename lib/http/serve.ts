import { type Cause, Effect, Either, Schema } from "effect"
import { Forbidden, Unauthorized } from "../domain/Errors.ts"
import { Ecosystem } from "../domain/Identity.ts"
import { parser } from "../domain/Input.ts"
import { IdempotencyKey } from "../domain/Text.ts"
import { Sessions } from "../services/Sessions.ts"
import { readBody } from "./body.ts"
import type { Standing } from "./limits/Limiter.ts"
import type { Limits } from "./limits.ts"
import type { Incoming } from "./Operation.ts"
import type { Route } from "./routes.ts"

/** What becomes known of a request while it is served, for its headers, the log and the metrics. */
export interface Note {
  route: string
  partnerId: string | undefined
  standing: Standing | undefined
  defect: Cause.Cause<never> | undefined
}

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i

const authorize = Effect.fnUntraced(function* (request: Request, { scope }: Route) {
  const token = bearer.exec(request.headers.get("authorization") ?? "")?.[1]
  if (token === undefined) {
    return yield* new Unauthorized({ reason: "the Authorization header must be Bearer and an access token" })
  }
  const session = yield* (yield* Sessions).check(token)
  if (scope !== undefined && !session.scopes.has(scope)) {
    return yield* new Forbidden({ reason: `this needs the scope ${scope}` })
  }
  return session
})

const parseEcosystem = parser(Schema.Struct({ eco: Ecosystem }))
const parseKey = parser(Schema.Struct({ "Idempotency-Key": IdempotencyKey }))

/** No generator here, nor where the limits are counted: every request pays for each. */
const readIncoming = (request: Request, route: Route, path: Pick<Incoming, "eco" | "query">) => {
  const ecosystem = path.eco === "" ? undefined : parseEcosystem(path)
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = request.headers.get("idempotency-key")
  const key = given === null ? undefined : parseKey({ "Idempotency-Key": given })
  if (key !== undefined && Either.isLeft(key)) return Either.left(key.left)
  const idempotencyKey = key?.right["Idempotency-Key"]
  return route.hasBody
    ? Effect.map(readBody(request, route.bodyLimit), (body): Incoming => ({ ...path, body, idempotencyKey }))
    : Either.right<Incoming>({ ...path, body: {}, idempotencyKey })
}

/** Serves one request to a known route: who is calling, whether too often, what is asked, and the operation. */
export const makeServe = (limits: Limits, addressOf: (request: Request) => string | undefined) =>
  Effect.fnUntraced(function* (
    request: Request,
    route: Route,
    path: Pick<Incoming, "eco" | "query">,
    note: Note
  ) {
    const { implementation } = route
    if (implementation.access === "public") {
      const taken = limits.address(addressOf(request))
      if (taken !== undefined) note.standing = yield* taken
      const incoming = yield* readIncoming(request, route, path)
      return yield* limits.attempt(route, incoming, implementation.run(incoming))
    }
    const session = yield* authorize(request, route)
    note.partnerId = session.partnerId
    const taken = limits.partner(session.partnerId)
    if (taken !== undefined) note.standing = yield* taken
    const incoming = yield* readIncoming(request, route, path)
    return yield* implementation.run({ ...incoming, session })
  })
