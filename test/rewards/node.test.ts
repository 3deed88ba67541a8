import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { findNode } from "../support/runtimes.ts"

interface Result {
  readonly name: string
  readonly skipped: boolean
  readonly error?: string
}

const file = (name: string) => fileURLToPath(new URL(`node/${name}`, import.meta.url))

/** Runs a script of Node tests. Its other output is shown if the script fails. */
const run = (node: string, script: string, env: NodeJS.ProcessEnv): Promise<ReadonlyArray<Result>> =>
  new Promise((resolve, reject) => {
    const reporter = [`--test-reporter=${file("reporter.ts")}`, "--test-reporter-destination=stdout"]
    const options = { env: { ...process.env, NO_COLOR: "1", ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFile(
      node,
      ["--experimental-strip-types", "--no-warnings", ...reporter, file(script)],
      options,
      (error, stdout, stderr) => {
        const lines = stdout.split("\n").filter((line) => line.startsWith("{"))
        const results = lines.map((line): Result => JSON.parse(line))
        if (results.length > 0) return resolve(results)
        reject(new Error(`${script} reported no test on ${node}: ${error?.message}\n${stdout}\n${stderr}`))
      }
    )
  })

const scripts = [
  { title: "SQLite on Node", script: "sqlite.ts", env: async () => ({}) },
  // Uses the server that this process started or was given.
  {
    title: "PostgreSQL on Node",
    script: "postgres.ts",
    env: async () => ({ TEST_DATABASE_URL: await freshDatabase() })
  }
]

const node = await findNode()

if (process.env.SKIP_NODE_TESTS) {
  for (const { title } of scripts) it.skip(`${title}: skipped, because SKIP_NODE_TESTS is set`)
} else if ("missing" in node) {
  for (const { title } of scripts) {
    it(`${title} (set SKIP_NODE_TESTS=1 to skip it)`, () => assert.fail(node.missing))
  }
} else {
  const runs = scripts.map(async ({ env, script, title }) => {
    const outcome = await env()
      .then((env) => run(node.path, script, env))
      .catch((error: Error) => error)
    return { title, outcome }
  })
  for (const { outcome, title } of await Promise.all(runs)) {
    describe(`Node ${node.version}`, () => {
      if (outcome instanceof Error) return it(title, () => Promise.reject(outcome))
      for (const { error, name, skipped } of outcome) {
        if (skipped) it.skip(name)
        else it(name, () => assert.equal(error, undefined, error))
      }
    })
  }
}
