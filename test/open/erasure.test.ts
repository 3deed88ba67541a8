// Exports and erasures of members for hosts without Effect.
import assert from "node:assert/strict"
import { type ExportedRecord, openRewards } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"

const lines = async function* (archive: string) {
  yield* archive.trimEnd().split("\n")
}

const sqlite = async () => "sqlite::memory:"

const databases = [
  ["SQLite", sqlite, freshDatabase],
  ["PostgreSQL", freshDatabase, sqlite]
] as const

describe("the erasure of a member", () => {
  for (const [name, here, there] of databases) {
    it(`is complete for a host, and an archive moves what is left to another database, from ${name}`, async () => {
      const rewards = await openRewards({ database: await here() })
      const other = await openRewards({ database: await there() })
      try {
        const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
        const terms = { partnerId, maxNumberOfParticipant: 9, condition: "any", type: "single" } as const
        await rewards.rules.create({ ...terms, name: "visit", coinValue: 10 })
        await rewards.rules.create({
          ...terms,
          name: "later",
          coinValue: 5,
          pendingDays: 3,
          coinsExpire: "P1Y",
          userLimitAward: 1
        })
        const userId = "ann@example.org"
        await rewards.members.onboard({ partnerId, userId, attributes: { note: "attribute of Ann" } })
        await rewards.awards.award({ partnerId, userId, ruleName: "later" })
        const idempotencyKey = userId
        const paid = { partnerId, userId, ruleName: "visit", narration: "note of Ann", idempotencyKey }
        const { id } = await rewards.awards.award(paid)

        const records: Array<ExportedRecord> = []
        await rewards.exportMember({ partnerId, userId }, async (some) => void records.push(...some))
        assert.equal(records.filter(({ section }) => section === "awards").length, 2)
        assert.ok(JSON.stringify(records).includes("note of Ann"))

        const erased = await rewards.personalData.erase({ partnerId, userId })
        assert.deepEqual([erased.coins, erased.pendingCoins, erased.state], ["10", "5", "done"])
        await assert.rejects(rewards.personalData.erase({ partnerId, userId }), /was not found/)
        const again = await rewards.awards.award(paid)
        assert.deepEqual(
          [again.id, again.replayed, again.userId, again.note],
          [id, true, erased.userId, null]
        )

        let archive = ""
        await rewards.archives.export({
          write: async (text) => {
            archive += text
          }
        })
        for (const text of ["ann@example.org", "of Ann"]) assert.ok(!archive.includes(text), text)
        const { differences } = await other.archives.import({ lines: lines(archive) })
        assert.deepEqual(differences, [])
        assert.deepEqual(await other.personalData.erasure({ partnerId, id: erased.id }), {
          id: erased.id,
          partnerId,
          userId: erased.userId,
          state: "done",
          createdAt: erased.createdAt,
          finishedAt: erased.finishedAt
        })
        await other.awards.reverse({ partnerId, awardId: id })
        await assert.rejects(other.awards.reverse({ partnerId, awardId: id }), /already/)
        const liability = await other.liability.at({ partnerId })
        assert.deepEqual([liability.expired, liability.outstanding, liability.pending], ["5", "0", "0"])
        // Who comes back is recognised there, too.
        await other.members.onboard({ partnerId, userId })
        await assert.rejects(other.awards.award({ partnerId, userId, ruleName: "later" }), /userLimitAward/)
        for (const engine of [rewards, other]) assert.deepEqual(await engine.verify(), [])
        await rewards.settings.update({ partnerId, rememberErased: false })
        assert.equal((await rewards.settings.get({ partnerId })).rememberErased, false)
      } finally {
        await rewards.close()
        await other.close()
      }
    })
  }
})
