// Changes between the check of a credential and the issue of its token. PostgreSQL only: SQLite has one writer.
import assert from "node:assert/strict"
import pg from "pg"
import { password, userPassword } from "../support/bodies.ts"
import { form, get, patch, post, type Reply, withBasic, withBearer } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { activity } from "../support/nodes.ts"
import { type Fields, newPkce } from "../support/oauth.ts"
import { eventually } from "../support/wait.ts"
import { type HttpPartner, openWorld, type World } from "../support/world.ts"

interface Opened extends World {
  readonly racing: HttpPartner
  readonly database: pg.Client
}

let opened: Opened | undefined
const world = (): Opened => opened ?? assert.fail("the service did not open")

/** Locks rows, starts calls that wait for them, changes the rows meanwhile, and releases the locks. */
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
    // Within a transaction pg_stat_activity is cached until the snapshot is cleared.
    await database.query("SELECT pg_stat_clear_snapshot()")
    const { rows } = await database.query<{ count: string }>(
      `SELECT count(*) FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`
    )
    return Number(rows[0]?.count)
  }
  await eventually(`${waiting.length} calls that wait for a lock`, stuck, (count) => count >= waiting.length)
  for (const statement of change) await database.query(statement)
  await database.query("COMMIT")
  return Promise.all(waiting)
}

const tokens = async (): Promise<number> => {
  const { database, racing } = world()
  const found = await database.query("SELECT hash FROM rewards_token WHERE partner_id = $1", [
    racing.partnerId
  ])
  return found.rows.length
}

const login = (): Promise<Reply> => {
  const { racing, send } = world()
  return send(post("/shop/partners/login", { email: racing.email, password }))
}

