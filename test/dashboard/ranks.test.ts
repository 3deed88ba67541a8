import assert from "node:assert/strict"
import { type Entry, rank, tiesOf } from "../../server/dashboard/pages/boards/ranks.ts"
import { describe, it } from "../support/effect.ts"

const entries = (...coins: ReadonlyArray<number>): ReadonlyArray<Entry> =>
  coins.map((each, index) => ({ userId: `member ${index}`, coins: each }))

const ranksOf = (coins: ReadonlyArray<number>, order: number, first: number) =>
  rank(entries(...coins), order, first).map((entry) => entry.rank)

const said = (coins: ReadonlyArray<number>, order: number, first: number, hasNext: boolean) =>
  tiesOf(rank(entries(...coins), order, first), { order, hasNext })

const rest = "of equal scores, the one that was reached first is listed first."

describe("the ranks on a page of a board", () => {
  it("are competition ranks: equals share one, and the next has the number of those above", () => {
    assert.deepEqual(ranksOf([9, 9, 7, 7, 7, 1], 1, 1), [1, 1, 3, 3, 3, 6])
    assert.deepEqual(ranksOf([], 1, 1), [])
  })

  it("continue from the previous page, whose last members may share the first rank", () => {
    assert.deepEqual(ranksOf([7, 7, 5], 21, 19), [19, 19, 23])
    assert.deepEqual(ranksOf([7, 5], 21, 21), [21, 22])
  })

  it("are explained if they are shared, and not counted if they continue on another page", () => {
    assert.equal(said([9, 8, 7], 1, 1, false), undefined)
    assert.equal(said([9, 9, 7], 1, 1, true), `2 members share rank 1: ${rest}`)
    assert.equal(
      said([9, 9, 7, 7], 1, 1, false),
      `2 members share rank 1, and 2 members share rank 3: ${rest}`
    )
    assert.equal(said([9, 7, 7], 1, 1, true), `Several members share rank 2: ${rest}`)
    assert.equal(said([7, 5], 21, 20, false), `Several members share rank 20: ${rest}`)
    assert.match(
      said([9, 9, 7, 7, 5, 5], 1, 1, false) ?? "",
      /^2 members share rank 1, .*rank 3, and so on: /
    )
  })
})
