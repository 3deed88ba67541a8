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
import type { ReadInTime } from "./reading.ts"
import type { Route } from "./routes.ts"
import type { Step } from "./run.ts"
import type { Services } from "./services.ts"
import type { Slots, Who } from "./slots.ts"

/** Facts that become known while a request is served, for its headers, the log and the metrics. */
export interface Note {
  route: string
  /** The key under which requests of the caller's address are counted. */
  address: string | undefined
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
  caller: Caller,
  who: Who,
  readInTime: ReadInTime
): Promise<Either.Either<Incoming & Caller, InvalidInput | HttpFailure>> => {
  const ecosystem = target.eco === "" ? undefined : parseEcosystem({ eco: target.eco })
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = target.request.headers.get("idempotency-key")
  const key = given === null ? undefined : parseKey({ "Idempotency-Key": given })
  if (key !== undefined && Either.isLeft(key)) return Either.left(key.left)
  const { encodings, bodyLimit } = route
  const body =
    encodings === undefined
      ? Either.right(noBody)
      : await readInTime(who, (reading) => readBody(target.request, encodings, bodyLimit, reading))
  return Either.map(body, ({ fields, isForm }): Incoming & Caller => ({
    ...target,
    ...caller,
    body: fields,
    isForm,
    idempotencyKey: key?.right["Idempotency-Key"]
  }))
}

/** What a request passes before its handler runs. */
export interface Gates {
  readonly limits: Limits
  readonly slots: Slots
  readonly readInTime: ReadInTime
}

/** Serves one request to a known route: who is calling, whether too often, what is asked, and the handler. */
export const makeServe = ({ limits, slots, readInTime }: Gates) => {
  const count = <E, R>(taken: Effect.Effect<Standing, E, R> | undefined, note: Note) =>
    taken === undefined
      ? Effect.void
      : Effect.map(taken, (standing) => {
          note.standing = standing
        })

  const countAddress = (note: Note) => Effect.suspend(() => count(limits.address(note.address), note))

  const countPartner = (partnerId: string, note: Note) => {
    note.partnerId = partnerId
    return count(limits.partner(partnerId), note)
  }

  /** Counts what a request asks for beyond the one request that it was counted as before its body was read. */
  const countBody = ({ countsAs }: Route, { body }: Incoming, note: Note) => {
    const more = countsAs === undefined ? 0 : countsAs(body) - 1
    return more > 0 && note.partnerId !== undefined
      ? count(limits.partner(note.partnerId, more), note)
      : undefined
  }

  /** Counts a request without a valid token for the address that it came from, as a request to a public route. */
  const orCountAddress = <A>(
    identified: Effect.Effect<A, ServiceFailure | HttpFailure, Services>,
    note: Note
  ) =>
    Effect.catchAll(
      identified,
      (error): Effect.Effect<never, ServiceFailure | HttpFailure, Services> =>
        error._tag === "Unauthorized"
          ? Effect.zipRight(countAddress(note), Effect.fail(error))
          : Effect.fail(error)
    )

  /** How the caller of an endpoint is known, and by what its requests are counted. */
  const identify: Identify = {
    public: (_, __, note) => Effect.as(countAddress(note), {}),
    partner: ({ scope }, { request }, note) =>
      Effect.flatMap(
        orCountAddress(partnerOf(request, scope, limits.stranger(note.address)), note),
        (session) => Effect.as(countPartner(session.partnerId, note), { session })
      ),
    user: (_, { request }, note) =>
      Effect.flatMap(orCountAddress(userOf(request, limits.stranger(note.address)), note), (user) =>
        Effect.as(countPartner(user.partnerId, note), { user })
      ),
    key: (_, { request }, note) => Effect.zipRight(countAddress(note), keyOf(request))
  }

  /** Runs a step that has a slot. The slot is free again when the step has ended, which may be after the time-out. */
  const withSlot = async <A, E>(
    step: Step<Services>,
    { address, partnerId }: Note,
    effect: Effect.Effect<A, E, Services>
  ): Promise<Exit.Exit<A, E | HttpFailure>> => {
    const who = { address, partnerId }
    let taken = false
    const running = step(
      // A step that never starts takes no slot.
      Effect.suspend((): Effect.Effect<A, E | HttpFailure, Services> => {
        const refused = slots.take(who)
        if (refused !== undefined) return Effect.fail(refused)
        taken = true
        return effect
      })
    )
    // Without waiting where there is nothing to wait for, so that requests of one moment do not add up.
    const exit = running instanceof Promise ? await running : running
    if (taken) slots.release(who)
    return exit
  }

  return (route: Route, target: Target, note: Note, step: Step<Services>): Promise<Served> =>
    // The body is read between two fibers, since a single fiber that waits for a promise costs more than two. It is read
    // without a slot, because the caller decides how long that takes.
    route.handled.with(async (guard, handler) => {
      const admitted = await withSlot(step, note, identify[guard.access](guard, target, note))
      if (Exit.isFailure(admitted)) return Exit.failCause(admitted.cause)
      const incoming = await readIncoming(route, target, admitted.value, note, readInTime)
      if (Either.isLeft(incoming)) return Exit.fail(incoming.left)
      const { right: request } = incoming
      const run = Effect.suspend(() =>
        limits.attempt(route.attempts, request, note.address, handler(request))
      )
      const counted = countBody(route, request, note)
      return await withSlot(step, note, counted === undefined ? run : Effect.zipRight(counted, run))
    })
}
