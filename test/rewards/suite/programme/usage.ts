import assert from "node:assert/strict"
import { Effect } from "effect"
import { maxTallies, readProgress } from "../../../../lib/rewards/rules/readRuleUsage.ts"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { neverScans } from "../../../support/plan.ts"
import { newPartner, onPostgres, raw, subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057"
const day = 86_400_000

export const usage = (it: Tests<ProgrammeEngine>): void => {
  it.live("a rule says what its places and its limits per rule have used, and writes nothing", () =>
    Effect.gen(function* () {
      const { award, later, now, onboard, partnerId, reverse, rule, rules } = yield* newProgramme
      const { id } = yield* rule({
        maxNumberOfParticipant: 7,
        userLimitAward: 5,
        limits: [
          { per: "member", period: "day", awards: 4 },
          { per: "rule", period: "day", awards: 9, coins: 100 },
          { per: "rule", period: "ever", coins: "500.5" }
        ]
      })
      const places = (used: string) => ({
        per: "rule",
        period: "ever",
        measure: "participants",
        used,
        max: "7",
        resetsAt: null
      })
      const expected = (payments: number, today: number, participants: string) => {
        const resetsAt = new Date(Math.floor(now().getTime() / day + 1) * day)
        const daily = { per: "rule", period: "day", resetsAt }
        const ever = { per: "rule", period: "ever", measure: "coins", resetsAt: null }
        return [
          places(participants),
          { ...daily, measure: "awards", used: String(today), max: "9" },
          { ...daily, measure: "coins", used: String(today * 10), max: "100" },
          { ...ever, used: String(payments * 10), max: "500.5" }
        ]
      }
      const read = Effect.map(rules.details({ partnerId, id }), (found) => found.usage)
      assert.deepEqual(yield* read, expected(0, 0, "0"))
      yield* onboard("ann", "bob")
      yield* award("ann")
      const last = yield* award("bob")
      yield* award("bob")
      const before = yield* dump
      const { version, ...found } = yield* rules.details({ partnerId, id })
      assert.match(version, /^[0-9a-f]{32}$/)
      assert.deepEqual(found, {
        rule: { ...(yield* rules.get({ partnerId, id })), orderedBy: null, changedBy: null },
        usage: expected(3, 3, "2")
      })
      assert.deepEqual(yield* dump, before)
      yield* reverse(last.id)
      assert.deepEqual(yield* read, expected(2, 2, "2"))
      // A new day.
      later(24)
      assert.deepEqual(yield* read, expected(2, 0, "2"))
      // A limit that is added counts what its running window has paid already.
      yield* award("ann")
      yield* rules.update({ partnerId, id, limits: [{ per: "rule", period: "year", awards: 50 }] })
      assert.deepEqual(
        (yield* read).map(({ measure, used }) => [measure, used]),
        [
          ["participants", "2"],
          ["awards", "3"]
        ]
      )
    })
  )

  it.live("rules press at 80 % of what all members share and before they end, and others are not read", () =>
    Effect.gen(function* () {
      const { award, later, now, onboard, partnerId, reverse, rule, rules } = yield* newProgramme
      const names = Effect.map(rules.pressing({ partnerId }), ({ data, hasMore }) => {
        assert.equal(hasMore, false)
        return data.map(({ ruleName }) => ruleName)
      })
      yield* onboard("ann", "bob")
      const daily = yield* rule({
        name: "daily",
        limits: [
          { per: "rule", period: "day", awards: 5 },
          { per: "member", period: "day", awards: 5 }
        ]
      })
      yield* rule({ name: "places", maxNumberOfParticipant: 2 })
      yield* rule({ name: "mine", limits: [{ per: "member", period: "ever", awards: 1 }] })
      yield* rule({ name: "off", maxNumberOfParticipant: 1 }).pipe(
        Effect.tap(({ id }) =>
          Effect.zipRight(award("ann", "off"), rules.update({ partnerId, id, status: "inactive" }))
        )
      )
      yield* rule({ name: "ends", endsAt: new Date(now().getTime() + 8 * day).toISOString() })
      assert.deepEqual(yield* names, [])
      yield* award("ann", "mine")
      for (const _ of [1, 2, 3]) yield* award("ann", "daily")
      yield* award("ann", "places")
      assert.deepEqual(yield* names, [])
      const fourth = yield* award("bob", "daily")
      yield* award("bob", "places")
      assert.deepEqual(yield* names, ["places", "daily"])
      const { data } = yield* rules.pressing({ partnerId })
      assert.deepEqual(data[1], {
        ruleId: daily.id,
        ruleName: "daily",
        endsAt: null,
        limits: (yield* rules.details({ partnerId, id: daily.id })).usage
      })
      yield* reverse(fourth.id)
      assert.deepEqual(yield* names, ["places"])
      // A limit that is lowered to what is used counts at once, without another payment.
      yield* rules.update({
        partnerId,
        id: daily.id,
        limits: [
          { per: "rule", period: "day", awards: 3 },
          { per: "member", period: "day", awards: 5 }
        ]
      })
      assert.deepEqual(yield* names, ["places", "daily"])
      yield* rules.update({ partnerId, id: daily.id, limits: [{ per: "rule", period: "year", awards: 3 }] })
      assert.deepEqual(yield* names, ["places", "daily"])
      // The other window is new, and the end is near.
      yield* rules.update({ partnerId, id: daily.id, limits: [{ per: "rule", period: "day", awards: 3 }] })
      later(25)
      assert.deepEqual(yield* names, ["ends", "places"])
      later(8 * 24)
      assert.deepEqual(yield* names, ["places"])
      const other = yield* newProgramme
      assert.deepEqual(yield* other.rules.pressing({ partnerId: other.partnerId }), {
        data: [],
        hasMore: false
      })
    })
  )

  it.live("a rule tells who is in the middle of a cycle, how far, and what is left", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule, rules } = yield* newProgramme
      const three = yield* rule({ name: "three", type: "batched", completionNumber: 3 })
      const all = yield* rule({ name: "all", type: "combined", rules: subRules("a", "b", "c") })
      const single = yield* rule()
      yield* onboard("ann", "bob", "cat", "dan")
      const told = (id: string, rest: { after?: string; limit?: number } = {}) =>
        Effect.map(rules.progress({ partnerId, id, ...rest }), ({ data, hasMore, next }) => ({
          data: data.map(({ done, missing, of, userId }) => [userId, done, of, ...missing]),
          hasMore,
          next
        }))
      const whole = { hasMore: false, next: null }
      assert.deepEqual(yield* told(three.id), { data: [], ...whole })
      for (const userId of ["dan", "bob", "bob", "cat", "cat", "cat"]) yield* award(userId, "three")
      assert.deepEqual(yield* told(three.id), {
        data: [
          ["bob", 2, 3],
          ["dan", 1, 3]
        ],
        ...whole
      })
      const { data, next } = yield* told(three.id, { limit: 1 })
      assert.deepEqual(data, [["bob", 2, 3]])
      assert.ok(next !== null)
      assert.deepEqual(yield* told(three.id, { limit: 1, after: next }), { data: [["dan", 1, 3]], ...whole })

      yield* award("ann", "b")
      yield* award("cat", "a")
      yield* award("cat", "c")
      yield* award("ann")
      assert.deepEqual(yield* told(all.id), {
        data: [
          ["ann", 1, 3, "a", "c"],
          ["cat", 2, 3, "b"]
        ],
        ...whole
      })
      // What is inactive is neither done nor left.
      yield* rules.update({ partnerId, id: all.id, rules: [{ name: "b", status: "inactive" }] })
      assert.deepEqual(yield* told(all.id), { data: [["cat", 2, 2]], ...whole })
      assert.deepEqual(yield* told(single.id), { data: [], ...whole })
    })
  )

  it.live("a rule of another partner, or none, is not found", () =>
    Effect.gen(function* () {
      const { partnerId, rule } = yield* newProgramme
      const { id } = yield* rule()
      const other = yield* newPartner
      for (const asked of [
        { partnerId: other.partnerId, id },
        { partnerId, id: unknownId }
      ]) {
        yield* refused("RuleNotFound")(other.rules.details(asked))
        yield* refused("RuleNotFound")(other.rules.progress(asked))
      }
      yield* refused("InvalidInput")(other.rules.details({ partnerId, id: "x" }))
      yield* refused("InvalidInput")(other.rules.progress({ partnerId, id, limit: 101 }))
    })
  )

  it.live("progress looks at a bounded number of members, by the primary key, and says where to go on", () =>
    Effect.gen(function* () {
      const { awardMany, onboard, partnerId, rule, rules } = yield* newProgramme
      const { id } = yield* rule({ name: "pair", type: "batched", completionNumber: 2 })
      const userIds = Array.from({ length: maxTallies + 50 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      const done = userIds.slice(0, -1).flatMap((userId) => [userId, userId])
      for (let from = 0; from < done.length; from += 1000) {
        yield* awardMany(done.slice(from, from + 1000).map((userId) => ({ userId, ruleName: "pair" })))
      }
      yield* awardMany(userIds.slice(-1).map((userId) => ({ userId, ruleName: "pair" })))
      if (yield* onPostgres) yield* raw("ANALYZE")
      const first = yield* rules.progress({ partnerId, id })
      assert.deepEqual([first.data, first.hasMore], [[], true])
      const second = yield* rules.progress({ partnerId, id, after: first.next ?? "" })
      assert.deepEqual(
        [second.data.map(({ userId }) => userId), second.hasMore, second.next],
        [userIds.slice(-1), false, null]
      )
      yield* neverScans(readProgress, [{ partnerId, ruleId: id, after: unknownId, most: maxTallies }], {
        aliases: "t",
        most: maxTallies
      })
    })
  )
}
