import assert from "node:assert/strict"
import { Schema } from "effect"
import { AuditPage } from "../../../lib/http/iam/api.ts"
import { uuidv7 } from "../../../lib/schema/Id.ts"
import { partnerBody, password } from "../../support/bodies.ts"
import {
  type Call,
  get,
  patch,
  post,
  remove,
  tokenIn,
  withBasic,
  withBearer,
  withKey
} from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { id, instant, matches, type Pattern } from "../../support/pattern.ts"
import { badRequest, forbidden, meets, type Table } from "../../support/table.ts"
import { resetToken } from "./codes.ts"
import { own } from "./own.ts"

const partner = own("audited")
const lasting = own("audited-for-long")

const Moment = Schema.Union(Schema.DateFromSelf, Schema.Date)
const decodeLifetimes = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      action: Schema.String,
      outcome: Schema.String,
      partner_id: Schema.NullOr(Schema.String),
      created_at: Moment,
      expires_at: Schema.NullOr(Moment)
    })
  )
)

const decode = Schema.decodeUnknownSync(Schema.Struct({ data: AuditPage }))

/** The partner's current token: the first test resets the password and logs out, which ends the original one. */
const fresh = new WeakMap<Cast, string>()
const send = (world: Cast, call: Call) =>
  world.send(withBearer(call, fresh.get(world) ?? assert.fail("the partner has not logged in again")))
const read = async (world: Cast, query: string) => {
  const reply = await send(world, get(`/laas/iam/audit${query}`))
  assert.equal(reply.status, 200, reply.text)
  return decode(reply.body).data
}

const entry = (
  action: string,
  outcome: "done" | "refused",
  actor: string,
  detail: string | null = null
): Pattern => ({
  id,
  action,
  outcome,
  actor,
  userId: null,
  address: "192.0.2.7",
  detail,
  createdAt: instant
})

