/** How many letters must be added, removed, changed or swapped with a neighbour to turn one word into the other. */
const distance = (one: string, other: string): number => {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0))
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const costs = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1)
      ]
      if (swapped && row > 1 && column > 1) costs.push(at(row - 2, column - 2) + 1)
      rows[row]?.splice(column, 1, Math.min(...costs))
    }
  }
  return at(one.length, other.length)
}

/** The known word that is closest to a misspelt one; undefined if none is close. */
export const closest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const [best] = known
    .map((each) => ({ each, far: distance(word.toLowerCase(), each) }))
    .filter(
      ({ each, far }) =>
        far <= Math.max(1, Math.floor(each.length / 3)) || (word.length > 1 && each.startsWith(word))
    )
    .sort((one, other) => one.far - other.far)
  return best?.each
}

/** " Did you mean …?", or an empty text. */
export const suggestion = (word: string, known: ReadonlyArray<string>, sign = ""): string => {
  const found = closest(word, known)
  return found === undefined ? "" : ` Did you mean ${sign}${found}?`
}
