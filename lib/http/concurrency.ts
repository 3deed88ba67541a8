import type { HttpFailure } from "./failure.ts"

/** Whose request it is, as far as that is known. */
export interface Requester {
  readonly partnerId: string | undefined
  readonly address: string | undefined
}

export interface ConcurrencyLimits {
  readonly whole: number
  readonly partner: number
  readonly address: number
}

/** Counts by key; a key without a count takes no memory. */
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
 * The requests that are worked on at once. A partner and an address get a share of the slots, so that neither can take
 * the slots of the others. A request that waits for its caller's body has no slot.
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
    /** Says why there is no slot now, if there is none. */
    refusalOf,
    /** Takes a slot, or says why there is none. */
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
