import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { deriveAside, type Recipe } from "./argon2.ts"

/** Makes keys, one at a time: the next is asked for when the last is there. */
export type Thread = (recipe: Recipe) => Promise<Uint8Array>

/** Beside this file, in the sources as in the package. */
const beside = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

/**
 * A thread with a low priority, until the scope ends. Where there can be none (a host bundled into one file, or one that
 * may not read it) or when it is lost, keys are made without it: more in the way of others, but the same.
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
  // It keeps the process alive only while somebody waits for it.
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
