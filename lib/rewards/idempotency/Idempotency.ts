import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { IdempotencyMismatch } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { IdempotencyKey } from "./IdempotencyKey.ts"
import { insertAnswers, readAnswers } from "./statements.ts"

/**
 * Runs a write once for a key: it stores the answer in the transaction of the write, and the same key and request
 * get that answer again. Awards and transfers do the same in their groups.
 */
export class Idempotency extends Context.Tag("rewards/Idempotency")<
  Idempotency,
  {
    readonly once: <E, R>(
      request: { readonly partnerId: PartnerId; readonly key: string; readonly body: unknown },
      write: Effect.Effect<string, E, R>
    ) => Effect.Effect<
      { readonly answer: string; readonly replayed: boolean },
      E | InvalidInput | IdempotencyMismatch | DatabaseFailure,
      R
    >
  }
>() {
  static readonly layer: Layer.Layer<Idempotency, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parseKey = parser(Schema.Struct({ "Idempotency-Key": IdempotencyKey }))

const make = Effect.gen(function* () {
  const database = yield* Database

  return Idempotency.of({
    once: (request, write) =>
      Effect.gen(function* () {
        const { "Idempotency-Key": key } = yield* parseKey({ "Idempotency-Key": request.key })
        const fingerprint = fingerprintOf(request.body)
        const work = Effect.gen(function* () {
          const [known] = yield* database.run(readAnswers, [{ partner_id: request.partnerId, key }])
          if (known !== undefined) {
            if (known.fingerprint !== fingerprint) return yield* new IdempotencyMismatch({ key })
            return { answer: known.answer, replayed: true }
          }
          const answer = yield* write
          const created_at = (yield* now).toISOString()
          yield* database.run(insertAnswers, [
            { partner_id: request.partnerId, key, fingerprint, answer, created_at }
          ])
          return { answer, replayed: false }
        })
        return yield* database.transaction(work)
      })
  })
})
