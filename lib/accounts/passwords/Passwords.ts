import { randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { Context, Effect, Layer, Scope } from "effect"
import { addressKey, widerNetworks } from "../../outbound/addresses.ts"
import { QueueFull } from "../../rewards/Errors.ts"
import { Caller } from "../audit/Audit.ts"
import { TooManyPasswords } from "../Errors.ts"
import { deriveAside, type Recipe } from "./Passwords/argon2.ts"
import { makeFairQueue, type Share } from "./Passwords/fairQueue.ts"
import { workerScript } from "./Passwords/workerScript.ts"

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
/** At most this many hashes of one address wait. If addresses are not known, at most this many of one account. */
const addressCapacity = 25

/** Why a password was not hashed. Nothing was written. */
export type PasswordsBusy = QueueFull | TooManyPasswords

/**
 * Argon2id hashes, as PHC strings. At most two hashes run at once, so that many logins do not slow down other requests. About a
 * hundred calls can wait. Addresses take turns. All IPv6 addresses of a /48 network share one turn. If a call comes to a full queue,
 * the newest call of the address or network with the most calls fails. If the host does not provide addresses, accounts take turns.
 */
export class Passwords extends Context.Tag("rewards/Passwords")<
  Passwords,
  {
    /** If the caller's address is not known, calls with the same `account` share one turn. */
    readonly hash: (password: string, account: string) => Effect.Effect<string, PasswordsBusy>
    /** Without a stored hash, computes a hash and returns false. So the duration does not reveal whether an account exists. */
    readonly verify: (
      password: string,
      stored: string | undefined,
      account: string
    ) => Effect.Effect<boolean, PasswordsBusy>
    /** Returns whether the stored hash was made with other cost parameters than the current ones. */
    readonly isOutdated: (stored: string) => boolean
  }
>() {
  static readonly layer: Layer.Layer<Passwords> = Layer.suspend(() => Layer.scoped(this, make))
}

/** Runs argon2id. The caller must wait for one result before it asks for the next. */
type Thread = (recipe: Recipe) => Promise<Uint8Array>

/**
 * Starts a worker thread, which ends with the scope, and returns its `Thread`. If the thread cannot start or dies, the hashes are computed
 * without it.
 */
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

interface Waiting {
  readonly share: Share
  readonly resume: (turn: Effect.Effect<void, PasswordsBusy>) => void
  isRunning: boolean
}

const shareOf = (address: string | undefined, account: string): Share => {
  if (address === undefined) return [`account ${account}`]
  const key = addressKey(address)
  return [...widerNetworks(key).toReversed(), key]
}

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const cost = yield* PasswordCost
  const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
  const queue = makeFairQueue<Waiting>()
  let running = 0
  const idle: Array<Thread> = []

  /**
   * Runs argon2id on a worker thread. Uninterruptible, because the next call on the thread would otherwise receive the result of an
   * interrupted call.
   */
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

  const startNext = (): void => {
    const next = running < maxRunning ? queue.take() : undefined
    if (next === undefined) return
    running += 1
    next.isRunning = true
    next.resume(Effect.void)
  }

  const leave = (): void => {
    running -= 1
    startNext()
  }

  /** Waits until a hash of the share may run. After the hash, the caller must call `leave`. */
  const turn = (share: Share) =>
    Effect.async<void, PasswordsBusy>((resume) => {
      const tooMany = () => Effect.fail(new TooManyPasswords({ max: addressCapacity }))
      if (queue.sizeOf(share) >= addressCapacity) return resume(tooMany())
      const waiting: Waiting = { share, resume, isRunning: false }
      queue.add(share, waiting)
      startNext()
      const dropped = running + queue.size() > capacity ? queue.drop() : undefined
      // A dropped call that was the only one of its address or network fails with `QueueFull`, because it did not fill the queue.
      const isAlone = dropped !== undefined && queue.sizeOf(dropped.share.slice(0, 1)) === 0
      dropped?.resume(isAlone ? Effect.fail(new QueueFull({ capacity })) : tooMany())
      return Effect.sync(() => {
        if (!queue.remove(share, waiting) && waiting.isRunning) leave()
      })
    })

  const derive = (recipe: Recipe, account: string) =>
    Effect.flatMap(Caller, ({ address }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(
          restore(turn(shareOf(address(), account))),
          Effect.ensuring(inThread(recipe), Effect.sync(leave))
        )
      )
    )

  const hash = Effect.fn("Passwords.hash")(function* (password: string, account: string) {
    const salt = randomBytes(16)
    return `${prefix}${encode(salt)}$${encode(yield* derive({ ...cost, password, salt }, account))}`
  })

  return Passwords.of({
    hash,
    verify: Effect.fn("Passwords.verify")(function* (password, stored, account) {
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
      const key = yield* derive(recipe, account)
      const wanted = Buffer.from(expected ?? "", "base64")
      return wanted.length === key.length && timingSafeEqual(wanted, key)
    }),
    isOutdated: (stored) => !stored.startsWith(prefix)
  })
})
