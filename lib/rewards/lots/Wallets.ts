import type { MemberId, PartnerId } from "../Id.ts"
import { type Holdings, type Lot, nextDue, noHoldings, type Pending } from "./Holdings.ts"

interface Change<A> {
  /** The stored value; undefined if the value is new. */
  readonly before: A | undefined
  readonly after: A
}

/** The changed lots and pending awards of a wallet, and the instant at which something is due next. */
export interface ChangedWallet {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  readonly lots: ReadonlyArray<Change<Lot>>
  readonly pending: ReadonlyArray<Change<Pending>>
  readonly nextDue: Date | null
}

const changesOf = <A>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  key: (item: A) => string | number
): ReadonlyArray<Change<A>> => {
  if (after === before) return []
  const stored = new Map(before.map((item) => [key(item), item]))
  return after.flatMap((item) => {
    const known = stored.get(key(item))
    return known === item ? [] : [{ before: known, after: item }]
  })
}

/**
 * The holdings of wallets in one transaction, and their changes. A wallet is omitted if it has neither lots nor pending awards, and if the
 * transaction adds neither of them.
 */
export class Wallets {
  readonly #stored: ReadonlyMap<MemberId, Holdings>
  readonly #current = new Map<MemberId, { readonly partnerId: PartnerId; readonly holdings: Holdings }>()

  constructor(stored: ReadonlyMap<MemberId, Holdings>) {
    this.#stored = stored
  }

  has(memberId: MemberId): boolean {
    return this.#stored.has(memberId)
  }

  of(memberId: MemberId): Holdings {
    return this.#current.get(memberId)?.holdings ?? this.#stored.get(memberId) ?? noHoldings
  }

  set(partnerId: PartnerId, memberId: MemberId, holdings: Holdings): void {
    if (!this.has(memberId)) throw new Error(`the holdings of member ${memberId} were not read`)
    this.#current.set(memberId, { partnerId, holdings })
  }

  changes(): ReadonlyArray<ChangedWallet> {
    return Array.from(this.#current, ([memberId, { holdings, partnerId }]) => {
      const stored = this.#stored.get(memberId) ?? noHoldings
      return {
        partnerId,
        memberId,
        lots: changesOf(stored.lots, holdings.lots, ({ expiresAt }) => expiresAt.getTime()),
        pending: changesOf(stored.pending, holdings.pending, ({ id }) => id),
        nextDue: nextDue(holdings)
      }
    })
  }
}
