import { setInterval } from "node:timers"
import { Effect, type Scope } from "effect"

/** Detects exchanges that the server does not answer. */
export interface Silence {
  /** Calls back unless the returned function is called in time. */
  readonly after: (onSilence: (error: Error) => void) => () => void
  /** Notes that everything sent on a connection has been answered. */
  readonly answered: (connection: object) => void
  /**
   * Whether the server has not answered on this connection since an unanswered exchange on another one. Then this connection is
   * probably lost, too, and its next user would wait for the whole time-out.
   */
  readonly doubts: (connection: object) => boolean
}

const nothing = () => {}

/** Waits for every answer, however long it takes. */
export const none: Silence = { after: () => nothing, answered: nothing, doubts: () => false }

/** The time-out is precise to a tenth: an exchange fails after ten tenths, and before the eleventh. */
const steps = 10

/**
 * One timer for all exchanges of a pool, because one for each would cost more than the rest of the waiting. It counts its
 * own steps instead of the time: while this process is suspended, answers stay unread although the server has sent them.
 */
export const make = (milliseconds: number): Effect.Effect<Silence, never, Scope.Scope> => {
  if (milliseconds === Number.POSITIVE_INFINITY) return Effect.succeed(none)
  const waiting = new Set<{ readonly since: number; readonly onSilence: (error: Error) => void }>()
  const heard = new WeakMap<object, number>()
  let lost = -1
  let step = 0
  const look = () => {
    step += 1
    // The oldest comes first.
    for (const each of waiting) {
      if (step - each.since <= steps) return
      waiting.delete(each)
      lost = each.since
      each.onSilence(unanswered(milliseconds))
    }
  }
  const silence: Silence = {
    after: (onSilence) => {
      const exchange = { since: step, onSilence }
      waiting.add(exchange)
      return () => {
        waiting.delete(exchange)
      }
    },
    answered: (connection) => {
      heard.set(connection, step)
    },
    doubts: (connection) => (heard.get(connection) ?? step) <= lost
  }
  const watching = Effect.acquireRelease(
    Effect.sync(() => setInterval(look, milliseconds / steps).unref()),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
  return Effect.as(watching, silence)
}

/** The code is that of a socket whose peer has vanished, so it means the same to a transaction. */
const unanswered = (milliseconds: number): Error =>
  Object.assign(new Error(`PostgreSQL has not answered for ${milliseconds / 1000} seconds`), {
    code: "ETIMEDOUT"
  })
