import { setImmediate } from "node:timers"
import { Effect } from "effect"

/** How many lists are read at once: in total, and of one partner. */
export interface ListLimits {
  readonly whole: number
  readonly partner: number
}

/** On PostgreSQL, lists use at most this many connections. On SQLite, a list blocks the process, so a larger number is no faster. */
export const listLimits: ListLimits = { whole: 4, partner: 2 }

interface Turn {
  admitted: boolean
  resume: () => void
}

interface Partner {
  reading: number
  /** The number of the partner's last admission; 0 if there was none. */
  last: number
  readonly waiting: Set<Turn>
}

/**
 * Lets a few lists be read at once. The others wait, and partners take turns. When a list ends, the event loop runs before the next
 * list begins. So other requests are served in between, even if each list blocks the process.
 */
export const makeListTurns = (limits: ListLimits = listLimits) => {
  /** The partners that read or wait. */
  const partners = new Map<string, Partner>()
  let reading = 0
  let admissions = 0

  const admit = (partner: Partner, turn: Turn): void => {
    partner.waiting.delete(turn)
    partner.reading += 1
    reading += 1
    admissions += 1
    partner.last = admissions
    turn.admitted = true
    turn.resume()
  }

  const isBefore = (one: Partner, other: Partner): boolean =>
    one.reading === other.reading ? one.last < other.last : one.reading < other.reading

  /** The waiting partner that reads the fewest lists. Of several, the one whose last admission is the longest ago. */
  const nextPartner = (): Partner | undefined => {
    let next: Partner | undefined
    for (const partner of partners.values()) {
      if (partner.waiting.size === 0 || partner.reading >= limits.partner) continue
      if (next === undefined || isBefore(partner, next)) next = partner
    }
    return next
  }

  const admitWaiting = (): void => {
    while (reading < limits.whole) {
      const next = nextPartner()
      const [turn] = next?.waiting ?? []
      if (next === undefined || turn === undefined) return
      admit(next, turn)
    }
  }

  const leave = (partnerId: string, turn: Turn): void => {
    const partner = partners.get(partnerId)
    if (partner === undefined) return
    const isOver = () => partner.reading === 0 && partner.waiting.size === 0
    if (!turn.admitted) {
      partner.waiting.delete(turn)
      if (isOver()) partners.delete(partnerId)
      return
    }
    setImmediate(() => {
      partner.reading -= 1
      reading -= 1
      if (isOver()) partners.delete(partnerId)
      admitWaiting()
    })
  }

  const admission = (partnerId: string, turn: Turn): Effect.Effect<void> =>
    Effect.async((resume) => {
      const partner = partners.get(partnerId) ?? { reading: 0, last: 0, waiting: new Set() }
      partners.set(partnerId, partner)
      turn.resume = () => resume(Effect.void)
      partner.waiting.add(turn)
      admitWaiting()
    })

  /** Reads a list of a partner when it is the partner's turn. The wait can be interrupted. */
  return <A, E, R>(partnerId: string, list: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const turn: Turn = { admitted: false, resume: () => {} }
        return Effect.ensuring(
          restore(Effect.zipRight(admission(partnerId, turn), list)),
          Effect.sync(() => leave(partnerId, turn))
        )
      })
    )
}
export type ListTurns = ReturnType<typeof makeListTurns>
