import assert from "node:assert/strict"
import { Effect } from "effect"
import type { AwardPage, ListedAward } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { subRules } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

/** Awards of a single and a combined rule to two members, and the answers to them. */
const withAwards = Effect.gen(function* () {
  const world = yield* newBoards
  yield* world.rule()
  yield* world.rule({ name: "tour", type: "combined", coinValue: 5, rules: subRules("start", "end") })
  yield* world.onboard("ann", "bob")
  const made: Array<ListedAward> = []
  const steps = [
    ["ann", "signup"],
    ["ann", "start"],
    ["bob", "tour"],
    ["bob", "start"],
    ["ann", "end"],
    ["bob", "signup"]
  ] as const
  for (const [userId, ruleName] of steps) {
    const { replayed, ...award } = yield* world.award(userId, ruleName, {
      narration: `${userId} did ${ruleName}`
    })
    const state = award.awarded ? "paid" : "counted"
    const left = { coinsLeft: award.coins, amountLeft: null }
    const instants = { maturesAt: null, expiresAt: null, reversedAt: null }
    made.unshift({ ...award, ...left, ...instants, state, orderedBy: null, metadata: {} })
  }
  return { ...world, made }
})

export const awardHistory = (it: Tests<BoardsEngine>): void => {
  it.live("lists every award with its original answer, newest first, paid or not", () =>
    Effect.gen(function* () {
      const { awards, made, partnerId } = yield* withAwards
      assert.deepEqual(yield* awards.list({ partnerId }), { data: made, hasMore: false, next: null })
      assert.deepEqual(
        made.map(({ awarded, coins }) => [awarded, coins]),
        [
          [true, 100_000],
          [true, 50_000],
          [false, 0],
          [true, 50_000],
          [false, 0],
          [true, 100_000]
        ]
      )
    })
  )

  it.live("can be filtered by member, by the named rule or sub-rule, and by both", () =>
    Effect.gen(function* () {
      const { awards, made, partnerId } = yield* withAwards
      for (const userId of [undefined, "ann", "bob"]) {
        for (const ruleName of [undefined, "signup", "tour", "start", " END "]) {
          const name = ruleName?.trim().toLowerCase()
          assert.deepEqual(
            (yield* awards.list({ partnerId, userId, ruleName })).data,
            made.filter(
              (award) =>
                award.userId === (userId ?? award.userId) && award.ruleName === (name ?? award.ruleName)
            )
          )
        }
      }
    })
  )

  it.live("pages contain every award once, even if awards are added in between", () =>
    Effect.gen(function* () {
      const { award, awards, made, partnerId } = yield* withAwards
      const seen: Array<ListedAward> = []
      let page: AwardPage
      let after: string | undefined
      do {
        page = yield* awards.list({ partnerId, after, limit: "2" })
        seen.push(...page.data)
        after = page.next ?? undefined
        yield* award("ann")
      } while (page.hasMore)
      assert.deepEqual(seen, made)
    })
  )

  it.live("a renamed rule shows its present name, and a changed value does not change past payments", () =>
    Effect.gen(function* () {
      const { awards, made, partnerId, rules } = yield* withAwards
      const { id } = yield* rules.find({ partnerId, name: "signup" })
      yield* rules.update({ partnerId, id, name: "welcome", coinValue: 1 })
      const expected = made
        .filter(({ ruleId }) => ruleId === id)
        .map((award) => ({ ...award, ruleName: "welcome" }))
      assert.deepEqual((yield* awards.list({ partnerId, ruleName: "welcome" })).data, expected)
      yield* refused("RuleNotFound")(awards.list({ partnerId, ruleName: "signup" }))
    })
  )

  it.live("refuses wrong or unknown input by name, and shows nothing of another partner", () =>
    Effect.gen(function* () {
      const { awards, partnerId } = yield* withAwards
      const other = yield* newBoards
      assert.deepEqual(yield* awards.list({ partnerId: other.partnerId }), {
        data: [],
        hasMore: false,
        next: null
      })
      yield* refused("MemberNotFound")(awards.list({ partnerId: other.partnerId, userId: "ann" }))
      yield* refused("RuleNotFound")(awards.list({ partnerId: other.partnerId, ruleName: "tour" }))
      const { message } = yield* refused("InvalidInput")(awards.list({ partnerId, after: "x", limit: 0 }))
      assert.equal(
        message,
        'limit must be a whole number from 1 to 100, got 0; after must be an id made by this service, got "x"'
      )
    })
  )
}
