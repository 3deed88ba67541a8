import { type Cause, Effect, Either, Schema } from "effect"
import { Ecosystem } from "../domain/Identity.ts"
import { parser } from "../domain/Input.ts"
import { IdempotencyKey } from "../domain/Text.ts"
import { keyOf, partnerOf, userOf } from "./authorize.ts"
import { readBody } from "./body.ts"
import type { Standing } from "./limits/Limiter.ts"
import type { Limits } from "./limits.ts"
import type { Incoming, Target } from "./Operation.ts"
import type { Route } from "./routes.ts"

/** What becomes known of a request while it is served, for its headers, the log and the metrics. */
export interface Note {
  route: string
  partnerId: string | undefined
  standing: Standing | undefined
  defect: Cause.Cause<never> | undefined
}

const parseEcosystem = parser(Schema.Struct({ eco: Ecosystem }))
const parseKey = parser(Schema.Struct({ "Idempotency-Key": IdempotencyKey }))

/** No generator here, nor where the limits are counted: every request pays for each. */
const readIncoming = (route: Route, target: Target) => {
  const ecosystem = target.eco === "" ? undefined : parseEcosystem({ eco: target.eco })
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = target.request.headers.get("idempotency-key")
  const key = given === null ? undefined : parseKey({ "Idempotency-Key": given })
  if (key !== undefined && Either.isLeft(key)) return Either.left(key.left)
  const idempotencyKey = key?.right["Idempotency-Key"]
  return route.encodings === undefined
    ? Either.right<Incoming>({ ...target, body: {}, isForm: false, idempotencyKey })
    : Effect.map(
        readBody(target.request, route.encodings, route.bodyLimit),
        ({ fields, isForm }): Incoming => ({ ...target, body: fields, isForm, idempotencyKey })
      )
}

/** Serves one request to a known route: who is calling, whether too often, what is asked, and the operation. */
export const makeServe = (limits: Limits, addressOf: (request: Request) => string | undefined) => {
  const countAddress = Effect.fnUntraced(function* ({ request }: Target, note: Note) {
    const taken = limits.address(addressOf(request))
    if (taken !== undefined) note.standing = yield* taken
  })

  const countPartner = (partnerId: string, note: Note) => {
    note.partnerId = partnerId
    const taken = limits.partner(partnerId)
    return taken === undefined
      ? Effect.void
      : Effect.map(taken, (standing) => {
          note.standing = standing
        })
  }

  const dispatch = Effect.fnUntraced(function* (route: Route, target: Target, note: Note) {
    const { implementation } = route
    switch (implementation.access) {
      case "partner": {
        const session = yield* partnerOf(target.request, route)
        yield* countPartner(session.partnerId, note)
        const incoming = { ...(yield* readIncoming(route, target)), session }
        return yield* limits.attempt(route, incoming, implementation.run(incoming))
      }
      case "user": {
        const user = yield* userOf(target.request)
        yield* countPartner(user.partnerId, note)
        const incoming = yield* readIncoming(route, target)
        return yield* implementation.run({ ...incoming, user })
      }
      case "key": {
        yield* countAddress(target, note)
        const credentials = yield* keyOf(target.request)
        const incoming = { ...(yield* readIncoming(route, target)), ...credentials }
        return yield* limits.attempt(route, incoming, implementation.run(incoming))
      }
      case "public": {
        yield* countAddress(target, note)
        const incoming = yield* readIncoming(route, target)
        return yield* limits.attempt(route, incoming, implementation.run(incoming))
      }
    }
  })

  return dispatch
}
