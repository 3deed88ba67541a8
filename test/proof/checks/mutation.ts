import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Glob } from "bun"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import type { Check, Run } from "../check.ts"
import { equivalents } from "../mutation/equivalents.ts"
import { Farm, type Patience } from "../mutation/Farm.ts"
import { lineOf, type Mutant, mutantsOf } from "../mutation/mutants.ts"
import { type Target, targets } from "../mutation/targets.ts"

const lib = fileURLToPath(new URL("../../../lib/", import.meta.url))
/** The part of the mutants that must be noticed. */
const wanted = 0.95
/** Tests that take this many times as long as without a mutant hang: they have noticed it, too. */
const times = 3
/** Milliseconds that they may take in any case. */
const least = 10_000

interface Planted {
  readonly source: string
  readonly mutant: Mutant
  /** The place and the change, for people. */
  readonly words: string
}

const plantedIn = ({ sources }: Target): ReadonlyArray<Planted> =>
  sources
    .flatMap((pattern) => Array.from(new Glob(pattern).scanSync(lib)))
    .sort()
    .flatMap((source) => {
      const text = readFileSync(`${lib}${source}`, "utf8")
      const lines = text.split("\n")
      const isEquivalent = (mutant: Mutant) =>
        equivalents.some(
          ({ from, line, source: file, to }) =>
            (file === undefined || file === source) &&
            from === mutant.from &&
            to === mutant.to &&
            lines[lineOf(text, mutant) - 1]?.includes(line)
        )
      return mutantsOf(text)
        .filter((mutant) => !isEquivalent(mutant))
        .map((mutant) => ({
          source,
          mutant,
          words: `lib/${source}:${lineOf(text, mutant)} ${mutant.from.trim()} → ${mutant.to.trim() || "nothing"}`
        }))
    })

/** So many of the mutants, chosen by the seed. */
const chosen = (all: ReadonlyArray<Planted>, count: number, seed: number): ReadonlyArray<Planted> => {
  const random = makeRandom(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(random.below(left.length), 1)
  ).flat()
}

/** How long the tests of a target may take, by what they take without a mutant, in all farms at once. */
const patienceFor = async (farms: ReadonlyArray<Farm>, { name, tests }: Target): Promise<Patience> => {
  const unbounded = { whole: Number.POSITIVE_INFINITY, silence: Number.POSITIVE_INFINITY }
  const outcomes = await Promise.all(farms.map((farm) => farm.test(tests, unbounded)))
  assert.ok(
    outcomes.every(({ passed }) => passed),
    `the tests of ${name} fail without a mutant`
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
