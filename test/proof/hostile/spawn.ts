import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Hostile, Told } from "./kinds.ts"

const script = fileURLToPath(new URL("main.ts", import.meta.url))

/** Starts the process of a hostile partner. `say` returns when it has done what it was told. */
export const spawnHostile = (kind: string, hostile: Hostile) => {
  const child = spawn(process.execPath, ["run", script, JSON.stringify({ kind, ...hostile })], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: child.stdout })
  const gone = once(child, "exit").then(([code]): never => {
    throw new Error(`the hostile ${kind} ended with ${code}`)
  })
  gone.catch(() => {})
  return {
    say: async (word: "start" | "stop"): Promise<Partial<Told>> => {
      const done = once(lines, "line")
      child.stdin.write(`${word}\n`)
      const [line] = await Promise.race([done, gone])
      return JSON.parse(line)
    },
    end: async (): Promise<void> => {
      child.stdin.end()
      await gone.catch(() => {})
    }
  }
}
