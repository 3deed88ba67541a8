import type { Pinned } from "./exchange.ts"

/** How long a connection stays open without a request, and at most, in milliseconds. A host may move to another address. */
const idleTime = 5000
const lifetime = 60_000
const maxIdle = 256

interface Idle {
  readonly agent: Pinned
  /** Stops watching the connection while it is used. */
  readonly release: () => void
}

/**
 * Open connections that wait for the next request to the same name and target. They lead to addresses that were checked when
 * they were opened, so a later request needs no look-up of its host.
 */
export const makeKept = () => {
  const idle = new Map<string, Array<Idle>>()
  const born = new WeakMap<Pinned, number>()
  let count = 0
  let isClosed = false

  const isFresh = (agent: Pinned): boolean => {
    const since = born.get(agent) ?? Date.now()
    born.set(agent, since)
    return !agent.socket.destroyed && Date.now() - since < lifetime
  }

  const remove = (name: string, one: Idle): void => {
    one.release()
    count -= 1
    const others = (idle.get(name) ?? []).filter((other) => other !== one)
    if (others.length === 0) idle.delete(name)
    else idle.set(name, others)
  }

  return {
    /** A connection that is open as far as this side knows. The caller closes it or puts it back. */
    take: (name: string): Pinned | undefined => {
      for (const one of [...(idle.get(name) ?? [])].reverse()) {
        remove(name, one)
        if (isFresh(one.agent)) return one.agent
        one.agent.socket.destroy()
      }
      return undefined
    },

    put: (name: string, agent: Pinned): void => {
      const { socket } = agent
      if (isClosed || !isFresh(agent) || count >= maxIdle) {
        socket.destroy()
        return
      }
      const drop = () => {
        remove(name, one)
        socket.destroy()
      }
      const timer = setTimeout(drop, idleTime)
      timer.unref()
      socket.once("close", drop)
      const one: Idle = {
        agent,
        release: () => {
          clearTimeout(timer)
          socket.off("close", drop)
        }
      }
      idle.set(name, [...(idle.get(name) ?? []), one])
      count += 1
    },

    close: (): void => {
      isClosed = true
      for (const [name, waiting] of [...idle]) {
        for (const one of waiting) {
          remove(name, one)
          one.agent.socket.destroy()
        }
      }
    }
  }
}
