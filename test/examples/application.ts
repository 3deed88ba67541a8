// A folder in which examples run unchanged: the package is installed there as npm installs it.
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { lateCompiler } from "../support/compiler.ts"
import { findBun, type Runtime } from "../support/runtimes.ts"
import { soon } from "../support/wait.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const home = mkdtempSync(join(tmpdir(), "laurel-hosts-"))
export const application = join(home, "application")
const children = new Set<ChildProcess>()

export interface Started {
  readonly url: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Resolves when it has printed a line that fits. */
  readonly printed: (pattern: RegExp) => Promise<void>
  readonly stop: () => Promise<Array<unknown>>
}

type Env = Readonly<Record<string, string>>

/** The application's folder, with the built package in its node_modules and our dependencies in the folder above. */
export const install = async (): Promise<void> => {
  const installed = join(application, "node_modules/laurel-rewards")
  mkdirSync(installed, { recursive: true })
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"))
  const manifest = { type: "module", dependencies: { "laurel-rewards": "*" } }
  writeFileSync(join(application, "package.json"), JSON.stringify(manifest))
  cpSync(join(root, "examples"), application, { recursive: true })
  cpSync(join(root, "package.json"), join(installed, "package.json"))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const bun = findBun()
  if ("missing" in bun) throw new Error(bun.missing)
  // The types are checked on the packed package in test/release/package.ts.
  const output = [
    "--noCheck",
    "--declaration",
    "false",
    "--singleThreaded",
    "--outDir",
    join(installed, "dist")
  ]
  await promisify(execFile)(bun.path, [compiler, "-p", join(root, "lib"), ...output])
}

export const uninstall = (): void => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(home, { recursive: true, force: true })
}

const envOf = (file: string, env: Env): NodeJS.ProcessEnv => {
  // The cache lets Node compile the library once instead of for every example.
  const { HOME, NODE_COMPILE_CACHE, PATH } = process.env
  const machine = { ...lateCompiler, HOME, NODE_COMPILE_CACHE, PATH, NO_COLOR: "1" }
  return { ...machine, PORT: "0", DATABASE_URL: `sqlite:${join(home, `${file}.db`)}`, ...env }
}

/** Runs an example to its end, and returns what it prints. */
export const run = async ({ path }: Runtime, args: ReadonlyArray<string>, env: Env = {}): Promise<string> => {
  const options = { cwd: application, env: envOf(args.at(-1) ?? "", env) }
  return (await promisify(execFile)(path, [...args], options)).stdout.trim()
}

/** Starts an example that listens, on a free port. */
export const start = async (
  runtime: Runtime,
  flags: ReadonlyArray<string>,
  file: string,
  env: Env = {}
): Promise<Started> => {
  const child = spawn(runtime.path, [...flags, file], {
    cwd: application,
    env: envOf(file, env),
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.add(child)
  child.once("exit", () => children.delete(child))
  const ended = once(child, "close")
  let output = ""
  const waiting = new Set<() => void>()
  child.stderr.on("data", (chunk) => (output += chunk))
  createInterface({ input: child.stdout }).on("line", (line) => {
    output += `${line}\n`
    for (const look of waiting) look()
  })
  const printed = (pattern: RegExp): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      if (!pattern.test(output)) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
    ended.then(() => reject(new Error(`${file} ended before it printed ${pattern}:\n${output}`)))
    return soon(`a line of ${file} like ${pattern}`, promise, { seen: () => output })
  }
  const listening = /^listening on (http:\/\/localhost:\d+)$/m
  await printed(listening)
  return {
    url: listening.exec(output)?.[1] ?? "",
    output: () => output,
    printed,
    stop: () => {
      child.kill("SIGTERM")
      return soon(`${file} to end`, ended, { seen: () => output })
    }
  }
}
