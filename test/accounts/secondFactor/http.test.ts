// Second factors over HTTP, on both databases.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { password } from "../../support/bodies.ts"
import { type Call, dataIn, get, post, type Reply, remove, tokenIn, withBearer } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { tally } from "../../support/expect.ts"
import { freshFile } from "../../support/files.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { containing } from "../../support/pattern.ts"
import { join } from "../../support/staff.ts"
import {
  badRequest,
  forbidden,
  meets,
  missing,
  notFound,
  refused,
  success,
  visible
} from "../../support/table.ts"
import { type HttpPartner, newWatch, openWorld, type World } from "../../support/world.ts"
import { resetToken } from "../suite/codes.ts"
import {
  codeOf,
  confirmTotp,
  loginOf,
  recoveryCodesIn,
  removeTotp,
  start,
  startTotp,
  turnOn
} from "./authenticator.ts"

const period = 30_000

const otpRefused = (code: "otp_required" | "otp_wrong", error: string) => ({
  status: 401,
  body: {
    status: "failed",
    message: "Unauthorized",
    data: { errorType: "unauthorized", appErrorCode: code, error }
  },
  headers: { "www-authenticate": "Bearer" }
})
const required = otpRefused(
  "otp_required",
  "otp is required: log in with the code of your authenticator app, or with a recovery code"
)
const wrong = otpRefused(
  "otp_wrong",
  "otp is wrong or was used before: send the next code, or a recovery code"
)
const off = success(200, "Second factor removed successfully", {})

const Entry = Schema.Struct({
  action: Schema.String,
  outcome: Schema.String,
  actor: Schema.String,
  detail: Schema.NullOr(Schema.String)
})
const Trail = Schema.Struct({ data: Schema.Struct({ data: Schema.Array(Entry) }) })

const databases = [
  ["SQLite", async () => `sqlite:${await freshFile()}`],
  ["PostgreSQL", migratedDatabase]
] as const

