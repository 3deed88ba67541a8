import type { ConnectionAgent } from "./request.ts"

/** A connection that is idle for this many milliseconds is closed. */
const idleTime = 5000
/** A connection is reused only for this many milliseconds after its first request, because its host may get another address. */
const lifetime = 60_000
/** The largest number of idle connections. A further connection is closed. */
const maxIdle = 256

interface Idle {
  readonly agent: ConnectionAgent
  /** Removes the timer that closes the connection, and the listener for its `close` event. */
  readonly unwatch: () => void
}

/** Stores open connections until the next request with the same key. */
export const makeIdleConnections = () => {
  const idle = new Map<string, Array<Idle>>()
  const openedAt = new WeakMap<ConnectionAgent, number>()
  let count = 0
  let isClosed = false

  const isUsable = (agent: ConnectionAgent): boolean => {
    const since = openedAt.get(agent) ?? Date.now()
    openedAt.set(agent, since)
    return !agent.socket.destroyed && Date.now() - since < lifetime
  }

  const remove = (key: string, one: Idle): void => {
    one.unwatch()
    count -= 1
    const others = (idle.get(key) ?? []).filter((other) => other !== one)
    if (others.length === 0) idle.delete(key)
    else idle.set(key, others)
  }

  return {
    /** Removes and returns a connection that is open and not too old. The caller must close it or put it back. */
    take: (key: string): ConnectionAgent | undefined => {
      for (const one of [...(idle.get(key) ?? [])].reverse()) {
        remove(key, one)
        if (isUsable(one.agent)) return one.agent
        one.agent.socket.destroy()
      }
      return undefined
    },

    put: (key: string, agent: ConnectionAgent): void => {
      const { socket } = agent
      if (isClosed || !isUsable(agent) || count >= maxIdle) {
        socket.destroy()
        return
      }
      const close = () => {
        remove(key, one)
        socket.destroy()
      }
      const timer = setTimeout(close, idleTime)
      timer.unref()
      socket.once("close", close)
      const one: Idle = {
        agent,
        unwatch: () => {
          clearTimeout(timer)
          socket.off("close", close)
        }
      }
      idle.set(key, [...(idle.get(key) ?? []), one])
      count += 1
    },

    closeAll: (): void => {
      isClosed = true
      for (const [key, waiting] of [...idle]) {
        for (const one of waiting) {
          remove(key, one)
          one.agent.socket.destroy()
        }
      }
    }
  }
}
