import { Cause, type Clock, type Context, Effect, Either, Exit, Schema, type Tracer } from "effect"
import { Ecosystem } from "../accounts/Identity.ts"
import type { Sessions } from "../accounts/sessions/Sessions.ts"
import { IdempotencyKey } from "../rewards/idempotency/IdempotencyKey.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import type { Access, Callers, Guard } from "./access.ts"
import { keyOf, partnerOf, trustedPartnerOf, userOf } from "./authorize.ts"
import { type Read, type ReadInTime, readBody } from "./body.ts"
import type { Slots, Who } from "./concurrency.ts"
import type { HttpFailure, ServiceFailure } from "./failure.ts"
import type { Incoming, Outcome, Target } from "./handle.ts"
import type { Limits, Standing } from "./rateLimits.ts"
import type { Route } from "./routes.ts"
import type { Steps } from "./run.ts"
import type { Services } from "./services.ts"

/** Facts that become known while a request is served, for its headers, the log and the metrics. */
export interface Note {
  route: string
  /** The key under which requests of the caller's address are counted. */
  address: string | undefined
  partnerId: string | undefined
  standing: Standing | undefined
  defect: Cause.Cause<never> | undefined
  span: Tracer.Span | undefined
}

type Admitted<A extends Access> = Exit.Exit<Callers[A], ServiceFailure | HttpFailure>
export type Served = Exit.Exit<Outcome, ServiceFailure | HttpFailure>

const parseEcosystem = parser(Schema.Struct({ eco: Ecosystem }))
const parseKey = parser(Schema.Struct({ "Idempotency-Key": IdempotencyKey }))

const noBody: Read = Either.right({ fields: {}, isForm: false })

type Identify = {
  readonly [A in Access]: (
    guard: Guard<A>,
    target: Target,
    note: Note
  ) => Effect.Effect<Callers[A], ServiceFailure | HttpFailure, Services>
}

const noKey = Either.right(undefined)

/** The idempotency key of a request, where it has one, or what is wrong with it or with the ecosystem of the path. */
const readKey = ({ eco, request }: Target): Either.Either<string | undefined, InvalidInput> => {
  const ecosystem = eco === "" ? undefined : parseEcosystem({ eco })
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = request.headers.get("idempotency-key")
  return given === null
    ? noKey
    : Either.map(parseKey({ "Idempotency-Key": given }), ({ "Idempotency-Key": key }) => key)
}

/** What a request passes before its handler runs. */
export interface Gates {
  readonly limits: Limits
  readonly slots: Slots
  readonly readInTime: ReadInTime
}

/**
 * Those callers that can be told or refused at once, without a fiber: most of them, and guesses at tokens beyond the limit of their
 * address. Undefined where `Identify` has to find out.
 */
type IdentifyNow = {
  readonly [A in Access]: (guard: Guard<A>, target: Target, note: Note) => Admitted<A> | undefined
}

const later = () => undefined

