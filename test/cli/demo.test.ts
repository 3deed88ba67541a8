import assert from "node:assert/strict"
import { openRewards } from "../../lib/index.ts"
import { type DemoSummary, fillDemo } from "../../server/cli/demo/fill.ts"
import { makeRandom } from "../../server/cli/demo/random.ts"
import { yearBefore } from "../../server/cli/demo/season.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"

const until = new Date("2026-03-01T12:00:00Z")
const options = { awards: 150, until }

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
      await rewards.sessions.login({ ecosystem, email, password })
      boards.push({
        scores: entries.map(({ points, updatedAt }) => [points, updatedAt]),
        rules: rules.map(({ name, participants, status }) => [name, participants, status]),
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

describe("the demo", () => {
  it("is the same for one seed on both databases, adds up, and lets its partners log in", async () => {
    const file = `sqlite:${await freshFile()}`
    const server = await freshDatabase()
    const one = await fillDemo({ ...options, database: file })
    const other = await fillDemo({ ...options, database: server })
    assert.deepEqual(one.figures, other.figures)
    const [first, second] = [await shown(file, one), await shown(server, other)]
    assert.deepEqual(first.boards, second.boards)
    const { awards, paid, refunds, reversals, transfers } = one.figures
    for (const figure of [awards, paid, refunds + reversals, transfers]) assert.ok(figure > 0)
    const [coffee] = first.boards
    assert.ok(coffee?.awards.every(([, createdAt]) => new Date(String(createdAt)) <= until))
    assert.ok(
      first.members.some(({ userData }) => userData !== null),
      "nobody has a record"
    )
    assert.ok(
      first.members.some(({ fullname }) => fullname !== ""),
      "no user shows a name"
    )
  }, 240_000)

  it("differs with the seed", async () => {
    const figures = []
    for (const seed of [1, 2]) {
      const database = `sqlite:${await freshFile()}`
      figures.push((await fillDemo({ ...options, awards: 30, seed, database })).figures)
    }
    assert.notDeepEqual(figures[0], figures[1])
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
