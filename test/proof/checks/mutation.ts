import assert from "node:assert/strict"
import { availableParallelism } from "node:os"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import type { Check, Run } from "../check.ts"
import { Farm, type Patience } from "../mutation/Farm.ts"
import { type Planted, plantedIn, testsOf } from "../mutation/sources.ts"
import { type Target, targets } from "../mutation/targets.ts"

/** The part of the mutants that must be noticed. */
const wanted = 0.95
/** Tests that take this many times as long as without a mutant hang: they have noticed it, too. */
const times = 3
/** Milliseconds that they may take in any case. */
const least = 10_000

/** So many of the mutants, chosen by the seed. */
const chosen = (all: ReadonlyArray<Planted>, count: number, seed: number): ReadonlyArray<Planted> => {
  const random = makeRandom(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(random.below(left.length), 1)
  ).flat()
}

/** How long the tests of a target may take, by what they take without a mutant, in all farms at once. */
const patienceFor = async (farms: ReadonlyArray<Farm>, target: Target): Promise<Patience> => {
  const unbounded = { whole: Number.POSITIVE_INFINITY, silence: Number.POSITIVE_INFINITY }
  const outcomes = await Promise.all(farms.map((farm) => farm.test(testsOf(target), unbounded)))
  assert.ok(
    outcomes.every(({ passed }) => passed),
    `the tests of ${target.name} fail without a mutant`
  )
  const longest = (of: keyof Patience) => least + times * Math.max(...outcomes.map((outcome) => outcome[of]))
  return { whole: longest("whole"), silence: longest("silence") }
}

const proveTarget =
  (target: Target) =>
  async ({ progress, rounds, seed }: Run) => {
    const farms = await Promise.all(Array.from({ length: availableParallelism() }, () => Farm.open()))
    try {
      const patience = await patienceFor(farms, target)
      const all = plantedIn(target)
      const waiting = [...chosen(all, rounds, seed)]
      const count = waiting.length
      const survivors: Array<string> = []
      let done = 0
      const work = async (farm: Farm): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { mutant, source, words } = next
          const { passed } = await farm.during(source, mutant, () => farm.test(target.tests, patience))
          if (passed) {
            survivors.push(words)
            console.log(`not noticed: ${words}`)
          }
          done += 1
          progress(done)
        }
      }
      await Promise.all(farms.map(work))
      const killed = (count - survivors.length) / count
      assert.ok(
        killed >= wanted,
        `${survivors.length} of ${count} were not noticed:\n${survivors.join("\n")}`
      )
      return {
        mutants: `${count} of ${all.length}`,
        killed: `${(100 * killed).toFixed(1)} %`,
        survivors: survivors.join("; ") || "none"
      }
    } finally {
      await Promise.all(farms.map((farm) => farm.close()))
    }
  }

/** One check for each target, so that none takes longer than half an hour. */
export const mutations: ReadonlyArray<Check> = targets.map((target) => ({
  name: `mutation of ${target.name}`,
  claim: `A small mistake in the sources of ${target.name} is noticed by a test`,
  unit: "mutants",
  rounds: { full: 60 },
  // The tests of both databases run on each mutant.
  databases: ["postgres"],
  alone: true,
  runsTests: true,
  run: proveTarget(target)
}))