export const audit = (table: Table): void =>
  table("GET /laas/iam/audit", [], (test) => {
    test("lists actions and refusals with their actors, newest first", async (world) => {
      const { send } = world
      const { as, email } = await partner(world)
      const login = (email: string, password: string) =>
        send(post("/shop/partners/login", { email, password }))
      const key = await (await partner(world)).key(["read"])
      const token = await world.logInWithKey(key)
      await send(withBasic(post("/laas/iam/login"), key.apiKey, "guess"))
      await send(withBearer(post("/laas/iam/logout"), token))
      await send(as(remove(`/laas/iam/api-keys/${key.id}`)))
      await send(as(remove(`/laas/iam/api-keys/${key.id}`)))
      await send(as(patch("/shop/partners", { partnerName: "Audited", redirectUrl: "https://a.example" })))
      const taken = { email: "acme@partners.example", currentPassword: password }
      await send(as(patch("/shop/partners", taken)))
      await login(email, "Wr0ng!secret")
      const reset = await resetToken(world, email)
      const fields = { token: reset, password, confirmPassword: password }
      await send(as(post("/laas/iam/logout-all")))
      await send(post("/shop/partners/reset-password", fields))
      await send(post("/shop/partners/reset-password", fields))
      const again = await login(email, password)
      fresh.set(world, tokenIn(again.body))
      const made = `${key.apiKey} machine: read`
      const { data } = await read(world, "?limit=100")
      matches(data, [
        entry("partner.login", "done", email),
        entry("password.reset", "done", email),
        entry("partner.logout-all", "done", email),
        entry("password.forgot", "done", email, "a link was mailed"),
        entry("partner.login", "refused", email),
        entry(
          "partner.update",
          "refused",
          email,
          "email acme@partners.example is already taken: log in, or use another address"
        ),
        entry("partner.update", "done", email, "partnerName, redirectUrl"),
        entry("key.revoke", "done", email, made),
        entry("partner.logout", "done", key.apiKey),
        entry("key.login", "refused", key.apiKey),
        entry("key.login", "done", key.apiKey),
        entry("key.create", "done", email, made),
        entry("partner.login", "done", email),
        entry("partner.onboard", "done", email)
      ])
    })

    test("can be read page by page without losing or repeating an entry", async (world) => {
      const all = (await read(world, "?limit=100")).data.map(({ id }) => id)
      const seen: Array<string> = []
      let query = "?limit=4"
      for (;;) {
        const { data, next } = await read(world, query)
        seen.push(...data.map(({ id }) => id))
        if (next === null) break
        query = `?limit=4&before=${next}`
      }
      assert.deepEqual(seen, all)
      assert.ok(all.length > 12)
    })

    test("can be filtered by action", async (world) => {
      const { data, next } = await read(world, "?action=key.login")
      assert.deepEqual(
        data.map(({ action, outcome }) => [action, outcome]),
        [
          ["key.login", "refused"],
          ["key.login", "done"]
        ]
      )
      assert.equal(next, null)
    })

    const faults: ReadonlyArray<readonly [string, string]> = [
      ["limit=0", 'limit must be a whole number from 1 to 100, got "0"'],
      ["limit=101", 'limit must be a whole number from 1 to 100, got "101"'],
      ["before=x", 'before must be the id of an entry, got "x"'],
      [`before=${"-".repeat(36)}`, `before must be the id of an entry, got "${"-".repeat(36)}"`],
      ["action=login", 'action must be an action of the audit trail, got "login"']
    ]
    for (const [query, error] of faults) {
      test(`refuses ${query}`, async (world) =>
        meets(await send(world, get(`/laas/iam/audit?${query}`)), badRequest(error)))
    }

    test("another partner sees nothing of it, and a key's token is not enough", async (world) => {
      const { acme, send } = world
      const { email, partnerId } = await partner(world)
      const { text } = await send(acme.as(get("/laas/iam/audit?limit=100")))
      assert.ok(!text.includes(email) && !text.includes(partnerId))
      const key = await acme.key()
      meets(
        await send(withBearer(get("/laas/iam/audit"), await world.logInWithKey(key))),
        forbidden(
          "this needs the access token of an owner or a manager, from a login with e-mail and password"
        )
      )
    })

    test("an attempt on an unknown account is recorded, and no partner sees it", async (world) => {
      const stranger = "stranger@partners.example"
      const body = { email: stranger, password }
      await world.send(post("/shop/partners/login", body))
      assert.ok(!JSON.stringify(await read(world, "?limit=100")).includes(stranger))
      const rows = await world.sql(
        `SELECT partner_id, outcome, address FROM rewards_audit WHERE actor = '${stranger}'`
      )
      assert.deepEqual(
        rows.map(({ address, outcome, partner_id }) => [partner_id, outcome, address]),
        [[null, "refused", "192.0.2.7"]]
      )
    })

    test("a refused change is recorded, also with an idempotency key", async (world) => {
      const body = { email: world.acme.email, currentPassword: password }
      const taken = withKey(patch("/shop/partners", body), "taken")
      const before = (await read(world, "?action=partner.update")).data.length
      for (const call of [patch("/bank/partners", { partnerName: "x" }), taken]) await send(world, call)
      const { data } = await read(world, "?action=partner.update")
      const { email } = await partner(world)
      matches(data.slice(0, data.length - before), [
        entry(
          "partner.update",
          "refused",
          email,
          `email ${world.acme.email} is already taken: log in, or use another address`
        ),
        entry(
          "partner.update",
          "refused",
          email,
          "the partner of this access token belongs to another ecosystem"
        )
      ])
    })

    test("a refusal, and a request for a link, is stored for a year, an attempt on an unknown account for thirty days, and a done action forever", async (world) => {
      const { email, partnerId } = await lasting(world)
      const login = (as: string) => world.send(post("/shop/partners/login", { email: as, password: "guess" }))
      const forgot = (as: string) => world.send(post("/shop/partners/forgot-password", { email: as }))
      for (const as of [email, `not-${email}`]) {
        await login(as)
        await forgot(as)
      }
      const entries =
        await world.sql(`SELECT action, outcome, partner_id, created_at, expires_at FROM rewards_audit
        WHERE actor IN ('${email}', 'not-${email}') ORDER BY id`)
      const rows = decodeLifetimes(entries)
      assert.deepEqual(
        rows.map(({ action, created_at, expires_at, outcome, partner_id }) => [
          action,
          outcome,
          partner_id,
          expires_at === null ? null : (expires_at.getTime() - created_at.getTime()) / (24 * 60 * 60 * 1000)
        ]),
        [
          ["partner.onboard", "done", partnerId, null],
          ["partner.login", "done", partnerId, null],
          ["partner.login", "refused", partnerId, 365],
          ["password.forgot", "done", partnerId, 365],
          ["partner.login", "refused", null, 30],
          ["password.forgot", "done", null, 30]
        ]
      )
    })

    test("each entry deletes some that have expired, and no others", async (world) => {
      const expiries = [-1000, 60_000, null]
      for (const [index, offset] of expiries.entries()) {
        const expiry = offset === null ? "NULL" : `'${new Date(Date.now() + offset).toISOString()}'`
        const entryId = uuidv7(Date.now(), index, new Uint8Array(8), 0)
        await world.sql(`INSERT INTO rewards_audit (id, action, outcome, actor, created_at, expires_at)
          VALUES (UUID '${entryId}', 'partner.login', 'refused', 'old ${index}', '2026-01-01T00:00:00.000Z', ${expiry})`)
      }
      await world.send(withBasic(post("/laas/iam/login"), "nobody", "guess"))
      const left = await world.sql("SELECT actor FROM rewards_audit WHERE actor LIKE 'old %' ORDER BY actor")
      assert.deepEqual(
        left.map(({ actor }) => actor),
        ["old 1", "old 2"]
      )
    })

    test("no entry contains a secret", async (world) => {
      const rows = JSON.stringify(await world.sql("SELECT actor, detail FROM rewards_audit"))
      const secrets = [password, partnerBody.password, "argon2", fresh.get(world) ?? assert.fail()]
      for (const secret of secrets) assert.ok(!rows.includes(secret))
    })
  })
