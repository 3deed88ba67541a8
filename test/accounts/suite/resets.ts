import assert from "node:assert/strict"
import { Schema } from "effect"
import { password } from "../../support/bodies.ts"
import { type Call, form, get, post, type Reply, tokenIn } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { containing, type Pattern } from "../../support/pattern.ts"
import { join } from "../../support/staff.ts"
import {
  type Answer,
  badRequest,
  meets,
  missing,
  refused,
  success,
  type Table,
  visible
} from "../../support/table.ts"
import type { HttpPartner } from "../../support/world.ts"
import { anHourLater, resetToken } from "./codes.ts"
import { isAlive, own } from "./own.ts"

const partner = own("forgetful")
const racer = own("racer")
const pestered = own("pestered-by-mail")
const recorded = own("pestered-audit")

const forgot = (email: string, eco = "shop"): Call => post(`/${eco}/partners/forgot-password`, { email })
const reset = (token: string, change: object = {}, eco = "shop"): Call =>
  post(`/${eco}/partners/reset-password`, { token, password, confirmPassword: password, ...change })
const look = (token: string, eco = "shop"): Call =>
  get(`/${eco}/partners/reset-password?token=${encodeURIComponent(token)}`)
const submit = (fields: Readonly<Record<string, string>>): Call =>
  form("/shop/partners/reset-password", fields)
const login = (email: string, word: string): Call => post("/shop/partners/login", { email, password: word })

const sent = success(200, "If this e-mail address belongs to a person of a partner, a link is sent", {})
const done = success(200, "Password changed successfully, all sessions have ended", {})
const refusal = refused("reset_refused", "token is unknown, has expired or was used")

const isPage = (
  { headers, status, text }: Reply,
  expected: number,
  ...parts: ReadonlyArray<string>
): void => {
  assert.equal(status, expected, text)
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8")
  assert.equal(headers.get("cache-control"), "no-store")
  assert.equal(headers.get("referrer-policy"), "no-referrer")
  assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'sha256-/)
  for (const part of parts) assert.ok(text.includes(part), `${part} is not in ${text}`)
}

const Moment = Schema.Union(Schema.DateFromSelf, Schema.Date)
const Expiry = Schema.Struct({ expires_at: Moment })
const Mail = Schema.Struct({
  subject: Schema.String,
  body: Schema.String,
  html: Schema.String,
  created_at: Moment,
  expires_at: Moment
})

/** The mails to an address, newest first. */
const mailsTo = async ({ sql }: Cast, email: string) =>
  Schema.decodeUnknownSync(Schema.Array(Mail))(
    await sql(
      `SELECT subject, body, html, created_at, expires_at FROM rewards_mail WHERE recipient = '${email}' ORDER BY id DESC`
    )
  )

