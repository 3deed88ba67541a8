import { randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { Context, Effect, Layer, Scope } from "effect"
import { makeConcurrencyLimit } from "../../outbound/concurrencyLimit.ts"
import { QueueFull } from "../../rewards/Errors.ts"
import { deriveAside, type Recipe } from "./Passwords/argon2.ts"

/** The cost of a new hash. If the cost changes, each password is hashed again at its owner's next login. */
export class PasswordCost extends Context.Reference<PasswordCost>()("rewards/PasswordCost", {
  defaultValue: (): Pick<Recipe, "memory" | "passes" | "parallelism"> => ({
    memory: 19_456,
    passes: 2,
    parallelism: 1
  })
}) {}

/** At most this many hashes run at once. If there are several cores, one core stays free for other requests. */
const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1))
/** At most this many hashes run or wait. */
const capacity = 102

/**
 * Argon2id hashes, as PHC strings. At most two hashes run at once, so that many logins do not slow down other requests. About a
 * hundred calls can wait. Further calls fail with `QueueFull`.
 */
export class Passwords extends Context.Tag("rewards/Passwords")<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string, QueueFull>
    /** Without a stored hash, computes a hash and returns false. So the duration does not reveal whether an account exists. */
    readonly verify: (password: string, stored: string | undefined) => Effect.Effect<boolean, QueueFull>
    /** Whether the stored hash was made with other cost parameters than the current ones. */
    readonly isOutdated: (stored: string) => boolean
  }
>() {
  static readonly layer: Layer.Layer<Passwords> = Layer.suspend(() => Layer.scoped(this, make))
}

/** Runs argon2id. The caller must wait for one result before it asks for the next. */
type Thread = (recipe: Recipe) => Promise<Uint8Array>

/** The script of the worker thread. It is a .ts file in the sources and a .js file in the package. */
const workerScript = new URL(
  import.meta.url.endsWith(".ts") ? "./Passwords/worker.ts" : "./Passwords/worker.js",
  import.meta.url
)

/** Starts a worker thread, which ends with the scope. If the thread cannot start or dies, the hashes are computed without it. */
export const startThread = Effect.fn("Passwords.thread")(function* (script: URL = workerScript) {
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

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const cost = yield* PasswordCost
  const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
  const limited = makeConcurrencyLimit(capacity, () => new QueueFull({ capacity }))
  const turns = yield* Effect.makeSemaphore(maxRunning)
  const idle: Array<Thread> = []

  /** Uninterruptible, because the next call on the thread would otherwise receive the result of an interrupted call. */
  const inThread = (recipe: Recipe) =>
    Effect.suspend(() => {
      const thread = idle.pop()
      return thread === undefined ? Scope.extend(startThread(), scope) : Effect.succeed(thread)
    }).pipe(
      Effect.flatMap((thread) =>
        Effect.ensuring(
          Effect.promise(() => thread(recipe)),
          Effect.sync(() => idle.push(thread))
        )
      ),
      Effect.uninterruptible
    )

  const derive = (recipe: Recipe) => limited("hash", () => turns.withPermits(1)(inThread(recipe)))

  const hash = Effect.fn("Passwords.hash")(function* (password: string) {
    const salt = randomBytes(16)
    return `${prefix}${encode(salt)}$${encode(yield* derive({ ...cost, password, salt }))}`
  })

  return Passwords.of({
    hash,
    verify: Effect.fn("Passwords.verify")(function* (password, stored) {
      const [, memory, passes, parallelism, salt, expected] = phc.exec(stored ?? "") ?? []
      const recipe =
        salt === undefined
          ? { ...cost, password, salt: randomBytes(16) }
          : {
              password,
              memory: Number(memory),
              passes: Number(passes),
              parallelism: Number(parallelism),
              salt: Buffer.from(salt, "base64")
            }
      const key = yield* derive(recipe)
      const wanted = Buffer.from(expected ?? "", "base64")
      return wanted.length === key.length && timingSafeEqual(wanted, key)
    }),
    isOutdated: (stored) => !stored.startsWith(prefix)
  })
})
