import assert from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { openRewards } from "../../lib/index.ts"
import { laurelHere } from "../cli/laurel.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`

const partner = {
  ecosystem: "laas",
  partnerName: "Acme",
  applicationName: "Acme",
  email: "acme@example.com",
  redirectUrl: "https://acme.example/back",
  userDetailsUrl: "https://acme.example/users",
  password: "Sesame-123",
  confirmPassword: "Sesame-123"
}

/** Adds a partner with two API keys and two mails. Returns its id. */
const fill = async (database: string): Promise<string> => {
  const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
  try {
    const { partnerId } = await rewards.applications.onboard(partner)
    const { ecosystem, email } = partner
    for (const name of ["till", "shop"]) {
      await rewards.apiKeys.create({ partnerId, name, scopes: ["read"] })
      await rewards.resets.forgot({
        ecosystem,
        email,
        link: (token: string) => `https://acme.example/${token}`
      })
    }
    return partnerId
  } finally {
    await rewards.close()
  }
}

interface ListPage {
  readonly data: ReadonlyArray<{ readonly id: string }>
  readonly hasMore: boolean
}

for (const [name, open] of [
  ["SQLite", freshSqlite],
  ["PostgreSQL", migratedDatabase]
] as const) {
  it(`on ${name} every list has the same form of JSON, and goes on after a page`, async () => {
    const settings = { DATABASE_URL: await open() }
    const partnerId = await fill(settings.DATABASE_URL)
    const list = async (...args: ReadonlyArray<string>): Promise<ListPage> => {
      const { code, err, out } = await laurelHere([...args, "--json"], settings)
      assert.equal(code, 0, err)
      const page: ListPage = JSON.parse(out)
      assert.deepEqual(Object.keys(page).slice(0, 2), ["data", "hasMore"], args[0])
      return page
    }
    assert.deepEqual(
      (await list("partner", "list")).data.map(({ id }) => id),
      [partnerId]
    )
    assert.equal((await list("keys", "list", "--partner", partnerId)).data.length, 2)
    const all = await list("mail")
    assert.deepEqual([all.data.length, all.hasMore], [2, false])
    const first = await list("mail", "--limit", "1")
    assert.deepEqual([first.data.map(({ id }) => id), first.hasMore], [[all.data[0]?.id], true])
    const second = await list("mail", "--limit", "1", "--before", first.data[0]?.id ?? "")
    assert.deepEqual([second.data.map(({ id }) => id), second.hasMore], [[all.data[1]?.id], false])
    const { code, err } = await laurelHere(["mail", "--before", "yesterday"], settings)
    assert.equal(code, 2)
    assert.match(err, /^--before must be/)
  })
}

describe("export --output", () => {
  const exportTo = async (file: string, ...args: ReadonlyArray<string>) => {
    const database = await freshSqlite()
    await fill(database)
    return laurelHere(["export", "--output", file, "--database", database, ...args])
  }

  it("refuses a file that exists and leaves it as it is, and replaces it with --force", async () => {
    const file = await freshFile()
    writeFileSync(file, "the only copy")
    const refused = await exportTo(file)
    assert.deepEqual([refused.code, refused.out], [1, ""])
    assert.match(refused.err, /exists: choose another name for --output, or add --force to replace it/)
    assert.equal(readFileSync(file, "utf8"), "the only copy")
    assert.equal(existsSync(`${file}.part`), false)

    const { code, err } = await exportTo(file, "--force")
    assert.equal(code, 0, err)
    assert.match(readFileSync(file, "utf8"), /^\{"archive":1,/)
    assert.equal(existsSync(`${file}.part`), false)
  })

  it("refuses the part of another export, and replaces it with --force by a file that only its owner can read", async () => {
    const file = await freshFile()
    writeFileSync(`${file}.part`, "half an archive", { mode: 0o644 })
    const refused = await exportTo(file)
    assert.equal(refused.code, 1)
    assert.match(
      refused.err,
      /\.part exists: another export writes it, or one was stopped\. Delete it, or add --force/
    )
    assert.equal(readFileSync(`${file}.part`, "utf8"), "half an archive")
    assert.equal((await exportTo(file, "--force")).code, 0)
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it("refuses what is not a file, with --force too, and a folder that does not exist", async () => {
    const folder = await freshFile()
    mkdirSync(folder)
    const taken = await exportTo(folder, "--force")
    assert.equal(taken.code, 1)
    assert.match(taken.err, /--output .* is not a file: choose another name/)
    const missing = await exportTo(`${folder}/none/all.jsonl`)
    assert.equal(missing.code, 1)
    assert.match(missing.err, /^--output cannot be written: ENOENT/)
    assert.ok(!missing.err.includes("    at "), missing.err)
  })

  it("leaves no part of an export that fails", async () => {
    const file = await freshFile()
    const { code, err } = await exportTo(file, "--partner", "nobody")
    assert.notEqual(code, 0)
    assert.match(err, /partner/)
    assert.deepEqual([existsSync(file), existsSync(`${file}.part`)], [false, false])
  })
})