/** The tokens of mailed links, in the order of the mails. */
const tokensIn = (mails: ReadonlyArray<typeof Mail.Type>): ReadonlyArray<string> =>
  mails.flatMap(({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? [])

/** Passwords that are not acceptable, and all faults of each. */
const weak: ReadonlyArray<readonly [object, Pattern]> = [
  [{ password: "Aa1!", confirmPassword: "Aa1!" }, "password must have at least 8 characters"],
  [{ password: "lowercase1!", confirmPassword: "lowercase1!" }, "password must have one uppercase letter"],
  [{ password: "NoNumber!", confirmPassword: "NoNumber!" }, "password must have one number"],
  [{ password: "NoSpecial1", confirmPassword: "NoSpecial1" }, "password must have one special character"],
  [
    { password: "short", confirmPassword: "short" },
    "password must have at least 8 characters, one uppercase letter, one number, one special character"
  ],
  [
    { password: `Aa1!${"x".repeat(200)}`, confirmPassword: `Aa1!${"x".repeat(200)}` },
    "password must have at most 200 characters"
  ],
  [{ confirmPassword: "Str0ng!other" }, "confirmPassword must equal password"],
  [
    { password: "short", confirmPassword: "other" },
    containing("password must have at least 8", "confirmPassword must equal password")
  ]
]

const past = "'2001-01-01T00:00:00.000Z'"

const ownerOf = (partnerId: string): string =>
  `(SELECT id FROM rewards_person WHERE partner_id = UUID '${partnerId}')`

/** Links that do not work, each made from a valid one. */
const dead: ReadonlyArray<readonly [string, (world: Cast, partner: HttpPartner) => Promise<string>]> = [
  ["one that was never mailed", async () => "A".repeat(43)],
  ["no token at all", async () => ""],
  ["one with a letter more", async (world, { email }) => `${await resetToken(world, email)}x`],
  ["text that no database holds", async () => "a\0b"],
  [
    "one that has expired",
    async (world, { email, partnerId }) => {
      const token = await resetToken(world, email)
      await world.sql(
        `UPDATE rewards_reset SET expires_at = ${past} WHERE account_id IN ${ownerOf(partnerId)}`
      )
      return token
    }
  ],
  [
    "one that came before another that was used",
    async (world, { email }) => {
      const token = await resetToken(world, email)
      await world.send(forgot(email))
      meets(await world.send(reset(tokensIn(await mailsTo(world, email))[0] ?? "")), done)
      return token
    }
  ],
  [
    "one that was used",
    async (world, { email }) => {
      const token = await resetToken(world, email)
      meets(await world.send(reset(token)), done)
      return token
    }
  ]
]

export const resets = (table: Table): void =>
  table("password resets", [], (test) => {
    test("a known address and an unknown one get the same answer", async (world) => {
      const { email } = await partner(world)
      const known = await world.send(forgot(email))
      meets(known, sent)
      for (const address of ["nobody@partners.example", email.toUpperCase(), ` ${email} `]) {
        assert.deepEqual(visible(await world.send(forgot(address))), visible(known))
      }
      assert.deepEqual(visible(await world.send(forgot(email, "bank"))), visible(known))
      assert.deepEqual(await mailsTo(world, "nobody@partners.example"), [])
    })

    const malformed: ReadonlyArray<readonly [object, Answer]> = [
      [{}, missing("email")],
      [{ email: "nobody" }, badRequest('email must be an e-mail address, got "nobody"')],
      [{ email: "a\0@b.example" }, badRequest(containing("email must be an e-mail address"))]
    ]
    for (const [body, answer] of malformed) {
      test(`an invalid address is refused: ${JSON.stringify(body)}`, async ({ send }) =>
        meets(await send(post("/shop/partners/forgot-password", body)), answer))
    }

    test("the mail contains the link, valid for an hour; the database contains its hash", async (world) => {
      const { email, partnerId } = await partner(world)
      const token = await resetToken(world, email)
      const [mail] = await mailsTo(world, email)
      assert.ok(mail)
      const link = `https://rewards.example/api/v1/shop/partners/reset-password?token=${token}`
      assert.ok(mail.body.includes(link) && mail.html.includes(link))
      assert.match(token, /^[\w-]{43}$/)
      assert.ok(!mail.subject.includes(token))
      const rows = await world.sql(
        `SELECT * FROM rewards_reset WHERE account_id IN ${ownerOf(partnerId)} ORDER BY expires_at DESC`
      )
      const [row] = Schema.decodeUnknownSync(Schema.Array(Expiry))(rows)
      assert.ok(row)
      assert.ok(Math.abs(mail.expires_at.getTime() - mail.created_at.getTime() - 60 * 60_000) < 1000)
      assert.deepEqual(mail.expires_at, row.expires_at)
      const stored = JSON.stringify([rows, await world.sql("SELECT * FROM rewards_audit")])
      assert.ok(!stored.includes(token))
    })

    test("a link stays valid however often a stranger asks for another, and no more are mailed while five are valid", async (world) => {
      const { email, partnerId } = await pestered(world)
      await resetToken(world, email)
      const known = await Promise.all(Array.from({ length: 12 }, () => world.send(forgot(email))))
      for (const reply of known) meets(reply, sent)
      const tokens = tokensIn(await mailsTo(world, email))
      assert.equal(tokens.length, 5)
      for (const token of tokens) isPage(await world.send(look(token)), 200)
      await anHourLater(world.sql, email)
      for (const token of tokens) isPage(await world.send(look(token)), 400)
      meets(await world.send(forgot(email)), sent)
      const [next = "", ...older] = tokensIn(await mailsTo(world, email))
      assert.equal(older.length, 5)
      const rows = await world.sql(
        `SELECT place FROM rewards_reset WHERE account_id IN ${ownerOf(partnerId)}`
      )
      assert.deepEqual(rows.map(({ place }) => Number(place)).toSorted(), [1, 2, 3, 4, 5])
      meets(await world.send(reset(next)), done)
      isPage(await world.send(look(next)), 400)
    })

    test("a link that was used makes room for others", async (world) => {
      const { email } = await pestered(world)
      const token = await resetToken(world, email)
      for (let count = 0; count < 4; count++) await world.send(forgot(email))
      meets(await world.send(reset(token)), done)
      const before = tokensIn(await mailsTo(world, email)).length
      meets(await world.send(forgot(email)), sent)
      assert.equal(tokensIn(await mailsTo(world, email)).length, before + 1)
    })

    test("a stranger's requests add no entries to the partner's audit trail beyond the mailed links", async (world) => {
      const { email, partnerId } = await recorded(world)
      for (let count = 0; count < 8; count++) await world.send(forgot(email))
      const entries = await world.sql(`SELECT partner_id, detail, expires_at FROM rewards_audit
        WHERE actor = '${email}' AND action = 'password.forgot' ORDER BY id`)
      assert.deepEqual(
        entries.map(({ detail, partner_id }) => [detail, partner_id]),
        [
          ...Array.from({ length: 5 }, () => ["a link was mailed", partnerId]),
          ...Array.from({ length: 3 }, () => ["no link was mailed", null])
        ]
      )
      for (const { expires_at } of entries) assert.notEqual(expires_at, null)
    })

    test("the database refuses a sixth link", async (world) => {
      const { partnerId } = await pestered(world)
      await assert.rejects(
        world.sql(`INSERT INTO rewards_reset (account_id, place, hash, expires_at)
          SELECT id, 6, 'x', ${past} FROM rewards_person WHERE partner_id = UUID '${partnerId}'`)
      )
    })

    test("opening the page does not use up the link, however often", async (world) => {
      const { email } = await partner(world)
      const token = await resetToken(world, email)
      for (let visits = 0; visits < 3; visits++) {
        isPage(await world.send(look(token)), 200, `name="token" value="${token}"`, "<form")
      }
      assert.equal((await world.send({ ...look(token), method: "HEAD" })).status, 200)
      meets(await world.send(reset(token)), done)
    })

    for (const [change, error] of weak) {
      test(`an unacceptable password does not use up the link: ${JSON.stringify(error)}`, async (world) => {
        const { email } = await partner(world)
        const token = await resetToken(world, email)
        meets(await world.send(reset(token, change)), badRequest(error))
        isPage(await world.send(look(token)), 200)
      })
    }

    for (const [name, tokenOf] of dead) {
      test(`${name} does not work`, async (world) => {
        const token = await tokenOf(world, await partner(world))
        meets(await world.send(reset(token)), refusal)
        isPage(await world.send(look(token)), 400, "token is unknown, has expired or was used")
        const fields = { token, password, confirmPassword: password }
        isPage(await world.send(submit(fields)), 400, "token is unknown, has expired or was used")
      })
    }

    test("a link of one ecosystem does not work in another", async (world) => {
      const token = await resetToken(world, (await partner(world)).email)
      meets(await world.send(reset(token, {}, "bank")), refusal)
      isPage(await world.send(look(token, "bank")), 400)
      isPage(await world.send(look(token)), 200)
    })

    test("a new password ends every session of the person at once, and the old one no longer works", async (world) => {
      const { send } = world
      const { email } = await partner(world)
      const account = await (await partner(world)).again()
      const colleague = await join(world, account, "colleague@resets.example", "viewer")
      const others = [colleague.accessToken, await world.logInWithKey(await account.key())]
      const tokens = [account.accessToken, await world.logIn(email)]
      for (const token of [...tokens, ...others]) assert.ok(await isAlive(world, token))
      const word = "N3w-password"
      const change = { password: word, confirmPassword: word }
      meets(await send(reset(await resetToken(world, email), change)), done)
      for (const token of tokens) assert.equal(await isAlive(world, token), false)
      for (const token of others) assert.ok(await isAlive(world, token))
      assert.equal((await send(login(email, password))).status, 401)
      assert.equal((await send(login(email, word))).status, 200)
      const [mail] = await mailsTo(world, email)
      assert.equal(mail?.subject, "Your password was changed")
      assert.ok(!`${mail?.body}${mail?.html}`.includes(word))
      meets(await send(reset(await resetToken(world, email))), done)
    })

    test("the page's form is answered with pages", async (world) => {
      const { email } = await partner(world)
      const token = await resetToken(world, email)
      const short = { token, password: "short", confirmPassword: "short" }
      const again = await world.send(submit(short))
      isPage(again, 400, 'role="alert"', "at least 8 characters, one uppercase", `value="${token}"`)
      assert.ok(!again.text.includes("short"))
      const fields = { token, password, confirmPassword: password }
      isPage(await world.send(submit(fields)), 200, "Your password was changed")
      isPage(await world.send(submit(fields)), 400, "was used")
    })

    test("a page escapes everything that a link or a form contains", async (world) => {
      const token = '"><script>alert(1)</script>'
      for (const call of [look(token), submit({ token, password: "x", confirmPassword: "x" })]) {
        const reply = await world.send(call)
        isPage(reply, 400)
        assert.doesNotMatch(reply.text, /<script/)
      }
    })

    test("a body that is neither a form nor JSON is refused with a page", async ({ send }) => {
      const call = { ...submit({}), headers: { "content-type": "text/plain" } }
      isPage(await send(call), 415, "content-type must be")
      meets(await send({ ...reset(""), body: "{" }), badRequest("the body must be valid JSON"))
    })

    test("a link works once, however many use it at once", async (world) => {
      const token = await resetToken(world, (await partner(world)).email)
      const replies = await Promise.all([1, 2, 3, 4].map(() => world.send(reset(token))))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400])
    })

    test("no token of the old password survives a reset, in either order", async (world) => {
      const { send } = world
      const { email } = await racer(world)
      const words = [password, "An0ther-word"]
      for (let round = 0; round < 6; round++) {
        const [old = "", next = ""] = round % 2 === 0 ? words : words.toReversed()
        const change = { password: next, confirmPassword: next }
        const call = reset(await resetToken(world, email), change)
        const [changed, ...logins] = await Promise.all([
          send(call),
          send(login(email, old)),
          send(login(email, old))
        ])
        assert.equal(changed.status, 200)
        for (const { body } of logins.filter(({ status }) => status === 200)) {
          assert.equal(await isAlive(world, tokenIn(body)), false)
        }
        assert.deepEqual(await world.sql(tokensOf((await racer(world)).partnerId)), [])
      }
    })
  })

const tokensOf = (partnerId: string): string =>
  `SELECT hash FROM rewards_token WHERE partner_id = UUID '${partnerId}'`
