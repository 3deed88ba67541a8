import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { openRewards } from "../../lib/index.ts"
import { liveProgramme } from "../archive/programme.ts"
import { each, exported, imported, openQuietly } from "../archive/state.ts"
import { laurelHere } from "../cli/laurel.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"

/** Awards of all partners until it is stopped. Returns how many there were. */
const keepAwarding = async (database: string, partnerIds: ReadonlyArray<string>) => {
  const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
  for (const partnerId of partnerIds) {
    await rewards.rules.create({
      partnerId,
      name: "steady",
      condition: "is there",
      coinValue: "1",
      maxNumberOfParticipant: "1000000"
    })
  }
  let isStopping = false
  let count = 0
  const loops = partnerIds.map(async (partnerId) => {
    for (let nth = 0; !isStopping; nth++) {
      // Every award adds a member, so that records of several tables refer to each other.
      const userId = `late-${nth}`
      await rewards.members.onboard({ partnerId, userId })
      await rewards.awards.award({ partnerId, userId, ruleName: "steady", idempotencyKey: `steady ${nth}` })
      count += 1
    }
  })
  return async (): Promise<number> => {
    isStopping = true
    await Promise.all(loops)
    await rewards.close()
    return count
  }
}

const suite = () => {
  it("has one state of each partner while awards go on, says so, and each part imports and verifies", async () => {
    const database = await migratedDatabase()
    const seed = Math.floor(Math.random() * 2 ** 20)
    const partnerIds: Array<string> = []
    for (const nth of [1, 2, 3])
      partnerIds.push(...(await liveProgramme(database, seed + nth, 10)).partnerIds)
    const stop = await keepAwarding(database, partnerIds)
    // Partners and users that come while the archive is written.
    const newcomers = liveProgramme(database, seed + 4, 30)
    const archives = [await exported(database), await exported(database), await exported(database)]
    await newcomers
    const count = await stop()
    assert.ok(count > 50, `only ${count} awards were made meanwhile`)
    for (const lines of archives) {
      const header = JSON.parse(lines[0] ?? "")
      assert.equal(header.of, "all")
      assert.equal(header.snapshot, "partner")
      const to = `sqlite:${await freshFile()}`
      const found = await imported(to, each(lines))
      assert.deepEqual(found.differences, [], `seed ${seed}`)
      for (const partnerId of partnerIds) assert.ok(found.partnerIds.includes(partnerId))
      const rewards = await openQuietly(to)
      for (const partnerId of found.partnerIds) await rewards.boards.points({ partnerId, take: 1 })
      assert.deepEqual(await rewards.verify(), [], `seed ${seed}`)
      await rewards.close()
    }
  })

  it("of one partner is one state of it, and the command says what an archive of all is", async () => {
    const database = await migratedDatabase()
    const { partnerIds } = await liveProgramme(database, 7, 10)
    const [header = ""] = await exported(database, partnerIds[0])
    assert.equal("snapshot" in JSON.parse(header), false)
    const file = await freshFile()
    const { code, err } = await laurelHere(["export", "--output", file], { DATABASE_URL: database })
    assert.equal(code, 0, err)
    assert.match(err, /records of each partner are of one state/)
    assert.match((await readFile(file, "utf8")).split("\n")[0] ?? "", /"snapshot":"partner"/)
  })
}

if (process.env.CITUS_URL) describe("an archive of all partners of a Citus cluster", suite)
else it.skip("SKIPPED: CITUS_URL is not set, so nothing is exported from a cluster")
