// The counters of the engine's limits.
import type { LimitDraft, RuleDraft } from "../../../lib/testing.ts"
import { windowAt } from "./calendar.ts"
import type { Fault } from "./Records.ts"

interface Counter {
  awards: number
  units: number
}

export class Windows {
  readonly #counters = new Map<string, Counter>()
  readonly #fault: Fault | undefined

  constructor(fault: Fault | undefined) {
    this.#fault = fault
  }

  counterOf(id: string, draft: RuleDraft, limit: LimitDraft, user: string, at: number): Counter {
    // The machine's, whatever machine this is.
    const zone = this.#fault === "windows of the machine's time zone" ? "UTC" : draft.timeZone
    const whose = limit.per === "rule" ? "all" : user
    const key = `${id} ${whose} ${limit.period} ${windowAt(zone, limit.period, at)}`
    const counter = this.#counters.get(key) ?? { awards: 0, units: 0 }
    this.#counters.set(key, counter)
    return counter
  }

  /** Counts a payment in all windows of its moment. */
  count(id: string, draft: RuleDraft, user: string, at: number, awards: 1 | -1, units: number): void {
    const counters = draft.limits.map((limit) => this.counterOf(id, draft, limit, user, at))
    for (const counter of new Set(counters)) {
      counter.awards += awards
      counter.units += units
    }
  }

  /** Drops the counters of a rule. */
  forget(id: string): void {
    for (const key of this.#counters.keys()) if (key.startsWith(`${id} `)) this.#counters.delete(key)
  }
}
