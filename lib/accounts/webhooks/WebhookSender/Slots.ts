import { Effect } from "effect"

export interface SlotOptions {
  /** The most attempts at once, of this process and of one partner. */
  readonly inAll: number
  readonly perPartner: number
}

/**
 * Shares the attempts of this process. A webhook waits for one slot at a time, so webhooks get free slots in turns, and a partner
 * never has more than its part.
 */
export const makeSlots = ({ inAll, perPartner }: SlotOptions) => {
  const all = Effect.unsafeMakeSemaphore(inAll)
  const partners = new Map<string, { readonly slots: Effect.Semaphore; users: number }>()

  const enter = (partnerId: string) => {
    const known = partners.get(partnerId) ?? { slots: Effect.unsafeMakeSemaphore(perPartner), users: 0 }
    known.users += 1
    partners.set(partnerId, known)
    return known
  }

  const leave = (partnerId: string) => {
    const known = partners.get(partnerId)
    if (known !== undefined && --known.users === 0) partners.delete(partnerId)
  }

  return {
    /** Waits for a slot. The caller calls `release` once. */
    take: (partnerId: string): Effect.Effect<{ readonly release: Effect.Effect<void> }> =>
      Effect.suspend(() => {
        const { slots } = enter(partnerId)
        const release = Effect.zipRight(all.release(1), slots.release(1)).pipe(
          Effect.zipRight(Effect.sync(() => leave(partnerId)))
        )
        return Effect.as(Effect.zipRight(slots.take(1), all.take(1)), { release })
      })
  }
}
