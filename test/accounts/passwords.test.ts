import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, getPriority } from "node:os"
import { pathToFileURL } from "node:url"
import { Context, Effect, Exit, Fiber, Layer, Runtime, Scope } from "effect"
import { Caller } from "../../lib/accounts/audit/Audit.ts"
import { deriveAside, implementations } from "../../lib/accounts/passwords/Passwords/argon2.ts"
import { PasswordCost, Passwords, startThread } from "../../lib/accounts/passwords/Passwords.ts"
import { describe, it } from "../support/effect.ts"
import { outcome, tally } from "../support/expect.ts"
import { freshFile } from "../support/files.ts"
import { repeatUntil } from "../support/wait.ts"

/** Threads of this process with the worker's low priority, from /proc: the nice value is 16 fields after the name. */
const yielding = (): ReadonlyArray<string> =>
  readdirSync("/proc/self/task").filter((thread) => {
    const file = `/proc/self/task/${thread}/stat`
    const [before, after] = (existsSync(file) ? readFileSync(file, "utf8") : "").split(" (Worker) ")
    return before === thread && Number(after?.split(" ")[16]) > getPriority()
  })

// A test vector of the reference implementation.
const known = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"

const recipe = { password: "Sesame-123", salt: Buffer.alloc(16, 7), memory: 1_024, passes: 1, parallelism: 1 }

