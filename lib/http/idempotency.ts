import { Data, Effect } from "effect"
import { Idempotency } from "../rewards/idempotency/Idempotency.ts"
import { isUncertain } from "../sql/Failure.ts"
import type { PartnerRequest } from "./handle.ts"

/** The operation belongs to the fingerprint, because two operations can have the same body. */
const keyedBy = (key: string, { body, operation, session }: PartnerRequest) => ({
  partnerId: session.partnerId,
  key,
  body: [operation, body]
})

/**
 * Runs a write once if the request has an idempotency key, and just runs it if it has none. The answer to a key is the stored
 * text, so that a replay repeats the first answer byte for byte.
 */
export const once = <A, E, R>(request: PartnerRequest, write: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { idempotencyKey: key } = request
    if (key === undefined) return { data: yield* write, replayed: false }
    const idempotency = yield* Idempotency
    const keyed = keyedBy(key, request)
    const { answer, replayed } = yield* idempotency
      .once(
        keyed,
        Effect.map(write, (data) => JSON.stringify(data))
      )
      // The same request may have been sent twice, and the other one written a moment ago, which can cause this refusal. Then
      // the answer is stored by now, and is the right one. If it cannot be read, an unknown outcome stays unknown.
      .pipe(
        Effect.catchAll((error) =>
          Effect.mapError(idempotency.once(keyed, Effect.fail(error)), (later) =>
            isUncertain(error) ? error : later
          )
        )
      )
    return { json: answer, replayed }
  })

/** The key has not been used yet. */
class Unanswered extends Data.TaggedError("Unanswered")<{}> {}

/**
 * The same for a write that is prepared outside of a transaction, such as by a call to another server. The key is looked up
 * first, so that a stored answer is replayed without the preparation.
 */
export const onceAfter = <B, E, R, A, E2, R2>(
  request: PartnerRequest,
  prepare: Effect.Effect<B, E, R>,
  write: (prepared: B) => Effect.Effect<A, E2, R2>
) =>
  Effect.gen(function* () {
    const { idempotencyKey: key } = request
    const idempotency = yield* Idempotency
    const known =
      key === undefined
        ? undefined
        : yield* idempotency
            .once(keyedBy(key, request), Effect.fail(new Unanswered()))
            .pipe(Effect.catchTag("Unanswered", () => Effect.void))
    if (known === undefined) return yield* once(request, write(yield* prepare))
    return { json: known.answer, replayed: true }
  })
