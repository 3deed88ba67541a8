// `describe` and `it` for suites that run under both `bun test` and Node's test runner. Assertions: node:assert/strict.
import { Cause, Effect, Exit, type Layer, ManagedRuntime, type Scope, TestContext } from "effect"

type Body = () => unknown

/**
 * Milliseconds, for tests and hooks. Long, because suites start servers, processes and browsers, on machines that may be ten times
 * slower than usual, but a test that hangs still ends. Bun's default of 5 seconds cannot be changed in bunfig.toml.
 */
const defaultTimeout = 240_000

/** The functions that this file needs from a test runner. Both runners have them. */
interface Runner {
  readonly describe: (name: string, body: () => void) => void
  readonly test: (name: string, timeout: number, body: () => Promise<void>) => void
  readonly skip: (name: string) => void
  readonly beforeAll: (body: Body) => void
  readonly afterAll: (body: Body) => void
}

const onBun = async (): Promise<Runner> => {
  const { afterAll, beforeAll, describe, test } = await import("bun:test")
  return {
    describe,
    test: (name, timeout, body) => test(name, body, timeout),
    skip: (name) => test.skip(name, () => {}),
    beforeAll: (body) => beforeAll(async () => void (await body()), defaultTimeout),
    afterAll: (body) => afterAll(async () => void (await body()), defaultTimeout)
  }
}

const onNode = async (): Promise<Runner> => {
  const { after, before, describe, test } = await import("node:test")
  return {
    describe: (name, body) => void describe(name, body),
    test: (name, timeout, body) => void test(name, { timeout }, body),
    skip: (name) => void test(name, { skip: true }),
    beforeAll: (body) => before(async () => void (await body()), { timeout: defaultTimeout }),
    afterAll: (body) => after(async () => void (await body()), { timeout: defaultTimeout })
  }
}

const runner = await (process.versions.bun ? onBun() : onNode())

export const { afterAll, beforeAll, describe } = runner

export interface Tests<R> {
  /** A plain test, which may return a promise. */
  (name: string, body: Body, timeout?: number): void
  /** Reports the test as skipped; the name says why. */
  readonly skip: (name: string, body?: Body) => void
  /** With the test clock, random and config. Time stands still until the test advances it. */
  readonly effect: <A, E>(
    name: string,
    body: () => Effect.Effect<A, E, R | Scope.Scope>,
    timeout?: number
  ) => void
  /** With the real clock, for tests that wait for a database or another process. */
  readonly live: <A, E>(
    name: string,
    body: () => Effect.Effect<A, E, R | Scope.Scope>,
    timeout?: number
  ) => void
}

type RunExit<R> = <A, E>(effect: Effect.Effect<A, E, R>) => Promise<Exit.Exit<A, unknown>>

const tests = <R>(runExit: RunExit<R>): Tests<R> => {
  const plain = (name: string, body: Body, timeout = defaultTimeout) =>
    runner.test(name, timeout, async () => void (await body()))
  const live: Tests<R>["live"] = (name, body, timeout) =>
    plain(name, async () => orThrow(await runExit(Effect.scoped(Effect.suspend(body)))), timeout)
  const effect: Tests<R>["effect"] = (name, body, timeout) =>
    live(name, () => Effect.provide(Effect.suspend(body), TestContext.TestContext), timeout)
  return Object.assign(plain, { skip: runner.skip, live, effect })
}

/** Runs the tests of the callback with the services of a layer, which the first test builds. */
const layer =
  <R, E>(services: Layer.Layer<R, E>) =>
  (name: string, body: (it: Tests<R>) => void): void =>
    describe(name, () => {
      const runtime = ManagedRuntime.make(services)
      runner.afterAll(() => runtime.dispose())
      body(tests((effect) => runtime.runPromiseExit(effect)))
    })

export const it = Object.assign(tests<never>(Effect.runPromiseExit), { layer })

/** Throws one error with the whole cause as text. Its own stack would only point to this file. */
const orThrow = <A>(exit: Exit.Exit<A, unknown>): void => {
  if (Exit.isSuccess(exit)) return
  const error = new Error(Cause.pretty(exit.cause, { renderErrorCause: true }))
  error.stack = error.message
  throw error
}
