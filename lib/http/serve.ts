import { Cause, type Clock, Context, Effect, Either, Exit, Schema, type Tracer } from "effect"
import { Authorizations } from "../accounts/authorization/Authorizations.ts"
import { Forbidden, Unauthorized } from "../accounts/Errors.ts"
import { Ecosystem } from "../accounts/Identity.ts"
import { type Session, Sessions } from "../accounts/sessions/Sessions.ts"
import { IdempotencyKey } from "../rewards/idempotency/IdempotencyKey.ts"
import { PartnerClocks } from "../rewards/partners/PartnerClocks.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { type Access, type Callers, type Guard, peopleWith, type Requirement } from "./access.ts"
import { type BodyReader, type BodyResult, readBody } from "./body.ts"
import { asksForCsv, csvAnswer } from "./csvAnswer.ts"
import type { HttpFailure, ServiceFailure } from "./failure.ts"
import { bearerOf, type HandlerAnswer, type Incoming, type Services, type Target, tokenOf } from "./handle.ts"
import type { ListTurns } from "./listTurns.ts"
import { parametersOf } from "./query.ts"
import type { RateLimitStatus, RateLimits } from "./rateLimits.ts"
import type { Route } from "./routes.ts"
import type { Requester, RequestSlots, Steps } from "./run.ts"

/** Facts that are collected while a request is served. */
export interface RequestFacts {
  route: string
  /** The key under which requests of the caller's address are counted. */
  address: string | undefined
  partnerId: string | undefined
  rateLimit: RateLimitStatus | undefined
  defect: Cause.Cause<never> | undefined
  span: Tracer.Span | undefined
}

type Admitted<A extends Access> = Exit.Exit<Callers[A], ServiceFailure | HttpFailure>
export type Served = Exit.Exit<HandlerAnswer, ServiceFailure | HttpFailure>

const parseEcosystem = parser(Schema.Struct({ eco: Ecosystem }))
const parseKey = parser(Schema.Struct({ "Idempotency-Key": IdempotencyKey }))

const noBody: BodyResult = Either.right({ fields: {}, isForm: false })

const basic = /^Basic ([A-Za-z0-9+/]+=*)$/i

const allows = ({ actor, scopes }: Session, scope: Requirement | undefined): boolean =>
  scope === undefined || (scope === "person" ? actor.kind === "person" : scopes.has(scope))

const tooNarrow = (scope: Requirement): Forbidden => {
  const holders = peopleWith(scope)
  return new Forbidden({
    reason:
      holders === undefined
        ? `this needs the scope ${scope}`
        : `this needs the access token of ${holders}, from a login with e-mail and password`
  })
}

/**
 * Checks a token without the database. Returns the session if this process recently found the token valid and the token has the scope.
 * Returns "stranger" if this process does not know the token. Otherwise returns undefined, and `partnerOf` has to decide.
 */
const trustedPartnerOf = (
  sessions: Context.Tag.Service<Sessions>,
  request: Request,
  scope: Requirement | undefined,
  at: number
): Session | "stranger" | undefined => {
  const token = bearerOf(request)
  const session = token === undefined ? undefined : sessions.trusted(token, at)
  if (session === undefined || session === "stranger") return session
  return allows(session, scope) ? session : undefined
}

/** Returns the session of a partner's token. If this process does not know the token, `checkAddress` runs before the query. */
const partnerOf = <E, R>(
  request: Request,
  scope: Requirement | undefined,
  checkAddress: Effect.Effect<void, E, R>
) =>
  Effect.flatMap(tokenOf(request), (token) =>
    Effect.flatMap(Sessions, (sessions) =>
      Effect.flatMap(sessions.checkLimited(token, checkAddress), (session) =>
        allows(session, scope) || scope === undefined
          ? Effect.succeed(session)
          : Effect.fail(tooNarrow(scope))
      )
    )
  )

/** Returns the session of a token that a user granted to a partner. `checkAddress` runs before the query. */
const userOf = Effect.fnUntraced(function* <E, R>(request: Request, checkAddress: Effect.Effect<void, E, R>) {
  const token = yield* tokenOf(request)
  yield* checkAddress
  return yield* (yield* Authorizations).check(token)
})

/** Returns the API key and the secret of an `Authorization: Basic` header. */
const keyOf = (request: Request) => {
  const encoded = basic.exec(request.headers.get("authorization") ?? "")?.[1]
  const text = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8")
  const colon = text.indexOf(":")
  return colon < 1
    ? Effect.fail(
        new Unauthorized({ reason: "the Authorization header must be Basic and an API key with its secret" })
      )
    : Effect.succeed({ key: text.slice(0, colon), secret: text.slice(colon + 1) })
}

