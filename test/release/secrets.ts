// A secret appears only in the one answer that issues it.
import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { answer, startPartner } from "../accounts/details/partner.ts"
import { record, recordWith } from "../accounts/details/record.ts"
import { openPostOffice } from "../accounts/mail/postOffice.ts"
import { openJourney } from "../accounts/secrets/journey.ts"
import { none, scatter } from "../accounts/secrets/scatter.ts"
import { heldIn, newToken } from "../accounts/secrets/vault.ts"
import { walk } from "../accounts/secrets/walk.ts"
import { endpoints } from "../http/endpoints.ts"
import { publicPort, startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { type Sql, sqlAt } from "../support/sql.ts"

afterAll(tidyUp)

const tablesOf = (url: string) =>
  url.startsWith("sqlite:")
    ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'rewards_%'"
    : "SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'rewards_%'"

/** Every table as text. */
const dump = async (url: string, sql: Sql) => {
  const tables = new Map<string, string>()
  for (const { name } of await sql(tablesOf(url))) {
    tables.set(String(name), JSON.stringify(await sql(`SELECT * FROM ${name}`)))
  }
  return tables
}

/** A partner's server with one valid user record and one broken one. */
const startRecords = (bvn: string, accountNumber: string) =>
  startPartner((socket, asked) => {
    const whole = { ...record, bvn, accountNumber, kyc: { ...record.kyc, bvn } }
    const broken = { ...recordWith("emailVerified", bvn), bvn: [bvn], kyc: { ...record.kyc, bvn: { bvn } } }
    socket.end(answer(JSON.stringify(asked.includes("tag=broken") ? broken : whole)))
  })

interface Setting {
  readonly format: "json" | "pretty"
  /** Whether tokens are also sent in every wrong field. This is slow, and one database is enough. */
  readonly scattered: boolean
  readonly database: () => Promise<string>
}

const search = async ({ database, format, scattered }: Setting): Promise<void> => {
  const [bvn, accountNumber] = [newToken(), newToken()]
  const smtpPassword = `Hunter!${newToken()}`
  const secretsKey = randomBytes(32).toString("base64")
  const url = await database()
  const office = await openPostOffice({ password: smtpPassword })
  const partner = await startRecords(bvn, accountNumber)
  const service = await startService({
    ...(await publicPort()),
    DATABASE_URL: url,
    // The user name contains an @, as many mail servers require.
    SMTP_URL: `smtp://post@shop:${encodeURIComponent(smtpPassword)}@127.0.0.1:${office.port}`,
    SECRETS_KEY: secretsKey,
    LOG_FORMAT: format,
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_FAILURES: "0",
    OUTBOUND_LOOPBACK: "true"
  })
  const sql = sqlAt(url)
  const journey = openJourney(service.url)
  const { keep, secrets, visits } = journey
  keep("the mail server's password", smtpPassword)
  keep("the key of second factors", secretsKey)
  if (!url.startsWith("sqlite:")) keep("the database's password", new URL(url).password)
  const records = ["a bank verification number", "an account number"]
  keep("a bank verification number", bvn)
  keep("an account number", accountNumber)
  const stage = { journey, office, records, userDetailsUrl: `http://127.0.0.1:${partner.port}/users` }
  const walked = await walk(stage)
  const strays = scattered ? await scatter(journey, walked.as, records) : none
  assert.deepEqual(
    visits.filter(({ reply }) => reply.status >= 500).map(({ call }) => call),
    []
  )

  // Causes internal errors: a row that cannot be decoded, and a missing table.
  await sql(`UPDATE rewards_member_data SET data = '["${bvn}"]'`)
  const faulty = [await journey.send(walked.board)]
  await sql("ALTER TABLE rewards_person RENAME TO rewards_gone")
  faulty.push(await journey.send(walked.login))
  await sql("ALTER TABLE rewards_gone RENAME TO rewards_person")
  assert.deepEqual(
    faulty.map(({ reply }) => reply.status),
    [500, 500]
  )
  await walked.leave()

  for (const { name, status } of endpoints) {
    const statuses = visits.filter((visit) => visit.endpoint?.name === name).map(({ reply }) => reply.status)
    assert.ok(
      statuses.some((each) => each === status || each === 303),
      `${name} was not visited with success`
    )
    assert.ok(
      statuses.some((each) => each >= 400),
      `${name} was not visited in vain`
    )
  }
  assert.deepEqual(journey.leaks(), [])
  assert.deepEqual(strays.answered, [])

  const all = [...secrets.values(), ...strays.refused]
  for (const path of ["/metrics", "/openapi.json", "/docs", "/healthz", "/readyz"]) {
    const shown = await (await fetch(`${service.url}${path}`)).text()
    assert.deepEqual(heldIn(shown, [...all, ...strays.taken]), [], path)
  }
  assert.deepEqual(await stopService(service), { code: 0, signal: null })
  await office.close()
  await partner.close()

  const log = service.lines.join("\n")
  assert.ok(service.lines.length > visits.length, "every request has its line")
  assert.match(log, /a row that does not fit/)
  assert.deepEqual(heldIn(log, [...all, ...strays.taken]), [])
  assert.match(log, /POST \/api\/v1\/:eco\/partners\/login 401/)
  // Nor any other part of a request or a mail: no truncated password, no address, no subject.
  assert.doesNotMatch(log, /hunter|@shop\.example|@mail\.example|verification code/i)

  const tables = await dump(url, sql)
  assert.ok(tables.size > 15)
  assert.match(tables.get("rewards_audit") ?? "", /consent\.refuse/)
  assert.match(tables.get("rewards_mail") ?? "", /Your verification code/)
  // The partner's records are stored for the partner, on purpose.
  tables.delete("rewards_member_data")
  tables.delete("rewards_member_name")
  for (const [table, text] of tables) assert.deepEqual(heldIn(text, all), [], table)
}

/** Each setting has its own service and mostly waits for it, so they run concurrently. */
const settings: ReadonlyArray<Setting> = [
  { format: "json", scattered: false, database: async () => `sqlite:${await freshFile()}` },
  {
    format: "pretty",
    scattered: true,
    database: async () => {
      const url = new URL(await migratedDatabase())
      if (url.password === "") url.password = newToken()
      return url.href
    }
  }
]

describe("secrets, on SQLite with a json log and on PostgreSQL with a pretty one", () => {
  it("are in no log line, no table, no operator's page, and no answer except the one that issues them", () =>
    Promise.all(settings.map(search)))
})
