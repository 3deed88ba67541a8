import { hash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { firstIdOf, uuidv7 } from "../schema/Id.ts"

interface Interface {
  /** Generates `count` new ids, each greater than all that this generator made before. */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<string>>
}

/**
 * Generates the ids of all rows: UUIDs of version 7 with the time of the engine's clock. They ascend, so that new rows go to the end
 * of an index, and so that awards can be found by the time in their ids. A host may provide its own generator. Its ids must be
 * unique lower-case UUIDs of version 7, with a time that is not before the call.
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
    // Ids must ascend although the clock stands still or goes back: the counter rises, and after it the last millisecond.
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

/** Records are found by the time in their ids, so an id with an earlier time is a defect of the generator. */
export const ensureTimed = (ids: ReadonlyArray<string>, at: Date): void => {
  const [first] = ids
  if (first !== undefined && first < firstIdOf(at)) {
    throw new Error(`id ${first} is not a UUID of version 7 from ${at.toISOString()} or later`)
  }
}

/** The id at an index. It is a defect if too few ids were taken. */
export const takenAt = (ids: ReadonlyArray<string>, index: number): string => {
  const id = ids[index]
  if (id === undefined) throw new Error(`${ids.length} ids were taken, and number ${index + 1} is needed`)
  return id
}

export const takeOne = (ids: Interface): Effect.Effect<string> =>
  Effect.map(ids.take(1), (taken) => takenAt(taken, 0))

/**
 * A UUID of version 8 that is computed from a text. Two texts have the same UUID only if the first 122 bits of their SHA-256 are the same.
 */
export const uuidOf = (text: string): string => {
  const digits = hash("sha256", text, "hex")
  const variant = ((Number.parseInt(digits.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(18, 20)}-${digits.slice(20, 32)}`
}
