import { Clock, Effect, Schedule } from "effect"

const clock = Clock.make()

/** Runs the sleeps, time-outs and schedules of an effect in real time, even if the host has replaced Effect's clock. */
export const onRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withClock(effect, clock)

/** Repeats an effect by a schedule in real time, until the schedule ends or the effect fails. The effect itself keeps its clock. */
export const repeatOnRealTime = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  schedule: Schedule.Schedule<unknown>
): Effect.Effect<unknown, E, R> =>
  Effect.clockWith((given) => onRealTime(Effect.repeat(Effect.withClock(effect, given), schedule)))

/** Retries an effect by a schedule in real time. The effect itself keeps its clock. */
export const retryOnRealTime = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  schedule: Schedule.Schedule<unknown>,
  isRetried: (error: E) => boolean = () => true
): Effect.Effect<A, E, R> =>
  Effect.clockWith((given) =>
    onRealTime(Effect.retry(Effect.withClock(effect, given), { schedule, while: isRetried }))
  )

/** How long background work rests after a piece of it, as a multiple of the time that the piece took. */
const restRatio = 2

/** Rests after a piece of background work that began at `began`, a time of `performance.now()`. So other work has most of the time. */
export const restSince = (began: number): Effect.Effect<void> =>
  onRealTime(Effect.sleep((performance.now() - began) * restRatio))

const fiveSeconds = Schedule.exponential("50 millis").pipe(Schedule.jittered, Schedule.upTo("5 seconds"))

/** Retries for up to five seconds, for example to record that a mail was sent. Without the record, the mail is sent again. */
export const persistently = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  retryOnRealTime(effect, fiveSeconds)
