import assert from "node:assert/strict"
import { userPassword } from "../../support/bodies.ts"
import { type Call, get, post, withBearer } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { badRequest, meets, missing, refused, row, success, type Table } from "../../support/table.ts"
import { consentRow, tokenRow } from "./accounts.ts"
import { anHourLater, lastCodeTo, lastResetCodeTo, resetCodesTo, wrongCodes } from "./codes.ts"

const forgot = (email: string) => post("/user/forgot-password", { email })
const reset = (email: string, otp: string, password = "a new secret") =>
  post("/user/reset-password", { email, otp, password, confirmPassword: password })
const resetting = (body: object) => () => post("/user/reset-password", body)

const sent = success(200, "If a user has this e-mail address, an OTP was sent to it", {})
const done = success(200, "Password changed successfully, all consents were revoked", {})
const codeRefused = refused("otp_refused", "otp is wrong, has expired or was tried too often")
const noCode = badRequest("otp must be the twenty digits of the mail, as text")

/** A user who has forgotten the password, and the mailed code. */
const forgetful = async (world: Cast, tag: string) => {
  const id = await world.user(tag)
  const email = `${tag}@example.org`
  meets(await world.send(forgot(email)), sent)
  return { id, email, tag, code: await lastResetCodeTo(world.sql, email) }
}

const signIn = async ({ acme, send }: Cast, tag: string, password: string): Promise<number> => {
  const body = { clientId: acme.clientId, tag, password }
  return (await send(post("/shop/users/authorization/authorization-code", body))).status
}

const words = { password: "a new secret", confirmPassword: "a new secret" }

/** Failures that all get the same answer. */
const refusals: ReadonlyArray<readonly [name: string, call: (world: Cast) => Promise<Call>]> = [
  ["an unknown address", async () => reset("nobody@example.org", "1".repeat(20))],
  [
    "a wrong code",
    async (world) => {
      const { code, email } = await forgetful(world, "forgot-wrong")
      return reset(email, wrongCodes(code, 1)[0] ?? "")
    }
  ],
  [
    "a code that has expired",
    async (world) => {
      const { code, email } = await forgetful(world, "forgot-late")
      await anHourLater(world.sql, email)
      return reset(email, code)
    }
  ],
  [
    "a code that was used",
    async (world) => {
      const { code, email } = await forgetful(world, "forgot-used")
      meets(await world.send(reset(email, code)), done)
      return reset(email, code)
    }
  ],
  [
    "a code that came before another that was used",
    async (world) => {
      const { code, email } = await forgetful(world, "forgot-earlier")
      meets(await world.send(forgot(email)), sent)
      meets(await world.send(reset(email, await lastResetCodeTo(world.sql, email))), done)
      return reset(email, code)
    }
  ],
  [
    "another user's code",
    async (world) => {
      const { code } = await forgetful(world, "forgot-theirs")
      const { email } = await forgetful(world, "forgot-mine")
      return reset(email, code)
    }
  ],
  [
    "a code that verifies the address",
    async (world) => {
      const { email } = await forgetful(world, "forgot-other")
      return reset(email, `${"0".repeat(14)}${await lastCodeTo(world.sql, email)}`)
    }
  ]
]

