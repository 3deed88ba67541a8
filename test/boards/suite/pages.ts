import assert from "node:assert/strict"
import { Effect } from "effect"
import { Coins, Members } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { raw } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

/** A partner whose members have these scores, reached in this order, one per second. */
const withScores = (scores: Readonly<Record<string, number>>) =>
  Effect.gen(function* () {
    const world = yield* newBoards
    yield* world.rule({ coinValue: 1 })
    yield* world.onboard(...Object.keys(scores))
    let second = 0
    for (const [userId, score] of Object.entries(scores)) {
      second += 1
      world.setTime(Date.UTC(2025, 6, 2, 0, 0, second))
      for (let count = 0; count < score; count += 1) yield* world.award(userId)
    }
    const userIds = (entries: ReadonlyArray<{ readonly userId: string }>) =>
      entries.map(({ userId }) => userId)
    return { ...world, userIds }
  })

/** One process cannot issue that many coins. Several can, each with its own issuance account. */
const againElsewhere = (awardId: string, times: number) =>
  Effect.forEach(
    Array.from({ length: times }, (_, index) => index + 1),
    (copy) =>
      Effect.gen(function* () {
        const elsewhere = `SELECT a.id FROM rewards_transfer t
          JOIN rewards_account a ON a.partner_id = t.partner_id AND a.kind = 'issuance' AND a.id <> t.debit_account
          WHERE t.id = UUID '${awardId}' ORDER BY a.id LIMIT 1 OFFSET ${copy}`
        yield* raw(`UPDATE rewards_account SET version = version + 1 WHERE id = (${elsewhere})`)
        yield* raw(`INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
            credit_account, credit_version, credit_balance, created_at, month)
          SELECT t.partner_id, UUID '${crypto.randomUUID()}', t.kind, t.amount, a.id, a.version, t.debit_balance,
            t.credit_account, t.credit_version + ${copy}, t.credit_balance, t.created_at, t.month
          FROM rewards_transfer t JOIN rewards_account a ON a.partner_id = t.partner_id AND a.id = (${elsewhere})
          WHERE t.id = UUID '${awardId}'`)
      })
  )

