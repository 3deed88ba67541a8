import { Context, Effect, Layer } from "effect"
import { uuidv7 } from "../schema/Id.ts"

/** Makes the ids of everything. They ascend within a process, so that new rows go to the end of their index. */
export class Ids extends Context.Tag("rewards/Ids")<
  Ids,
  { readonly take: (count: number) => Effect.Effect<ReadonlyArray<string>> }
>() {
  static readonly layer: Layer.Layer<Ids> = Layer.sync(this, () => {
    const random = new Uint8Array(8 * 512)
    let used = random.length
    let millis = 0
    let counter = 0

    const next = (now: number): string => {
      if (used === random.length) {
        crypto.getRandomValues(random)
        used = 0
      }
      // A clock that stands still or goes back must not make ids go back: the counter, then the last moment, carries on.
      if (now > millis) {
        millis = now
        counter = 0
      } else if (++counter > 0xfff) {
        millis += 1
        counter = 0
      }
      used += 8
      return uuidv7(millis, counter, random, used - 8)
    }

    return Ids.of({
      take: (count) =>
        Effect.clockWith((clock) =>
          Effect.sync(() => {
            const now = Math.floor(clock.unsafeCurrentTimeMillis())
            return Array.from({ length: count }, () => next(now))
          })
        )
    })
  })
}

/** One id, branded by the caller's schema. */
export const takeOne = (ids: Context.Tag.Service<Ids>): Effect.Effect<string> =>
  Effect.map(ids.take(1), ([id]) => id ?? "")