/** Serves one request to a known route: who is calling, whether too often, what is asked, and the handler. */
export const makeServe = (
  { limits, slots, readInTime }: Gates,
  { clock, sessions }: { readonly clock: Clock.Clock; readonly sessions: Context.Tag.Service<Sessions> }
) => {
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

  /** How the caller of an endpoint is known, and by what its requests are counted. */
  const identify: Identify = {
    public: (_, __, note) => Effect.as(countAddress(note), {}),
    partner: ({ scope }, { request }, note) =>
      Effect.flatMap(partnerOf(request, scope, limits.stranger(note.address)), (session) =>
        Effect.as(countPartner(session.partnerId, note), { session })
      ),
    user: (_, { request }, note) =>
      Effect.flatMap(userOf(request, limits.stranger(note.address)), (user) =>
        Effect.as(countPartner(user.partnerId, note), { user })
      ),
    key: (_, { request }, note) => Effect.zipRight(countAddress(note), keyOf(request))
  }

  const identifyNow: IdentifyNow = {
    public: later,
    user: later,
    key: later,
    partner: ({ scope }, { request }, note) => {
      const at = clock.unsafeCurrentTimeMillis()
      const session = trustedPartnerOf(sessions, request, scope, at)
      if (session === "stranger") {
        const refused = limits.strangerNow(note.address, at)
        return refused && Exit.fail(refused)
      }
      const counted = session && limits.partnerNow(session.partnerId, at)
      if (session === undefined || counted === undefined) return undefined
      note.partnerId = session.partnerId
      if (Either.isLeft(counted)) return Exit.fail(counted.left)
      note.standing = counted.right
      return Exit.succeed({ session })
    }
  }

  /** Identifies the caller. That may take a look-up, so it has a slot. Most callers are known at once. */
  const admit = <A extends Access>(
    guard: Guard<A>,
    target: Target,
    note: Note,
    { step }: Steps<Services>,
    next: (admitted: Admitted<A>) => void
  ) => {
    const known = identifyNow[guard.access](guard, target, note)
    if (known !== undefined) return next(known)
    const who = { address: note.address, partnerId: undefined }
    const refused = slots.take(who)
    if (refused !== undefined) return next(Exit.fail(refused))
    step(identify[guard.access](guard, target, note), (exit) => {
      slots.release(who)
      if (Exit.isSuccess(exit) || guard.access === "key" || !isUnauthorized(exit)) return next(exit)
      // A request without a valid token counts for the address that it came from, as one to a public route.
      step(countAddress(note), (counted) =>
        next(Exit.isFailure(counted) ? Exit.failCause(counted.cause) : exit)
      )
    })
  }

  const read = (
    { bodyLimit, encodings }: Route,
    { request }: Target,
    who: Who,
    next: (body: Read) => void
  ): void =>
    encodings === undefined
      ? next(noBody)
      : readInTime(who, (done) => readBody(request, encodings, bodyLimit, done), next)

  /** Runs the handler in a slot, which it keeps until it has ended, also after the time-out. */
  const work = (
    route: Route,
    request: Incoming,
    note: Note,
    { isOver, step }: Steps<Services>,
    handler: Effect.Effect<Outcome, ServiceFailure, Services>,
    answer: (served: Served) => void
  ) => {
    if (isOver()) return
    const counted = countBody(route, request, note)
    const run = limits.attempt(route.attempts, request, note.address, handler)
    // From here on nothing may throw: the slot would never be given back.
    const refused = slots.take(note)
    if (refused !== undefined) return answer(Exit.fail(refused))
    step(counted === undefined ? run : Effect.zipRight(counted, run), (exit) => {
      slots.release(note)
      answer(exit)
    })
  }

  return (
    route: Route,
    target: Target,
    note: Note,
    steps: Steps<Services>,
    answer: (served: Served) => void
  ): void =>
    // The body is read between two fibers, since a single fiber that waits for a promise costs more than two. It is read
    // without a slot, because the caller decides how long that takes.
    route.handled.with((guard, handler) =>
      admit(guard, target, note, steps, (admitted) => {
        if (Exit.isFailure(admitted)) return answer(Exit.failCause(admitted.cause))
        // Under overload most requests end here: it takes no more than is needed to refuse them.
        const refused = slots.refusalOf(note)
        if (refused !== undefined) return answer(Exit.fail(refused))
        const key = readKey(target)
        if (Either.isLeft(key)) return answer(Exit.fail(key.left))
        const serveBody = (body: Read) => {
          if (Either.isLeft(body)) return answer(Exit.fail(body.left))
          const { fields, isForm } = body.right
          const asked: Incoming = { ...target, body: fields, isForm, idempotencyKey: key.right }
          const request = Object.assign(asked, admitted.value)
          work(route, request, note, steps, handler(request), answer)
        }
        read(route, target, note, steps.guarded(serveBody))
      })
    )
}

const isUnauthorized = (exit: Exit.Failure<unknown, ServiceFailure | HttpFailure>): boolean => {
  const { cause } = exit
  return Cause.isFailType(cause) && cause.error._tag === "Unauthorized"
}
