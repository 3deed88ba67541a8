import { Context, Effect, Layer } from "effect"
import { uuidv7 } from "../schema/Id.ts"

interface Interface {
  /** Makes `count` new ids, each above all that this generator made before. */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<string>>
}

/**
 * Makes the ids of all rows: UUIDs of version 7, in the time of the engine's clock. They ascend, so that new rows go to the
 * end of their index. A host may provide its own; they must be unique, and lower-case UUIDs in the usual form.
 */
export class Ids extends Context.Tag("rewards/Ids")<Ids, Interface>() {
  static readonly layer: Layer.Layer<Ids> = Layer.sync(this, () => make())
}

const make = (): Interface => {
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

  return {
    take: (count) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          const now = Math.floor(clock.unsafeCurrentTimeMillis())
          return Array.from({ length: count }, () => next(now))
        })
      )
  }
}

/** The id at an index of those that were taken. To ask for more than were taken is a defect. */
export const takenAt = (ids: ReadonlyArray<string>, index: number): string => {
  const id = ids[index]
  if (id === undefined) throw new Error(`${ids.length} ids were taken, and number ${index + 1} is needed`)
  return id
}

export const takeOne = (ids: Interface): Effect.Effect<string> =>
  Effect.map(ids.take(1), (taken) => takenAt(taken, 0))
