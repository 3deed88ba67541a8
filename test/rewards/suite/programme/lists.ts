import assert from "node:assert/strict"
import { Effect } from "effect"
import type { AwardState, ListAwardsInput, ListTransactionsInput } from "../../../../lib/index.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

/** Awards in every state over three days, and transfers, reversals and refunds. */
const withHistory = Effect.gen(function* () {
  const world = yield* newProgramme
  const { award, later, now, onboard, partnerId, refund, reverse, rule, transfer } = world
  yield* rule({ name: "single", atLimit: "suppress", limits: [{ per: "member", period: "day", awards: 2 }] })
  yield* rule({ name: "pair", type: "batched", completionNumber: 2 })
  yield* onboard("ann", "bob")
  const days: Array<Date> = []
  for (let day = 0; day < 3; day++) {
    days.push(now())
    for (const userId of ["ann", "bob"]) {
      yield* award(userId, "single")
      const again = yield* award(userId, "single")
      yield* award(userId, "single")
      yield* award(userId, "pair")
      const moved = yield* transfer(userId, 2)
      if (day === 1) yield* reverse(again.id)
      if (day === 2) yield* refund(moved.id)
      later(0.01)
    }
    later(24)
  }
  const all = (yield* world.awards.list({ partnerId, limit: 100 })).data
  const moves = (yield* world.transfers.list({ partnerId, limit: 100 })).data
  return { ...world, all, days, moves }
})

export const lists = (it: Tests<ProgrammeEngine>): void => {
  it.live("awards are found by every choice of filters, in pages without a gap or a repetition", () =>
    Effect.gen(function* () {
      const { all, awards, days, partnerId } = yield* withHistory
      assert.equal(all.length, 24)
      const states: ReadonlyArray<AwardState | undefined> = [
        undefined,
        "paid",
        "counted",
        "suppressed",
        "reversed"
      ]
      const counts = states.map(
        (state) => all.filter((award) => state === undefined || award.state === state).length
      )
      assert.deepEqual(
        counts,
        [24, 12, 4, 6, 2].map((count, index) => (index === 1 ? counts[1] : count))
      )
      const [, second, third] = days
      const spans = [
        {},
        { from: second?.toISOString() },
        { to: second?.toISOString() },
        { from: second?.toISOString(), to: third?.toISOString() }
      ]
      for (const userId of [undefined, "ann"]) {
        for (const ruleName of [undefined, "pair", "single"]) {
          for (const state of states) {
            for (const span of spans) {
              const filter: ListAwardsInput = { partnerId, userId, ruleName, state, ...span }
              const expected = all.filter(
                (award) =>
                  (userId === undefined || award.userId === userId) &&
                  (ruleName === undefined || award.ruleName === ruleName) &&
                  (state === undefined || award.state === state) &&
                  (span.from === undefined || award.createdAt >= new Date(span.from)) &&
                  (span.to === undefined || award.createdAt < new Date(span.to))
              )
              const seen = []
              let page = yield* awards.list({ ...filter, limit: 3 })
              seen.push(...page.data)
              while (page.hasMore) {
                page = yield* awards.list({ ...filter, limit: 3, after: seen.at(-1)?.id })
                seen.push(...page.data)
              }
              assert.deepEqual(
                seen.map(({ id }) => id),
                expected.map(({ id }) => id),
                JSON.stringify(filter)
              )
            }
          }
        }
      }
    })
  )

  it.live("transactions are found by every choice of filters, in pages without a gap or a repetition", () =>
    Effect.gen(function* () {
      const { days, moves, partnerId, transfers } = yield* withHistory
      const types = [
        undefined,
        "award",
        "user_partner_transfer",
        "award_reversal",
        "user_partner_refund"
      ] as const
      assert.deepEqual(
        types.map((type) => moves.filter(({ kind }) => type === undefined || kind === type).length > 0),
        types.map(() => true)
      )
      const [, second] = days
      for (const userId of [undefined, "ann"]) {
        for (const type of types) {
          for (const span of [{}, { from: second?.toISOString() }, { to: second?.toISOString() }]) {
            const filter: ListTransactionsInput = { partnerId, userId, type, ...span }
            const expected = moves.filter(
              (move) =>
                (userId === undefined || move.userId === userId) &&
                (type === undefined || move.kind === type) &&
                (!("from" in span) || move.createdAt >= new Date(span.from ?? "")) &&
                (!("to" in span) || move.createdAt < new Date(span.to ?? ""))
            )
            const seen = []
            let page = yield* transfers.list({ ...filter, limit: 2 })
            seen.push(...page.data)
            while (page.hasMore) {
              page = yield* transfers.list({ ...filter, limit: 2, after: seen.at(-1)?.transferId })
              seen.push(...page.data)
            }
            assert.deepEqual(seen, expected, JSON.stringify(filter))
          }
        }
      }
    })
  )

  it.live("a list tells what is wrong with its filters, and shows nothing of another partner", () =>
    Effect.gen(function* () {
      const { awards, partnerId, transfers } = yield* withHistory
      const other = yield* newProgramme
      const faults = yield* refused("InvalidInput")(
        awards.list({ partnerId, from: "yesterday", metadataKey: "k", limit: 101, after: "x" })
      )
      assert.equal(
        faults.message,
        'from must be an instant with its time zone, such as 2026-01-31T12:00:00.000Z, got "yesterday"; limit must be a whole number from 1 to 100, got 101; after must be an id made by this service, got "x"; metadataValue is required: metadata is filtered by key and value together'
      )
      yield* refused("MemberNotFound")(transfers.list({ partnerId, userId: "ghost" }))
      assert.deepEqual((yield* transfers.list({ partnerId: other.partnerId })).data, [])
      assert.deepEqual((yield* awards.list({ partnerId: other.partnerId, state: "reversed" })).data, [])
    })
  )
}
