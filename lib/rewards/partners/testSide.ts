import type { Dialect } from "../../sql/Dialect.ts"

/**
 * The test side of a partner is a partner with own data and a clock that can be set. Its id is a UUID of version 4 that starts
 * with `7e57`. No other partner has such an id, so every process recognises a test side by its id.
 */
const beginning = "7e57"

/** Whether a partner is the test side of another. */
export const isTestSide = (partnerId: string): boolean =>
  partnerId.startsWith(beginning) && partnerId[14] === "4"

/** Makes the id of a test side from a random UUID of version 4. */
export const testSideId = (random: string): string => beginning + random.slice(beginning.length)

/** SQL that is true if the partner with this id is a test side. */
export const isTestSideSql = (id: string, { idText }: Pick<Dialect, "idText">): string =>
  `${idText(id)} LIKE '${beginning}____-____-4%'`

/** The largest number of milliseconds by which the clock of a test side can be ahead: about 20 years. */
export const maxOffset = 20 * 366 * 86_400_000
