// The service as a process whose log no other process reads: a reader would take time from what is measured.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { setTimeout } from "node:timers/promises"
import { commandOf, onBun, type ServiceRuntime } from "../server/runtimes.ts"
import { freshFolder, publicPort } from "../server/service.ts"

export interface QuietService {
  readonly pid: number
  readonly port: string
  /** Megabytes of memory in use now. */
  readonly memory: () => Promise<number>
  readonly stop: () => Promise<void>
}

type Command = ReadonlyArray<string>

export interface QuietOptions {
  readonly on?: ServiceRuntime
  /** Changes the command that starts the service. Its process must become the service. */
  readonly wrap?: (command: Command) => Command
}

export const startQuietly = async (
  settings: Readonly<Record<string, string>>,
  { on = onBun, wrap = (command) => command }: QuietOptions = {}
): Promise<QuietService> => {
  const [program = "", ...args] = wrap(await commandOf(on))
  const { PORT: port } = await publicPort()
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(program, args, {
    cwd: freshFolder(),
    env: { PATH, HOME, TMPDIR, PORT: port, HOST: "::", LOG_FORMAT: "json", ...settings },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const { pid } = child
  if (pid === undefined) throw new Error("the service did not start")
  const ended = once(child, "exit")
  const isReady = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    await setTimeout(50)
  }
  return {
    pid,
    port,
    memory: async () => {
      const status = await readFile(`/proc/${pid}/status`, "utf8")
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    stop: async () => {
      child.kill("SIGTERM")
      const [code] = await ended
      if (code !== 0) throw new Error(`the service ended with ${code}`)
    }
  }
}
