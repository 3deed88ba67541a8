import assert from "node:assert/strict"
import fc from "fast-check"

/** What a property must meet before it says anything: each of these counts is above 0. */
type Seen = Readonly<Record<string, number>>

/**
 * Checks a property, and goes on with other values until each count of `seen` is above 0, because a few runs may not meet the case that
 * the property is about. Fails if a hundred rounds do not meet it.
 */
export const explore = <A>(property: fc.IProperty<A>, seen: () => Seen, numRuns: number): void => {
  const isCovered = () => Object.values(seen()).every((count) => count > 0)
  for (let round = 0; round < 100; round += 1) {
    fc.assert(property, { numRuns })
    if (isCovered()) return
  }
  assert.fail(`the values were all alike: ${JSON.stringify(seen())}`)
}