describe("PostgreSQL: between a check and its token", () => {
  beforeAll(async () => {
    const url = await migratedDatabase()
    const world = await openWorld(url, { http: { rateLimits: { failures: 0 } } })
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    opened = { ...world, racing: await world.partner("racing"), database }
  })
  afterAll(async () => {
    await opened?.database.end()
    await opened?.close()
  })

  it("a key that is revoked gets no token", async () => {
    const { racing, send } = world()
    const { apiKey, apiSecret, id } = await racing.key()
    const enter = () => send(withBasic(post("/laas/iam/login"), apiKey, apiSecret))
    const where = `WHERE partner_id = '${racing.partnerId}' AND id = '${id}'`
    const [reply] = await meanwhile(`SELECT 1 FROM rewards_api_key ${where} FOR UPDATE`, () => [enter()], [
      `UPDATE rewards_api_key SET revoked_at = now() ${where}`
    ])
    assert.equal(reply?.status, 401)
    const { rows } = await world().database.query(`SELECT 1 FROM rewards_token WHERE api_key_id = '${id}'`)
    assert.deepEqual(rows, [])
  })

  it("two concurrent logins that find the hash replaced both get a token", async () => {
    const { racing } = world()
    const where = `WHERE partner_id = '${racing.partnerId}'`
    const before = await tokens()
    // The same password with another salt, as a concurrent login would have stored it.
    const other = await world().partner("donor")
    const replies = await meanwhile(
      `SELECT 1 FROM rewards_person ${where} FOR UPDATE`,
      () => [login(), login()],
      [
        `UPDATE rewards_person SET password_hash =
          (SELECT password_hash FROM rewards_person WHERE partner_id = '${other.partnerId}') ${where}`
      ]
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200]
    )
    assert.equal(await tokens(), before + 2)
  })

  it("a password that is replaced gets no token", async () => {
    const { logIn, racing } = world()
    const where = `WHERE partner_id = '${racing.partnerId}'`
    await logIn(racing.email)
    const [reply] = await meanwhile(`SELECT 1 FROM rewards_person ${where} FOR UPDATE`, () => [login()], [
      `UPDATE rewards_person SET password_hash = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA' ${where}`,
      `DELETE FROM rewards_token ${where}`
    ])
    assert.equal(reply?.status, 401)
    assert.equal(await tokens(), 0)
  })

  it("a password that is replaced changes no e-mail address", async () => {
    const { database, partner, send } = world()
    const { as, partnerId } = await partner("moving")
    const where = `WHERE partner_id = '${partnerId}'`
    const addressOf = async () =>
      (await database.query(`SELECT email FROM rewards_person ${where}`)).rows.map(({ email }) => email)
    const before = await addressOf()
    const moved = { email: "thief@races.example", currentPassword: password }
    const [reply] = await meanwhile(
      `SELECT 1 FROM rewards_person ${where} FOR UPDATE`,
      () => [send(as(patch("/shop/partners", moved)))],
      [`UPDATE rewards_person SET password_hash = 'another' ${where}`]
    )
    assert.equal(reply?.status, 401, reply?.text)
    assert.deepEqual(await addressOf(), before)
  })

  it("a consent with a user's password that is replaced gives no code", async () => {
    const { database, racing, send, user } = world()
    const id = await user("replaced")
    const consent = () =>
      send(
        post("/shop/users/authorization/authorization-code?scope=profile", {
          clientId: racing.clientId,
          tag: "replaced",
          password: userPassword
        })
      )
    const row = `rewards_user WHERE id = '${id}'`
    const [reply] = await meanwhile(`SELECT 1 FROM ${row} FOR UPDATE`, () => [consent()], [
      `UPDATE rewards_user SET password_hash = 'another' WHERE id = '${id}'`
    ])
    assert.equal(reply?.status, 401, reply?.text)
    const grants = await database.query("SELECT id FROM rewards_grant WHERE user_id = $1", [id])
    assert.deepEqual(grants.rows, [])
  })

  it("a code or a refresh token that is used twice at once gives tokens once, and all that it gave ends", async () => {
    const { racing, send, user } = world()
    await user("twice")
    const { challenge, verifier } = newPkce()
    const page = "/shop/users/authorization"
    const consent = { clientId: racing.clientId, tag: "twice", password: userPassword }
    const token = (fields: Fields) => send(form(`${page}/token`, { client_id: racing.clientId, ...fields }))
    const newUse = async () => {
      const proof = { codeChallenge: challenge, codeChallengeMethod: "S256" }
      const { text } = await send(post(`${page}/authorization-code?scope=profile`, { ...consent, ...proof }))
      const code = /[?&]code=([\w-]+)/.exec(text)?.[1] ?? assert.fail(text)
      return { grant_type: "authorization_code", code, code_verifier: verifier }
    }
    const tokenIn = ({ text }: Reply, name: string) =>
      new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? assert.fail(text)
    const newRefresh = async () => {
      const refresh_token = tokenIn(await token(await newUse()), "refresh_token")
      return { grant_type: "refresh_token", refresh_token }
    }
    for (const [table, use] of [
      ["rewards_code", await newUse()],
      ["rewards_grant_token", await newRefresh()]
    ] as const) {
      const rows = `${table} WHERE partner_id = '${racing.partnerId}'`
      const replies = await meanwhile(`SELECT 1 FROM ${rows} FOR UPDATE`, () => [token(use), token(use)], [])
      const [won, lost] = replies.toSorted((one, other) => one.status - other.status)
      assert.ok(won && lost)
      assert.deepEqual([won.status, lost.status], [200, 400], `${won.text} ${lost.text}`)
      const me = await send(withBearer(get("/shop/users/me"), tokenIn(won, "access_token")))
      assert.equal(me.status, 401)
    }
  })

  it("consents and withdrawals at once leave what the partner searches as the grants are", async () => {
    const { database, racing, send, user } = world()
    const id = await user("racer")
    const login = { clientId: racing.clientId, tag: "racer", password: userPassword }
    const path = "/shop/users/authorization/authorization-code?scope="
    const calls = [
      post(`${path}profile`, login),
      post("/user/consents/revoke", login),
      post(`${path}fullname`, login),
      post("/user/consents/revoke", login)
    ]
    for (const round of [0, 1, 2, 3, 4, 5]) {
      const replies = await Promise.all([...calls.slice(round % 4), ...calls.slice(0, round % 4)].map(send))
      for (const { status, text } of replies) assert.equal(status, 200, text)
      const granted = await database.query<{ scopes: string }>(
        "SELECT DISTINCT scopes FROM rewards_grant WHERE user_id = $1 AND revoked_at IS NULL ORDER BY scopes",
        [id]
      )
      const searched = await database.query<{ scope: string }>(
        "SELECT DISTINCT scope FROM rewards_visible_name WHERE user_id = $1 ORDER BY scope",
        [id]
      )
      assert.deepEqual(
        searched.rows.map(({ scope }) => scope),
        granted.rows.map(({ scopes }) => scopes)
      )
    }
  })
})
