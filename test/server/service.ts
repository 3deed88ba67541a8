// The service in its own process, as in a deployment but bundled into one file. test/readme starts it from its
// source.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { lateCompiler } from "../support/compiler.ts"
import { soon } from "../support/wait.ts"
import { commandOf, onBun, type ServiceRuntime } from "./runtimes.ts"

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Service {
  readonly url: string
  readonly pid: number
  readonly folder: string
  /** Everything it has printed so far, by line. */
  readonly lines: ReadonlyArray<string>
  /** The first line that matches the pattern, printed already or later. */
  readonly line: (pattern: RegExp) => Promise<string>
  readonly signal: (name: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

const folders: Array<string> = []
const children = new Set<ChildProcess>()

/** Keeps the environment of the machine out of the tests. */
const inherited = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR } = process.env
  return { ...lateCompiler, PATH, HOME, TMPDIR, NO_COLOR: "1" }
}

type Values = Readonly<Record<string, string>>

const launch = async (settings: Values, folder: string, on: ServiceRuntime): Promise<ChildProcess> => {
  const [program = "", ...args] = await commandOf(on)
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...inherited(), ...settings },
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.add(child)
  child.once("exit", () => children.delete(child))
  return child
}

export const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "laurel-server-"))
  folders.push(folder)
  return folder
}

/** A free port, and the address that browsers use for it, which is required with SMTP_URL. */
export const publicPort = async () => {
  const server = createServer().listen(0)
  await once(server, "listening")
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === "string") throw new Error("no port")
  return { PORT: String(address.port), PUBLIC_URL: `http://localhost:${address.port}` }
}

/** Starts the service in an empty folder on a free port, and waits until it prints its address. */
export const startService = async (settings: Values = {}, on: ServiceRuntime = onBun): Promise<Service> => {
  const folder = freshFolder()
  const child = await launch({ PORT: "0", ...settings }, folder, on)
  const lines: Array<string> = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) throw new Error("the service has no output")
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  }
  const ended = once(child, "close").then(([code, signal]): Ended => ({ code, signal }))
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find((text) => pattern.test(text))
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      ended.then(() => reject(new Error(`it ended without printing ${pattern}:\n${lines.join("\n")}`)))
    })
  const line = (pattern: RegExp): Promise<string> =>
    soon(`a line of the service like ${pattern}`, printed(pattern), { seen: () => lines })
  const ready = await line(/is ready/)
  const url = /https?:\/\/[^/\s"]+/.exec(ready)?.[0]
  if (url === undefined || child.pid === undefined) throw new Error(`no address in: ${ready}`)
  return { url, pid: child.pid, folder, lines, line, signal: (name) => void child.kill(name), ended }
}

/** Runs the service with settings that prevent its start. */
export const failToStart = async (
  settings: Values,
  on: ServiceRuntime = onBun
): Promise<Ended & { readonly output: string }> => {
  const child = await launch(settings, freshFolder(), on)
  let output = ""
  child.stdout?.on("data", (chunk) => (output += chunk))
  child.stderr?.on("data", (chunk) => (output += chunk))
  const [code, signal] = await soon("the service to end", once(child, "close"), { seen: () => output })
  return { code, signal, output }
}

/** Asks the service to stop, and returns its exit. */
export const stopService = (service: Service): Promise<Ended> => {
  service.signal("SIGTERM")
  return soon("the service to stop", service.ended, { seen: () => service.lines })
}

/** For `afterAll` of every file that starts services: a hook in this module would run for the first file only. */
export const tidyUp = (): void => {
  for (const child of children) child.kill("SIGKILL")
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
