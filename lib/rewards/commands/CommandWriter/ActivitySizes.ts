import { BoundedMap } from "../../../schema/BoundedMap.ts"
import type { ActivityCommand } from "../../activities/Activity.ts"
import type { Written } from "../Command.ts"
import { partnerKey } from "./Changes.ts"

/** The number of unmet rules that count as much as one award. Judging a rule takes a small part of the time of an award. */
const unmetAsAward = 5

/** A new estimate is at least this part of the previous one. */
const decay = 3 / 4

/**
 * Estimates the size of an activity: how many commands it counts as. So a group of activities does not become much larger than a group of
 * awards. The size is 1, plus 1 for each rule whose conditions the activity meets, plus 1 for every `unmetAsAward` rules whose conditions
 * it does not meet.
 *
 * The size is known only after a group has run. So the estimate is the largest size of the partner's activities of the same type in the
 * last group that had any. From one group to the next, an estimate falls by at most a quarter.
 */
export class ActivitySizes {
  readonly #sizes = new BoundedMap<number>(10_000)

  of({ partnerId, type }: Pick<ActivityCommand, "partnerId" | "type">): number {
    return Math.round(this.#sizes.get(partnerKey(partnerId, type)) ?? 1)
  }

  /** Updates the estimates with the results of a group. */
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
