import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, it } from "./effect.ts"
import { findNode } from "./runtimes.ts"

interface Result {
  readonly name: string
  readonly skipped: boolean
  readonly error?: string
}

const reporter = [
  `--test-reporter=${fileURLToPath(new URL("onNode/reporter.ts", import.meta.url))}`,
  "--test-reporter-destination=stdout"
]

/** Runs a script of Node tests. Its other output is shown if the script fails. */
const run = (node: string, script: string, env: NodeJS.ProcessEnv): Promise<ReadonlyArray<Result>> =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, NO_COLOR: "1", ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFile(
      node,
      ["--experimental-strip-types", "--no-warnings", ...reporter, script],
      options,
      (error, stdout, stderr) => {
        const lines = stdout.split("\n").filter((line) => line.startsWith("{"))
        const results = lines.map((line): Result => JSON.parse(line))
        const isExplained = error === null || results.some((result) => result.error !== undefined)
        if (results.length > 0 && isExplained) return resolve(results)
        // It reported no test, or ended in the middle.
        reject(new Error(`${script} failed on ${node}: ${error?.message}\n${stdout}\n${stderr}`))
      }
    )
  })

/** Runs a script of tests on Node, and declares a test for each of them. */
export const onNode = async (title: string, script: URL, env: NodeJS.ProcessEnv = {}): Promise<void> => {
  if (process.env.SKIP_NODE_TESTS) return it.skip(`${title}: skipped, because SKIP_NODE_TESTS is set`)
  const node = await findNode()
  if ("missing" in node) {
    return it(`${title} (set SKIP_NODE_TESTS=1 to skip it)`, () => assert.fail(node.missing))
  }
  const outcome = await run(node.path, fileURLToPath(script), env).catch((error: Error) => error)
  describe(`Node ${node.version}`, () => {
    if (outcome instanceof Error) return it(title, () => Promise.reject(outcome))
    for (const { error, name, skipped } of outcome) {
      if (skipped) it.skip(name)
      else it(name, () => assert.equal(error, undefined, error))
    }
  })
}
