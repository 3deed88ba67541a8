import assert from "node:assert/strict"
import { ConfigProvider, Effect } from "effect"
import { checkPromise, urlSubject } from "../../lib/entries/testing.ts"
import { makePlan, type PlanOptions } from "../../lib/testing/check.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"

const planOf = (options: PlanOptions, environment: Readonly<Record<string, string>>) =>
  makePlan(options).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(environment)))),
    Effect.runPromise
  )

describe("the harness", () => {
  for (const [name, url] of [
    ["SQLite in memory", async () => "sqlite::memory:"],
    ["SQLite in a file", async () => `sqlite:${await freshFile()}`],
    ["PostgreSQL", migratedDatabase]
  ] as const) {
    it(`takes the address of a database: ${name}`, async () => {
      const report = await checkPromise({ subject: urlSubject(await url()), seed: 7, seeds: 2, commands: 5 })
      assert.deepEqual([report.seed, report.sequences], [7, 2])
    })
  }

  it("rejects an address that leads to no database", async () => {
    await assert.rejects(
      checkPromise({ subject: urlSubject("mysql://x") }),
      /^InvalidInput: database must start with sqlite:/
    )
  })

  it("lets options win over the environment, which fills in what they leave out", async () => {
    const environment = { HARNESS_SEED: "5", HARNESS_SEEDS: "6", HARNESS_COMMANDS: "7" }
    assert.deepEqual(await planOf({}, environment), { seed: 5, path: "", seeds: 6, commands: 7 })
    const options = { seed: 1, seeds: 2, commands: 3 }
    assert.deepEqual(await planOf(options, environment), { ...options, path: "" })
    assert.deepEqual(await planOf({ seeds: 2 }, environment), { seed: 5, path: "", seeds: 2, commands: 7 })
    assert.deepEqual(await planOf({ seed: 1 }, {}), { seed: 1, path: "", seeds: 1, commands: 60 })
    const { seeds, commands } = await planOf({}, {})
    assert.deepEqual([seeds, commands], [100, 60])
  })

  it("runs a seed with a path alone", async () => {
    const plan = await planOf({ seeds: 25, commands: 40 }, { HARNESS_SEED: "1/0:2" })
    assert.deepEqual(plan, { seed: 1, path: "0:2", seeds: 1, commands: 40 })
  })
})
