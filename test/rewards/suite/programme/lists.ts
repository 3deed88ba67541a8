import assert from "node:assert/strict"
import { Effect } from "effect"
import {
  type AwardState,
  Events,
  type ListAwardsInput,
  type ListTransactionsInput
} from "../../../../lib/index.ts"
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

/** The ids of a page, and where the list goes on. */
interface IdPage {
  readonly ids: ReadonlyArray<string>
  readonly hasMore: boolean
  readonly next: string | null
}

const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`key ${index}`, "€".repeat(500)])
)

/** How many records with this metadata have at most 250 kB together. */
const fitting = Math.floor(
  250_000 /
    Object.entries(metadata).reduce(
      (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
      0
    )
)

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
                page = yield* awards.list({ ...filter, limit: 3, after: page.next ?? undefined })
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
              page = yield* transfers.list({ ...filter, limit: 2, after: page.next ?? undefined })
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

  it.live("a list examines 1,000 records for a page, and the next page goes on after them", () =>
    Effect.gen(function* () {
      const { award, awardMany, awards, later, now, onboard, partnerId, reverse, rule, transfer, transfers } =
        yield* newProgramme
      yield* rule()
      yield* rule({ name: "other" })
      yield* onboard("ann")
      const metadata = { shop: "main street" }
      const oldest = yield* award("ann", "signup", { metadata })
      yield* reverse(oldest.id)
      const early = yield* award("ann", "other", { metadata: { ...metadata, till: "1" } })
      const moved = yield* transfer("ann", 1)
      later(1)
      const before = now().toISOString()
      later(1)
      for (const count of [600, 500]) {
        const one = { userId: "ann", ruleName: "signup", metadata }
        yield* awardMany(Array.from({ length: count }, () => one))
      }
      const newest = (yield* awards.list({ partnerId, limit: 1 })).data[0]?.id
      const ofShop = { metadataKey: "shop", metadataValue: "main street" }
      const reversed: ReadonlyArray<Omit<ListAwardsInput, "partnerId">> = [
        { userId: "ann", state: "reversed" },
        { ruleName: "signup", state: "reversed" },
        { ...ofShop, state: "reversed" }
      ]
      const others: ReadonlyArray<Omit<ListAwardsInput, "partnerId">> = [
        { userId: "ann", ruleName: "other" },
        { userId: "ann", metadataKey: "till", metadataValue: "1" },
        { ...ofShop, ruleName: "other" }
      ]
      const wanted = [
        ...reversed.map((filter) => [filter, oldest.id] as const),
        ...others.map((filter) => [filter, early.id] as const)
      ]
      for (const [filter, id] of wanted) {
        const first = yield* awards.list({ partnerId, ...filter })
        const words = JSON.stringify(filter)
        assert.deepEqual([first.data, first.hasMore], [[], true], words)
        assert.ok(first.next !== null && newest !== undefined && first.next < newest, words)
        const rest = yield* awards.list({ partnerId, ...filter, after: first.next })
        assert.deepEqual([rest.data.map((each) => each.id), rest.next], [[id], null], words)
      }
      for (const filter of [{ userId: "ann" }, ofShop]) {
        const asked = { partnerId, ...filter, type: "award_reversal" as const }
        const first = yield* transfers.list(asked)
        assert.deepEqual([first.data, first.hasMore], [[], true])
        const rest = yield* transfers.list({ ...asked, after: first.next ?? undefined })
        const expected = "userId" in filter ? 1 : 0
        assert.deepEqual([rest.data.length, rest.next], [expected, null])
      }
      // An index finds these records, so no other record is examined.
      assert.deepEqual(
        (yield* transfers.list({ partnerId, type: "user_partner_transfer" })).data.map(
          (each) => each.transferId
        ),
        [moved.id]
      )
      assert.deepEqual(
        (yield* awards.list({ partnerId, to: before })).data.map((each) => each.id),
        [early.id, oldest.id]
      )
      assert.equal((yield* transfers.list({ partnerId, to: before })).data.length, 4)
    })
  )

  it.live("a page ends before the record with which its texts would pass 250 kB", () =>
    Effect.gen(function* () {
      const { awardMany, awards, onboard, partnerId, rule, transfers } = yield* newProgramme
      const events = yield* Events
      yield* onboard("ann")
      yield* rule()
      const { next: start } = yield* events.list({ partnerId })
      yield* awardMany(Array.from({ length: 5 }, () => ({ userId: "ann", ruleName: "signup", metadata })))
      const lists: Readonly<Record<string, (after: string | undefined) => Effect.Effect<IdPage, unknown>>> = {
        awards: (after) =>
          Effect.map(awards.list({ partnerId, limit: 5, after }), ({ data, ...end }) => ({
            ids: data.map(({ id }) => id),
            ...end
          })),
        transactions: (after) =>
          Effect.map(transfers.list({ partnerId, limit: 5, after }), ({ data, ...end }) => ({
            ids: data.map(({ transferId }) => transferId),
            ...end
          })),
        events: (after) =>
          Effect.map(
            events.list({ partnerId, limit: 5, after: after ?? start ?? undefined }),
            ({ data, ...end }) => ({
              ids: data.map(({ id }) => id),
              ...end
            })
          )
      }
      for (const [name, list] of Object.entries(lists)) {
        const first = yield* list(undefined)
        assert.deepEqual(
          [first.ids.length, first.hasMore, first.next],
          [fitting, true, first.ids.at(-1)],
          name
        )
        const second = yield* list(first.next ?? undefined)
        assert.deepEqual([second.ids.length, second.hasMore], [5 - fitting, false], name)
        assert.equal(new Set([...first.ids, ...second.ids]).size, 5, name)
      }
      // A numbered page cannot end earlier.
      const asked = { partnerId, userId: "ann" }
      const { message } = yield* refused("InvalidInput")(transfers.history({ ...asked, limit: 5 }))
      assert.equal(
        message,
        `limit is too large: the texts of these transactions have more than 250000 bytes; use ${fitting} or less`
      )
      assert.equal((yield* transfers.history({ ...asked, limit: fitting })).entries.length, fitting)
      yield* refused("InvalidInput")(transfers.statement({ ...asked, limit: 5 }))
    })
  )
}
