import assert from "node:assert/strict"
import { Deferred, Effect, Fiber } from "effect"
import { inTime } from "../support/wait.ts"

type Waiting<E, R> = (middle: Effect.Effect<void>) => Effect.Effect<unknown, E, R>

/** A caller that is interrupted while it waits in the middle of its work. `goOn` ends the waiting. */
const interrupted = <E, R>(run: Waiting<E, R>) =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const caller = yield* Effect.fork(
      run(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end)))
    )
    yield* inTime("the work to begin")(Deferred.await(begun))
    return { ending: yield* Effect.fork(Fiber.interrupt(caller)), goOn: Deferred.succeed(end, undefined) }
  })

/** The caller goes although its work has not gone on. */
export const goes = <E, R>(run: Waiting<E, R>) =>
  Effect.flatMap(interrupted(run), ({ ending, goOn }) =>
    Fiber.join(ending).pipe(
      Effect.timeoutFail({ duration: "20 seconds", onTimeout: () => new Error("the caller stays") }),
      Effect.ensuring(goOn)
    )
  )

/** The caller stays until its work has ended. */
export const stays = <E, R>(run: Waiting<E, R>) =>
  Effect.gen(function* () {
    const { ending, goOn } = yield* interrupted(run)
    yield* Effect.sleep("5 millis")
    assert.equal((yield* Fiber.poll(ending))._tag, "None")
    yield* goOn
    yield* Fiber.join(ending)
  })
