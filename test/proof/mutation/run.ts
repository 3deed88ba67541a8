// Runs the tests of a target on its mutants. As a program it runs the mistakes that were planted by hand, all of them or those whose
// sentence contains a text: `bun run test/support/with-postgres.ts bun run test/proof/mutation/run.ts webhooks "the text"`.
import assert from "node:assert/strict"
import { Farm, type Outcome, type Patience } from "./Farm.ts"
import { plantedIn } from "./planted.ts"
import { type SourceMutant, testsOf } from "./sources.ts"
import { type Target, targets } from "./targets.ts"

/** Tests that take this many times as long as without a mutant hang: they have noticed it, too. */
const times = 3
/** Milliseconds that they may take in any case. */
const least = 10_000

/** How long the tests of a target may take, by what they take without a mutant, in all farms at once. */
const patienceFor = async (farms: ReadonlyArray<Farm>, target: Target): Promise<Patience> => {
  const unbounded = { whole: Number.POSITIVE_INFINITY, silence: Number.POSITIVE_INFINITY }
  const outcomes = await Promise.all(farms.map((farm) => farm.test(testsOf(target), unbounded)))
  const failed = outcomes.find(({ passed }) => !passed)
  assert.ok(failed === undefined, `the tests of ${target.name} fail without a mutant: ${failed?.failed}`)
  const longest = (of: keyof Patience) => least + times * Math.max(...outcomes.map((outcome) => outcome[of]))
  return { whole: longest("whole"), silence: longest("silence") }
}

/** Runs the tests of a target on each of the mutants, on so many at once. */
export const runMutants = async (
  target: Target,
  mutants: ReadonlyArray<SourceMutant>,
  atOnce: number,
  onOutcome: (mutant: SourceMutant, outcome: Outcome) => void
): Promise<void> => {
  const farms = await Promise.all(Array.from({ length: atOnce }, () => Farm.open()))
  try {
    const patience = await patienceFor(farms, target)
    const waiting = [...mutants]
    const work = async (farm: Farm): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { mutant, source } = next
        onOutcome(next, await farm.during(source, mutant, () => farm.test(target.tests, patience)))
      }
    }
    await Promise.all(farms.map(work))
  } finally {
    await Promise.all(farms.map((farm) => farm.close()))
  }
}

if (import.meta.main) {
  const [name, text = ""] = process.argv.slice(2)
  const target = targets.find((each) => each.name === name)
  assert.ok(target?.planted, `there is no target ${name} with planted mistakes`)
  const chosen = plantedIn(target).filter(({ words }) => words.includes(text))
  let noticed = 0
  await runMutants(target, chosen, 2, ({ words }, { failed, hung, passed, whole }) => {
    if (!passed) noticed += 1
    const result = passed ? "NOT NOTICED" : hung ? "hung" : `noticed by "${failed}"`
    console.log(`${words} ${result}, ${(whole / 1000).toFixed(1)} s`)
  })
  console.log(`${noticed} of ${chosen.length} were noticed`)
}
