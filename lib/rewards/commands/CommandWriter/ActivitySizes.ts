import { BoundedMap } from "../../../schema/BoundedMap.ts"
import type { ActivityCommand } from "../../activities/Activity.ts"
import type { Written } from "../Command.ts"
import { partnerKey } from "./Changes.ts"

/** The number of unmet rules that count as much as one award. Judging a rule takes a small part of the time of an award. */
const unmetAsAward = 5

/** After a group, an estimate falls to no less than this part of itself. */
const decay = 3 / 4

/**
 * Estimates as how many commands an activity counts, so that a group of activities does not become much larger than a group of awards. An
 * activity counts 1, plus 1 for each award that it earns, plus a fraction for each rule that judges it in vain. The awards are known only
 * after the group has run, so an activity gets the size of the largest one of its type in the last group. After larger groups, the
 * estimate falls slowly.
 */
export class ActivitySizes {
  readonly #sizes = new BoundedMap<number>(10_000)

  of({ partnerId, type }: Pick<ActivityCommand, "partnerId" | "type">): number {
    return Math.round(this.#sizes.get(partnerKey(partnerId, type)) ?? 1)
  }

  /** Learns from the results of a group. */
  learn(results: ReadonlyArray<Written>): void {
    const largest = new Map<string, number>()
    for (const result of results) {
      if (result._tag !== "Settled") continue
      for (const outcome of result.outcomes) {
        if (outcome._tag !== "Activity" || outcome.result._tag === "Left") continue
        const { outcomes, partnerId, replayed, type } = outcome.result.right
        if (replayed) continue
        let met = 0
        for (const each of outcomes) if (each.met) met += 1
        const size = 1 + met + Math.floor((outcomes.length - met) / unmetAsAward)
        const key = partnerKey(partnerId, type)
        if (size > (largest.get(key) ?? 0)) largest.set(key, size)
      }
    }
    for (const [key, size] of largest)
      this.#sizes.set(key, Math.max(size, (this.#sizes.get(key) ?? 0) * decay))
  }
}
