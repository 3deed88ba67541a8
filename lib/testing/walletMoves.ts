/** A change of a wallet. `maturedAt` is the instant of a maturity, and otherwise null. */
export interface WalletMove {
  readonly units: number
  readonly maturedAt: number | null
}

/**
 * Returns the coins of the changes, in their order. Awards of a member that mature at the same instant do so in the order of their ids. The
 * model does not know this order, so their coins are sorted.
 */
export const unitsInOrder = (moves: ReadonlyArray<WalletMove>): ReadonlyArray<number> => {
  const runs: Array<{ readonly maturedAt: number | null; readonly units: Array<number> }> = []
  for (const { maturedAt, units } of moves) {
    const last = runs.at(-1)
    if (last !== undefined && maturedAt !== null && last.maturedAt === maturedAt) last.units.push(units)
    else runs.push({ maturedAt, units: [units] })
  }
  return runs.flatMap(({ units }) => units.sort((one, other) => one - other))
}

/** How many of the latest entries a wallet shows. */
export const entriesShown = 20

/**
 * Returns the latest changes of a wallet, newest first. If the oldest of them is a maturity, leaves out all maturities of its instant,
 * because the wallet may show only some of them.
 */
export const entriesShownOf = (newestFirst: ReadonlyArray<WalletMove>): ReadonlyArray<number> => {
  const shown = newestFirst.slice(0, entriesShown)
  const cut = shown.length === entriesShown ? (shown.at(-1)?.maturedAt ?? null) : null
  return unitsInOrder(shown.filter(({ maturedAt }) => cut === null || maturedAt !== cut))
}