export const pages = (it: Tests<BoardsEngine>): void => {
  it.live(
    "equal scores share a position, the member who reached them first comes first, and the next position is after both",
    () =>
      Effect.gen(function* () {
        const { boards, partnerId, userIds } = yield* withScores({ zoe: 2, ann: 2, bob: 3, cid: 1, dan: 2 })
        assert.deepEqual(userIds((yield* boards.points({ partnerId })).entries), [
          "bob",
          "zoe",
          "ann",
          "dan",
          "cid"
        ])
        const positions = yield* Effect.forEach(["bob", "zoe", "ann", "dan", "cid"], (userId) =>
          Effect.map(boards.points({ partnerId, userId }), ({ userPosition }) => userPosition?.position)
        )
        assert.deepEqual(positions, [1, 2, 2, 2, 5])
      })
  )

  it.live("of members who reach a score at the same time the one with the smaller id comes first", () =>
    Effect.gen(function* () {
      const { awardMany, boards, onboard, partnerId, rule, setTime } = yield* newBoards
      yield* rule()
      const members = yield* onboard("c", "a", "d", "b")
      setTime("2025-07-02T00:00:00.000Z")
      yield* awardMany(["d", "b", "a", "c"].map((userId) => ({ userId, ruleName: "signup" })))
      const { entries } = yield* boards.points({ partnerId })
      assert.deepEqual(
        entries.map(({ id }) => id),
        members.map(({ id }) => id).sort()
      )
    })
  )

  it.live("an empty board has one empty page", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* newBoards
      const empty = {
        userPosition: null,
        entries: [],
        count: 0,
        currentPage: 1,
        nextPage: null,
        prevPage: null,
        lastPage: 1
      }
      assert.deepEqual(yield* boards.points({ partnerId }), empty)
      assert.deepEqual(yield* boards.coins({ partnerId, type: "spender", month: 7 }), empty)
    })
  )

  it.live("a page past the end is empty, still has count and position, and links back to the last page", () =>
    Effect.gen(function* () {
      const { boards, partnerId } = yield* withScores({ ann: 1, bob: 2, cid: 3 })
      for (const page of [3, 4, "100", 999_999_999_999_999]) {
        assert.deepEqual(yield* boards.points({ partnerId, page, take: 2, userId: "ann" }), {
          userPosition: { userId: "ann", amount: Coins.parse(1), position: 3 },
          entries: [],
          count: 3,
          currentPage: Number(page),
          nextPage: null,
          prevPage: 2,
          lastPage: 2
        })
      }
    })
  )

  it.live("a full last page has no next one", () =>
    Effect.gen(function* () {
      const { boards, partnerId, userIds } = yield* withScores({ ann: 1, bob: 2, cid: 3, dan: 4 })
      const { entries, ...rest } = yield* boards.coins({ partnerId, page: "2", limit: "2" })
      assert.deepEqual(userIds(entries), ["bob", "ann"])
      assert.deepEqual(rest, {
        userPosition: null,
        count: 4,
        currentPage: 2,
        nextPage: null,
        prevPage: 1,
        lastPage: 2
      })
    })
  )

  it.live("a page has ten entries by default", () =>
    Effect.gen(function* () {
      const scores = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`user ${index}`, 1]))
      const { boards, partnerId } = yield* withScores(scores)
      assert.equal((yield* boards.points({ partnerId })).entries.length, 10)
      assert.equal((yield* boards.coins({ partnerId })).entries.length, 10)
      assert.equal((yield* boards.points({ partnerId, take: 100 })).entries.length, 12)
    })
  )

  it.live("a transfer to the partner adds to the spender board and does not lower the points", () =>
    Effect.gen(function* () {
      const { boards, partnerId, transfer } = yield* withScores({ ann: 3, bob: 2 })
      yield* transfer("ann", "2.5")
      const { entries, userPosition } = yield* boards.coins({ partnerId, type: "spender", userId: "bob" })
      assert.deepEqual(entries, [{ userId: "ann", coins: Coins.parse("2.5") }])
      assert.deepEqual(userPosition, { userId: "bob", amount: 0, position: 0 })
      const points = yield* boards.points({ partnerId, userId: "ann" })
      assert.deepEqual(points.userPosition, { userId: "ann", amount: Coins.parse(3), position: 1 })
    })
  )

  it.live("a partner's board shows only its own members", () =>
    Effect.gen(function* () {
      const ours = yield* withScores({ ann: 1 })
      const theirs = yield* withScores({ ann: 2, eve: 3 })
      assert.deepEqual(
        theirs.userIds((yield* theirs.boards.points({ partnerId: theirs.partnerId })).entries),
        ["eve", "ann"]
      )
      assert.deepEqual(ours.userIds((yield* ours.boards.points({ partnerId: ours.partnerId })).entries), [
        "ann"
      ])
    })
  )

  it.live("a member with more than the largest amount is shown with that amount, in order", () =>
    Effect.gen(function* () {
      const { award, boards, onboard, partnerId, rule } = yield* newBoards
      yield* rule({ coinValue: "250000000000" })
      yield* onboard("ann", "bob")
      yield* againElsewhere((yield* award("ann")).id, 2)
      yield* againElsewhere((yield* award("bob")).id, 3)
      const { entries, userPosition } = yield* boards.points({ partnerId, userId: "ann" })
      assert.deepEqual(
        entries.map(({ points, userId }) => [userId, points]),
        [
          ["bob", Coins.max],
          ["ann", Coins.max]
        ]
      )
      assert.deepEqual(userPosition, { userId: "ann", amount: Coins.max, position: 2 })
    })
  )
  it.live("a member with more than the largest amount is merged, and shown with that amount", () =>
    Effect.gen(function* () {
      const { award, boards, onboard, partnerId, rule } = yield* newBoards
      yield* rule({ coinValue: "250000000000" })
      yield* onboard("ann", "bob")
      yield* againElsewhere((yield* award("ann")).id, 3)
      yield* award("bob")
      yield* boards.points({ partnerId })
      yield* (yield* Members).merge({ partnerId, from: "ann", into: "bob", force: true })
      const { entries } = yield* boards.points({ partnerId })
      assert.deepEqual(
        entries.map(({ points, userId }) => [userId, points]),
        [["bob", Coins.max]]
      )
    })
  )
}
