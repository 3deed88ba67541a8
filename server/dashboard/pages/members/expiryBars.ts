interface Expiry {
  readonly on: string
  readonly coins: string
}

/** A day on which coins expire, at its place between today and the last of these days. */
export interface ExpiryBar extends Expiry {
  /** In per cent of the line. */
  readonly place: number
  /** The height, as a share of the highest bar. */
  readonly share: number
  /** True if there is room for its label beside that of the bar before. */
  readonly isLabelled: boolean
  /** The day is within a month, so the bar is striped. */
  readonly isSoon: boolean
}

const day = 86_400_000
const soon = 30

/** The part of the line that a label needs on a narrow screen, in per cent, and the margins of the line. */
const labelRoom = 26
const [left, right] = [12, 88]

export const barsOf = (expiring: ReadonlyArray<Expiry>, today: string): ReadonlyArray<ExpiryBar> => {
  const daysTo = (on: string): number => (Date.parse(on) - Date.parse(today)) / day
  const last = Math.max(1, ...expiring.map(({ on }) => daysTo(on)))
  const most = Math.max(...expiring.map(({ coins }) => Number(coins)))
  let labelled = Number.NEGATIVE_INFINITY
  return expiring.map(({ coins, on }) => {
    const place = left + (Math.max(0, daysTo(on)) / last) * (right - left)
    const isLabelled = place - labelled >= labelRoom
    if (isLabelled) labelled = place
    return { on, coins, place, share: Number(coins) / most, isLabelled, isSoon: daysTo(on) <= soon }
  })
}
