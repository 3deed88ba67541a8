import assert from "node:assert/strict"
import { RewardsError } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sqlAt } from "../support/sql.ts"
import { liveProgramme } from "./programme.ts"
import { each, exported, imported, openQuietly, readState, recordsOf } from "./state.ts"

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`
const seed = () => Math.floor(Math.random() * 2 ** 30)

const ways = [
  ["SQLite", freshSqlite, "PostgreSQL", migratedDatabase],
  ["PostgreSQL", migratedDatabase, "SQLite", freshSqlite]
] as const

for (const [source, openSource, target, openTarget] of ways) {
  describe(`an archive from ${source} to ${target}`, () => {
    const chosen = seed()
    const make = async () => {
      const from = await openSource()
      const programme = await liveProgramme(from, chosen)
      return { from, programme, lines: await exported(from) }
    }
    let made: ReturnType<typeof make> | undefined
    /** A database and its archive, which both tests only read. */
    const archive = () => {
      made ??= make()
      return made
    }

    it("carries everything that partners can read, and the answers to their keys", async () => {
      const { from, lines, programme } = await archive()
      assert.ok(programme.keyed.length > 10, `only ${programme.keyed.length} awards were accepted`)
      const to = await openTarget()
      const { differences, partnerIds } = await imported(to, each(lines))
      assert.deepEqual(differences, [], `seed ${chosen}`)
      assert.deepEqual(partnerIds.toSorted(), programme.partnerIds.toSorted())
      assert.deepEqual(recordsOf(await exported(to)), recordsOf(lines), `seed ${chosen}`)
      assert.deepEqual(await readState(to, programme), await readState(from, programme), `seed ${chosen}`)
    })

    it("stopped anywhere and started again, ends with the same records", async () => {
      const { lines } = await archive()
      const to = await openTarget()
      for (const part of [0.2, 0.5, 0.8]) {
        async function* broken() {
          yield* lines.slice(0, Math.floor(lines.length * part))
          throw new Error("the reader has stopped")
        }
        await assert.rejects(imported(to, broken()), /the reader has stopped/)
      }
      const { differences, records, written } = await imported(to, each(lines))
      assert.deepEqual(differences, [], `seed ${chosen}`)
      assert.ok(written < records, "what was written before is written again")
      assert.deepEqual(recordsOf(await exported(to)), recordsOf(lines))
      assert.equal((await imported(to, each(lines))).written, 0)
    })
  })
}

/** The seed of the archive that the tests below share. */
const sharedSeed = 1

const makeShared = async () => {
  const from = await freshSqlite()
  const { partnerIds } = await liveProgramme(from, sharedSeed, 10)
  return { from, partnerIds, lines: await exported(from) }
}

let made: ReturnType<typeof makeShared> | undefined

/** A database and its archive, for tests that only read them. */
const shared = () => {
  made ??= makeShared()
  return made
}

describe("an archive", () => {
  it("of one partner has its rows and the users that it knows, and nothing of another", async () => {
    const { from, partnerIds } = await shared()
    const [one = "", other = ""] = partnerIds
    const lines = await exported(from, one)
    assert.ok(!lines.join("\n").includes(other))
    assert.equal(lines.filter((line) => line.startsWith('{"user":')).length, 1)
    assert.equal((await exported(from, other)).filter((line) => line.startsWith('{"user":')).length, 0)
    const to = await migratedDatabase()
    assert.deepEqual((await imported(to, each(lines))).differences, [])
    assert.deepEqual(recordsOf(await exported(to, one)), recordsOf(lines))
  })

  it("is one state of the database, whatever is written meanwhile", async () => {
    for (const from of [await freshSqlite(), await migratedDatabase()]) {
      const { partnerIds } = await liveProgramme(from, 2, 10)
      const before = await exported(from)
      const [rewards, writer] = [await openQuietly(from), await openQuietly(from)]
      let text = ""
      let wrote = false
      await rewards.archives.export({
        write: async (lines) => {
          text += lines
          if (!lines.includes('"account"') || wrote) return
          wrote = true
          await writer.members.onboard({ partnerId: partnerIds[0] ?? "", userId: "late" })
        }
      })
      await rewards.close()
      await writer.close()
      assert.ok(wrote)
      assert.deepEqual(recordsOf(text.trimEnd().split("\n")), recordsOf(before))
      assert.notDeepEqual(recordsOf(await exported(from)), recordsOf(before))
    }
  })

  it("leaves what is there, and reports that it differs", async () => {
    const { lines, partnerIds } = await shared()
    const to = await freshSqlite()
    await imported(to, each(lines))
    const rewards = await openQuietly(to)
    await rewards.members.onboard({ partnerId: partnerIds[0] ?? "", userId: "new here" })
    await rewards.close()
    const before = await exported(to)
    const { differences, written } = await imported(to, each(lines))
    assert.equal(written, 0)
    assert.deepEqual(Array.from(new Set(differences.map(({ partnerId }) => partnerId))), [partnerIds[0]])
    assert.ok(differences.some(({ record }) => record === "member"))
    assert.deepEqual(recordsOf(await exported(to)), recordsOf(before))
  })

  it("is refused by line and reason, and what does not fit is not written", async () => {
    const { lines } = await shared()
    const at = lines.findIndex((line) => line.startsWith('{"account":'))
    const changed = (line: string) => [...lines.slice(0, at), line, ...lines.slice(at + 1)]
    const wrong: ReadonlyArray<readonly [lines: ReadonlyArray<string>, message: RegExp]> = [
      [["nonsense"], /line 1 must be an object in JSON/],
      [['{"archive":9}'], /line 1 is an archive of format 9; this version reads format 1/],
      [lines.slice(1), /line 1 must be the first line of an archive/],
      [lines.slice(0, -1), /ends early/],
      [changed('{"surprise":{}}'), new RegExp(`line ${at + 1} is a record "surprise"`)],
      [changed('{"account":{"id":"x"}}'), new RegExp(`line ${at + 1} has no id of the type uuid`)],
      [
        changed(lines[at]?.replace('"balance":', '"more":1,"balance":') ?? ""),
        /has more, which this version/
      ],
      [changed(lines[at]?.replace(/"kind":"\w+"/, '"kind":"bank"') ?? ""), /cannot be written as account/]
    ]
    for (const [some, message] of wrong) {
      const to = await freshSqlite()
      await assert.rejects(imported(to, each(some)), (error) => {
        assert.ok(error instanceof RewardsError, String(error))
        assert.match(error.message, message)
        return true
      })
      const [accounts] = await sqlAt(to)("SELECT COUNT(*) AS count FROM rewards_account WHERE kind = 'bank'")
      assert.equal(accounts?.count, 0)
    }
  })

  it("is refused where the database has another user with the same tag, and nothing of it is changed", async () => {
    const { lines } = await shared()
    for (const to of [await freshSqlite(), await migratedDatabase()]) {
      const { partnerIds } = await liveProgramme(to, sharedSeed, 5)
      const before = await exported(to, partnerIds[0])
      await assert.rejects(
        imported(to, each(lines)),
        /cannot be written as user: the database has another row/
      )
      assert.deepEqual(recordsOf(await exported(to, partnerIds[0])), recordsOf(before))
    }
  })

  it("of a partner that does not exist is refused", async () => {
    const from = await freshSqlite()
    const missing = "01890000-0000-7000-8000-000000000000"
    await assert.rejects(exported(from, missing), /partner/)
    await assert.rejects(exported(from, "x"), /partnerId must be an id/)
  })
})
