import { Effect } from "effect"

export interface SlotOptions {
  /** The most attempts at once, of this process and of one partner. */
  readonly inAll: number
  readonly perPartner: number
}

/**
 * Shares the attempts of this process. A partner never has more than its part, and waits for one slot at a time, whatever the
 * number of its webhooks: where all slots are taken, partners get the next ones in turns.
 */
export const makeSlots = ({ inAll, perPartner }: SlotOptions) => {
  const all = Effect.unsafeMakeSemaphore(inAll)
  const partners = new Map<
    string,
    { readonly slots: Effect.Semaphore; readonly turn: Effect.Semaphore; users: number }
  >()

  const enter = (partnerId: string) => {
    const known = partners.get(partnerId) ?? {
      slots: Effect.unsafeMakeSemaphore(perPartner),
      turn: Effect.unsafeMakeSemaphore(1),
      users: 0
    }
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
        const { slots, turn } = enter(partnerId)
        const release = Effect.zipRight(all.release(1), slots.release(1)).pipe(
          Effect.zipRight(Effect.sync(() => leave(partnerId)))
        )
        return Effect.as(Effect.zipRight(slots.take(1), turn.withPermits(1)(all.take(1))), { release })
      })
  }
}
