import { Either } from "effect"
import type { Read } from "./body.ts"
import { makeDeadlines } from "./deadlines.ts"
import type { SlotLimits, Who } from "./slots.ts"

/** A body that is being read. */
interface Entry {
  readonly who: Who
  readonly answer: (answer: Read) => void
  /** Whether it has its answer. */
  done: boolean
  /** Takes its deadline back; set once it waits. */
  inTime: (() => void) | undefined
  /** Stops a read that is waiting for the next part; set where the body is read in parts. */
  cancel: (() => void) | undefined
}

const late = (error: string): Read => Either.left({ _tag: "BadBody", status: 408, error })
const displaced = late("the body did not arrive in time to be read before newer requests: try again")

/** Entries by key, each in the order of arrival. */
const makeQueues = () => {
  const queues = new Map<string, Set<Entry>>()
  return {
    of: (key: string | undefined): ReadonlySet<Entry> | undefined =>
      key === undefined ? undefined : queues.get(key),
    add: (key: string | undefined, entry: Entry): void => {
      if (key === undefined) return
      const queue = queues.get(key)
      if (queue === undefined) queues.set(key, new Set<Entry>().add(entry))
      else queue.add(entry)
    },
    remove: (key: string | undefined, entry: Entry): void => {
      if (key === undefined) return
      const queue = queues.get(key)
      if (queue?.delete(entry) === true && queue.size === 0) queues.delete(key)
    }
  }
}

/**
 * Reads bodies for a limited time, and a limited number of them at once: as many as there are slots, in the same shares.
 * Past that, the oldest body of the same partner, address or of all gives way to the new one. A body usually arrives
 * with its headers, so a caller that sends bodies slowly displaces its own slow ones, and cannot stop another caller.
 */
export const makeReading = (limits: SlotLimits, milliseconds: number) => {
  const tooLate = late(`the body must arrive within ${milliseconds / 1000} seconds`)
  // In the order of arrival.
  const all = new Set<Entry>()
  const partners = makeQueues()
  const addresses = makeQueues()
  const deadlines = makeDeadlines(milliseconds)

  const end = (entry: Entry, answer: Read): void => {
    if (entry.done) return
    entry.done = true
    entry.inTime?.()
    if (all.delete(entry)) {
      partners.remove(entry.who.partnerId, entry)
      addresses.remove(entry.who.address, entry)
    }
    entry.answer(answer)
  }

  const cut = (entry: Entry, answer: Read): void => {
    end(entry, answer)
    entry.cancel?.()
  }

  const makeRoom = (queue: ReadonlySet<Entry> | undefined, limit: number): void => {
    if (queue === undefined || queue.size < limit) return
    const [oldest] = queue
    if (oldest !== undefined) cut(oldest, displaced)
  }

  const wait = (entry: Entry): void => {
    const { address, partnerId } = entry.who
    makeRoom(partners.of(partnerId), limits.partner)
    makeRoom(addresses.of(address), limits.address)
    makeRoom(all, limits.whole)
    entry.inTime = deadlines.add(() => cut(entry, tooLate))
    all.add(entry)
    partners.add(partnerId, entry)
    addresses.add(address, entry)
  }

  // Most bodies have arrived with their headers and are read at once. Only those that are still being read after a
  // millisecond wait.
  let fresh: Array<Entry> = []
  const settle = (): void => {
    const entries = fresh
    fresh = []
    for (const entry of entries) if (!entry.done) wait(entry)
  }

  return (
    who: Who,
    read: (done: (answer: Read) => void) => (() => void) | undefined,
    answer: (answer: Read) => void
  ): void => {
    const entry: Entry = { who, answer, done: false, inTime: undefined, cancel: undefined }
    entry.cancel = read((answer) => end(entry, answer))
    if (!entry.done && fresh.push(entry) === 1) setTimeout(settle, 1)
  }
}
export type ReadInTime = ReturnType<typeof makeReading>
