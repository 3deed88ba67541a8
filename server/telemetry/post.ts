import type { Destination } from "../telemetry.ts"

/** Why something was not received, and whether the same may be received later. */
export interface Refusal {
  readonly reason: string
  readonly retryable: boolean
}

export interface Post {
  /** Sends JSON, and returns why it was not received, or undefined. Never fails. */
  readonly send: (body: object) => Promise<Refusal | undefined>
  /** Gives up what is being sent. */
  readonly giveUp: () => void
}

const retryable = new Set([429, 502, 503, 504])

/** A controller for each message: signals that are joined to one that lives as long as the process can stay in memory. */
export const makePost = ({ headers, timeout, url }: Destination): Post => {
  const sending = new Set<AbortController>()
  return {
    send: async (body) => {
      const controller = new AbortController()
      sending.add(controller)
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        controller.abort()
      }, timeout)
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
          // The headers may hold a key, which is for this address alone.
          redirect: "error",
          signal: controller.signal
        })
        await answer.body?.cancel()
        return answer.ok
          ? undefined
          : { reason: `it answers ${answer.status}`, retryable: retryable.has(answer.status) }
      } catch {
        return { reason: isLate ? `no answer within ${timeout} ms` : "it cannot be reached", retryable: true }
      } finally {
        clearTimeout(timer)
        sending.delete(controller)
      }
    },
    giveUp: () => {
      for (const controller of sending) controller.abort()
    }
  }
}
