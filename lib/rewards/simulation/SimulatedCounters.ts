import type { Used } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import type { MemberId } from "../Id.ts"
import { windowOf } from "../limits/calendar.ts"
import { type Counted, countedBy } from "../limits/Limit.ts"
import type { StoredRule } from "../rules/Rule.ts"

/** The payments in one window, by member. A limit per rule has one entry for all members. */
interface Counts {
  /** Milliseconds, because comparing them is faster than comparing dates. */
  readonly start: number
  readonly end: number
  readonly nothing: Used
  readonly used: Map<MemberId | "", Used>
}

interface Counting extends Counted {
  /** The newest windows. */
  readonly windows: Array<Counts>
}

/**
 * How many windows of a limit are stored. The latest window is enough while time goes forward. The window before it is needed if a clock
 * was set back over the start of the latest window.
 */
const maxWindows = 2

/** The counters of a rule. They start at zero and exist only in memory. */
export class SimulatedCounters {
  readonly #timeZone: string
  readonly #counting: ReadonlyArray<Counting>
  /** The counter of each limit, in the order of the limits. */
  readonly #ofLimits: ReadonlyArray<Counting>

  constructor({ limits, timeZone }: Pick<StoredRule, "limits" | "timeZone">) {
    this.#timeZone = timeZone
    this.#counting = countedBy(limits).map((counted) => ({ ...counted, windows: [] }))
    this.#ofLimits = limits.flatMap(
      ({ per, period }) => this.#counting.find((each) => each.per === per && each.period === period) ?? []
    )
  }

  /** Returns the counts of each limit for a member, in the order of the limits. */
  used(memberId: MemberId, at: Date): ReadonlyArray<Used> {
    return this.#ofLimits.map((counting) => {
      const { nothing, used } = this.#at(counting, at)
      return used.get(counting.per === "member" ? memberId : "") ?? nothing
    })
  }

  /** Counts a payment. Coins are counted only if a limit restricts them. */
  count(memberId: MemberId, at: Date, coins: Coins.Coins): void {
    for (const counting of this.#counting) {
      const { nothing, used } = this.#at(counting, at)
      const subject = counting.per === "member" ? memberId : ""
      const before = used.get(subject) ?? nothing
      const sum = counting.maxCoins === null ? before.coins : Coins.make(before.coins + coins)
      used.set(subject, { awards: before.awards + 1, coins: sum, resetsAt: before.resetsAt })
    }
  }

  #at({ period, windows }: Counting, at: Date): Counts {
    const instant = at.getTime()
    for (let index = windows.length - 1; index >= 0; index--) {
      const counts = windows[index]
      if (counts !== undefined && instant >= counts.start && instant < counts.end) return counts
    }
    const { endsAt, startsAt } = windowOf(this.#timeZone, period, at)
    const counts: Counts = {
      start: startsAt.getTime(),
      end: endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
      nothing: { awards: 0, coins: Coins.zero, resetsAt: endsAt },
      used: new Map()
    }
    windows.push(counts)
    if (windows.length > maxWindows) windows.shift()
    return counts
  }
}