describe("passwords", () => {
  it.live("are verified against a hash of another implementation", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      assert.equal(yield* passwords.verify("password", known, "ada"), true)
      assert.equal(yield* passwords.verify("Password", known, "ada"), false)
      assert.equal(yield* passwords.verify("password", undefined, "ada"), false)
      assert.equal(passwords.isOutdated(known), true)
      const today = yield* passwords.hash("password", "ada")
      assert.match(today, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      assert.equal(passwords.isOutdated(today), false)
    }).pipe(Effect.provide(Passwords.layer))
  )

  for (const [name, make] of Object.entries(implementations)) {
    it.live(`give the same hash with every implementation: ${name}`, () =>
      Effect.gen(function* () {
        const maker = yield* Effect.promise(make)
        assert.ok(maker, "this runtime must have every implementation")
        const reference = {
          password: "password",
          salt: Buffer.from("somesalt"),
          memory: 65_536,
          passes: 2,
          parallelism: 1
        }
        for (const derive of [maker.here, maker.aside]) {
          const key = Buffer.from(yield* Effect.promise(() => derive(reference)))
          assert.equal(key.toString("base64").replace("=", ""), known.split("$").at(-1))
          const other = { ...recipe, password: "Grüße 👋", salt: Buffer.from([...Array(16).keys()]) }
          const odd = Buffer.from(yield* Effect.promise(() => derive(other)))
          assert.equal(
            odd.toString("hex"),
            "d163636ccbdb0eab18bc1b691440765b45cf93f963e57637354c346a7d1a20f0"
          )
        }
      })
    )
  }

  it.live("of interrupted callers do not reach other callers", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const stored = yield* passwords.hash("Sesame-123", "ada")
      for (let round = 0; round < 2; round++) {
        const leaving = yield* Effect.fork(passwords.verify("Sesame-123", stored, "ada"))
        yield* Effect.yieldNow()
        const gone = yield* Effect.fork(Fiber.interrupt(leaving))
        assert.equal(yield* passwords.verify("guess", stored, "ada"), false)
        assert.ok(Exit.isInterrupted(yield* Fiber.join(gone)))
        assert.equal(yield* passwords.verify("Sesame-123", stored, "ada"), true)
      }
    }).pipe(Effect.provide(Passwords.layer))
  )

  it("the script of the thread leaves the priority of a process that imports it", async () => {
    const before = getPriority()
    await import("../../lib/accounts/passwords/Passwords/worker.ts")
    assert.equal(getPriority(), before)
  })

  /** Checks of a password that start at the same time: all are in the queue before the first is hashed. */
  const guessAll = (callers: ReadonlyArray<{ readonly account: string; readonly address?: string }>) =>
    Effect.map(Effect.runtime<Passwords>(), (runtime) =>
      callers.map(({ account, address }) =>
        Effect.flatMap(Passwords, (passwords) => outcome(passwords.verify("guess", undefined, account))).pipe(
          Effect.provideService(Caller, { address: () => address }),
          Runtime.runFork(runtime)
        )
      )
    )
  const outcomes = (fibers: ReadonlyArray<Fiber.RuntimeFiber<string>>) =>
    Effect.map(Effect.forEach(fibers, Fiber.join), tally)
  const times = <A>(count: number, make: (index: number) => A) =>
    Array.from({ length: count }, (_, index) => make(index))
  const cheap = Layer.provide(Passwords.layer, Layer.succeed(PasswordCost, { ...recipe, memory: 64 }))
  // One or two hashes run at once, which depends on the number of cores.
  const running = Math.max(1, Math.min(2, availableParallelism() - 1))

  it.live("of one address fill a quarter of the queue; those of other addresses are hashed", () =>
    Effect.gen(function* () {
      const crowd = times(290, (index) => ({ account: `account ${index}`, address: "192.0.2.1" }))
      const others = ["192.0.2.2", "2001:db8::1", "2001:db8:0:1::1"]
      const fibers = yield* guessAll([...crowd, ...others.map((address) => ({ account: "ada", address }))])
      assert.deepEqual(yield* outcomes(fibers.slice(290)), { ok: 3 })
      const hashed = 25 + running
      assert.deepEqual(yield* outcomes(fibers.slice(0, 290)), { ok: hashed, TooManyPasswords: 290 - hashed })
    }).pipe(Effect.provide(cheap))
  )

  it.live("of an attacker with many addresses give way to those of other networks", () =>
    Effect.gen(function* () {
      const crowd = times(290, (index) => ({
        account: "ada",
        address: `2001:db8:0:${index.toString(16)}::1`
      }))
      const others = ["2001:db8:1::1", "2001:db8:2::1", "192.0.2.2"]
      const fibers = yield* guessAll([...crowd, ...others.map((address) => ({ account: "ada", address }))])
      assert.deepEqual(yield* outcomes(fibers.slice(290)), { ok: 3 })
      assert.deepEqual(yield* outcomes(fibers.slice(0, 290)), { ok: 99, TooManyPasswords: 191 })
    }).pipe(Effect.provide(cheap))
  )

  it.live("take turns by account if addresses are not known", () =>
    Effect.gen(function* () {
      const fibers = yield* guessAll([...times(50, () => ({ account: "ada" })), { account: "grace" }])
      assert.deepEqual(yield* outcomes(fibers.slice(50)), { ok: 1 })
      const hashed = 25 + running
      assert.deepEqual(yield* outcomes(fibers.slice(0, 50)), { ok: hashed, TooManyPasswords: 50 - hashed })
    }).pipe(Effect.provide(cheap))
  )

  it.live("of a hundred different callers fill the queue, and the next caller is refused", () =>
    Effect.gen(function* () {
      const fibers = yield* guessAll(times(110, (index) => ({ account: `account ${index}` })))
      assert.deepEqual(yield* outcomes(fibers), { ok: 102, QueueFull: 8 })
    }).pipe(Effect.provide(cheap))
  )

  it.live("of callers who no longer wait leave the queue", () =>
    Effect.gen(function* () {
      const callers = times(102, (index) => ({ account: `account ${index}` }))
      for (let round = 0; round < 3; round++) yield* Fiber.interruptAll(yield* guessAll(callers))
      assert.deepEqual(yield* outcomes(yield* guessAll(callers)), { ok: 102 })
    }).pipe(Effect.provide(cheap))
  )

  if (process.platform === "linux") {
    it.live("are hashed in a thread with low priority, which ends with its engine", () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const passwords = Context.get(yield* Layer.buildWithScope(Passwords.layer, scope), Passwords)
        const others = new Set(yielding())
        const ours = () => yielding().filter((thread) => !others.has(thread))
        for (const _ of [1, 2]) {
          yield* passwords.hash("Sesame-123", "ada")
          assert.equal(ours().length, 1)
        }
        yield* Scope.close(scope, Exit.void)
        yield* repeatUntil("the thread to end", Effect.sync(ours), (threads) => threads.length === 0)
      })
    )
  } else it.skip("are hashed in a thread with low priority: on Linux only")

  const scripts: Record<string, string | undefined> = {
    "is not there": undefined,
    "throws when it starts": "throw new Error('not here')",
    "ends when it is asked":
      "require('node:worker_threads').parentPort.once('message', () => process.exit(1))"
  }
  for (const [name, script] of Object.entries(scripts)) {
    it.live(`get the same hash without the thread when it ${name}`, () =>
      Effect.gen(function* () {
        const file = `${yield* Effect.promise(freshFile)}.cjs`
        if (script !== undefined) writeFileSync(file, script)
        const derive = yield* startThread(pathToFileURL(file))
        const wanted = yield* Effect.promise(() => deriveAside(recipe))
        for (const _ of [1, 2]) assert.deepEqual(yield* Effect.promise(() => derive(recipe)), wanted)
      })
    )
  }
})
