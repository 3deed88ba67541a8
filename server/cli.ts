#!/usr/bin/env node
// The command line. `npm run laurel -- …` runs it from source; the package installs it as `laurel` and `laurel-rewards`.
import { runCommandLine } from "./cli/main.ts"
import type { Sink } from "./cli/terminal.ts"

/** Waits for a slow reader. If the reader closes the pipe, as `head` does, the process ends without an error. */
const sinkOf = (stream: NodeJS.WriteStream): Sink => {
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1))
  return {
    isTerminal: stream.isTTY === true,
    write: (text) =>
      new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())))
  }
}

const untilStopped = (): AbortSignal => {
  const controller = new AbortController()
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort())
  return controller.signal
}

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  out: sinkOf(process.stdout),
  err: sinkOf(process.stderr),
  untilStopped
})
