import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { deriveAside, type Recipe } from "./argon2.ts"

/** Runs argon2id. The caller must wait for one result before it asks for the next. */
export type Thread = (recipe: Recipe) => Promise<Uint8Array>

/** The worker script is next to this file, both in the sources and in the package. */
const beside = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

/**
 * Starts a worker thread with low priority, which ends with the scope. If the thread cannot start (in a single-file
 * bundle, or without permission to read the script) or dies, the same hashes are computed without it, at normal
 * priority.
 */
export const start = Effect.fn("Passwords.thread")(function* (script: URL = beside) {
  let lost = false
  let onLoss = () => {}
  const lose = () => {
    lost = true
    onLoss()
  }
  const worker = yield* Effect.acquireRelease(
    Effect.sync(() => {
      try {
        return new Worker(script).on("error", lose).on("exit", lose)
      } catch {
        return undefined
      }
    }),
    (worker) => Effect.promise(async () => worker?.terminate())
  )
  if (worker === undefined) return deriveAside
  // The thread keeps the process alive only while a call waits for it.
  worker.unref()

  const ask = (recipe: Recipe) =>
    new Promise<Uint8Array | undefined>((resolve) => {
      const done = (key?: Uint8Array) => {
        worker.off("message", done)
        worker.unref()
        resolve(key)
      }
      onLoss = done
      worker.ref()
      worker.on("message", done)
      worker.postMessage(recipe)
    })

  const derive: Thread = async (recipe) => (lost ? undefined : await ask(recipe)) ?? deriveAside(recipe)
  return derive
})
