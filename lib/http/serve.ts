import { type Cause, Effect, Either, Exit, Schema } from "effect"
import { Ecosystem } from "../accounts/Identity.ts"
import { IdempotencyKey } from "../rewards/idempotency/IdempotencyKey.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import type { Access, Callers, Guard } from "./access.ts"
import type { Outcome } from "./answer.ts"
import { keyOf, partnerOf, userOf } from "./authorize.ts"
import { type Body, readBody } from "./body.ts"
import type { HttpFailure, ServiceFailure } from "./failure.ts"
import type { Incoming, Target } from "./incoming.ts"
import type { Limits, Standing } from "./limits.ts"
import type { Route } from "./routes.ts"
import type { Step } from "./run.ts"
import type { Services } from "./services.ts"

/** Facts that become known while a request is served, for its headers, the log and the metrics. */
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

type Identify = {
  readonly [A in Access]: (
    guard: Guard<A>,
    target: Target,
    note: Note
  ) => Effect.Effect<Callers[A], ServiceFailure | HttpFailure, Services>
}

/** Reads the request of a known caller. */
const readIncoming = async <Caller>(
  route: Route,
  target: Target,
  caller: Caller
): Promise<Either.Either<Incoming & Caller, InvalidInput | HttpFailure>> => {
  const ecosystem = target.eco === "" ? undefined : parseEcosystem({ eco: target.eco })
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = target.request.headers.get("idempotency-key")
  const key = given === null ? undefined : parseKey({ "Idempotency-Key": given })
  if (key !== undefined && Either.isLeft(key)) return Either.left(key.left)
  const { encodings, bodyLimit } = route
  const body =
    encodings === undefined ? Either.right(noBody) : await readBody(target.request, encodings, bodyLimit)
  return Either.map(body, ({ fields, isForm }): Incoming & Caller => ({
    ...target,
    ...caller,
    body: fields,
    isForm,
    idempotencyKey: key?.right["Idempotency-Key"]
  }))
}

/** Serves one request to a known route: who is calling, whether too often, what is asked, and the handler. */
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

  /** How the caller of an endpoint is known, and by what its requests are counted. */
  const identify: Identify = {
    public: (_, target, note) => Effect.as(countAddress(target, note), {}),
    partner: ({ scope }, { request }, note) =>
      Effect.flatMap(partnerOf(request, scope), (session) =>
        Effect.as(countPartner(session.partnerId, note), { session })
      ),
    user: (_, { request }, note) =>
      Effect.flatMap(userOf(request), (user) => Effect.as(countPartner(user.partnerId, note), { user })),
    key: (_, target, note) => Effect.zipRight(countAddress(target, note), keyOf(target.request))
  }

  return (route: Route, target: Target, note: Note, step: Step<Services>): Promise<Served> =>
    // The body is read between two fibers, since a single fiber that waits for a promise costs more than two.
    route.handled.with(async (guard, handler) => {
      const admitted = await step(identify[guard.access](guard, target, note))
      if (Exit.isFailure(admitted)) return Exit.failCause(admitted.cause)
      const incoming = await readIncoming(route, target, admitted.value)
      if (Either.isLeft(incoming)) return Exit.fail(incoming.left)
      const { right: request } = incoming
      return await step(
        Effect.suspend(() =>
          limits.attempt(route.attempts, request, addressOf(target.request), handler(request))
        )
      )
    })
}
