import { Violations } from "../../support/Violations.ts"
import type { Check } from "../check.ts"
import { databases, emptyDatabase } from "../databases.ts"
import { compare, type Worker } from "../parity/compare.ts"

/** Answers, what can be read, and the rows as an archive has them. */
export const parity: Check = {
  name: "parity",
  claim: "the same requests give the same answers and the same state on every driver",
  unit: "scripts",
  rounds: { short: 50, full: 1000 },
  databases,
  run: async ({ database, progress, rounds, seed }) => {
    const onBun: Worker = { name: "SQLite on Bun", runtime: "bun", url: await emptyDatabase("sqlite") }
    const other: Worker =
      database === "sqlite"
        ? { name: "SQLite on Node", runtime: "node", url: await emptyDatabase("sqlite") }
        : { name: "PostgreSQL", runtime: "bun", url: await emptyDatabase("postgres") }
    const start = "2025-12-30T20:00:00.000Z"
    const violations = new Violations("differences")
    await compare([onBun, other], { seed, count: rounds, start, progress, violations })
    const figures = violations.figures()
    return { scripts: rounds, "texts compared": violations.examined("differences"), ...figures }
  }
}
