import * as crypto from "node:crypto"
import { availableParallelism } from "node:os"
import { Context, Effect, Layer } from "effect"
import { QueueFull } from "../domain/Errors.ts"

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
  static readonly layer: Layer.Layer<Passwords> = Layer.suspend(() => Layer.effect(this, make))
}

interface Recipe {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Uint8Array
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

type NativeArgon2 = (
  algorithm: string,
  parameters: object,
  done: (error: Error | null, key: Uint8Array) => void
) => void

/** Bun and Node from 24.7 have it built in; its type is not in the oldest Node that we support. */
const native = (): NativeArgon2 | undefined => {
  const found: unknown = Reflect.get(crypto, "argon2")
  return typeof found === "function" ? (...args) => Reflect.apply(found, crypto, args) : undefined
}

const withNative = (argon2: NativeArgon2, message: string, { salt, ...recipe }: Recipe) =>
  Effect.async<Uint8Array>((resume) => {
    const parameters = { ...recipe, message: Buffer.from(message), nonce: salt, tagLength: 32 }
    argon2("argon2id", parameters, (error, key) => resume(error ? Effect.die(error) : Effect.succeed(key)))
  })

const withWasm = (message: string, { memory, passes, parallelism, salt }: Recipe) =>
  Effect.promise(async () => {
    const { argon2id } = await import("hash-wasm")
    return argon2id({
      password: message,
      salt,
      memorySize: memory,
      iterations: passes,
      parallelism,
      hashLength: 32,
      outputType: "binary"
    })
  })

const make = Effect.gen(function* () {
  const argon2 = native()
  const turns = yield* Effect.makeSemaphore(maxRunning)
  let present = 0

  const enter = Effect.suspend(() => {
    if (present >= maxPresent) return Effect.fail(new QueueFull({ capacity: maxPresent }))
    present += 1
    return Effect.void
  })
  const leave = Effect.sync(() => {
    present -= 1
  })

  const derive = (password: string, recipe: Recipe) =>
    Effect.acquireUseRelease(
      enter,
      () =>
        turns.withPermits(1)(
          argon2 === undefined ? withWasm(password, recipe) : withNative(argon2, password, recipe)
        ),
      () => leave
    )

  const hash = Effect.fn("Passwords.hash")(function* (password: string) {
    const salt = crypto.randomBytes(16)
    return `${prefix}${encode(salt)}$${encode(yield* derive(password, { ...cost, salt }))}`
  })

  return Passwords.of({
    hash,
    verify: Effect.fn("Passwords.verify")(function* (password, stored) {
      const [, memory, passes, parallelism, salt, expected] = phc.exec(stored ?? "") ?? []
      const recipe =
        salt === undefined
          ? { ...cost, salt: crypto.randomBytes(16) }
          : {
              memory: Number(memory),
              passes: Number(passes),
              parallelism: Number(parallelism),
              salt: Buffer.from(salt, "base64")
            }
      const key = yield* derive(password, recipe)
      const wanted = Buffer.from(expected ?? "", "base64")
      return wanted.length === key.length && crypto.timingSafeEqual(wanted, key)
    }),
    isOutdated: (stored) => !stored.startsWith(prefix)
  })
})
