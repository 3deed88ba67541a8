import { Effect } from "effect"
import { Idempotency } from "../../services/Idempotency.ts"
import type { Authorized } from "../Operation.ts"

/**
 * Runs a write once when the request has an idempotency key, and plainly when it has none. The operation is a part of
 * what the key stands for: two operations may well take the same body.
 */
export const once = <A, E, R>(operation: string, request: Authorized, write: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { idempotencyKey: key, body } = request
    if (key === undefined) return { data: yield* write, replayed: false }
    const idempotency = yield* Idempotency
    const keyed = { partnerId: request.session.partnerId, key, body: [operation, body] }
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
