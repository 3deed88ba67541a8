import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Glob } from "bun"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import type { Check, Run } from "../check.ts"
import { equivalents } from "../mutation/equivalents.ts"
import { Farm } from "../mutation/Farm.ts"
import { lineOf, type Mutant, mutantsOf } from "../mutation/mutants.ts"
import { type Target, targets } from "../mutation/targets.ts"

const lib = fileURLToPath(new URL("../../../lib/", import.meta.url))
/** The part of the mutants that must be noticed. */
const wanted = 0.95
/** A mutant whose tests take this many times as long as without it hangs, which is noticed, too. */
const patience = 3

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
            file === source &&
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

/** Milliseconds that the tests of a target take, each file by itself, without a mutant. */
const timed = async (farm: Farm, { name, tests }: Target): Promise<number> => {
  const started = performance.now()
  assert.ok(await farm.passes(tests, 600_000), `the tests of ${name} fail without a mutant`)
  return performance.now() - started
}

const proveTarget =
  (target: Target) =>
  async ({ progress, rounds, seed }: Run) => {
    const farms = await Promise.all(Array.from({ length: availableParallelism() }, () => Farm.open()))
    try {
      const [first] = farms
      assert.ok(first)
      const limit = 10_000 + patience * farms.length * (await timed(first, target))
      const all = plantedIn(target)
      const waiting = [...chosen(all, rounds, seed)]
      const count = waiting.length
      const survivors: Array<string> = []
      let done = 0
      const work = async (farm: Farm): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { mutant, source, words } = next
          if (await farm.during(source, mutant, () => farm.passes(target.tests, limit))) {
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
  run: proveTarget(target)
}))
