// Competing engines on one database, each in its own process.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { bundled } from "../../support/bundle.ts"
import { findBun } from "../../support/runtimes.ts"
import { soon } from "../../support/wait.ts"
import type { Inputs, Method, Reply } from "./protocol.ts"

export interface Racer {
  readonly call: <M extends Method>(method: M, input: Inputs[M]) => Promise<Reply>
  readonly stop: () => Promise<void>
}

export interface Process extends Racer {
  /** Kills the process without warning. Calls without a reply get the tag "Died". */
  readonly kill: () => Promise<void>
}

const worker = fileURLToPath(new URL("worker.ts", import.meta.url))

const died: Reply = { tag: "Died", message: "the process ended before it replied", value: null }

/** Reads the child's output by line. The first line says that its engine is ready. */
const follow = (child: ChildProcess, onLine: (line: string) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error("the worker has no stdout"))
    createInterface({ input: child.stdout }).on("line", (line) => {
      onLine(line)
      resolve()
    })
    child.once("exit", (code) => reject(new Error(`the worker ended with code ${code}`)))
  })

export const inItsOwnProcess = async (url: string, maxGroup = 1000): Promise<Process> => {
  const bun = findBun()
  if ("missing" in bun) throw new Error(bun.missing)
  const child = spawn(bun.path, ["run", await bundled(worker), url, String(maxGroup)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const exited = once(child, "exit")
  const waiting = new Map<number, (reply: Reply) => void>()
  const settle = (id: number, reply: Reply) => {
    waiting.get(id)?.(reply)
    waiting.delete(id)
  }
  // "close" comes after the last line, so all output has been read.
  child.once("close", () => {
    for (const id of [...waiting.keys()]) settle(id, died)
  })
  child.stdin.on("error", () => {})
  const ready = follow(child, (line) => {
    const { id, reply }: { id?: number; reply?: Reply } = JSON.parse(line)
    if (id !== undefined && reply !== undefined) settle(id, reply)
  })
  await soon("the engine in a process of its own to be ready", ready)
  let calls = 0
  return {
    call: (method, input) => {
      const { promise, resolve } = Promise.withResolvers<Reply>()
      calls += 1
      waiting.set(calls, resolve)
      child.stdin.write(`${JSON.stringify({ id: calls, request: { method, input } })}\n`)
      return soon(`the reply of a process to ${method}`, promise, { within: 200_000 })
    },
    stop: async () => {
      child.stdin.end()
      await soon("a process to end", exited)
    },
    kill: async () => {
      child.kill("SIGKILL")
      await soon("a process to end", exited)
    }
  }
}
