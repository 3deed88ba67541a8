import { setImmediate } from "node:timers"
import { Effect } from "effect"
import type { Requester, ShareLimits } from "./run.ts"

/**
 * How many lists a process reads at once: in all, for a partner, and for an address. On PostgreSQL, lists use at most `whole`
 * connections. On SQLite, a list blocks the process, so larger numbers are no faster.
 */
export const listLimits: ShareLimits = { whole: 4, partner: 2, address: 3 }

/** How many of these lists may be pages of exports, so that other lists always have a turn. */
export const exportLimits: ShareLimits = { whole: 2, partner: 1, address: 2 }

/** A partner or an address with lists that are being read or are waiting. */
interface Reader {
  readonly key: string
  readonly limit: number
  /** The number of its lists that are being read or are waiting. */
  lists: number
  /** The number of its lists that are being read. */
  reading: number
  /** The value of `admissions` at its last admission; 0 if there was none. */
  last: number
}

interface Turn {
  /** The partner and the address, if they are known. */
  readonly readers: ReadonlyArray<Reader>
  admitted: boolean
  resume: () => void
}

const isFree = ({ readers }: Turn): boolean => readers.every(({ limit, reading }) => reading < limit)

const largest = (readers: ReadonlyArray<Reader>, name: "reading" | "last"): number =>
  readers.reduce((most, reader) => Math.max(most, reader[name]), 0)

/**
 * Returns whether `one` goes before `other`. The turn whose busiest reader reads fewer lists goes first. If both are equally busy, the
 * turn whose readers were admitted longer ago goes first.
 */
const isBefore = ({ readers: one }: Turn, { readers: other }: Turn): boolean => {
  const more = largest(one, "reading") - largest(other, "reading")
  return more === 0 ? largest(one, "last") < largest(other, "last") : more < 0
}

/**
 * Lets a few lists be read at once. The others wait, and partners and addresses take turns. The event loop runs before the next list
 * begins. So other requests are served between two lists, even if each list blocks the process.
 */
export const makeListTurns = (limits: ShareLimits = listLimits) => {
  const known = new Map<string, Reader>()
  const waiting = new Set<Turn>()
  let reading = 0
  let admissions = 0
  /** Whether a list has begun and the event loop has not run since. */
  let hasBegun = false

  const readerOf = (key: string, limit: number): Reader => {
    const reader = known.get(key) ?? { key, limit, lists: 0, reading: 0, last: 0 }
    known.set(key, reader)
    reader.lists += 1
    return reader
  }

  const readersOf = ({ address, partnerId }: Requester): ReadonlyArray<Reader> => [
    ...(partnerId === undefined ? [] : [readerOf(`partner ${partnerId}`, limits.partner)]),
    ...(address === undefined ? [] : [readerOf(`address ${address}`, limits.address)])
  ]

  const admit = (turn: Turn): void => {
    waiting.delete(turn)
    reading += 1
    admissions += 1
    for (const reader of turn.readers) {
      reader.reading += 1
      reader.last = admissions
    }
    turn.admitted = true
    turn.resume()
  }

  const nextTurn = (): Turn | undefined => {
    let next: Turn | undefined
    for (const turn of waiting) {
      if (isFree(turn) && (next === undefined || isBefore(turn, next))) next = turn
    }
    return next
  }

  const admitNext = (): void => {
    const next = hasBegun || reading >= limits.whole ? undefined : nextTurn()
    if (next === undefined) return
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      admitNext()
    })
    admit(next)
  }

  const forget = ({ readers }: Turn): void => {
    for (const reader of readers) {
      reader.lists -= 1
      if (reader.lists === 0) known.delete(reader.key)
    }
  }

  const leave = (turn: Turn): void => {
    waiting.delete(turn)
    if (!turn.admitted) forget(turn)
    else
      setImmediate(() => {
        reading -= 1
        for (const reader of turn.readers) reader.reading -= 1
        forget(turn)
        admitNext()
      })
  }

  const admission = (turn: Turn): Effect.Effect<void> =>
    Effect.async((resume) => {
      turn.resume = () => resume(Effect.void)
      waiting.add(turn)
      admitNext()
    })

  /** Reads a list when it is the turn of its partner and its address. The wait can be interrupted. */
  return <A, E, R>(who: Requester, list: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const turn: Turn = { readers: readersOf(who), admitted: false, resume: () => {} }
        return Effect.ensuring(
          restore(Effect.zipRight(admission(turn), list)),
          Effect.sync(() => leave(turn))
        )
      })
    )
}
export type ListTurns = ReturnType<typeof makeListTurns>
