// The lines of an archive, what its import refuses, and what it reports. On SQLite, because none of it depends on the database.
import assert from "node:assert/strict"
import { type AccountsClient, RewardsError } from "../../lib/index.ts"
import { makeDigest } from "../../lib/rewards/archive/Archive.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { sqlAt } from "../support/sql.ts"
import { each, exported, imported, openQuietly } from "./state.ts"

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`

const password = "Correct-1-horse"

const onboard = (rewards: AccountsClient, name: string) =>
  rewards.applications.onboard({
    ecosystem: "eco",
    partnerName: name,
    applicationName: name,
    email: `${name}@partner.example`,
    password,
    confirmPassword: password,
    redirectUrl: "https://partner.example/back",
    userDetailsUrl: "https://partner.example/users"
  })

const createUser = (rewards: AccountsClient, tag: string) =>
  rewards.users.create({
    email: `${tag}@users.example`,
    fullname: tag,
    password,
    confirmPassword: password,
    phone: "15550100",
    tag,
    countryCode: "+49"
  })

/** Two partners. One has rules, keys, a webhook that was removed, and a user that never consented. The other has a user that did. */
const makeScene = async () => {
  const from = await freshSqlite()
  const rewards = await openQuietly(from)
  try {
    const one = await onboard(rewards, "one")
    const other = await onboard(rewards, "other")
    const { partnerId } = one
    const awarded = await createUser(rewards, "awarded")
    const consenting = await createUser(rewards, "consenting")
    await rewards.rules.create({
      partnerId,
      name: "single",
      coinValue: "2",
      condition: "is there",
      maxNumberOfParticipant: "5"
    })
    const award = { partnerId, ruleName: "single", userId: awarded.id, idempotencyKey: "same key" }
    await rewards.awards.award(award)
    await rewards.apiKeys.create({ partnerId, name: "till", scopes: ["read"] })
    const url = "https://partner.example/hook"
    const { id } = await rewards.webhooks.create({ partnerId, url })
    await rewards.webhooks.remove({ partnerId, id })
    await rewards.authorizations.requestCode({
      ecosystem: "eco",
      clientId: other.clientId,
      tag: consenting.tag,
      password
    })
    return { from, one: partnerId, other: other.partnerId, awarded: awarded.id, consenting: consenting.id }
  } finally {
    await rewards.close()
  }
}

let made: ReturnType<typeof makeScene> | undefined

/** A database that tests only read. */
const scene = () => {
  made ??= makeScene()
  return made
}

const kindOf = (line: string): string => /^\{"(\w+)"/.exec(line)?.[1] ?? line
const isRecord = (line: string): boolean => !["archive", "end", "partner"].includes(kindOf(line))
const usersIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.flatMap((line) => /^\{"user":\{"id":"([^"]+)"/.exec(line)?.[1] ?? [])

/** So many ids, in descending order. */
const idsDown = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `01890000-0000-7000-8000-${String(count - n).padStart(12, "0")}`)

describe("a digest", () => {
  it("is 64 digits that depend on each record, and not on their order", () => {
    const digestOf = (...records: ReadonlyArray<string>) => {
      const digest = makeDigest()
      for (const record of records) digest.add(record)
      return digest.get()
    }
    assert.deepEqual(digestOf(), { count: 0, digest: "0".repeat(64) })
    const many = Array.from({ length: 64 }, (_, index) => `record ${index}`)
    const whole = digestOf(...many)
    assert.equal(whole.count, 64)
    assert.match(whole.digest, /^[0-9a-f]{64}$/)
    assert.deepEqual(digestOf(...many.toReversed()), whole)
    for (const index of [0, 30, 63]) {
      assert.notEqual(digestOf(...many.with(index, "another")).digest, whole.digest)
    }
  })
})

describe("the lines of an archive", () => {
  it("are a header, the sections with their ends, and an end that counts the partners", async () => {
    const { from, one } = await scene()
    const at = new Date("2031-05-06T07:08:09.010Z")
    const rewards = await openQuietly(from, { clock: { now: () => at.getTime() } })
    const parts: Array<string> = []
    const counts: Array<number> = []
    const write = async (text: string) => void parts.push(text)
    const onRecords = (count: number) => void counts.push(count)
    const { digests, partners, records, snapshot } = await rewards.archives.export({ write, onRecords })
    await rewards.close()
    assert.equal(snapshot, "archive")
    assert.ok(parts.every((part) => part.endsWith("\n")))
    const lines = parts.join("").trimEnd().split("\n")
    assert.ok(!lines.includes(""), "there is an empty line")
    assert.deepEqual(JSON.parse(lines[0] ?? ""), { archive: 1, of: "all", createdAt: at.toISOString() })
    assert.deepEqual(JSON.parse(lines.at(-1) ?? ""), { end: { of: "archive", partners: 2 } })
    assert.equal(partners, 2)
    assert.equal(records, lines.filter(isRecord).length)
    assert.equal(counts.at(-1), records)
    const ends = lines.slice(0, -1).filter((line) => kindOf(line) === "end")
    const sections = ends.map((line) => JSON.parse(line).end)
    assert.deepEqual(Object.fromEntries(sections.map((end) => [end.of, end.records])), digests)
    const kinds = lines.slice(lines.findIndex((line) => line.includes(one))).map(kindOf)
    assert.deepEqual(kinds.slice(kinds.indexOf("end") - 2, kinds.indexOf("end")), ["api_key", "person"])
    assert.equal(kinds.indexOf("person"), kinds.indexOf("end") - 1)
    assert.equal(JSON.parse((await exported(from, one))[0] ?? "").of, one)
  })

  it("have each user once, and of one partner those that are its members or have consented", async () => {
    const { awarded, consenting, from, one, other } = await scene()
    assert.deepEqual(usersIn(await exported(from)).toSorted(), [awarded, consenting].toSorted())
    assert.deepEqual(usersIn(await exported(from, one)), [awarded])
    assert.deepEqual(usersIn(await exported(from, other)), [consenting])
  })

  it("have no webhook that was removed", async () => {
    const { from } = await scene()
    assert.deepEqual(
      (await exported(from)).filter((line) => kindOf(line) === "webhook"),
      []
    )
  })

  it("are all rows of a table, however many pages that are", async () => {
    const { from, one } = await scene()
    const few = await exported(from, one)
    const at = few.findIndex((line) => kindOf(line) === "audit")
    const count = 1000 - few.filter((line) => kindOf(line) === "audit").length
    // In descending order. The last page is full.
    const added = idsDown(count).map((id) => (few[at] ?? "").replace(/"id":"[^"]+"/, `"id":"${id}"`))
    const large = await freshSqlite()
    await imported(large, each(few.toSpliced(at, 0, ...added)))
    const lines = await exported(large)
    const entries = lines.filter((line) => kindOf(line) === "audit")
    assert.equal(entries.length, 1000)
    assert.equal(new Set(entries).size, 1000)
    const to = await freshSqlite()
    const { differences, records } = await imported(to, each(lines))
    assert.deepEqual(differences, [])
    assert.equal(records, lines.filter(isRecord).length)
    assert.deepEqual((await exported(to)).slice(1), lines.slice(1))
  })

  it("are all partners, however many pages that are", async () => {
    const sections = idsDown(501).flatMap((id) => {
      const row = { id, created_at: "2026-01-01T00:00:00.000Z", name: "partner", reference: null }
      const partner = {
        ...row,
        approve_above: null,
        clock_offset: 0,
        expiry_notice: 30,
        remember_erased: true,
        retired_at: null
      }
      return [JSON.stringify({ partner }), `{"end":{"of":"${id}","records":{}}}`]
    })
    const all = ['{"archive":1}', ...sections, '{"end":{"of":"archive","partners":501}}']
    const from = await freshSqlite()
    await imported(from, each(all))
    const lines = await exported(from)
    assert.equal(lines.filter((line) => kindOf(line) === "partner").length, 501)
    assert.equal(new Set(lines).size, lines.length)
    assert.deepEqual(JSON.parse(lines.at(-1) ?? ""), { end: { of: "archive", partners: 501 } })
  })

  it("are written one after the other, and the export fails with an error of the writer", async () => {
    const { from } = await scene()
    const rewards = await openQuietly(from)
    let writing = 0
    const write = async () => {
      writing += 1
      await new Promise((resolve) => setTimeout(resolve, 0))
      assert.equal(writing, 1)
      writing -= 1
    }
    await rewards.archives.export({ write })
    assert.equal(writing, 0)
    const full = async () => {
      throw new Error("the disk is full")
    }
    await assert.rejects(rewards.archives.export({ write: full }), /the disk is full/)
    await rewards.close()
  })
})

/** A copy of the scene's archive in a new database, in which SQL is run afterwards. */
const changedCopy = async (lines: ReadonlyArray<string>, ...statements: ReadonlyArray<string>) => {
  const to = await freshSqlite()
  await imported(to, each(lines))
  for (const text of statements) await sqlAt(to)(text)
  return to
}

describe("the import of an archive", () => {
  it("counts what it reads and what it writes", async () => {
    const { from } = await scene()
    const lines = await exported(from)
    const rewards = await openQuietly(await freshSqlite())
    const counts: Array<number> = []
    const onRecords = (count: number) => void counts.push(count)
    const { records, written } = await rewards.archives.import({ lines: each(lines), onRecords })
    await rewards.close()
    assert.equal(records, lines.filter(isRecord).length)
    assert.equal(written, records)
    assert.equal(counts.at(-1), records)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b)
    )
  })

  it("reports a value that differs, of a partner's record, of the partner and of a user", async () => {
    const { from, one } = await scene()
    const lines = await exported(from)
    const cases = [
      ["UPDATE rewards_application SET name = 'x' WHERE name = 'one'", one, "application"],
      ["UPDATE rewards_partner SET name = 'x' WHERE name = 'one'", one, "partner"],
      ["UPDATE rewards_user SET fullname = 'x' WHERE tag = 'awarded'", null, "user"]
    ] as const
    for (const [change, partnerId, record] of cases) {
      const to = await changedCopy(lines, change)
      const { differences, written } = await imported(to, each(lines))
      assert.deepEqual(
        differences.map((difference) => [difference.partnerId, difference.record]),
        [[partnerId, record]]
      )
      assert.equal(written, 0)
    }
  })

  it("does not report users of the partner that the archive does not have", async () => {
    const { from, one } = await scene()
    const lines = await exported(from, one)
    const to = await changedCopy(lines)
    const rewards = await openQuietly(to)
    const { id: userId } = await createUser(rewards, "later")
    await rewards.members.onboard({ partnerId: one, userId })
    await rewards.close()
    const { differences } = await imported(to, each(lines))
    assert.deepEqual(differences.map(({ record }) => record).toSorted(), ["account", "member"])
  })

  it("finds the rows of each partner, also where two partners have the same key", async () => {
    const { from, one, other } = await scene()
    const rewards = await openQuietly(from)
    await rewards.rules.create({
      partnerId: other,
      name: "single",
      coinValue: "2",
      condition: "is there",
      maxNumberOfParticipant: "5"
    })
    await rewards.members.onboard({ partnerId: other, userId: "mine" })
    await rewards.awards.award({
      partnerId: other,
      ruleName: "single",
      userId: "mine",
      idempotencyKey: "same key"
    })
    await rewards.close()
    const to = await freshSqlite()
    await imported(to, each(await exported(from, one)))
    const { differences } = await imported(to, each(await exported(from, other)))
    assert.deepEqual(differences, [])
  })

  it("takes a line that is there twice once", async () => {
    const { from, one } = await scene()
    const lines = await exported(from, one)
    const twice = lines.flatMap((line) => (isRecord(line) ? [line, line] : [line]))
    const { differences } = await imported(await freshSqlite(), each(twice))
    assert.deepEqual(differences, [])
  })

  it("omits fields that are null, so that archives from before a column was added can be imported", async () => {
    const { from } = await scene()
    const lines = await exported(from)
    assert.ok(lines.some((line) => kindOf(line) === "award" && !line.includes('"amount"')))
    for (const line of lines) assert.ok(!/^\{"\w+":\{.*":null[,}]/.test(line), line)
    const { differences } = await imported(await freshSqlite(), each(lines))
    assert.deepEqual(differences, [])
  })

  it("refuses values that a column cannot have, each by its field", async () => {
    const { from } = await scene()
    const lines = await exported(from)
    const at = lines.findIndex((line) => kindOf(line) === "rule")
    const line = lines[at] ?? ""
    const wrong = [
      [/"created_at":"[^"]+"/, '"created_at":"2026-01-01"', "created_at of the type instant"],
      [/"coin_value":\d+/, '"coin_value":1.5', "coin_value of the type integer"],
      [/"coin_value":\d+/, '"coin_value":null', "coin_value of the type integer"],
      [/"time_zone":"[^"]+"/, '"time_zone":"a\\u0000b"', "time_zone of the type text"],
      [/"time_zone":"[^"]+"/, '"time_zone":"a\\ud800b"', "time_zone of the type text"],
      [/"id":"[^"]+"/, '"id":"not an id"', "id of the type uuid"]
    ] as const
    for (const [field, value, fault] of wrong) {
      const changed = line.replace(field, value)
      assert.notEqual(changed, line)
      await refuses(lines.with(at, changed), new RegExp(`^line ${at + 1} has no ${fault}`))
    }
  })

  it("refuses sections that do not end, or end twice, and lines after the end", async () => {
    const { from, one, other } = await scene()
    const lines = await exported(from)
    const endOf = (of: string) => lines.findIndex((line) => line.startsWith(`{"end":{"of":"${of}"`))
    const without = (index: number) => lines.filter((_, each) => each !== index)
    const last = lines.at(-1) ?? ""
    const [first, second] = one < other ? [one, other] : [other, one]
    await refuses(without(endOf("service")), /begins a partner before the end of the section service/)
    await refuses(without(endOf(first)), new RegExp(`before the end of the section ${first}`))
    await refuses(without(endOf(second)), new RegExp(`ends the section archive inside the section ${second}`))
    const swapped = lines.with(endOf(second), lines[endOf(first)] ?? "")
    await refuses(swapped, new RegExp(`ends the section ${first} inside the section ${second}`))
    const bare = lines.with(endOf(second), `{"end":{"of":"${second}"}}`)
    await refuses(bare, new RegExp(`^line ${endOf(second) + 1} has no counts and digests`))
    const [start, stop] = [lines.findIndex((line) => line.startsWith('{"partner"')), endOf(first)]
    const shorter = lines.filter((_, index) => index < start || index > stop)
    await refuses(shorter, /counts 2 partners, but the archive has 1/)
    await refuses([...lines, last], new RegExp(`^line ${lines.length + 1} must not follow the end`))
  })

  it("names the first of the lines that the database refuses, also after empty lines", async () => {
    const { from } = await scene()
    const lines = await exported(from)
    const first = lines.findIndex((line) => kindOf(line) === "account")
    const next = lines.findIndex((line, index) => index > first && kindOf(line) !== "account")
    assert.ok(next - first > 1, "there is only one account")
    const wrong = lines.with(next - 1, lines[next - 1]?.replace(/"kind":"\w+"/, '"kind":"bank"') ?? "")
    const padded = wrong.toSpliced(1, 0, "", "")
    await refuses(
      padded,
      new RegExp(`^line ${first + 3} or one of the lines after it cannot be written as account`)
    )
  })
})

const refuses = async (lines: ReadonlyArray<string>, message: RegExp): Promise<void> => {
  const to = await freshSqlite()
  await assert.rejects(imported(to, each(lines)), (error) => {
    assert.ok(error instanceof RewardsError, String(error))
    assert.match(error.message, message)
    return true
  })
}
