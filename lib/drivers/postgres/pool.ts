import { setInterval } from "node:timers"
import { Effect, Metric, MetricLabel, Runtime, type Scope } from "effect"
import { Client, Pool, type PoolConfig } from "pg"
import { onRealTime } from "../../sql/RealTime.ts"
import { rememberNodeErrors } from "./nodeErrors.ts"

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
export const noSilence: Silence = { after: () => nothing, answered: nothing, doubts: () => false }

/** The time-out is precise to a tenth: an exchange fails after ten tenths, and before the eleventh. */
const steps = 10

/**
 * One timer for all exchanges of a pool, because one for each would cost more than the rest of the waiting. It counts its
 * own steps instead of the time: while this process is suspended, answers stay unread although the server has sent them.
 */
export const makeSilence = (milliseconds: number): Effect.Effect<Silence, never, Scope.Scope> => {
  if (milliseconds === Number.POSITIVE_INFINITY) return Effect.succeed(noSilence)
  const waiting = new Set<{ readonly since: number; readonly onSilence: (error: Error) => void }>()
  const heard = new WeakMap<object, number>()
  let lost = -1
  let step = 0
  const tick = () => {
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
    Effect.sync(() => setInterval(tick, milliseconds / steps).unref()),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
  return Effect.as(watching, silence)
}

/** The code is that of a socket whose peer has vanished, so it means the same to a transaction. */
const unanswered = (milliseconds: number): Error =>
  Object.assign(new Error(`PostgreSQL has not answered for ${milliseconds / 1000} seconds`), {
    code: "ETIMEDOUT"
  })

/** Makes a function that logs a warning from a callback. */
export const warner = Effect.map(Effect.runtime<never>(), (runtime) => {
  const fork = Runtime.runFork(runtime)
  return (message: string): void => {
    fork(Effect.logWarning(message))
  }
})

/** The pool replaces a lost idle connection, but emits an `error` event that ends the process if there is no listener. */
export const onLostConnection = Effect.map(
  warner,
  (warn) =>
    ({ message }: Error): void =>
      warn(`An idle PostgreSQL connection was lost: ${message}`)
)

/** Callers that wait for a connection show that the pool is too small, or the database too slow. */
const connections = Metric.gauge("rewards_pool_connections", {
  description: "Connections in use and idle, and callers waiting for one"
})

/** Made once, because a metric finds its value fastest by the identity of the list. */
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

/** Opens a pool of our own until the scope closes. `cut` closes all connections at once, those in use too. */
export const openPool = (config: PoolConfig, cut: AbortSignal | undefined) =>
  Effect.gen(function* () {
    const pool = new Pool(config)
    // The listener stays while the pool closes, since a connection can be lost then, too.
    watch(pool).on("error", yield* onLostConnection)
    const closing = closersOf(pool)
    cut?.addEventListener("abort", closing.cut)
    // Closing waits for connections that are still in use, but not longer than this.
    const close = Effect.promise(closing.close).pipe(
      Effect.interruptible,
      Effect.timeoutTo({ duration: "5 seconds", onSuccess: () => {}, onTimeout: closing.cut })
    )
    yield* Effect.addFinalizer(() => onRealTime(close))
    return pool
  })

/** Two ways to close a pool. */
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
    /** Waits until all connections are closed. `pool.end` alone returns earlier. */
    close: async () => {
      if (!pool.ending) await pool.end()
      if (clients.size > 0) await new Promise<void>((resolve) => (onClosed = resolve))
    },
    /** Closes all connections at once. A client with a running statement destroys its socket. */
    cut: () => {
      const ends = [...(pool.ending ? [] : [pool.end()]), ...Array.from(clients, (client) => client.end())]
      void Promise.allSettled(ends)
    }
  }
}
