// A host's clock: it stands still, and is moved either way.
import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import pg from "pg"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { Awards, Boards, openRewards, Rewards } from "../../lib/index.ts"
import { userBody } from "../support/bodies.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { eventually } from "../support/wait.ts"
import { newPartner, ruleInput } from "../support/world.ts"

const january = Date.parse("2030-01-31T23:59:59.999Z")
const february = Date.parse("2030-02-01T00:00:00.000Z")

const newClock = (time = january) => {
  const clock = { time, now: () => clock.time }
  return clock
}

const databases: ReadonlyArray<readonly [name: string, make: () => Promise<string>]> = [
  ["SQLite", async () => `sqlite:${await freshFile()}`],
  ["PostgreSQL", migratedDatabase]
]

for (const [name, make] of databases) {
  describe(`a host's clock, on ${name}`, () => {
    it("dates every award, and boards have it in the clock's month", async () => {
      const clock = newClock()
      const rewards = await openRewards({ database: await make(), clock })
      const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
      await rewards.rules.create(ruleInput(partnerId, {}))
      const { createdAt } = await rewards.members.onboard({ partnerId, userId: "ann" })
      assert.equal(createdAt, "2030-01-31T23:59:59.999Z")
      const award = () => rewards.awards.award({ partnerId, userId: "ann", ruleName: "signup" })
      const month = async (month: string) => {
        const { entries } = await rewards.boards.coins({ partnerId, month })
        return entries.map(({ coins }) => coins)
      }
      const [first, second] = await Promise.all([award(), award()])
      assert.deepEqual([first.createdAt, second.createdAt], [createdAt, createdAt])
      clock.time = february
      assert.equal((await award()).createdAt, "2030-02-01T00:00:00.000Z")
      assert.deepEqual([await month("january"), await month("february")], [["20"], ["10"]])
      // Back again: awards are still listed in the order in which they were made.
      clock.time = january
      const last = await award()
      assert.deepEqual([await month("january"), await month("february")], [["30"], ["10"]])
      assert.equal((await rewards.awards.list({ partnerId, limit: 1 })).data[0]?.id, last.id)
      assert.deepEqual(await rewards.verify(), [])
      await rewards.close()
    })

    it("ends tokens, and mail is sent while it stands still", async () => {
      const clock = newClock()
      const sent: Array<string> = []
      const rewards = await openRewards({
        database: await make(),
        clock,
        accounts: { mail: { send: async ({ subject }) => void sent.push(subject) } }
      })
      const email = "ann@example.org"
      await rewards.users.create({ ...userBody, tag: "ann", email })
      await eventually(
        "a mail",
        () => sent,
        (subjects) => subjects.length > 0
      )
      const { partnerId, email: login } = await rewards.applications.onboard({
        ecosystem: "shop",
        email: "owner@acme.example",
        password: "Secret-pass-1",
        confirmPassword: "Secret-pass-1",
        partnerName: "Acme",
        applicationName: "Acme",
        redirectUrl: "https://acme.example/back",
        userDetailsUrl: "https://acme.example/users"
      })
      const { accessToken } = await rewards.sessions.login({
        ecosystem: "shop",
        email: login,
        password: "Secret-pass-1"
      })
      assert.equal((await rewards.sessions.check(accessToken)).partnerId, partnerId)
      const { fetch } = rewards.handler()
      const rules = () =>
        fetch(
          new Request("http://rewards.example/api/v1/laas/rules", {
            headers: { authorization: `Bearer ${accessToken}` }
          })
        )
      assert.equal((await rules()).status, 200)
      clock.time += 4 * 60 * 60 * 1000
      await assert.rejects(rewards.sessions.check(accessToken), { _tag: "Unauthorized" })
      assert.equal((await rules()).status, 401)
      clock.time -= 1
      assert.equal((await rules()).status, 200)
      assert.equal((await rewards.sessions.check(accessToken)).partnerId, partnerId)
      await rewards.close()
    })

    it("is the clock of an Effect host's own calls, too", () => {
      const clock = newClock()
      const program = Effect.gen(function* () {
        const { award, onboard, partnerId, rule } = yield* newPartner
        yield* rule()
        yield* onboard("ann")
        const { createdAt } = yield* award("ann")
        assert.equal(createdAt.getTime(), january)
        const boards = yield* Boards
        const year = yield* boards.year({ partnerId, year: 2030 })
        assert.deepEqual(
          year.months.map(({ name }) => name),
          ["January"]
        )
        assert.equal((yield* (yield* Awards).list({ partnerId })).data.length, 1)
      })
      return Effect.runPromise(
        Effect.gen(function* () {
          const client = layerFromUrl(yield* Effect.promise(make))
          const engine = Rewards.layer().pipe(
            Layer.provide(client),
            Layer.provideMerge(Rewards.layerClock(clock))
          )
          yield* Effect.provide(program, engine)
        })
      )
    })
  })
}

describe("a host's clock", () => {
  it("is followed within a host's transaction", async () => {
    const url = await migratedDatabase()
    const rewards = await openRewards({ database: url, clock: newClock() })
    const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
    await rewards.rules.create(ruleInput(partnerId, {}))
    const client = new pg.Client(url)
    await client.connect()
    await client.query("BEGIN")
    const here = rewards.within(client)
    await here.members.onboard({ partnerId, userId: "ann" })
    const award = await here.awards.award({ partnerId, userId: "ann", ruleName: "signup" })
    const board = await here.boards.coins({ partnerId, month: "january", year: 2030 })
    await client.query("COMMIT")
    await client.end()
    await rewards.close()
    assert.equal(award.createdAt, "2030-01-31T23:59:59.999Z")
    assert.equal(board.count, 1)
  })

  it("that is out of range is refused, and nothing is written", async () => {
    const clock = newClock()
    const rewards = await openRewards({ database: "sqlite::memory:", clock })
    for (const time of [Number.NaN, -1, Date.parse("+010000-01-01T00:00:00Z")]) {
      clock.time = time
      await assert.rejects(rewards.partners.register({ name: "Acme", reference: "acme" }), {
        message: `the clock must be between the years 1970 and 9999, got ${time}`
      })
    }
    clock.time = january
    await rewards.partners.register({ name: "Acme", reference: "acme" })
    await rewards.close()
  })
})
