import assert from "node:assert/strict"
import { availableParallelism } from "node:os"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import type { Check, Run } from "../check.ts"
import { plantedIn } from "../mutation/planted.ts"
import { runMutants } from "../mutation/run.ts"
import { generatedIn, type SourceMutant } from "../mutation/sources.ts"
import { type Target, targets } from "../mutation/targets.ts"

/** The part of the mutants that must be noticed. */
const wanted = 0.95

/** So many of the mutants, chosen by the seed. */
const chosen = (
  all: ReadonlyArray<SourceMutant>,
  count: number,
  seed: number
): ReadonlyArray<SourceMutant> => {
  const random = makeRandom(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(random.below(left.length), 1)
  ).flat()
}

const proveTarget =
  (target: Target, mutantsIn: (target: Target) => ReadonlyArray<SourceMutant>) =>
  async ({ progress, rounds, seed }: Run) => {
    const all = mutantsIn(target)
    const some = chosen(all, rounds, seed)
    const survivors: Array<string> = []
    let [done, hung] = [0, 0]
    await runMutants(target, some, availableParallelism(), ({ words }, outcome) => {
      if (outcome.passed) {
        survivors.push(words)
        console.log(`not noticed: ${words}`)
      }
      if (outcome.hung) hung += 1
      done += 1
      progress(done)
    })
    const killed = (some.length - survivors.length) / some.length
    assert.ok(
      killed >= wanted,
      `${survivors.length} of ${some.length} were not noticed:\n${survivors.join("\n")}`
    )
    return {
      mutants: `${some.length} of ${all.length}`,
      killed: `${(100 * killed).toFixed(1)} %`,
      "by a time limit": hung,
      survivors: survivors.join("; ") || "none"
    }
  }

const common = {
  unit: "mutants",
  // The tests of both databases run on each mutant.
  databases: ["postgres"],
  alone: true,
  runsTests: true
} as const

/** Two checks for a target, so that none takes longer than half an hour. */
export const mutations: ReadonlyArray<Check> = targets.flatMap((target): ReadonlyArray<Check> => {
  const { name, planted = [] } = target
  const generated: Check = {
    name: `mutation of ${name}`,
    claim: `A small mistake in the sources of ${name} is noticed by a test`,
    rounds: { full: 60 },
    run: proveTarget(target, generatedIn),
    ...common
  }
  const byHand: Check = {
    name: `mutation of ${name} by hand`,
    claim: `A mistake of meaning that was planted in the sources of ${name} is noticed by a test`,
    rounds: { full: planted.length },
    run: proveTarget(target, plantedIn),
    ...common
  }
  return planted.length === 0 ? [generated] : [generated, byHand]
})
