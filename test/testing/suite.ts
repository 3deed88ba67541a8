import { Effect } from "effect"
import { check } from "../../lib/testing.ts"
import { it } from "../support/effect.ts"
import { meetsEverything, type Place, short } from "./runs.ts"

/** Runs short sequences on each database from a random seed. A failure prints the seed. */
export const harness = (...places: ReadonlyArray<Place>): void => {
  for (const { name, open } of places) {
    it.live(
      `limits hold and coins add up through random and concurrent histories: ${name}`,
      () =>
        Effect.gen(function* () {
          const report = yield* check({ ...short, ...(yield* Effect.promise(open)) })
          console.log(`harness: ${report.sequences} sequences from seed ${report.seed} on ${name}`)
          if (report.sequences >= short.seeds) meetsEverything(report)
        }),
      600_000
    )
  }
}
