// The command line in a process of its own, as a shell starts it.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { runCommandLine } from "../../server/cli/main.ts"
import { bundled } from "../support/bundle.ts"
import { lateCompiler } from "../support/compiler.ts"
import { findBun } from "../support/runtimes.ts"
import { soon } from "../support/wait.ts"

const script = fileURLToPath(new URL("../../server/cli.ts", import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Starts the command line, without the settings of this machine. */
export const startLaurel = async (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {}
) => {
  const bun = findBun()
  if ("missing" in bun) throw new Error(bun.missing)
  const { HOME, PATH, TMPDIR } = process.env
  const child = spawn(bun.path, ["run", await bundled(script), ...args], {
    env: { ...lateCompiler, HOME, PATH, TMPDIR, ...settings }
  })
  const ended: Promise<Ran> = Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close")
  ]).then(([out, err, [code]]) => ({ code, out, err }))
  return { child, ended }
}

export interface Watch {
  /** Called with each text on stdout. */
  readonly onOut?: (text: string) => void
  /** Stops a command that runs until it is stopped. */
  readonly stop?: AbortSignal
}

/** Runs the command line in this process, which is quicker: for what does not depend on a process. */
export const laurelHere = async (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
  { onOut = () => {}, stop = new AbortController().signal }: Watch = {}
): Promise<Ran> => {
  const [out, err]: [Array<string>, Array<string>] = [[], []]
  const sinkOf = (written: Array<string>, onText = (_text: string) => {}) => ({
    isTerminal: false,
    write: async (text: string) => {
      written.push(text)
      onText(text)
    }
  })
  const code = await runCommandLine({
    args,
    environment: settings,
    out: sinkOf(out, onOut),
    err: sinkOf(err),
    untilStopped: () => stop
  })
  return { code, out: out.join(""), err: err.join("") }
}

/** Runs the command line to its end in a process of its own. */
export const laurel = async (
  args: ReadonlyArray<string>,
  settings?: Readonly<Record<string, string>>
): Promise<Ran> => {
  const { child, ended } = await startLaurel(args, settings)
  child.stdin.end()
  return soon(`"laurel ${args.join(" ")}" to end`, ended, { within: 120_000 }).finally(() => child.kill())
}
