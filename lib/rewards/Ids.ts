import { Context, Effect, Layer } from "effect"
import { firstIdOf, uuidv7 } from "../schema/Id.ts"

interface Interface {
  /** Makes `count` new ids, each above all that this generator made before. */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<string>>
}

/**
 * Makes the ids of all rows: UUIDs of version 7, in the time of the engine's clock. They ascend, so that new rows go to the
 * end of their index, and so that awards are found by the time in their ids. A host may provide its own; they must be unique
 * lower-case UUIDs of version 7, no older than the moment at which they are taken.
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

/** Records are found by the time in their ids, so ids from another time are a defect of who made them. */
export const ensureTimed = (ids: ReadonlyArray<string>, at: Date): void => {
  const [first] = ids
  if (first !== undefined && first < firstIdOf(at)) {
    throw new Error(`id ${first} is no UUID of version 7 from ${at.toISOString()} or later`)
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
