import { words } from "../../words/boards.ts"

/** A member on a board. */
export interface Entry {
  readonly userId: string
  readonly coins: number
  /** When the member reached the score, which decides between equal scores. Only the points board has it. */
  readonly reachedAt?: string
}

export interface Ranked extends Entry {
  readonly rank: number
}

/**
 * Competition ranks (1, 1, 3) of a page: equal scores share a rank. The first entry may share its rank with the previous page, so
 * its rank is given; `order` is its position in the whole list.
 */
export const rank = (entries: ReadonlyArray<Entry>, order: number, first: number): ReadonlyArray<Ranked> => {
  const ranked: Array<Ranked> = []
  for (const [index, entry] of entries.entries()) {
    const above = ranked.at(-1)
    const ownRank = above === undefined ? first : above.coins === entry.coins ? above.rank : order + index
    ranked.push({ ...entry, rank: ownRank })
  }
  return ranked
}

interface Edges {
  readonly order: number
  readonly hasNext: boolean
}

/** Says which ranks are shared, and why one member is listed first. Undefined if no rank is shared. */
export const tiesOf = (ranked: ReadonlyArray<Ranked>, { hasNext, order }: Edges): string | undefined => {
  const shared: Array<string> = []
  for (const [index, { rank: own }] of ranked.entries()) {
    if (ranked[index - 1]?.rank === own) continue
    const equals = ranked.filter((each) => each.rank === own)
    // If equal scores continue on another page, this page cannot count them.
    const isCut = own < order + index || (hasNext && equals.at(-1) === ranked.at(-1))
    if (equals.length > 1 || own < order + index) {
      shared.push(isCut ? words.severalShare(own) : words.someShare(equals.length, own))
    }
  }
  return shared.length === 0 ? undefined : words.ties(shared)
}
