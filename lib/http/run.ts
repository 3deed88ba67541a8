import { Context, type Effect, type Exit, Runtime } from "effect"
import { Caller } from "../services/Caller.ts"

/** The exit of an effect, or nothing when it took too long; it is then interrupted, where it can be. */
export type Run<R> = <A, E>(
  effect: Effect.Effect<A, E, R>,
  caller: Context.Tag.Service<Caller>
) => Promise<Exit.Exit<A, E> | undefined>

/** A plain timer, and the caller in the runtime's context: `Effect.timeout` and `Effect.provideService` cost more. */
export const makeRun = <R>(runtime: Runtime.Runtime<R>, milliseconds: number): Run<R> => {
  const { context, fiberRefs, runtimeFlags } = runtime
  return (effect, caller) =>
    new Promise((resolve) => {
      const called = { context: Context.add(context, Caller, caller), fiberRefs, runtimeFlags }
      const fiber = Runtime.runFork(Runtime.make(called), effect)
      const timer = setTimeout(() => {
        resolve(undefined)
        fiber.unsafeInterruptAsFork(fiber.id())
      }, milliseconds)
      fiber.addObserver((exit) => {
        clearTimeout(timer)
        resolve(exit)
      })
    })
}
