import { Context, type Effect, type Exit, type Fiber, Runtime } from "effect"
import { Caller } from "../accounts/audit/Caller.ts"

/** Runs one step of a request in a fiber of its own. After the time-out it starts no step, and its promise never settles. */
export type Step<R> = <A, E>(effect: Effect.Effect<A, E, R>) => Exit.Exit<A, E> | Promise<Exit.Exit<A, E>>

/** Runs the steps of a request. On a time-out it answers undefined, and interrupts the step that is running. */
export type Run<R> = <A>(
  caller: Context.Tag.Service<Caller>,
  steps: (step: Step<R>) => Promise<A>
) => Promise<A | undefined>

/** A plain timer, and the caller in the runtime's context: `Effect.timeout` and `Effect.provideService` cost more. */
export const makeRun =
  <R>({ context, fiberRefs, runtimeFlags }: Runtime.Runtime<R>, milliseconds: number): Run<R> =>
  (caller, steps) =>
    new Promise((resolve, reject) => {
      const runtime = Runtime.make({ context: Context.add(context, Caller, caller), fiberRefs, runtimeFlags })
      let running: Fiber.RuntimeFiber<unknown, unknown> | undefined
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        resolve(undefined)
        running?.unsafeInterruptAsFork(running.id())
      }, milliseconds)
      const step: Step<R> = (effect) => {
        if (isLate) return new Promise(() => {})
        const fiber = Runtime.runFork(runtime, effect)
        running = fiber
        return fiber.unsafePoll() ?? new Promise((done) => fiber.addObserver(done))
      }
      steps(step)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