for (const [name, database] of databases) {
  describe(`a second factor on ${name}`, () => {
    const watch = newWatch("2030-01-01T12:00:05.000Z")
    let opened: World | undefined
    const world = (): World => opened ?? assert.fail("the service did not open")
    beforeAll(async () => {
      opened = await openWorld(await database(), { watch, http: { rateLimits: { failures: 0, public: 0 } } })
    })
    afterAll(() => opened?.close())

    /** A partner whose owner has a second factor. `code` returns the code of the next period, which was not used. */
    const secured = async (label: string) => {
      const http = world()
      const partner = await http.partner(label)
      const factor = await turnOn(http, partner, watch.now)
      const login = (more: object = {}): Promise<Reply> => http.send(loginOf(partner.email, more))
      const code = () => {
        watch.now += period
        return codeOf(factor.secret, watch.now)
      }
      return { ...factor, partner, login, code }
    }

    it("is on after a first code, and then each login needs the next one", async () => {
      const { partner, send } = world()
      const owner = await partner("secured")
      const { secret, uri } = await start(world(), owner)
      assert.match(secret, /^[A-Z2-7]{32}$/)
      assert.equal(new URL(uri).searchParams.get("secret"), secret)
      assert.ok(uri.startsWith(`otpauth://totp/Laurel%20Rewards:${encodeURIComponent(owner.email)}?`))
      assert.equal(
        (await send(loginOf(owner.email))).status,
        200,
        "a factor that is not confirmed is not asked for"
      )

      const code = codeOf(secret, watch.now)
      const other = String((Number(code) + 1) % 1_000_000).padStart(6, "0")
      meets(await send(owner.as(confirmTotp(other))), wrong)
      const codes = recoveryCodesIn(await send(owner.as(confirmTotp(code))))
      assert.equal(new Set(codes).size, 10)
      meets(await send(loginOf(owner.email)), required)
      meets(await send(loginOf(owner.email, { otp: code })), wrong)
      watch.now += period
      const next = codeOf(secret, watch.now)
      meets(await send(loginOf(owner.email, { otp: other })), wrong)
      assert.equal(
        (await send(loginOf(owner.email, { otp: `${next.slice(0, 3)} ${next.slice(3)}` }))).status,
        200
      )
      meets(await send(loginOf(owner.email, { otp: next })), wrong)
      assert.equal((await send(owner.as(get("/laas/rules")))).status, 200, "an open session stays open")
    })

    it("is neither started nor confirmed twice, and not confirmed before it was started", async () => {
      const { partner, send } = world()
      const owner = await partner("twice")
      meets(await send(owner.as(confirmTotp("123456"))), refused("totp_not_started", "was not started"))
      const first = await start(world(), owner)
      const second = await start(world(), owner)
      assert.notEqual(first.secret, second.secret)
      meets(await send(owner.as(confirmTotp(codeOf(first.secret, watch.now)))), wrong)
      recoveryCodesIn(await send(owner.as(confirmTotp(codeOf(second.secret, watch.now)))))
      for (const call of [startTotp, confirmTotp(codeOf(second.secret, watch.now + period))]) {
        meets(await send(owner.as(call)), refused("totp_already_on", "is already on"))
      }
    })

    it("says nothing about a wrong password, and no code is used up by one", async () => {
      const { code, login } = await secured("guessed")
      const otp = code()
      const guess = { password: "Wrong-Passw0rd!" }
      const answers = [
        await login(guess),
        await login({ ...guess, otp }),
        await login({ ...guess, otp: "000000" })
      ]
      const unknown = await world().send(loginOf("nobody@partners.example", { ...guess, otp }))
      for (const answer of answers) assert.deepEqual(visible(answer), visible(unknown))
      assert.equal((await login({ otp })).status, 200)
    })

    it("can be replaced at a login by each recovery code, once", async () => {
      const { login, recoveryCodes } = await secured("phoneless")
      const other = await secured("neighbour")
      for (const [index, otp] of recoveryCodes.entries()) {
        const typed = index % 2 === 0 ? otp : otp.toLowerCase().replaceAll("-", " ")
        meets(await other.login({ otp: typed }), wrong)
        assert.equal((await login({ otp: typed })).status, 200)
        meets(await login({ otp }), wrong)
      }
    })

    for (const [form, otp] of [
      ["five digits", "12345"],
      ["letters", "abcdef"],
      ["fifteen letters", "QRST-UVWX-YZ23-456"],
      ["a number", 123456],
      ["null", null]
    ] as const) {
      it(`is not named by an otp of ${form}, and the answer does not repeat it`, async () => {
        const { login, partner } = await secured(`form-${form.replaceAll(" ", "-")}`)
        const replies = [await login({ otp }), await world().send(partner.as(removeTotp({ otp })))]
        for (const reply of replies) {
          assert.equal(reply.status, 400, reply.text)
          assert.match(reply.text, /"error":"otp must be /)
          assert.ok(otp === null || !reply.text.includes(String(otp)), reply.text)
        }
      })
    }

    it("stays when the password is reset", async () => {
      const { code, login, partner } = await secured("reset")
      const token = await resetToken(world(), partner.email)
      const next = { password: "Another-Passw0rd!", confirmPassword: "Another-Passw0rd!" }
      assert.equal(
        (await world().send(post("/shop/partners/reset-password", { token, ...next }))).status,
        200
      )
      meets(await login({ password: next.password }), required)
      assert.equal((await login({ password: next.password, otp: code() })).status, 200)
    })

    it("is removed with a code or a recovery code, and not without one", async () => {
      const { code, login, partner, recoveryCodes } = await secured("removing")
      const remove = (body: object) => world().send(partner.as(removeTotp(body)))
      meets(await remove({}), missing("otp"))
      meets(await remove({ otp: "000000" }), wrong)
      meets(await remove({ otp: code() }), off)
      assert.equal((await login()).status, 200)
      meets(await remove({ otp: recoveryCodes[0] }), refused("totp_not_on", "no second factor"))
      const again = await turnOn(world(), partner, watch.now)
      meets(await remove({ otp: recoveryCodes[1] }), wrong)
      meets(await remove({ otp: again.recoveryCodes[0] }), off)
      assert.equal((await login()).status, 200)
    })

    it("of a colleague is removed by an owner, and by nobody else", async () => {
      const { partner } = await secured("house")
      const stranger = await secured("stranger")
      const [anna, ben] = [
        await join(world(), partner, "anna@house.example", "manager"),
        await join(world(), partner, "ben@house.example", "viewer")
      ]
      await turnOn(world(), anna, watch.now)
      const removeBy = ({ as }: Pick<HttpPartner, "as">, body: object) => world().send(as(removeTotp(body)))
      const has = async ({ as }: Pick<HttpPartner, "as">) =>
        dataIn((await world().send(as(get("/laas/iam/me")))).body).totp
      meets(
        await removeBy(ben, { id: anna.id }),
        forbidden("only an owner may remove the second factor of others")
      )
      const unknown = `id ${anna.id} is not one of your people: list them with /laas/iam/staff`
      meets(await removeBy(stranger.partner, { id: anna.id }), notFound(unknown, "person_not_found"))
      meets(await removeBy(partner, { id: ben.id }), refused("totp_not_on", "no second factor"))
      meets(
        await removeBy(partner, { id: "x" }),
        badRequest('id must be an id made by this service, got "x"')
      )
      const own = String(dataIn((await world().send(partner.as(get("/laas/iam/me")))).body).id)
      meets(
        await removeBy(partner, { id: own }),
        badRequest("id must be another person's: send otp to remove your own")
      )
      const both = await removeBy(partner, { id: anna.id, otp: "123456" })
      assert.equal(both.status, 400, both.text)
      assert.deepEqual([await has(partner), await has(anna), await has(ben)], [true, true, false])
      meets(await world().send(loginOf(anna.email)), required)

      meets(await removeBy(partner, { id: anna.id }), off)
      assert.equal(await has(anna), false)
      assert.equal((await world().send(loginOf(anna.email))).status, 200)
      // Who comes back is a new person, and has no second factor of an earlier one.
      watch.now += period
      await turnOn(world(), anna, watch.now)
      assert.equal((await world().send(partner.as(remove(`/laas/iam/staff/${anna.id}`)))).status, 200)
      const again = await join(world(), partner, "anna@house.example", "manager")
      assert.equal(await has(again), false)
    })

    it("is only for people: an API key has none", async () => {
      const { logInWithKey, partner, send } = world()
      const token = await logInWithKey(await (await partner("machine")).key())
      const only = forbidden(containing("a person"))
      for (const call of [startTotp, confirmTotp("123456"), removeTotp({ otp: "123456" })]) {
        meets(await send(withBearer(call, token)), only)
      }
    })

    it("lets one of many concurrent logins with the same code or recovery code through", async () => {
      const { code, login, recoveryCodes } = await secured("racing")
      for (const otp of [code(), recoveryCodes[0]]) {
        const replies = await Promise.all(Array.from({ length: 8 }, () => login({ otp })))
        assert.deepEqual(tally(replies.map(({ status }) => String(status))), { 200: 1, 401: 7 })
      }
    })

    it("is stored without its secret and its codes, for its person alone", async () => {
      const { code, login, partner, recoveryCodes, secret } = await secured("stored")
      const other = await secured("thief")
      const rows = JSON.stringify([
        await world().sql("SELECT * FROM rewards_second_factor"),
        await world().sql("SELECT * FROM rewards_recovery_code"),
        await world().sql("SELECT * FROM rewards_audit")
      ])
      for (const hidden of [secret, ...recoveryCodes]) assert.ok(!rows.includes(hidden))
      // Somebody who can write to the database cannot give one person the secret of another.
      await world().sql(`UPDATE rewards_second_factor SET secret = (SELECT s.secret FROM rewards_second_factor s
        WHERE s.partner_id = ${idSql(other.partner.partnerId)}) WHERE partner_id = ${idSql(partner.partnerId)}`)
      meets(await login({ otp: code() }), wrong)
      meets(await login({ otp: codeOf(other.secret, watch.now) }), wrong)
      assert.equal((await login({ otp: recoveryCodes[0] })).status, 200, "a recovery code still works")
    })

    const idSql = (id: string) => (name === "SQLite" ? `x'${id.replaceAll("-", "")}'` : `'${id}'`)

    it("is in the audit trail when it is turned on or removed, and when a code is refused", async () => {
      const { code, login, partner } = await secured("audited")
      await login()
      await login({ otp: "000000" })
      const accessToken = tokenIn((await login({ otp: code() })).body)
      const send = (call: Call) => world().send(withBearer(call, accessToken))
      await send(removeTotp({ otp: "000000" }))
      await send(removeTotp({ otp: code() }))
      const { body } = await send(get("/laas/iam/audit?limit=8"))
      const entries = Schema.decodeUnknownSync(Trail)(body).data.data
      assert.deepEqual(
        entries.map(({ action, outcome, detail }) => [action, outcome, detail?.split(":")[0] ?? null]),
        [
          ["totp.remove", "done", partner.email],
          ["totp.remove", "refused", "otp is wrong or was used before"],
          ["partner.login", "done", null],
          ["partner.login", "refused", "otp is wrong or was used before"],
          ["partner.login", "refused", "otp is required"],
          ["totp.confirm", "done", partner.email],
          ["partner.login", "done", null],
          ["partner.onboard", "done", null]
        ]
      )
      for (const { actor } of entries) assert.equal(actor, partner.email)
    })
  })
}

describe("wrong codes", () => {
  const watch = newWatch("2030-01-01T12:00:05.000Z")
  let opened: World | undefined
  const world = (): World => opened ?? assert.fail("the service did not open")
  beforeAll(async () => {
    opened = await openWorld("sqlite::memory:", { watch })
  })
  afterAll(() => opened?.close())

  it("are limited to ten a minute for a person, like wrong passwords; a login without a code does not count", async () => {
    const http = world().http({})
    const partner = await http.partner("limited")
    const { secret } = await turnOn(http, partner, watch.now)
    watch.now += period
    const login = async (more: object) => (await http.send(loginOf(partner.email, more))).status
    for (let without = 0; without < 12; without++) assert.equal(await login({}), 401)
    for (let guess = 0; guess < 10; guess++) assert.equal(await login({ otp: "000000" }), 401)
    assert.equal(await login({ otp: codeOf(secret, watch.now) }), 429)
    watch.now += 60_000
    assert.equal(await login({ otp: codeOf(secret, watch.now) }), 200)
  })

  it("cannot be tried with a stolen token either", async () => {
    const http = world().http({ rateLimits: { failures: 2 } })
    const partner = await http.partner("robbed")
    const { secret } = await turnOn(http, partner, watch.now)
    watch.now += 2 * period
    const remove = async (otp: string) => (await http.send(partner.as(removeTotp({ otp })))).status
    assert.deepEqual([await remove("000000"), await remove("000001")], [401, 401])
    assert.equal(await remove(codeOf(secret, watch.now)), 429)
    assert.equal(
      (await http.send(loginOf(partner.email, { password, otp: codeOf(secret, watch.now) }))).status,
      200
    )
  })
})
