// The proof: `npm run proof`, and its short form `npm run proof -- --short`. See CONTRIBUTING.md.
import { fileURLToPath } from "node:url"
import { makeTerminal, type Sink } from "../../server/cli/terminal.ts"
import { checks } from "./checks.ts"
import { readOptions, UsageError, usage } from "./runner/options.ts"
import { prove } from "./runner/prove.ts"
import { endAll } from "./runner/runPart.ts"
import { sourcesHere } from "./runner/sources.ts"

const sinkOf = (stream: NodeJS.WriteStream): Sink => ({
  isTerminal: stream.isTTY === true,
  write: (text) => new Promise((done) => stream.write(text, () => done()))
})

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143]
] as const) {
  process.once(signal, () => {
    endAll()
    process.exit(code)
  })
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    console.log(usage(checks))
    process.exit(0)
  }
  const watched = process.stderr.isTTY === true
  const color = watched && !process.env.NO_COLOR
  const terminal = makeTerminal({
    out: sinkOf(process.stdout),
    err: sinkOf(process.stderr),
    json: options.json,
    color
  })
  const module = fileURLToPath(new URL("checks.ts", import.meta.url))
  const passed = await prove({ checks, module, options, terminal, watched, sources: sourcesHere() })
  process.exitCode = passed ? 0 : 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
