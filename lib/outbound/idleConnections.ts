import type { ConnectionAgent } from "./request.ts"

/** How long a connection may be idle, and how long it may be open at all, in milliseconds. A host may change its address. */
const idleTime = 5000
const lifetime = 60_000
const maxIdle = 256

interface Idle {
  readonly agent: ConnectionAgent
  /** Removes the timer and the listener that close an idle connection. */
  readonly unwatch: () => void
}

/**
 * Open connections that wait for the next request with the same key. Their addresses were checked when they were opened, so the next
 * request need not resolve its host.
 */
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
    /** Takes a connection that the other side has not closed, as far as is known. The caller closes it or puts it back. */
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
