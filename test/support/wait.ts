// Waits of tests. Each has a deadline, and fails with a message that says what did not happen: the limit of the runner (effect.ts)
// only says that a test took too long.
import { inspect } from "node:util"
import { Effect } from "effect"

export interface WaitOptions {
  /**
   * Milliseconds. The default is long enough for a machine that is much slower than usual, and shorter than the runner's limit. The
   * proof's mutation sets a shorter one, by what the tests take without a mutant.
   */
  readonly within?: number
  /** What has happened so far, for the message. */
  readonly seen?: () => unknown
}

const patience = Number(process.env.TEST_PATIENCE ?? 120_000)

const missed = (what: string, { seen, within = patience }: WaitOptions): Error => {
  const found = seen === undefined ? "" : `; so far: ${inspect(seen(), { depth: 5 })}`
  return new Error(`waited ${within / 1000} s in vain for ${what}${found}`)
}

/** Waits for a promise. */
export const soon = async <A>(
  what: string,
  promise: PromiseLike<A>,
  options: WaitOptions = {}
): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(missed(what, options)), options.within ?? patience)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for an effect. The deadline is in real time, also under a test clock. */
export const inTime =
  (what: string, options: WaitOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.raceFirst(
      effect,
      Effect.async<never>((resume) => {
        const timer = setTimeout(() => resume(Effect.die(missed(what, options))), options.within ?? patience)
        return Effect.sync(() => clearTimeout(timer))
      })
    )

/** Milliseconds until the next read: a tenth of the time that has passed, so that a long wait costs few reads. */
const pauseAfter = (started: number): number => Math.max(5, Math.min(100, (performance.now() - started) / 10))

/** Reads until the condition holds, and returns what was read last. */
export const eventually = <A>(
  what: string,
  read: () => A | Promise<A>,
  holds: (found: A) => boolean,
  options: WaitOptions = {}
): Promise<A> => {
  let found: A | undefined
  let isOver = false
  const started = performance.now()
  const poll = async (): Promise<A> => {
    for (;;) {
      const next = await read()
      if (isOver || holds(next)) return next
      found = next
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(started)))
    }
  }
  return soon(what, poll(), { seen: () => found, ...options }).finally(() => {
    isOver = true
  })
}

/** The same with effects. */
export const repeatUntil = <A, E, R>(
  what: string,
  read: Effect.Effect<A, E, R>,
  holds: (found: A) => boolean,
  options: WaitOptions = {}
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let found: A | undefined
    const started = performance.now()
    const rest = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, pauseAfter(started))))
    const poll: Effect.Effect<A, E, R> = Effect.flatMap(read, (next) => {
      found = next
      return holds(next) ? Effect.succeed(next) : Effect.zipRight(rest, poll)
    })
    return inTime(what, { seen: () => found, ...options })(poll)
  })
