import { randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { Context, Effect, Layer, Scope } from "effect"
import { QueueFull } from "../../rewards/Errors.ts"
import type { Recipe } from "./Passwords/argon2.ts"
import { start, type Thread } from "./Passwords/thread.ts"

/** The work that one guess costs. Raising it here rehashes a password when its owner logs in next. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

/** Two at most, and never on the last core: that one belongs to whoever is awarded meanwhile. */
const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1))
/** The last of these waits for a few seconds. */
const maxPresent = 102

/**
 * Argon2id, as PHC strings. A hash takes tens of milliseconds of a core, so at most two run at once, and a hundred may
 * wait; one more is refused at once: a storm of logins must neither starve awards nor take all requests that may run.
 */
export class Passwords extends Context.Tag("rewards/Passwords")<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string, QueueFull>
    /** Without a stored hash it does the same work and says no, so that time does not tell who has an account. */
    readonly verify: (password: string, stored: string | undefined) => Effect.Effect<boolean, QueueFull>
    /** Whether a stored hash was made with less work than hashes are made with today. */
    readonly isOutdated: (stored: string) => boolean
  }
>() {
  static readonly layer: Layer.Layer<Passwords> = Layer.suspend(() => Layer.scoped(this, make))
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const turns = yield* Effect.makeSemaphore(maxRunning)
  const idle: Array<Thread> = []
  let present = 0

  const enter = Effect.suspend(() => {
    if (present >= maxPresent) return Effect.fail(new QueueFull({ capacity: maxPresent }))
    present += 1
    return Effect.void
  })
  const leave = Effect.sync(() => {
    present -= 1
  })

  /** Not to be interrupted: whoever comes next would get this one's key. */
  const inThread = (recipe: Recipe) =>
    Effect.suspend(() => {
      const thread = idle.pop()
      return thread === undefined ? Scope.extend(start(), scope) : Effect.succeed(thread)
    }).pipe(
      Effect.flatMap((thread) =>
        Effect.ensuring(
          Effect.promise(() => thread(recipe)),
          Effect.sync(() => idle.push(thread))
        )
      ),
      Effect.uninterruptible
    )

  const derive = (recipe: Recipe) =>
    Effect.acquireUseRelease(
      enter,
      () => turns.withPermits(1)(inThread(recipe)),
      () => leave
    )

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
