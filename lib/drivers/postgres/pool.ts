import { setInterval } from "node:timers"
import { Effect, Metric, MetricLabel, Runtime, type Scope } from "effect"
import { Client, Pool, type PoolConfig } from "pg"
import { onRealTime } from "../../sql/RealTime.ts"
import { rememberNodeErrors } from "./nodeErrors.ts"

/** Detects statements, and requests for a connection, that get no answer. */
export interface Silence {
  /** Calls `onSilence` after the time-out, unless the returned function is called first. */
  readonly after: (onSilence: (error: Error) => void) => () => void
  /** Call it when the server has answered everything that was sent on a connection. */
  readonly answered: (connection: object) => void
  /**
   * Returns true if a statement on another connection, or a request for a connection, was sent after the last answer on this connection
   * and got no answer. Then this connection is probably lost, too.
   */
  readonly doubts: (connection: object) => boolean
}

const nothing = () => {}

export const noSilence: Silence = { after: () => nothing, answered: nothing, doubts: () => false }

/** The time-out is divided into steps. A statement fails 10 to 11 steps after it was sent. */
const steps = 10

/** Counts steps of one timer instead of reading the clock, because the clock goes on while the process is suspended. */
export const makeSilence = (milliseconds: number): Effect.Effect<Silence, never, Scope.Scope> => {
  if (milliseconds === Number.POSITIVE_INFINITY) return Effect.succeed(noSilence)
  const waiting = new Set<{ readonly since: number; readonly onSilence: (error: Error) => void }>()
  /** The step of the last answer on each connection. */
  const lastAnswers = new WeakMap<object, number>()
  /** The step in which the newest unanswered statement, or request for a connection, was sent. */
  let lastLoss = -1
  let step = 0
  const tick = () => {
    step += 1
    // The oldest statement comes first.
    for (const each of waiting) {
      if (step - each.since <= steps) return
      waiting.delete(each)
      lastLoss = each.since
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
      lastAnswers.set(connection, step)
    },
    doubts: (connection) => (lastAnswers.get(connection) ?? step) <= lastLoss
  }
  const watching = Effect.acquireRelease(
    Effect.sync(() => setInterval(tick, milliseconds / steps).unref()),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
  return Effect.as(watching, silence)
}

/** Makes an error with the code of the time-out error of a socket, so that callers treat both errors in the same way. */
const unanswered = (milliseconds: number): Error =>
  Object.assign(new Error(`PostgreSQL has not answered for ${milliseconds / 1000} seconds`), {
    code: "ETIMEDOUT"
  })

/** Makes a function that logs a warning, for callbacks outside of Effect. */
export const warner = Effect.map(Effect.runtime<never>(), (runtime) => {
  const fork = Runtime.runFork(runtime)
  return (message: string): void => {
    fork(Effect.logWarning(message))
  }
})

/** Makes the listener for `error` events of a pool. Without a listener, such an event would end the process. */
export const onLostConnection = Effect.map(
  warner,
  (warn) =>
    ({ message }: Error): void =>
      warn(`An idle PostgreSQL connection was lost: ${message}`)
)

const connections = Metric.gauge("rewards_pool_connections", {
  description: "Connections in use, idle connections, and callers that wait for a connection"
})

const used = [MetricLabel.make("state", "used")]
const idle = [MetricLabel.make("state", "idle")]
const waiting = [MetricLabel.make("state", "waiting")]

const watch = (pool: Pool): Pool => {
  const update = () => {
    connections.unsafeUpdate(pool.totalCount - pool.idleCount, used)
    connections.unsafeUpdate(pool.idleCount, idle)
    connections.unsafeUpdate(pool.waitingCount, waiting)
  }
  return pool.on("acquire", update).on("release", update).on("remove", update)
}

/** Opens a pool that closes with the scope. When `cut` is aborted, all connections are closed at once, even connections in use. */
export const openPool = (config: PoolConfig, cut: AbortSignal | undefined) =>
  Effect.gen(function* () {
    const pool = new Pool(config)
    // The listener is never removed, because a connection can also be lost while the pool closes.
    watch(pool).on("error", yield* onLostConnection)
    const closing = closersOf(pool)
    cut?.addEventListener("abort", closing.cut)
    const close = Effect.promise(closing.close).pipe(
      Effect.interruptible,
      Effect.timeoutTo({ duration: "5 seconds", onSuccess: () => {}, onTimeout: closing.cut })
    )
    yield* Effect.addFinalizer(() => onRealTime(close))
    return pool
  })

const closersOf = (pool: Pool) => {
  const clients = new Set<Client>()
  let onClosed = () => {}
  pool.on("connect", (client) => {
    if (!(client instanceof Client)) return
    clients.add(client)
    rememberNodeErrors(client)
  })
  pool.on("remove", (client) => {
    if (client instanceof Client) clients.delete(client)
    if (clients.size === 0) onClosed()
  })
  return {
    /** Ends the pool, and waits until all connections are closed. `pool.end` returns earlier. */
    close: async () => {
      if (!pool.ending) await pool.end()
      if (clients.size > 0) await new Promise<void>((resolve) => (onClosed = resolve))
    },
    /** Closes all connections at once, even connections in use. */
    cut: () => {
      const ends = [...(pool.ending ? [] : [pool.end()]), ...Array.from(clients, (client) => client.end())]
      void Promise.allSettled(ends)
    }
  }
}
