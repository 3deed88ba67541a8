// What a thread that hashes passwords runs: one recipe after the other, while nobody else wants the core.
import { constants, getPriority, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { deriveHere, type Recipe } from "./argon2.ts"

// On Linux this is of the thread that asks. Elsewhere it would slow the whole process down.
if (process.platform === "linux") {
  try {
    setPriority(
      Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW)
    )
  } catch {
    // Where the host forbids it, hashing is only as urgent as everything else.
  }
}

// What cannot be made here is asked for once more outside, where its error is heard.
const answer = (recipe: Recipe) => deriveHere(recipe).catch(() => undefined)
parentPort?.on("message", async (recipe: Recipe) => parentPort?.postMessage(await answer(recipe)))
