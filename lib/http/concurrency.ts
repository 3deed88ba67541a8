import type { HttpFailure } from "./failure.ts"

/** Who sent a request, as far as it is known. */
export interface Requester {
  readonly partnerId: string | undefined
  readonly address: string | undefined
}

export interface ConcurrencyLimits {
  readonly whole: number
  readonly partner: number
  readonly address: number
}

/** Counts by key. A key whose count is 0 takes no memory. */
const makeCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string | undefined): number => (key === undefined ? 0 : (counts.get(key) ?? 0)),
    add: (key: string | undefined): void => {
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    remove: (key: string | undefined): void => {
      if (key === undefined) return
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    }
  }
}

/**
 * Limits how many requests are processed at once. A partner and an address get a share of the slots, so that neither can take
 * the slots of others. A request that waits for its body has no slot.
 */
export const makeRequestSlots = (limits: ConcurrencyLimits) => {
  let taken = 0
  const partners = makeCounts()
  const addresses = makeCounts()

  const refusalOf = ({ address, partnerId }: Requester): HttpFailure | undefined => {
    if (taken >= limits.whole) return { _tag: "Overloaded", reason: "too many requests at once: try again" }
    if (partners.of(partnerId) >= limits.partner) {
      return { _tag: "TooManyAtOnce", policy: "partner", limit: limits.partner }
    }
    if (addresses.of(address) >= limits.address) {
      return { _tag: "TooManyAtOnce", policy: "address", limit: limits.address }
    }
    return undefined
  }

  return {
    /** Why there is no slot now; undefined if there is one. */
    refusalOf,
    /** Takes a slot, or returns why there is none. */
    take: (who: Requester): HttpFailure | undefined => {
      const refused = refusalOf(who)
      if (refused !== undefined) return refused
      taken += 1
      partners.add(who.partnerId)
      addresses.add(who.address)
      return undefined
    },
    release: ({ address, partnerId }: Requester): void => {
      taken -= 1
      partners.remove(partnerId)
      addresses.remove(address)
    }
  }
}
export type RequestSlots = ReturnType<typeof makeRequestSlots>
