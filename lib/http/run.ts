import { Context, type Effect, type Exit, type Fiber, Runtime, RuntimeFlags, Tracer } from "effect"
import { Caller } from "../accounts/audit/Caller.ts"
import { RequestId } from "../rewards/RequestId.ts"
import { makeDeadlines } from "./deadlines.ts"

/** Runs one step of a request in a fiber of its own. After the time-out it starts no step, and its promise never settles. */
export type Step<R> = <A, E>(effect: Effect.Effect<A, E, R>) => Exit.Exit<A, E> | Promise<Exit.Exit<A, E>>

/** Runs the steps of a request. On a time-out it answers undefined, and interrupts the step that is running. */
export type Run<R> = <A>(
  caller: Context.Tag.Service<Caller>,
  requestId: string,
  steps: (step: Step<R>) => Promise<A>,
  /** The span that the spans of the steps are in, where the request is traced. */
  span?: Tracer.Span
) => Promise<A | undefined>

/** Plain deadlines, and the caller and the request's id in the runtime's context: `Effect.timeout` and `Effect.provideService` cost more. */
export const makeRun = <R>(
  { context, fiberRefs, runtimeFlags: flags }: Runtime.Runtime<R>,
  milliseconds: number
): Run<R> => {
  // Effect would count and time every fiber of a request; hosts learn the same of requests from `onAnswer`.
  const runtimeFlags = RuntimeFlags.disable(flags, RuntimeFlags.RuntimeMetrics)
  const deadlines = makeDeadlines(milliseconds)
  return (caller, requestId, steps, span) =>
    new Promise((resolve, reject) => {
      // One copy for both: `Context.add` would copy the services of the runtime twice.
      const services = new Map(context.unsafeMap).set(Caller.key, caller).set(RequestId.key, requestId)
      if (span !== undefined) services.set(Tracer.ParentSpan.key, span)
      const runtime = Runtime.make({ context: Context.unsafeMake<R>(services), fiberRefs, runtimeFlags })
      let running: Fiber.RuntimeFiber<unknown, unknown> | undefined
      let isLate = false
      const done = deadlines.add(() => {
        isLate = true
        resolve(undefined)
        running?.unsafeInterruptAsFork(running.id())
      })
      const step: Step<R> = (effect) => {
        if (isLate) return new Promise(() => {})
        const fiber = Runtime.runFork(runtime, effect)
        running = fiber
        return fiber.unsafePoll() ?? new Promise((ended) => fiber.addObserver(ended))
      }
      steps(step).then(
        (answer) => {
          done()
          resolve(answer)
        },
        (error: unknown) => {
          done()
          reject(error)
        }
      )
    })
}
