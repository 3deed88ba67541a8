import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { makeTerminal } from "../../server/cli/terminal.ts"
import { checks as real } from "../proof/checks.ts"
import { checks } from "../proof/runner/fixtures/checks.ts"
import { commandFor, partsOf, readOptions, UsageError, usage } from "../proof/runner/options.ts"
import { prove } from "../proof/runner/prove.ts"
import { type Sources, sourcesHere } from "../proof/runner/sources.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"

const module = fileURLToPath(new URL("../proof/runner/fixtures/checks.ts", import.meta.url))

const here = { of: () => "here" }

/** Runs the proof with the checks of the fixture, and returns what it printed. */
const proof = async (
  file: string,
  args: ReadonlyArray<string>,
  { limit = 60_000, sources = here }: { readonly limit?: number; readonly sources?: Sources } = {}
) => {
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
    sources,
    file,
    limit
  })
  return { passed, ...printed }
}

/** Runs something while the checks write to a file when they run. */
const counting = async (runs: string, run: () => Promise<unknown>): Promise<void> => {
  process.env.PROOF_RUNS = runs
  try {
    await run()
  } finally {
    delete process.env.PROOF_RUNS
  }
}

const linesOf = (file: string): ReadonlyArray<string> => readFileSync(file, "utf8").trim().split("\n")

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
    await counting(runs, async () => {
      const args = ["--only", "passes", "--database", "sqlite"]
      await proof(file, [...args, "--seed", "7"])
      await proof(file, [...args, "--seed", "7"])
      // Without a seed it goes on with the newest one.
      await proof(file, args)
      await proof(file, [...args, "--seed", "8"])
      await proof(file, [...args, "--seed", "8", "--short"])
      await proof(file, [...args, "--seed", "8", "--rounds", "5"])
      await proof(file, [...args, "--seed", "8", "--fresh"])
    })
    const expected = ["3 7", "3 8", "2 8", "5 8", "3 8"].map((line) => `sqlite ${line}`)
    assert.deepEqual(linesOf(runs), expected)
  })

  it("runs again what depends on sources that have changed, and nothing else", async () => {
    const [file, runs] = [await freshFile(), await freshFile()]
    await counting(runs, async () => {
      const args = ["--only", "passes,tests", "--database", "sqlite", "--seed", "7", "--jobs", "1"]
      const run = (checks: string, tests: string) =>
        proof(file, args, { sources: { of: ({ runsTests }) => (runsTests ? tests : checks) } })
      await run("checks", "tests")
      await run("checks", "other tests")
      await run("other checks", "other tests")
      await run("other checks", "other tests")
    })
    assert.equal(linesOf(runs).length, 4)
  })

  it("names the files here: those of a check that runs tests are others", () => {
    const sources = sourcesHere()
    assert.ok(sources)
    assert.notEqual(sources.of({}), sources.of({ runsTests: true }))
    assert.equal(sources.of({}), sourcesHere()?.of({}))
  })

  it("runs parts beside each other, as many as --jobs says, and those that must be alone one by one", async () => {
    const [together, one, alone] = [await freshFile(), await freshFile(), await freshFile()]
    const args = ["--only", "meets", "--seed", "7"]
    await counting(together, async () => {
      assert.equal((await proof(await freshFile(), [...args, "--jobs", "2"])).passed, true)
    })
    await counting(one, async () => {
      const { passed } = await proof(await freshFile(), [...args, "--jobs", "1"], { limit: 1000 })
      assert.equal(passed, false)
    })
    await counting(alone, async () => proof(await freshFile(), ["--only", "alone", "--jobs", "2"]))
    assert.deepEqual(linesOf(alone), ["sqlite begins", "sqlite ends", "postgres begins", "postgres ends"])
  })

  it("divides a long check into parts with seeds of their own, and remembers each", async () => {
    const [file, runs] = [await freshFile(), await freshFile()]
    await counting(runs, async () => {
      for (const _ of [1, 2]) {
        const { out, passed } = await proof(file, ["--only", "long", "--seed", "7", "--json", "--jobs", "1"])
        assert.equal(passed, true)
        assert.equal(JSON.parse(out).parts.length, 3)
      }
    })
    assert.deepEqual(linesOf(runs), ["sqlite 2 7", "sqlite 2 9", "sqlite 1 11"])
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

  it("shows the message of an error that puts it together when it is read", async () => {
    const { err } = await proof(await freshFile(), ["--only", "fails late"])
    assert.match(err, /three coins are missing/)
  })

  it("ends a part that takes too long", async () => {
    const { err, passed } = await proof(await freshFile(), ["--only", "hangs"], { limit: 1000 })
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
      ["--database", "citus"],
      ["--seed", "-1"],
      ["--seed", "x"],
      ["--rounds", "0"],
      ["--jobs", "0"],
      ["--quick"],
      ["word"]
    ]) {
      assert.throws(() => parts(...args), UsageError, args.join(" "))
    }
  })

  it("takes the first words of several names for all of them, and a whole name for itself alone", () => {
    const named = (only: string) => partsOf(real, readOptions(["--only", only])).map(({ check }) => check)
    const mutations = real.map(({ name }) => name).filter((name) => name.startsWith("mutation of "))
    assert.ok(mutations.length > 1)
    assert.deepEqual(named("mutation"), mutations)
    const ofFixtures = partsOf(checks, readOptions(["--only", "fails"])).map(({ check }) => check)
    assert.deepEqual(ofFixtures, ["fails"])
    assert.throws(() => named("mut"), UsageError)
  })

  it("names every check and every option in its help", () => {
    const text = usage(real)
    for (const { claim, name } of real) assert.ok(text.includes(`${name}\n      ${claim}`), name)
    for (const [name, value] of Object.entries(readOptions([]))) {
      assert.ok(text.includes(`--${name === "form" ? "short" : name} `), `${name} (${value})`)
    }
    assert.ok(readOptions(["--help"]).help)
  })

  it("a command that shows a part again selects that part alone, as a shell reads it", () => {
    for (const form of ["short", "full"] as const) {
      for (const part of partsOf(real, readOptions(form === "short" ? ["--short"] : []))) {
        const [, args = ""] = commandFor(part, form, 7).split(" -- ")
        const words = execFileSync("sh", ["-c", `printf '%s\\n' ${args}`], { encoding: "utf8" })
        const options = readOptions(words.trimEnd().split("\n"))
        assert.deepEqual([options.form, options.seed, options.fresh], [form, 7 + part.after, true])
        assert.deepEqual(partsOf(real, options), [{ ...part, after: 0 }])
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
