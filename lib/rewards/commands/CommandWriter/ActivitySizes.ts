import { BoundedMap } from "../../../schema/BoundedMap.ts"
import type { ActivityCommand } from "../../activities/Activity.ts"
import type { Written } from "../Command.ts"
import { partnerKey } from "./Changes.ts"

/** The number of unmet rules that count as much as one award. Judging a rule takes a small part of the time of an award. */
const unmetAsAward = 5

/** The part of an earlier size that still counts after a group of smaller activities. */
const kept = 3 / 4

/**
 * Estimates as how many commands an activity counts, so that a group of activities does not become much larger than a group of awards:
 * 1, plus 1 for each rule that it meets, because the rule makes an award, plus a part of 1 for each other rule that judges it. Which
 * rules it meets is known only in its group, so it counts as the largest activity of its type in the last group. An earlier group of
 * larger activities is forgotten slowly.
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
      this.#sizes.set(key, Math.max(size, (this.#sizes.get(key) ?? 0) * kept))
  }
}
