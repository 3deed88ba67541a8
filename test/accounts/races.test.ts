// What happens between the check of a credential and the token for it. PostgreSQL alone: SQLite has one writer.
import assert from "node:assert/strict"
import pg from "pg"
import { createKey, logIn, onboardPartner, type Partner, password } from "../http/people.ts"
import { openService, post, type Reply, type Service, withBasic } from "../http/service.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"

interface Opened {
  readonly service: Service
  readonly partner: Partner
  readonly database: pg.Client
}

let opened: Opened | undefined
const world = (): Opened => opened ?? assert.fail("the service did not open")

/** Holds rows, starts something that has to wait for them, changes them under its eyes, and lets go. */
const meanwhile = async <A>(
  hold: string,
  start: () => ReadonlyArray<Promise<A>>,
  change: ReadonlyArray<string>
): Promise<ReadonlyArray<A>> => {
  const { database } = world()
  await database.query("BEGIN")
  await database.query(hold)
  const waiting = start()
  const stuck = async () => {
    // A transaction sees the activity of its first look, unless told to look again.
    await database.query("SELECT pg_stat_clear_snapshot()")
    const { rows } = await database.query<{ count: string }>(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    return Number(rows[0]?.count) >= waiting.length
  }
  while (!(await stuck())) await new Promise((resolve) => setImmediate(resolve))
  for (const statement of change) await database.query(statement)
  await database.query("COMMIT")
  return Promise.all(waiting)
}

const tokens = async (): Promise<number> => {
  const { database, partner } = world()
  const found = await database.query("SELECT hash FROM rewards_token WHERE partner_id = $1", [
    partner.partnerId
  ])
  return found.rows.length
}

const login = (): Promise<Reply> => {
  const { partner, service } = world()
  return service.send(post("/shop/partners/login", { email: partner.email, password }))
}

describe("PostgreSQL: between a check and its token", () => {
  beforeAll(async () => {
    const url = await freshDatabase()
    const service = await openService(url, { rateLimits: { failures: 0 } })
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    opened = { service, partner: await onboardPartner(service, "racing"), database }
  })
  afterAll(async () => {
    await opened?.database.end()
    await opened?.service.rewards.close()
  })

  it("a key that is revoked gets none", async () => {
    const { partner, service } = world()
    const { apiKey, apiSecret, id } = await createKey(service, partner)
    const enter = () => service.send(withBasic(post("/laas/iam/login"), apiKey, apiSecret))
    const row = `rewards_api_key WHERE id = '${id}'`
    const [reply] = await meanwhile(`SELECT 1 FROM ${row} FOR UPDATE`, () => [enter()], [
      `UPDATE rewards_api_key SET revoked_at = now() WHERE id = '${id}'`
    ])
    assert.equal(reply?.status, 401)
    const { rows } = await world().database.query(`SELECT 1 FROM rewards_token WHERE api_key_id = '${id}'`)
    assert.deepEqual(rows, [])
  })

  it("two who log in while the hash is made anew both get one", async () => {
    const { partner } = world()
    const where = `WHERE partner_id = '${partner.partnerId}'`
    const before = await tokens()
    // The same password under another salt, as a login next door would have written it.
    const other = await onboardPartner(world().service, "donor")
    const replies = await meanwhile(
      `SELECT 1 FROM rewards_login ${where} FOR UPDATE`,
      () => [login(), login()],
      [
        `UPDATE rewards_login SET password_hash =
          (SELECT password_hash FROM rewards_login WHERE partner_id = '${other.partnerId}') ${where}`
      ]
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200]
    )
    assert.equal(await tokens(), before + 2)
  })

  it("a password that is replaced gets none", async () => {
    const { partner, service } = world()
    const where = `WHERE partner_id = '${partner.partnerId}'`
    await logIn(service, partner.email)
    const [reply] = await meanwhile(`SELECT 1 FROM rewards_login ${where} FOR UPDATE`, () => [login()], [
      `UPDATE rewards_login SET password_hash = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA' ${where}`,
      `DELETE FROM rewards_token ${where}`
    ])
    assert.equal(reply?.status, 401)
    assert.equal(await tokens(), 0)
  })
})
