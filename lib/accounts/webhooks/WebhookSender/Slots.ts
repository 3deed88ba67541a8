import { Effect } from "effect"
import type { Pace } from "./Pace.ts"

export interface SlotOptions {
  /** The most attempts at once, of this process and of one partner. */
  readonly inAll: number
  readonly perPartner: number
  readonly pace: Pace
}

/**
 * Shares the attempts of this process. A partner never has more than its part. Where all slots are taken, or the pace lets none
 * start, partners get the next ones in turns, whatever the number of their webhooks.
 */
export const makeSlots = ({ inAll, perPartner, pace }: SlotOptions) => {
  let free = inAll
  /** Slots by the partner that has them. */
  const taken = new Map<string, number>()
  /** Callers that wait, by partner. The partner whose turn is next comes first. */
  const waiting = new Map<string, Array<() => void>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const hasRoom = (partnerId: string): boolean =>
    free > 0 && (taken.get(partnerId) ?? 0) < perPartner && pace.mayStart()

  const add = (partnerId: string, by: 1 | -1): void => {
    free -= by
    if (by === 1) pace.started()
    const count = (taken.get(partnerId) ?? 0) + by
    if (count === 0) taken.delete(partnerId)
    else taken.set(partnerId, count)
  }

  const leave = (partnerId: string, caller: () => void): void => {
    const others = (waiting.get(partnerId) ?? []).filter((each) => each !== caller)
    if (others.length === 0) waiting.delete(partnerId)
    else waiting.set(partnerId, others)
  }

  /** Gives free slots to those that wait. A partner that gets one goes behind the others. */
  const serve = (): void => {
    clearTimeout(timer)
    for (const [partnerId, [first, ...others]] of waiting) {
      if (first === undefined || !hasRoom(partnerId)) continue
      waiting.delete(partnerId)
      if (others.length > 0) waiting.set(partnerId, others)
      first()
    }
    // Those that wait for the end of another attempt are served then.
    if (waiting.size > 0 && free > 0 && !pace.mayStart()) timer = setTimeout(serve, pace.pause)
  }

  const releaseOf = (partnerId: string) => (): void => {
    add(partnerId, -1)
    serve()
  }

  return {
    /** Waits for a slot. The caller calls the function that it gets, once, to give the slot back. */
    take: (partnerId: string): Effect.Effect<() => void> =>
      Effect.suspend(() => {
        if (waiting.size === 0 && hasRoom(partnerId)) {
          add(partnerId, 1)
          return Effect.succeed(releaseOf(partnerId))
        }
        return Effect.async<() => void>((resume) => {
          const caller = () => {
            add(partnerId, 1)
            resume(Effect.succeed(releaseOf(partnerId)))
          }
          waiting.set(partnerId, [...(waiting.get(partnerId) ?? []), caller])
          serve()
          return Effect.sync(() => leave(partnerId, caller))
        })
      })
  }
}
