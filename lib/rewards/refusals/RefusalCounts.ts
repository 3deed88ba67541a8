import type { PartnerId } from "../Id.ts"
import type { RefusedAward } from "./Refusal.ts"

/** How often a rule refused or suppressed awards on a UTC day for one reason. */
export interface RefusalCount extends RefusedAward {
  readonly partnerId: PartnerId
  readonly day: number
  readonly count: number
}

/**
 * The largest number of different counts in memory: of all partners, and of one partner. When it is reached, a refusal that needs another
 * count is lost. After `take`, there is room again.
 */
const most = 10_000
const mostOfPartner = 500

/** Counts refusals in memory, until `take` removes the counts. */
export class RefusalCounts {
  readonly #partners = new Map<PartnerId, Map<string, RefusalCount>>()
  #size = 0

  add(added: RefusalCount): void {
    const { code, count, day, partnerId, ruleId, which } = added
    const counts = this.#partners.get(partnerId) ?? new Map<string, RefusalCount>()
    const key = `${day} ${ruleId} ${code} ${which}`
    const known = counts.get(key)
    if (known === undefined) {
      if (this.#size >= most || counts.size >= mostOfPartner) return
      this.#size++
    }
    this.#partners.set(partnerId, counts.set(key, { ...added, count: count + (known?.count ?? 0) }))
  }

  /** Removes and returns all counts, in the order of the primary key of `rewards_refusal`. */
  take(): ReadonlyArray<RefusalCount> {
    const taken = Array.from(this.#partners.values(), (counts) => Array.from(counts.values())).flat()
    this.#partners.clear()
    this.#size = 0
    return taken.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  }
}

const keyOf = ({ code, day, partnerId, ruleId, which }: RefusalCount): string =>
  `${partnerId} ${String(day).padStart(8, "0")} ${ruleId} ${code} ${which}`
