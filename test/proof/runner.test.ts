import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { makeTerminal } from "../../server/cli/terminal.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { checks as real } from "./checks.ts"
import { checks } from "./runner/fixtures/checks.ts"
import { commandFor, partsOf, readOptions, UsageError } from "./runner/options.ts"
import { prove } from "./runner/prove.ts"

const module = fileURLToPath(new URL("runner/fixtures/checks.ts", import.meta.url))

/** Runs the proof with the checks of the fixture, and returns what it printed. */
const proof = async (file: string, args: ReadonlyArray<string>, limit = 60_000) => {
  const printed = { out: "", err: "" }
  const sink = (to: keyof typeof printed) => ({
    isTerminal: false,
    write: async (text: string) => {
      printed[to] += text
    }
  })
  const options = readOptions(args)
  const terminal = makeTerminal({ out: sink("out"), err: sink("err"), json: options.json, color: false })
  const passed = await prove({
    checks,
    module,
    options,
    terminal,
    watched: false,
    sources: "here",
    file,
    limit
  })
  return { passed, ...printed }
}

describe("the runner of the proof", () => {
  it("runs each check on each of its databases, and prints one table", async () => {
    const { out, passed } = await proof(await freshFile(), ["--only", "passes", "--short", "--seed", "7"])
    assert.equal(passed, true)
    const cells = out.split("\n").map((line) => line.split("|").map((cell) => cell.trim()))
    assert.deepEqual(
      cells.filter((line) => line[1] === "passes").map((line) => line.slice(1, 6)),
      ["sqlite", "postgres"].map((name) => ["passes", name, "2 turns", "2 turns, 0 lost", "passed"])
    )
  })

  it("does not run again what is done, unless the form, the seed, the rounds or --fresh ask for it", async () => {
    const [file, runs] = [await freshFile(), await freshFile()]
    process.env.PROOF_RUNS = runs
    try {
      const args = ["--only", "passes", "--database", "sqlite"]
      await proof(file, [...args, "--seed", "7"])
      await proof(file, [...args, "--seed", "7"])
      // Without a seed it goes on with the newest one.
      await proof(file, args)
      await proof(file, [...args, "--seed", "8"])
      await proof(file, [...args, "--seed", "8", "--short"])
      await proof(file, [...args, "--seed", "8", "--rounds", "5"])
      await proof(file, [...args, "--seed", "8", "--fresh"])
    } finally {
      delete process.env.PROOF_RUNS
    }
    const expected = ["3 7", "3 8", "2 8", "5 8", "3 8"].map((line) => `sqlite ${line}`)
    assert.deepEqual(readFileSync(runs, "utf8").trim().split("\n"), expected)
  })

  it("divides a long check into parts with seeds of their own, and remembers each", async () => {
    const [file, runs] = [await freshFile(), await freshFile()]
    process.env.PROOF_RUNS = runs
    try {
      for (const _ of [1, 2]) {
        const { out, passed } = await proof(file, ["--only", "long", "--seed", "7", "--json"])
        assert.equal(passed, true)
        assert.equal(JSON.parse(out).parts.length, 3)
      }
    } finally {
      delete process.env.PROOF_RUNS
    }
    assert.deepEqual(readFileSync(runs, "utf8").trim().split("\n"), [
      "sqlite 2 7",
      "sqlite 2 9",
      "sqlite 1 11"
    ])
  })

  it("shows why a part failed and how to see it again, and goes on with the others", async () => {
    const file = await freshFile()
    const { err, out, passed } = await proof(file, ["--only", "fails,passes", "--seed", "7", "--json"])
    assert.equal(passed, false)
    assert.match(err, /two coins are missing/)
    assert.match(err, /a line before the end/)
    assert.match(err, /npm run proof -- --only fails --database sqlite --seed 7 --rounds 3 --fresh/)
    const { parts, seed } = JSON.parse(out)
    assert.equal(seed, 7)
    assert.deepEqual(
      parts.map((row: { verdict: string }) => row.verdict),
      ["passed", "passed", "FAILED"]
    )
    // What failed is not remembered.
    assert.equal((await proof(file, ["--only", "fails", "--seed", "7"])).passed, false)
  })

  it("ends a part that takes too long", async () => {
    const { err, passed } = await proof(await freshFile(), ["--only", "hangs"], 1000)
    assert.equal(passed, false)
    assert.match(err, /did not end within/)
  })

  it("refuses options that it cannot follow", () => {
    const parts = (...args: ReadonlyArray<string>) => partsOf(checks, readOptions(args))
    for (const args of [
      ["--only", "unknown"],
      ["--only", "fails", "--short"],
      ["--only", "fails", "--database", "postgres"],
      ["--database", "oracle"],
      ["--seed", "-1"],
      ["--seed", "x"],
      ["--rounds", "0"],
      ["--quick"],
      ["word"]
    ]) {
      assert.throws(() => parts(...args), UsageError, args.join(" "))
    }
  })

  it("a command that shows a part again selects that part alone", () => {
    for (const form of ["short", "full"] as const) {
      for (const part of partsOf(checks, readOptions(form === "short" ? ["--short"] : []))) {
        const [, args = ""] = commandFor(part, form, 7).split(" -- ")
        const options = readOptions(args.split(" "))
        assert.deepEqual([options.form, options.seed, options.fresh], [form, 7 + part.after, true])
        assert.deepEqual(partsOf(checks, options), [{ ...part, after: 0 }])
      }
    }
  })
})

describe("the checks of the proof", () => {
  it("have names of their own, and at least as many rounds in the full form as in the short one", () => {
    assert.equal(new Set(real.map(({ name }) => name)).size, real.length)
    for (const { databases, name, rounds } of real) {
      assert.ok(databases.length > 0, name)
      assert.ok((rounds.short ?? 1) >= 1 && rounds.full >= (rounds.short ?? 1), name)
    }
  })
})
