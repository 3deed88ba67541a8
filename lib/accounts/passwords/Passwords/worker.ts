// The script of a thread that hashes passwords one after the other, on Linux at low priority.
import { constants, getPriority, setPriority } from "node:os"
import { isMainThread, parentPort } from "node:worker_threads"
import { deriveHere, type Recipe } from "./argon2.ts"

// On Linux this sets the priority of this thread only. On other systems it would slow down the whole process.
if (process.platform === "linux" && !isMainThread) {
  try {
    setPriority(
      Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW)
    )
  } catch {
    // The operating system forbids the change, so the thread hashes at normal priority.
  }
}

// The answer is undefined after a failure. `startThread` then computes the hash without this thread.
const answer = (recipe: Recipe) => deriveHere(recipe).catch(() => undefined)
parentPort?.on("message", async (recipe: Recipe) => parentPort?.postMessage(await answer(recipe)))
