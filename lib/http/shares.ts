import type { Requester, ShareLimits } from "./run.ts"

/** A part of a shared resource that one request holds. */
interface Holding {
  readonly size: number
  readonly lose: () => void
}

interface Share {
  size: number
  /** Oldest first. */
  readonly holdings: Set<Holding>
}

/**
 * Limits the use of a shared resource: by all requests, by the requests of one partner, and by the requests from one address. When a
 * request would exceed a limit, the oldest requests that count towards the limit lose their parts. So the sum exceeds the limit only if a
 * single request does.
 */
export const makeShares = (limits: ShareLimits) => {
  const shares = new Map<string, Share>()

  /**
   * Returns the keys and limits of the shares of a request. The share of all requests comes last, so that a caller loses its own parts
   * before other callers lose theirs.
   */
  const limitsOf = ({ address, partnerId }: Requester): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    if (partnerId !== undefined) found.set(`partner ${partnerId}`, limits.partner)
    if (address !== undefined) found.set(`address ${address}`, limits.address)
    return found.set("all", limits.whole)
  }

  const makeRoom = (key: string, room: number): void => {
    const share = shares.get(key)
    if (share === undefined) return
    for (const { lose } of share.holdings) {
      if (share.size <= room) return
      lose()
    }
  }

  /** Gives a request its part. `onLost` is called if the request loses the part. Returns the function that gives the part back. */
  return (who: Requester, size: number, onLost: () => void): (() => void) => {
    const limitBy = limitsOf(who)
    for (const [key, limit] of limitBy) makeRoom(key, limit - size)
    const giveBack = () => {
      for (const key of limitBy.keys()) {
        const share = shares.get(key)
        if (share?.holdings.delete(holding) !== true) continue
        share.size -= size
        if (share.holdings.size === 0) shares.delete(key)
      }
    }
    const holding: Holding = {
      size,
      lose: () => {
        giveBack()
        onLost()
      }
    }
    for (const key of limitBy.keys()) {
      const share = shares.get(key) ?? { size: 0, holdings: new Set() }
      shares.set(key, share)
      share.size += size
      share.holdings.add(holding)
    }
    return giveBack
  }
}
