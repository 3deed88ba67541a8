import { Data, Effect } from "effect"
import { Idempotency } from "../../rewards/idempotency/Idempotency.ts"
import type { Authorized } from "../Operation.ts"

/** The operation is a part of what the key stands for: two operations may well take the same body. */
const keyedBy = (key: string, operation: string, { body, session }: Authorized) => ({
  partnerId: session.partnerId,
  key,
  body: [operation, body]
})

/** Runs a write once when the request has an idempotency key, and plainly when it has none. */
export const once = <A, E, R>(operation: string, request: Authorized, write: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { idempotencyKey: key } = request
    if (key === undefined) return { data: yield* write, replayed: false }
    const idempotency = yield* Idempotency
    const keyed = keyedBy(key, operation, request)
    const { answer, replayed } = yield* idempotency
      .once(
        keyed,
        Effect.map(write, (data) => JSON.stringify(data))
      )
      // What refused it may be the same request, sent twice and done a moment ago: its answer is there by now.
      .pipe(Effect.catchAll((error) => idempotency.once(keyed, Effect.fail(error))))
    const data: A = JSON.parse(answer)
    return { data, replayed }
  })

/** Nobody has used the key yet. */
class Unanswered extends Data.TaggedError("Unanswered")<{}> {}

/**
 * The same for a write that needs something from outside first, which must not be waited for in a transaction. The key
 * is looked at before that: an answer that was given already is replayed without asking anybody.
 */
export const onceAfter = <B, E, R, A, E2, R2>(
  operation: string,
  request: Authorized,
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
            .once(keyedBy(key, operation, request), Effect.fail(new Unanswered()))
            .pipe(Effect.catchTag("Unanswered", () => Effect.void))
    if (known === undefined) return yield* once(operation, request, write(yield* prepare))
    const data: A = JSON.parse(known.answer)
    return { data, replayed: true }
  })
