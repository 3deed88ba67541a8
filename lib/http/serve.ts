import { type Cause, Effect, Either, Exit, Schema } from "effect"
import { Ecosystem } from "../accounts/Identity.ts"
import { IdempotencyKey } from "../rewards/idempotency/IdempotencyKey.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import { keyOf, partnerOf, userOf } from "./authorize.ts"
import { type Body, readBody } from "./body.ts"
import type { HttpFailure, ServiceFailure } from "./failure.ts"
import type { Standing } from "./limits/Limiter.ts"
import type { Limits } from "./limits.ts"
import type { Incoming, Operation, Outcome, Target } from "./Operation.ts"
import type { Route } from "./routes.ts"
import type { Step } from "./run.ts"
import type { Services } from "./Services.ts"

/** What becomes known of a request while it is served, for its headers, the log and the metrics. */
export interface Note {
  route: string
  partnerId: string | undefined
  standing: Standing | undefined
  defect: Cause.Cause<never> | undefined
}

type Served = Exit.Exit<Outcome, ServiceFailure | HttpFailure>

const parseEcosystem = parser(Schema.Struct({ eco: Ecosystem }))
const parseKey = parser(Schema.Struct({ "Idempotency-Key": IdempotencyKey }))

const noBody: Body = { fields: {}, isForm: false }

/** What is asked, with what is known of who asks. */
const readIncoming = async <Who>(
  route: Route,
  target: Target,
  who: Who
): Promise<Either.Either<Incoming & Who, InvalidInput | HttpFailure>> => {
  const ecosystem = target.eco === "" ? undefined : parseEcosystem({ eco: target.eco })
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = target.request.headers.get("idempotency-key")
  const key = given === null ? undefined : parseKey({ "Idempotency-Key": given })
  if (key !== undefined && Either.isLeft(key)) return Either.left(key.left)
  const { encodings, bodyLimit } = route
  const body =
    encodings === undefined ? Either.right(noBody) : await readBody(target.request, encodings, bodyLimit)
  return Either.map(body, ({ fields, isForm }): Incoming & Who => ({
    ...target,
    ...who,
    body: fields,
    isForm,
    idempotencyKey: key?.right["Idempotency-Key"]
  }))
}

/** Serves one request to a known route: who is calling, whether too often, what is asked, and the operation. */
export const makeServe = (limits: Limits, addressOf: (request: Request) => string | undefined) => {
  const count = <E, R>(taken: Effect.Effect<Standing, E, R> | undefined, note: Note) =>
    taken === undefined
      ? Effect.void
      : Effect.map(taken, (standing) => {
          note.standing = standing
        })

  const countAddress = ({ request }: Target, note: Note) =>
    Effect.suspend(() => count(limits.address(addressOf(request)), note))

  const countPartner = (partnerId: string, note: Note) => {
    note.partnerId = partnerId
    return count(limits.partner(partnerId), note)
  }

  return (route: Route, target: Target, note: Note, step: Step<Services>) => {
    const { implementation } = route
    const { request } = target

    /** The body is read between two fibers: one that waits for it costs more than both. */
    const proceed = async <Who>(
      who: Effect.Effect<Who, ServiceFailure | HttpFailure, Services>,
      run: Operation<Incoming & Who, unknown>
    ): Promise<Served> => {
      const admitted = await step(who)
      if (Exit.isFailure(admitted)) return Exit.failCause(admitted.cause)
      const incoming = await readIncoming(route, target, admitted.value)
      if (Either.isLeft(incoming)) return Exit.fail(incoming.left)
      return await step(Effect.suspend(() => limits.attempt(route, incoming.right, run(incoming.right))))
    }

    switch (implementation.access) {
      case "partner": {
        const session = Effect.flatMap(partnerOf(request, route), (session) =>
          Effect.as(countPartner(session.partnerId, note), { session })
        )
        return proceed(session, implementation.run)
      }
      case "user": {
        const user = Effect.flatMap(userOf(request), (user) =>
          Effect.as(countPartner(user.partnerId, note), { user })
        )
        return proceed(user, implementation.run)
      }
      case "key":
        return proceed(Effect.zipRight(countAddress(target, note), keyOf(request)), implementation.run)
      case "public":
        return proceed(Effect.as(countAddress(target, note), {}), implementation.run)
    }
  }
}
