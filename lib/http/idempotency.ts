import { Data, Effect } from "effect"
import { Idempotency } from "../rewards/idempotency/Idempotency.ts"
import { isUncertain } from "../sql/Failure.ts"
import type { PartnerRequest } from "./handle.ts"

/** Adds the operation and the parameters of the path to the body that a retry must repeat, because two requests can have the same body. */
const keyedBy = (key: string, { body, operation, params, session }: PartnerRequest) => ({
  partnerId: session.partnerId,
  key,
  body: Object.keys(params).length === 0 ? [operation, body] : [operation, body, params]
})

/**
 * Runs a write. If the request has an idempotency key, the write is committed only once for this key. Its answer is stored as text, so
 * that a replay repeats it byte for byte.
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
      // A concurrent request with the same key may have caused the error, and may have stored its answer by now. The second
      // `idempotency.once` returns this answer if there is one. Otherwise it fails with the same error or with a newer one, for example
      // because the database is not available by now. The newer error is returned, unless the write may have been committed.
      .pipe(
        Effect.catchAll((error) =>
          Effect.mapError(idempotency.once(keyed, Effect.fail(error)), (later) =>
            isUncertain(error) ? error : later
          )
        )
      )
    return { json: answer, replayed }
  })

/** No answer is stored under the key. */
class Unanswered extends Data.TaggedError("Unanswered")<{}> {}

/** Like `once`, but first runs `prepare`, such as a call to another server, outside of the transaction. A replay does not run it. */
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
