import { checkPromise } from "../../lib/testing.ts"
import { it } from "../support/effect.ts"
import { type Place, runUntilAllIsMet, short } from "./runs.ts"

/** Runs short sequences on each database from a random seed. A failure prints the seed. */
export const harness = (...places: ReadonlyArray<Place>): void => {
  for (const { name, open } of places) {
    it(`limits hold and coins add up through random and concurrent histories: ${name}`, async () => {
      const run = async () => checkPromise({ ...short, ...(await open()) })
      const report = await runUntilAllIsMet(run)
      console.log(`harness: ${report.sequences} sequences from seed ${report.seed} on ${name}`)
    }, 600_000)
  }
}
