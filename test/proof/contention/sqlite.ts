import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Random } from "../../../server/cli/demo/random.ts"
import type { Rival } from "../checks/contention.ts"

const script = fileURLToPath(new URL("holder.ts", import.meta.url))
/** Longer than the service waits for the lock in one attempt. */
const long = 6000
/** One conflict in so many is a long one. */
const perLong = 100

/** A process of another program that writes to the same file. */
export const sqliteRival = async (filename: string, random: Random): Promise<Rival> => {
  const child = spawn(process.execPath, ["run", script, filename], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const until = async (word: string) => {
    for (let line = await lines.next(); line.value !== word; line = await lines.next()) {
      if (line.done) throw new Error("the other process ended")
    }
  }
  await until("ready")
  const counts = { held: 0, "held for longer than a call waits": 0, checkpoints: 0 }
  return {
    conflict: async (round) => {
      const isLong = round % perLong === 50
      if (!isLong && random.chance(0.1)) {
        counts.checkpoints += 1
        child.stdin.write("checkpoint\n")
      } else {
        counts[isLong ? "held for longer than a call waits" : "held"] += 1
        child.stdin.write(`hold ${isLong ? long : 1 + random.below(60)}\n`)
      }
      await until("done")
    },
    figures: async () => counts,
    close: async () => void child.stdin.end()
  }
}