type Identify = {
  readonly [A in Access]: (
    guard: Guard<A>,
    target: Target,
    facts: RequestFacts
  ) => Effect.Effect<Callers[A], ServiceFailure | HttpFailure, Services>
}

const noKey = Either.right(undefined)

/** Returns the idempotency key of a request, if it has one. Fails if the key or the ecosystem of the path is malformed. */
const readKey = ({ eco, request }: Target): Either.Either<string | undefined, InvalidInput> => {
  const ecosystem = eco === "" ? undefined : parseEcosystem({ eco })
  if (ecosystem !== undefined && Either.isLeft(ecosystem)) return Either.left(ecosystem.left)
  const given = request.headers.get("idempotency-key")
  return given === null
    ? noKey
    : Either.map(parseKey({ "Idempotency-Key": given }), ({ "Idempotency-Key": key }) => key)
}

/** The limits that a request passes before its handler runs. */
export interface Gates {
  readonly limits: RateLimits
  readonly slots: RequestSlots
  readonly listTurns: ListTurns
  readonly readInTime: BodyReader
}

/** Identifies or refuses a caller synchronously. Returns undefined if it cannot decide. Then `Identify` decides. */
type IdentifyNow = {
  readonly [A in Access]: (guard: Guard<A>, target: Target, facts: RequestFacts) => Admitted<A> | undefined
}

/** Leaves the decision to `Identify`. */
const later = () => undefined

const isOfTestSide = ({ accountId, partnerId }: Session): boolean => accountId !== partnerId

const onlyLive = (): Forbidden =>
  new Forbidden({ reason: "this needs an access token of the live side: the test side has no account" })

/**
 * Runs a handler in the time of its partner, except on routes that always use the engine's clock (`goesByEngine`). If the answer is a
 * stream, the stream uses the partner's time, too.
 */
const inTimeOf = <E>(
  { goesByEngine }: Route,
  session: Session,
  handled: Effect.Effect<HandlerAnswer, E, Services>
): Effect.Effect<HandlerAnswer, E | DatabaseFailure, Services> =>
  goesByEngine || !isOfTestSide(session)
    ? handled
    : Effect.flatMap(PartnerClocks, ({ within }) =>
        Effect.map(within(session.partnerId, handled), (answer) =>
          "stream" in answer ? { ...answer, partnerId: session.partnerId } : answer
        )
      )

