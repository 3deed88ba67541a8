import type { Destination } from "../telemetry.ts"

/** Why something was not received, and whether the same may be received later. */
export interface Refusal {
  readonly reason: string
  readonly retryable: boolean
}

const retryable = new Set([429, 502, 503, 504])

/** Sends JSON, and returns why it was not received, or undefined. Never fails. */
export const makePost =
  ({ headers, timeout, url }: Destination) =>
  async (body: object, stop?: AbortSignal): Promise<Refusal | undefined> => {
    const late = AbortSignal.timeout(timeout)
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
        // The headers may hold a key, which is for this address alone.
        redirect: "error",
        signal: stop === undefined ? late : AbortSignal.any([late, stop])
      })
      await answer.body?.cancel()
      return answer.ok
        ? undefined
        : { reason: `it answers ${answer.status}`, retryable: retryable.has(answer.status) }
    } catch {
      const reason = late.aborted ? `no answer within ${timeout} ms` : "it cannot be reached"
      return { reason, retryable: true }
    }
  }