/** A user who has forgotten the password gets a new one by a mailed code. */
export const userResets = (table: Table): void =>
  table(
    "POST /user/forgot-password and /user/reset-password",
    [
      row("without email", () => post("/user/forgot-password", {}), missing("email")),
      row("without otp", resetting({ email: "a@example.org", ...words }), missing("otp")),
      row("a code with six digits", resetting({ email: "a@example.org", otp: "123456", ...words }), noCode),
      row("a number", resetting({ email: "a@example.org", otp: 12_345_678_901, ...words }), noCode),
      row(
        "another confirmPassword",
        resetting({ email: "a@example.org", otp: "1".repeat(20), ...words, confirmPassword: "x" }),
        badRequest("confirmPassword must equal password")
      )
    ],
    (test) => {
      test("the code of the mail sets the password, once, and proves the address", async (world) => {
        const { code, email, id, tag } = await forgetful(world, "forgot-good")
        assert.equal(await signIn(world, tag, userPassword), 200)
        meets(await world.send(reset(` ${email.toUpperCase()} `, ` ${code} `)), done)
        assert.equal(await signIn(world, tag, userPassword), 401)
        assert.equal(await signIn(world, tag, "a new secret"), 200)
        const [user] = await world.sql(`SELECT email_verified_at FROM rewards_user WHERE id = UUID '${id}'`)
        assert.notEqual(user?.email_verified_at, null)
        const mails = await world.sql(
          `SELECT subject, body FROM rewards_mail WHERE recipient = '${email}' ORDER BY id DESC LIMIT 1`
        )
        assert.equal(mails[0]?.subject, "Your password was changed")
        assert.ok(!String(mails[0]?.body).includes("a new secret"))
      })

      test("a new password revokes all consents, and ends their codes and tokens", async (world) => {
        const { code, email, id } = await forgetful(world, "forgot-tokens")
        const { acme, send, sql } = world
        const grant = consentRow(acme.partnerId, id)
        const token = tokenRow(acme.partnerId, grant.id)
        for (const { sql: text } of [grant, token]) await sql(text)
        const me = withBearer(get("/shop/users/me"), token.token)
        assert.equal((await send(me)).status, 200)
        meets(await send(reset(email, code)), done)
        assert.equal((await send(me)).status, 401)
        const trail = await sql(`SELECT action, actor, detail FROM rewards_audit
          WHERE user_id = UUID '${id}' AND partner_id = UUID '${acme.partnerId}'`)
        assert.deepEqual(
          trail.map((entry) => ({ ...entry })),
          [{ action: "grant.revoke", actor: acme.clientId, detail: "the user has a new password" }]
        )
      })

      test("no consent that the old password gave survives a reset, in either order", async (world) => {
        const { email, id, tag } = await forgetful(world, "forgot-race")
        const secrets = [userPassword, "another secret"]
        for (let round = 0; round < 4; round++) {
          const [old = "", next = ""] = round % 2 === 0 ? secrets : secrets.toReversed()
          await anHourLater(world.sql, email)
          meets(await world.send(forgot(email)), sent)
          const otp = await lastResetCodeTo(world.sql, email)
          const [changed] = await Promise.all([
            world.send(reset(email, otp, next)),
            signIn(world, tag, old),
            signIn(world, tag, old)
          ])
          meets(changed, done)
          const live = await world.sql(
            `SELECT id FROM rewards_grant WHERE user_id = UUID '${id}' AND revoked_at IS NULL`
          )
          assert.deepEqual(live, [])
        }
      })

      for (const [name, call] of refusals) {
        test(`${name} gets the same refusal`, async (world) => {
          const one = await world.send(await call(world))
          meets(one, codeRefused)
          assert.equal(one.text, (await world.send(reset("another@example.org", "2".repeat(20)))).text)
        })
      }

      test("a code that is sent ten times concurrently works once", async (world) => {
        const { code, email } = await forgetful(world, "forgot-twice")
        const replies = await Promise.all(Array.from({ length: 10 }, () => world.send(reset(email, code))))
        assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      })

      test("a stranger who asks for codes and tries others does not keep the owner from a new password", async (world) => {
        const { code, email, tag } = await forgetful(world, "forgot-harried")
        for (const wrong of wrongCodes(code, 25)) {
          await world.send(forgot(email))
          meets(await world.send(reset(email, wrong)), codeRefused)
        }
        const codes = await resetCodesTo(world.sql, email)
        assert.equal(codes.length, 5)
        meets(await world.send(reset(email, code)), done)
        assert.equal(await signIn(world, tag, "a new secret"), 200)
      })

      test("every valid code works, with or without the spaces of the mail", async (world) => {
        const { code, email } = await forgetful(world, "forgot-spaces")
        assert.match(code, /^(\d{4} ){4}\d{4}$/)
        meets(await world.send(reset(email, code.replaceAll(" ", ""))), done)
        for (const separator of ["-", "  "]) {
          await world.send(forgot(email))
          const next = await lastResetCodeTo(world.sql, email)
          meets(await world.send(reset(email, next.replaceAll(" ", separator))), done)
        }
      })

      test("no more codes are mailed while five are valid; an unknown address gets none", async (world) => {
        const { email } = await forgetful(world, "forgot-often")
        const answers = await Promise.all(Array.from({ length: 9 }, () => world.send(forgot(email))))
        for (const answer of answers) meets(answer, sent)
        assert.equal((await resetCodesTo(world.sql, email)).length, 5)
        meets(await world.send(forgot("nobody@example.org")), sent)
        assert.deepEqual(await resetCodesTo(world.sql, "nobody@example.org"), [])
        meets(await world.send(reset(email, await lastResetCodeTo(world.sql, email))), done)
      })

      test("a code is mailed to the address of the account, however the request spells it", async (world) => {
        const { email } = await forgetful(world, "forgot-kelvin")
        // The Kelvin sign in lower case is a k, so it names the same account, but perhaps another mailbox.
        for (const spelled of [email.toUpperCase(), email.replace("k", "\u212a")]) {
          meets(await world.send(forgot(spelled)), sent)
        }
        const rows = await world.sql(
          `SELECT DISTINCT recipient FROM rewards_mail WHERE LOWER(recipient) LIKE '%elvin@example.org'`
        )
        assert.deepEqual(
          rows.map(({ recipient }) => recipient),
          [email]
        )
      })

      test("a reset leaves the time at which the address was verified", async (world) => {
        const { code, email, id } = await forgetful(world, "forgot-verified")
        const verifiedAt = async () =>
          (await world.sql(`SELECT email_verified_at FROM rewards_user WHERE id = UUID '${id}'`))[0]
        const otp = await lastCodeTo(world.sql, email)
        assert.equal((await world.send(post("/user/verify-otp", { email, otp }))).status, 200)
        const before = await verifiedAt()
        meets(await world.send(reset(email, code)), done)
        assert.deepEqual(await verifiedAt(), before)
      })

      test("a request that mails no code is in the trail of nobody", async (world) => {
        const { email } = await forgetful(world, "forgot-nobody")
        for (let count = 0; count < 5; count++) await world.send(forgot(email))
        const [last] = await world.sql(`SELECT user_id, detail FROM rewards_audit
          WHERE actor = '${email}' AND action = 'user.forgot' ORDER BY id DESC LIMIT 1`)
        assert.deepEqual([last?.user_id, last?.detail], [null, "no code was mailed"])
      })

      test("the audit trail records every request and try, and no code", async (world) => {
        const { code, email, id } = await forgetful(world, "forgot-audit")
        await world.send(reset(email, wrongCodes(code, 1)[0] ?? ""))
        await world.send(reset(email, code))
        const trail = await world.sql(`SELECT action, outcome, user_id, address, detail FROM rewards_audit
          WHERE actor = '${email}' AND action IN ('user.forgot', 'user.reset') ORDER BY id`)
        assert.deepEqual(
          trail.map(({ action, address, detail, outcome, user_id }) => [
            action,
            outcome,
            user_id,
            address,
            detail
          ]),
          [
            ["user.forgot", "done", id, "192.0.2.7", "a code was mailed"],
            // Anybody can send wrong codes. An entry without a user is deleted after thirty days.
            ["user.reset", "refused", null, "192.0.2.7", null],
            ["user.reset", "done", id, "192.0.2.7", null]
          ]
        )
      })
    }
  )
