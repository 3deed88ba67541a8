import assert from "node:assert/strict"
import { openRewards } from "../../lib/index.ts"
import { type DemoSummary, fillDemo } from "../../server/cli/demo/fill.ts"
import { makeRandom } from "../../server/cli/demo/random.ts"
import { yearBefore } from "../../server/cli/demo/season.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"

const until = new Date("2026-03-01T12:00:00Z")
const options = { awards: 250, until }

/** What the demo shows, without its ids. */
const shown = async (database: string, { ecosystem, partners, password }: DemoSummary) => {
  const rewards = await openRewards({ database, accounts: true })
  try {
    assert.deepEqual(await rewards.verify(), [])
    const boards = []
    for (const { email, partnerId } of partners) {
      const { entries } = await rewards.boards.points({ partnerId, take: 100 })
      const { data: rules } = await rewards.rules.list({ partnerId })
      const { data: awards } = await rewards.awards.list({ partnerId, limit: 100 })
      const { data: parts } = await rewards.awards.list({ partnerId, state: "partly_reversed" })
      const { data: activities } = await rewards.activities.list({ partnerId, limit: 100 })
      const { data: adjusted } = await rewards.transfers.list({ partnerId, type: "adjustment" })
      const liability = await rewards.liability.at({ partnerId, at: until.toISOString() })
      await rewards.sessions.login({ ecosystem, email, password })
      boards.push({
        scores: entries.map(({ points, updatedAt }) => [points, updatedAt]),
        rules: rules.map(({ name, participants, status }) => [name, participants, status]),
        parts: parts.length,
        liability,
        activities: activities.map(({ createdAt, data, outcomes, reversedAt, type }) => ({
          createdAt,
          data,
          outcomes: outcomes.map(({ coins, met, ruleName }) => [ruleName, met, coins]),
          reversedAt,
          type
        })),
        adjusted: adjusted.map(({ amount, createdAt, reason, reversed }) => ({
          amount,
          createdAt,
          reason,
          reversed
        })),
        awards: awards.map(({ coins, createdAt, ruleName, state }) => [coins, createdAt, ruleName, state])
      })
    }
    const [coffee] = partners
    const { data: members } = await rewards.memberDirectory.list({
      partnerId: coffee?.partnerId ?? "",
      records: true
    })
    return { boards, members }
  } finally {
    await rewards.close()
  }
}

const makeFirst = async () => {
  const database = `sqlite:${await freshFile()}`
  return { database, summary: await fillDemo({ ...options, database }) }
}
let made: ReturnType<typeof makeFirst> | undefined
/** The demo on SQLite, which tests only read. */
const first = () => {
  made ??= makeFirst()
  return made
}

describe("the demo", () => {
  it("is the same for one seed on both databases, adds up, and lets its partners log in", async () => {
    const { database: file, summary: one } = await first()
    const server = await freshDatabase()
    const other = await fillDemo({ ...options, database: server })
    assert.deepEqual(one.figures, other.figures)
    const [seen, second] = [await shown(file, one), await shown(server, other)]
    assert.deepEqual(seen.boards, second.boards)
    const { activities, adjustments, awards, paid, refunds, reversals, transfers } = one.figures
    assert.equal(seen.boards.flatMap(({ adjusted }) => adjusted).length, adjustments)
    assert.equal(seen.boards.flatMap(({ activities }) => activities).length, activities)
    const outcomes = seen.boards.flatMap(({ activities }) => activities.flatMap(({ outcomes }) => outcomes))
    for (const ruleName of ["tenth cup", "online order", "first order"]) {
      const own = outcomes.filter(([name]) => name === ruleName)
      assert.ok(
        own.some(([, met]) => met === true),
        `no activity meets ${ruleName}`
      )
    }
    assert.ok(
      outcomes.some(([, met]) => met === false),
      "every activity meets all rules"
    )
    for (const figure of [awards, paid, refunds + reversals, transfers]) assert.ok(figure > 0)
    const [coffee] = seen.boards
    assert.ok(
      seen.boards.some(({ parts }) => parts > 0),
      "no award is reversed in part"
    )
    const owed = coffee?.liability ?? assert.fail("the demo has no partner")
    for (const sum of [owed.outstanding, owed.pending, owed.expired])
      assert.ok(Number(sum) > 0, JSON.stringify(owed))
    assert.ok(owed.expiring.length > 3, JSON.stringify(owed.expiring))
    const kinds = coffee?.adjusted.map(({ amount, reversed }) =>
      reversed ? "reversed" : Number(amount) > 0 ? "credit" : "debit"
    )
    assert.deepEqual([...new Set(kinds)].toSorted(), ["credit", "debit", "reversed"])
    assert.ok(coffee?.awards.every(([, createdAt]) => new Date(String(createdAt)) <= until))
    assert.ok(
      seen.members.some(({ userData }) => userData !== null),
      "nobody has a record"
    )
    assert.ok(
      seen.members.some(({ fullname }) => fullname !== ""),
      "no user shows a name"
    )
  }, 240_000)

  it("differs with the seed", async () => {
    const { summary } = await first()
    const other = await fillDemo({ ...options, seed: 2, database: `sqlite:${await freshFile()}` })
    assert.notDeepEqual(other.figures, summary.figures)
  })

  it("calls for as many awards as it is told, in ascending moments of the year", () => {
    for (const total of [1, 250, 100_000]) {
      const moments = Array.from(yearBefore(until.getTime(), total, makeRandom(3)))
      assert.equal(
        moments.reduce((sum, { awards }) => sum + awards, 0),
        total
      )
      assert.deepEqual(
        moments,
        moments.toSorted((a, b) => a.at - b.at)
      )
      assert.ok(moments.every(({ at }) => at <= until.getTime() && at > until.getTime() - 366 * 86_400_000))
    }
  })
})
