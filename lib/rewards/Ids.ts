import { hash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { BoundedMap } from "../schema/BoundedMap.ts"
import { firstIdOf, uuidv7 } from "../schema/Id.ts"
import { ownerOfClock } from "./clock.ts"

interface Interface {
  /** Generates `count` new ids. Each id is greater than all ids that this generator made before with the same clock. */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<string>>
}

/**
 * Generates the ids of new rows: UUIDs of version 7 with the time of the engine's clock. A host may provide its own generator. Its ids
 * must be unique lower-case UUIDs of version 7, with the time of the fiber's clock at the call or a later time.
 */
export class Ids extends Context.Tag("rewards/Ids")<Ids, Interface>() {
  static readonly layer: Layer.Layer<Ids> = Layer.sync(this, () => make())
}

/** The number of test sides whose last id a process remembers. */
const maxMoved = 1000

const make = (): Interface => {
  const next = makeNext()
  // The clock of a test side is ahead. Ids with its time must not move the ids of other partners.
  const moved = new BoundedMap<ReturnType<typeof makeNext>>(maxMoved)
  const nextOf = (owner: string | undefined) =>
    owner === undefined ? next : (moved.get(owner) ?? moved.remember(owner, makeNext()))

  return {
    take: (count) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          const now = Math.floor(clock.unsafeCurrentTimeMillis())
          const nextId = nextOf(ownerOfClock(clock))
          return Array.from({ length: count }, () => nextId(now))
        })
      )
  }
}

/** Makes a function that generates the next id from the current time. */
const makeNext = () => {
  const random = new Uint8Array(8 * 512)
  let used = random.length
  let millis = 0
  let counter = 0

  return (now: number): string => {
    if (used === random.length) {
      crypto.getRandomValues(random)
      used = 0
    }
    // If the clock stands still or goes back, the counter rises instead. When the counter is full, `millis` rises.
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
}

/** Throws if the first id has a time before `at`. Lists find records by the time in their ids. */
export const ensureTimed = (ids: ReadonlyArray<string>, at: Date): void => {
  const [first] = ids
  if (first !== undefined && first < firstIdOf(at)) {
    throw new Error(`id ${first} is not a UUID of version 7 from ${at.toISOString()} or later`)
  }
}

/** Returns the id at an index. Throws if the generator returned too few ids. */
export const takenAt = (ids: ReadonlyArray<string>, index: number): string => {
  const id = ids[index]
  if (id === undefined) throw new Error(`${ids.length} ids were taken, and number ${index + 1} is needed`)
  return id
}

export const takeOne = (ids: Interface): Effect.Effect<string> =>
  Effect.map(ids.take(1), (taken) => takenAt(taken, 0))

/** Returns a UUID of version 8 that is computed from the SHA-256 of a text. Equal texts have equal UUIDs. */
export const uuidOf = (text: string): string => {
  const digits = hash("sha256", text, "hex")
  const variant = ((Number.parseInt(digits.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(18, 20)}-${digits.slice(20, 32)}`
}

/**
 * Returns a UUID of version 7 with the time of an instant. The rest is computed from the SHA-256 of a text, so equal arguments have equal
 * UUIDs.
 */
export const idAt = (at: Date, text: string): string => {
  const digest = hash("sha256", text, "buffer")
  return uuidv7(at.getTime(), digest.readUInt16BE(0) & 0xfff, digest, 2)
}
