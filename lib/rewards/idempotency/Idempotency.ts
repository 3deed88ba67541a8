import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { IdempotencyMismatch } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf, isSameRequest, keyDigest } from "./fingerprint.ts"
import { IdempotencyKey } from "./IdempotencyKey.ts"
import { findAnswers, insertAnswers } from "./StoredAnswer.ts"

/**
 * Runs a write once for each key. Stores the answer in the transaction of the write. Returns the stored answer if the request is
 * repeated with the same key. The command writer handles the keys of commands itself.
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
        const { partnerId } = request
        const digest = keyDigest(partnerId, key)
        const fingerprint = fingerprintOf(request.body)
        const work = Effect.gen(function* () {
          const [known] = yield* database.run(findAnswers, [{ partnerId, key: digest }])
          if (known !== undefined) {
            const { answer, recordId, recordIds } = known
            // If the stored key has records, it belongs to a command. So this is another request, even if the fingerprints are equal.
            const isSame =
              isSameRequest(known.fingerprint, fingerprint) && recordIds === null && recordId === null
            if (!isSame || answer === null) return yield* new IdempotencyMismatch({ key })
            return { answer, replayed: true }
          }
          const answer = yield* write
          yield* database.run(insertAnswers, [
            { partnerId, key: digest, fingerprint, recordId: null, recordIds: null, answer }
          ])
          return { answer, replayed: false }
        })
        return yield* database.transaction(work)
      })
  })
})