/** Makes the function that serves a request: it identifies the caller, checks limits, reads the body and runs the handler. */
export const makeServe = (
  { limits, slots, listTurns, readInTime }: Gates,
  { clock, services }: { readonly clock: Clock.Clock; readonly services: Context.Context<Services> }
) => {
  const sessions = Context.get(services, Sessions)
  const count = <E, R>(taken: Effect.Effect<RateLimitStatus, E, R> | undefined, facts: RequestFacts) =>
    taken === undefined
      ? Effect.void
      : Effect.map(taken, (status) => {
          facts.rateLimit = status
        })

  const countAddress = (facts: RequestFacts) =>
    Effect.suspend(() => count(limits.address(facts.address), facts))

  const countPartner = (partnerId: string, facts: RequestFacts) => {
    facts.partnerId = partnerId
    return count(limits.partner(partnerId), facts)
  }

  /** Counts the items of a bulk request. The first item was counted before the body was read. */
  const countBody = ({ countsAs }: Route, { body }: Incoming, facts: RequestFacts) => {
    const more = countsAs === undefined ? 0 : countsAs(body) - 1
    return more > 0 && facts.partnerId !== undefined
      ? count(limits.partner(facts.partnerId, more), facts)
      : undefined
  }

  /** Identifies the caller and counts the request, for each kind of access. */
  const identify: Identify = {
    public: (_, __, facts) => Effect.as(countAddress(facts), {}),
    partner: ({ scope }, { request }, facts) =>
      Effect.flatMap(partnerOf(request, scope, limits.checkAddress(facts.address)), (session) =>
        Effect.as(countPartner(session.accountId, facts), { session })
      ),
    user: (_, { request }, facts) =>
      Effect.flatMap(userOf(request, limits.checkAddress(facts.address)), (user) =>
        Effect.as(countPartner(user.partnerId, facts), { user })
      ),
    key: (_, { request }, facts) => Effect.zipRight(countAddress(facts), keyOf(request))
  }

  const identifyNow: IdentifyNow = {
    public: later,
    user: later,
    key: later,
    partner: ({ scope }, { request }, facts) => {
      const at = clock.unsafeCurrentTimeMillis()
      const session = trustedPartnerOf(sessions, request, scope, at)
      if (session === "stranger") {
        const refused = limits.checkAddressNow(facts.address, at)
        return refused && Exit.fail(refused)
      }
      const counted = session && limits.partnerNow(session.accountId, at)
      if (session === undefined || counted === undefined) return undefined
      facts.partnerId = session.accountId
      if (Either.isLeft(counted)) return Exit.fail(counted.left)
      facts.rateLimit = counted.right
      return Exit.succeed({ session })
    }
  }

  /** Identifies the caller. If `identifyNow` cannot decide, the request has a slot while `identify` runs. */
  const admit = <A extends Access>(
    guard: Guard<A>,
    target: Target,
    facts: RequestFacts,
    { step }: Steps<Services>,
    next: (admitted: Admitted<A>) => void
  ) => {
    const known = identifyNow[guard.access](guard, target, facts)
    if (known !== undefined) return next(known)
    const who = { address: facts.address, partnerId: undefined }
    const refused = slots.take(who)
    if (refused !== undefined) return next(Exit.fail(refused))
    step(identify[guard.access](guard, target, facts), (exit) => {
      slots.release(who)
      if (Exit.isSuccess(exit) || guard.access === "key" || !isUnauthorized(exit)) return next(exit)
      // A request without a valid token counts towards the limit of its address, like a request to a public route.
      step(countAddress(facts), (counted) =>
        next(Exit.isFailure(counted) ? Exit.failCause(counted.cause) : exit)
      )
    })
  }

  const read = (
    { bodyLimit, encodings }: Route,
    { request }: Target,
    who: Requester,
    next: (body: BodyResult) => void
  ): void =>
    encodings === undefined
      ? next(noBody)
      : readInTime(who, (done) => readBody(request, encodings, bodyLimit, done), next)

  /** Runs the handler in a slot. The slot is released only when the handler ends, even if the request has timed out. */
  const work = (
    route: Route,
    request: Incoming,
    facts: RequestFacts,
    { isOver, step }: Steps<Services>,
    handler: Effect.Effect<HandlerAnswer, ServiceFailure, Services>,
    answer: (served: Served) => void
  ) => {
    if (isOver()) return
    const counted = countBody(route, request, facts)
    const inTurn = route.isList ? listTurns(facts, handler) : handler
    const run = limits.attempt(route.attempts, request, facts.address, inTurn)
    // Nothing may throw between `take` and `step`, because then the slot would never be released.
    const refused = slots.take(facts)
    if (refused !== undefined) return answer(Exit.fail(refused))
    step(counted === undefined ? run : Effect.zipRight(counted, run), (exit) => {
      slots.release(facts)
      answer(exit)
    })
  }

  return (
    route: Route,
    target: Target,
    facts: RequestFacts,
    steps: Steps<Services>,
    answer: (served: Served) => void
  ): void =>
    // The body is read without a slot, because a slow caller would occupy the slot.
    route.handled.with((guard, handler) =>
      admit(guard, target, facts, steps, (admitted) => {
        if (Exit.isFailure(admitted)) return answer(Exit.failCause(admitted.cause))
        if ("session" in admitted.value) steps.actAs(admitted.value.session.actor)
        if (guard.liveOnly && "session" in admitted.value && isOfTestSide(admitted.value.session))
          return answer(Exit.fail(onlyLive()))
        // If no slot is free, the request is refused before its body is read.
        const refused = slots.refusalOf(facts)
        if (refused !== undefined) return answer(Exit.fail(refused))
        const key = readKey(target)
        if (Either.isLeft(key)) return answer(Exit.fail(key.left))
        const query = parametersOf(target.query, route)
        if (Either.isLeft(query)) return answer(Exit.fail(query.left))
        const serveBody = (body: BodyResult) => {
          if (Either.isLeft(body)) return answer(Exit.fail(body.left))
          const { fields, isForm } = body.right
          const incoming: Incoming = {
            ...target,
            query: query.right,
            body: fields,
            isForm,
            idempotencyKey: key.right,
            services
          }
          const request = Object.assign(incoming, admitted.value)
          const handled =
            route.csv !== undefined && asksForCsv(request.request)
              ? csvAnswer({ list: route.csv, template: route.template }, request, handler)
              : handler(request)
          const timed =
            "session" in admitted.value ? inTimeOf(route, admitted.value.session, handled) : handled
          work(route, request, facts, steps, timed, answer)
        }
        read(route, target, facts, steps.guarded(serveBody))
      })
    )
}

const isUnauthorized = (exit: Exit.Failure<unknown, ServiceFailure | HttpFailure>): boolean => {
  const { cause } = exit
  return Cause.isFailType(cause) && cause.error._tag === "Unauthorized"
}
