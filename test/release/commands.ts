import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { openApi } from "../../lib/entries/http.ts"
import { openRewards } from "../../lib/index.ts"
import { commands } from "../../server/cli/commands.ts"
import { fillDemo } from "../../server/cli/demo/fill.ts"
import { checkRuntime, checkSettings, clockFinding } from "../../server/cli/doctor/checks.ts"
import { laurel, laurelHere, type Ran, startLaurel } from "../cli/laurel.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`

/** Milliseconds for a test that starts several processes, on a machine that is busy. */
const patience = 240_000

type Run = (args: ReadonlyArray<string>, settings?: Readonly<Record<string, string>>) => Promise<Ran>

/** Each command is a process on one database; on the other, starting processes again would only take time. */
const databases: ReadonlyArray<readonly [name: string, open: () => Promise<string>, run: Run]> = [
  ["SQLite, each in a process", freshSqlite, laurel],
  ["PostgreSQL", freshDatabase, laurelHere]
]

/** Runs a command that must succeed, and reads its JSON. */
const jsonOf = (run: Run) => async (args: ReadonlyArray<string>, database: string) => {
  const { code, err, out } = await run([...args, "--json"], { DATABASE_URL: database })
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

const partner = [
  "--name",
  "Acme",
  "--email",
  "acme@example.com",
  "--redirect-url",
  "https://acme.example/back"
]
const details = ["--user-details-url", "https://acme.example/users"]

for (const [name, open, run] of databases) {
  const json = jsonOf(run)
  describe(`the commands on ${name}`, () => {
    it(
      "make tables, a partner, keys and mails, and find them again",
      async () => {
        const database = await open()
        const { applied } = await json(["migrate", "up"], database)
        assert.ok(applied.length >= 4)
        assert.equal((await json(["migrate", "status"], database)).current, true)

        const made = await json(["partner", "create", ...partner, ...details], database)
        const of = ["--partner", made.partnerId]
        const { data } = await jsonOf(laurelHere)(["partner", "list"], database)
        assert.deepEqual(
          data.map(({ id, name }: { id: string; name: string }) => [id, name]),
          [[made.partnerId, "Acme"]]
        )
        const key = await json(
          ["keys", "create", ...of, "--name", "till", "--scopes", "read,awards:write"],
          database
        )
        const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
        const { email, ecosystem, password } = made
        await rewards.sessions.login({ ecosystem, email, password })
        await rewards.sessions.keyLogin(key)
        await rewards.resets.forgot({
          ecosystem,
          email,
          link: (token: string) => `https://acme.example/${token}`
        })
        await rewards.close()

        const mails = await json(["mail"], database)
        assert.deepEqual([mails.data.length, mails.data[0].to, mails.hasMore], [1, email, false])
        await json(["keys", "revoke", key.id, ...of], database)
        const keys = await json(["keys", "list", ...of], database)
        assert.deepEqual(
          keys.data.map(({ id, revokedAt }: { id: string; revokedAt: string | null }) => [
            id,
            revokedAt !== null
          ]),
          [[key.id, true]]
        )
        const { findings, ok } = await json(["doctor"], database)
        assert.equal(ok, true)
        assert.ok(findings.some(({ about }: { about: string }) => about === "clock"))
      },
      patience
    )

    it(
      "verify ends with exit code 1 and what it found, once a row was changed by hand",
      async () => {
        const database = await open()
        assert.equal((await run(["demo", "--awards", "20", "--database", database])).code, 0)
        assert.deepEqual((await json(["verify"], database)).divergences, [])
        await sqlAt(database)(
          "UPDATE rewards_rule SET participants = participants + 1 WHERE participants > 0"
        )
        const { code, err, out } = await run(["verify", "--database", database])
        assert.equal(code, 1)
        assert.match(out, /stored \d+, computed \d+/)
        assert.match(err, /rows differ/)
      },
      patience
    )
  })
}

describe("an import in a process", () => {
  it(
    "that is killed in the middle goes on, from SQLite to PostgreSQL, with equal digests",
    async () => {
      const [from, to, file] = [await freshSqlite(), await freshDatabase(), `${await freshFile()}.jsonl`]
      await fillDemo({ database: from, awards: 60 })
      const { digests } = await jsonOf(laurel)(["export", "--output", file], from)
      const text = readFileSync(file, "utf8")

      const { child, ended } = await startLaurel(["import", "-", "--database", to])
      await new Promise((done) => child.stdin.write(text.slice(0, text.length / 2), done))
      child.stdin.on("error", () => {})
      child.kill("SIGKILL")
      assert.notEqual((await ended).code, 0)

      const resumed = await laurel(["import", file, "--database", to])
      assert.equal(resumed.code, 0, resumed.err)
      assert.equal((await jsonOf(laurelHere)(["import", file], to)).written, 0)
      const back = await jsonOf(laurelHere)(["export", "--output", `${file}.2`], to)
      assert.deepEqual(back.digests, digests)
      const toStdout = await laurelHere(["export", "--database", to])
      assert.deepEqual(
        toStdout.out.split("\n").slice(1),
        readFileSync(`${file}.2`, "utf8").split("\n").slice(1)
      )

      const half = `${file}.half`
      await Bun.write(half, text.slice(0, text.length / 2))
      const refused = await laurelHere(["import", half, "--database", await freshSqlite()])
      assert.equal(refused.code, 1)
      assert.match(refused.err, /is not a complete archive/)
    },
    patience
  )
})

describe("a command", () => {
  it("that looks makes no database of a misspelt path, and no tables in one without", async () => {
    const missing = `${await freshSqlite()}-missing`
    const looking = commands.filter(({ name }) =>
      /^(verify|export|mail|keys list|migrate status)$/.test(name)
    )
    assert.equal(looking.length, 5)
    for (const { name } of looking) {
      const args = [...name.split(" "), ...(name === "keys list" ? ["--partner", "x"] : [])]
      const { code, err, out } = await laurelHere([...args, "--database", missing])
      assert.deepEqual([name, code, out], [name, 1, ""])
      assert.match(err, /There is no database at/)
    }
    const empty = await freshDatabase()
    const { code, err } = await laurelHere(["verify", "--database", empty])
    assert.equal(code, 1)
    assert.match(err, /has no tables of laurel/)
    const [tables] = await sqlAt(empty)(
      "SELECT COUNT(*)::INT AS count FROM pg_tables WHERE tablename LIKE 'rewards_%'"
    )
    assert.equal(tables?.count, 0)
  })

  it("names the option whose value the library refuses, with exit code 2", async () => {
    const database = await freshSqlite()
    const { code, err } = await laurelHere([
      "partner",
      "create",
      ...partner,
      ...details,
      "--password",
      "short",
      "--database",
      database
    ])
    assert.equal(code, 2)
    assert.match(err, /--password must have at least 8 characters/)
  })

  it("says which database is away", async () => {
    const { code, err } = await laurelHere([
      "migrate",
      "status",
      "--database",
      "postgres://nobody@127.0.0.1:1/none"
    ])
    assert.equal(code, 1)
    assert.match(err, /The database cannot be used: .* Check --database or DATABASE_URL/)
    assert.ok(!err.includes("    at "), err)
  })

  it("prints the OpenAPI document", async () => {
    const { out } = await laurel(["openapi"])
    assert.deepEqual(JSON.parse(out), JSON.parse(JSON.stringify(openApi())))
  })

  it(
    "serves, and tests what it serves",
    async () => {
      const { child, ended } = await startLaurel(["serve", "--port", "0", "--database", "sqlite::memory:"], {
        RATE_LIMIT_PUBLIC: "0"
      })
      const url = await new Promise<string>((found, failed) => {
        let seen = ""
        child.stdout.on("data", (chunk) => {
          seen += String(chunk)
          const [address] = /http:\/\/localhost:\d+/.exec(seen) ?? []
          if (address !== undefined) found(address)
        })
        ended.then(({ err }) => failed(new Error(err)))
      })
      const { code, err, out } = await laurel([
        "harness",
        url,
        "--seeds",
        "1",
        "--commands",
        "15",
        "--seed",
        "7"
      ])
      assert.equal(code, 0, `${err}${out}`)
      assert.match(out, /from seed 7.*all limits held/s)
      child.kill("SIGTERM")
      assert.equal((await ended).code, 0)
    },
    patience
  )
})

describe("the doctor", () => {
  it("finds an old runtime, wrong settings and a clock that is off", () => {
    assert.equal(checkRuntime({ ...process.versions, bun: "1.0.1" }).state, "fault")
    assert.equal(checkRuntime().state, "ok")
    const [fault] = checkSettings({ PORT: "x" })
    assert.deepEqual([fault?.state, fault?.detail.split(" ")[0]], ["fault", "PORT"])
    assert.equal(clockFinding(1000, 1005, 1010).state, "ok")
    assert.equal(clockFinding(100_000, 90_000, 100_010).state, "warning")
    assert.equal(clockFinding(100_000, 400_000, 100_010).state, "fault")
  })
})
