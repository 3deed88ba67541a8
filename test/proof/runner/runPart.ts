// Starts a part in a process of its own, so that a part which hangs, leaks or crashes concerns itself alone.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Figures } from "../check.ts"
import type { Message, Order } from "../part.ts"

export type Verdict =
  | { readonly passed: true; readonly figures: Figures }
  | { readonly passed: false; readonly reason: string }

const script = fileURLToPath(new URL("../part.ts", import.meta.url))
/** How much of what a part printed is shown when it fails. */
const shown = 60

/** Milliseconds to wait for the rest of the output of a part that has ended. */
const patience = 10_000

const running = new Set<number>()

/** Ends the process of a part and everything that it started. */
const end = (pid: number): void => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // It has ended by itself.
  }
}

export const endAll = (): void => {
  for (const pid of running) end(pid)
}

/** Resolves when the stream has ended and all of its lines were read. */
const follow = async (input: NodeJS.ReadableStream | undefined, onLine: (line: string) => void) => {
  if (input === undefined) return
  for await (const line of createInterface({ input })) onLine(line)
}

export interface PartOptions {
  /** Milliseconds until the part counts as failed. */
  readonly limit: number
  readonly onProgress: (done: number) => void
}

export const runPart = async (order: Order, { limit, onProgress }: PartOptions): Promise<Verdict> => {
  // Its own process group, so that the services that it starts end with it.
  const child = spawn(process.execPath, ["run", script, JSON.stringify(order)], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"]
  })
  const { pid } = child
  if (pid === undefined) return { passed: false, reason: "its process did not start" }
  running.add(pid)
  const printed: Array<string> = []
  const remember = (line: string) => void printed.push(line)
  let verdict: Verdict | undefined
  const hear = (line: string): void => {
    const message: Message = JSON.parse(line)
    if (message.kind === "progress") onProgress(message.done)
    if (message.kind === "passed") verdict = { passed: true, figures: message.figures }
    if (message.kind === "failed") verdict = { passed: false, reason: message.reason }
  }
  const [, output, errors, messages] = child.stdio as ReadonlyArray<NodeJS.ReadableStream>
  const read = Promise.all([follow(output, remember), follow(errors, remember), follow(messages, hear)])
  let late = false
  const timer = setTimeout(() => {
    late = true
    end(pid)
  }, limit)
  const [code, signal] = await once(child, "exit")
  clearTimeout(timer)
  running.delete(pid)
  // A process that it left behind would keep its output open.
  end(pid)
  await Promise.race([read, new Promise((done) => setTimeout(done, patience).unref())])
  const rest = printed.length === 0 ? "" : `\nIt printed:\n${printed.slice(-shown).join("\n")}`
  if (late) return { passed: false, reason: `it did not end within ${limit / 60_000} minutes${rest}` }
  if (verdict?.passed === true) return verdict
  if (verdict !== undefined) return { passed: false, reason: `${verdict.reason}${rest}` }
  return { passed: false, reason: `its process ended with ${signal ?? `code ${code}`}${rest}` }
}
