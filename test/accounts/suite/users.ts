import assert from "node:assert/strict"
import { Schema } from "effect"
import { userBody } from "../../support/bodies.ts"
import { type Call, post } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { instant, matches } from "../../support/pattern.ts"
import { type Answer, badRequest, missing, refused, row, success, type Table } from "../../support/table.ts"
import { codesTo, lastCodeTo, wrongCodes } from "./codes.ts"

const verify = (email: string, otp: string) => post("/user/verify-otp", { email, otp })
const resend = (email: string) => post("/user/resend-otp", { email })
const verifying = (body: object) => () => post("/user/verify-otp", body)

const codeRefused = refused("otp_refused", "otp is wrong, has expired or was tried too often")
const sent = success(200, "If an unverified account has this e-mail address, a new OTP was sent to it", {})
const noCode = badRequest("otp must be the six digits of the mail, as text")

/** A new user, and the mailed code. */
const newcomer = async ({ sql, user }: Cast, tag: string) => {
  const id = await user(tag)
  const email = `${tag}@example.org`
  return { id, email, code: await lastCodeTo(sql, email) }
}

/** Sends the call and compares the answer. */
const ask = async ({ send }: Cast, call: Call, { body, status }: Answer): Promise<string> => {
  const reply = await send(call)
  matches({ status: reply.status, body: reply.body }, { status, body })
  return reply.text
}

const Verified = Schema.Struct({
  data: Schema.Struct({
    id: Schema.String,
    emailVerified: Schema.Literal(true),
    emailVerifiedAt: Schema.String.pipe(Schema.filter(instant.holds)),
    emailVerificationCode: Schema.Null,
    isVerifiedUser: Schema.Literal(true),
    dateOfBirth: Schema.Literal(userBody.dateOfBirth)
  })
})

/** Verifies, and returns the id of the verified user. */
const succeed = async ({ send }: Cast, call: Call): Promise<string> => {
  const reply = await send(call)
  assert.equal(reply.status, 200, reply.text)
  return Schema.decodeUnknownSync(Verified)(reply.body).data.id
}

const past = "'2001-01-01T00:00:00.000Z'"

/** Failures that all get the same answer. */
const refusals: ReadonlyArray<readonly [name: string, call: (world: Cast) => Promise<Call>]> = [
  ["an unknown address", async () => verify("nobody@example.org", "123456")],
  [
    "a wrong code",
    async (world) => {
      const { code, email } = await newcomer(world, "otp-wrong")
      return verify(email, wrongCodes(code, 1)[0] ?? "")
    }
  ],
  [
    "the code of another user",
    async (world) => {
      const { code } = await newcomer(world, "otp-theirs")
      const { email, code: own } = await newcomer(world, "otp-own")
      return verify(email, code === own ? (wrongCodes(own, 1)[0] ?? "") : code)
    }
  ],
  [
    "a code that has expired",
    async (world) => {
      const { code, email, id } = await newcomer(world, "otp-late")
      await world.sql(`UPDATE rewards_otp SET expires_at = ${past} WHERE user_id = UUID '${id}'`)
      return verify(email, code)
    }
  ],
  [
    "a code that was tried five times",
    async (world) => {
      const { code, email, id } = await newcomer(world, "otp-locked")
      await world.sql(`UPDATE rewards_otp SET tries = 5 WHERE user_id = UUID '${id}'`)
      return verify(email, code)
    }
  ],
  [
    "a code that a newer one has replaced",
    async (world) => {
      const { code, email } = await newcomer(world, "otp-old")
      await ask(world, resend(email), sent)
      return verify(email, code)
    }
  ],
  [
    "the code of an address that is verified already",
    async (world) => {
      const { code, email } = await newcomer(world, "otp-again")
      await succeed(world, verify(email, code))
      return verify(email, code)
    }
  ]
]

const auditOf = async ({ sql }: Cast, action: string, email: string) => {
  const rows = await sql(`SELECT outcome, user_id, address, detail FROM rewards_audit
    WHERE action = '${action}' AND actor = '${email}' ORDER BY id`)
  return rows.map(({ address, detail, outcome, user_id }) => [detail ?? outcome, user_id, address])
}

const verifications = (table: Table): void =>
  table(
    "POST /user/verify-otp",
    [
      row("without email", verifying({ otp: "123456" }), missing("email")),
      row("without otp", verifying({ email: "nobody@example.org" }), missing("otp")),
      row(
        "a number, which has lost its zeros",
        verifying({ email: "nobody@example.org", otp: 42_137 }),
        noCode
      ),
      ...["", "12345", "1234567", "12345a", "-12345", "１２３４５６"].map((otp) =>
        row(`no code at all: ${JSON.stringify(otp)}`, verifying({ email: "nobody@example.org", otp }), noCode)
      )
    ],
    (test) => {
      test("the code of the mail proves the address, once", async (world) => {
        const { code, email, id } = await newcomer(world, "otp-good")
        assert.equal(await succeed(world, verify(` ${email.toUpperCase()} `, ` ${code} `)), id)
        await ask(world, verify(email, code), codeRefused)
        const [user] = await world.sql(`SELECT email_verified_at FROM rewards_user WHERE id = UUID '${id}'`)
        assert.notEqual(user?.email_verified_at, null)
        assert.deepEqual(await world.sql(`SELECT user_id FROM rewards_otp WHERE user_id = UUID '${id}'`), [])
      })

      for (const [name, call] of refusals) {
        test(`${name} gets the same refusal`, async (world) => {
          const one = await ask(world, await call(world), codeRefused)
          assert.equal(one, await ask(world, verify("another@example.org", "654321"), codeRefused))
        })
      }

      test("after four wrong tries the code is still valid", async (world) => {
        const { code, email } = await newcomer(world, "otp-four")
        for (const wrong of wrongCodes(code, 4)) await ask(world, verify(email, wrong), codeRefused)
        await succeed(world, verify(email, code))
      })

      test("the fifth wrong try locks the code permanently, and a new code works", async (world) => {
        const { code, email } = await newcomer(world, "otp-five")
        for (const wrong of wrongCodes(code, 5)) await ask(world, verify(email, wrong), codeRefused)
        await ask(world, verify(email, code), codeRefused)
        await ask(world, resend(email), sent)
        await succeed(world, verify(email, await lastCodeTo(world.sql, email)))
      })

      test("concurrent tries count: after five wrong ones the right code is refused", async (world) => {
        const { code, email, id } = await newcomer(world, "otp-storm")
        const storm = wrongCodes(code, 30).map((wrong) => ask(world, verify(email, wrong), codeRefused))
        await Promise.all(storm)
        const [row] = await world.sql(`SELECT tries FROM rewards_otp WHERE user_id = UUID '${id}'`)
        assert.equal(Number(row?.tries), 5)
        await ask(world, verify(email, code), codeRefused)
      })

      test("a code that is sent twenty times concurrently verifies once", async (world) => {
        const { code, email } = await newcomer(world, "otp-twice")
        const replies = await Promise.all(Array.from({ length: 20 }, () => world.send(verify(email, code))))
        assert.equal(replies.filter(({ status }) => status === 200).length, 1)
        assert.equal(replies.filter(({ status }) => status === 400).length, 19)
      })

      test("the audit trail records every try with its user and address", async (world) => {
        const { code, email, id } = await newcomer(world, "otp-audit")
        await ask(world, verify(email, wrongCodes(code, 1)[0] ?? ""), codeRefused)
        await succeed(world, verify(email, code))
        await ask(world, verify(email, code), codeRefused)
        const from = "192.0.2.7"
        assert.deepEqual(await auditOf(world, "user.create", email), [["done", id, from]])
        assert.deepEqual(await auditOf(world, "user.verify", email), [
          ["refused", id, from],
          ["done", id, from],
          ["refused", id, from]
        ])
        await ask(world, verify("stranger@example.org", "123456"), codeRefused)
        assert.deepEqual(await auditOf(world, "user.verify", "stranger@example.org"), [
          ["refused", null, from]
        ])
      })
    }
  )

const resends = (table: Table): void =>
  table(
    "POST /user/resend-otp",
    [
      row("without email", () => post("/user/resend-otp", {}), missing("email")),
      row("no address", () => resend("nobody"), badRequest('email must be an e-mail address, got "nobody"'))
    ],
    (test) => {
      test("a new code replaces the old one", async (world) => {
        const { code, email } = await newcomer(world, "resent")
        await ask(world, resend(email.toUpperCase()), sent)
        const codes = await codesTo(world.sql, email)
        assert.equal(codes.length, 2)
        assert.equal(codes[0], code)
        await succeed(world, verify(email, codes[1] ?? ""))
      })

      test("an unknown or verified address gets the same answer and no mail", async (world) => {
        const { code, email } = await newcomer(world, "resent-late")
        await succeed(world, verify(email, code))
        const known = await ask(world, resend("bea@example.org"), sent)
        assert.equal(await ask(world, resend(email), sent), known)
        assert.equal(await ask(world, resend("nobody@example.org"), sent), known)
        assert.equal((await codesTo(world.sql, email)).length, 1)
        assert.deepEqual(await codesTo(world.sql, "nobody@example.org"), [])
      })

      test("at most five codes an hour are issued; the fifth stays valid", async (world) => {
        const { email, id } = await newcomer(world, "resent-often")
        const answers = []
        for (let count = 0; count < 7; count++) answers.push(await ask(world, resend(email), sent))
        assert.equal(new Set(answers).size, 1)
        assert.equal((await codesTo(world.sql, email)).length, 5)
        await world.sql(`UPDATE rewards_otp SET window_at = ${past} WHERE user_id = UUID '${id}'`)
        await ask(world, resend(email), sent)
        assert.equal((await codesTo(world.sql, email)).length, 6)
        const [row] = await world.sql(`SELECT issued FROM rewards_otp WHERE user_id = UUID '${id}'`)
        assert.equal(Number(row?.issued), 1)
        await succeed(world, verify(email, await lastCodeTo(world.sql, email)))
      })

      test("concurrent requests issue at most five codes, and the last one is valid", async (world) => {
        const { email } = await newcomer(world, "resent-storm")
        await Promise.all(Array.from({ length: 20 }, () => ask(world, resend(email), sent)))
        const codes = await codesTo(world.sql, email)
        assert.equal(codes.length, 5)
        const good = []
        for (const code of new Set(codes)) {
          if ((await world.send(verify(email, code))).status === 200) good.push(code)
        }
        assert.equal(good.length, 1)
      })

      test("the audit trail records whether a mail was sent", async (world) => {
        const { email, id } = await newcomer(world, "resent-audit")
        for (let count = 0; count < 5; count++) await ask(world, resend(email), sent)
        const mailed = Array.from({ length: 4 }, () => "a code was mailed")
        assert.deepEqual(await auditOf(world, "user.resend", email), [
          ...mailed.map((detail) => [detail, id, "192.0.2.7"]),
          // An entry without a user is deleted after thirty days.
          ["no code was mailed", null, "192.0.2.7"]
        ])
      })

      test("the mail greets the user by name, with capital initials", async ({ send, sql }) => {
        const email = "greeted@example.org"
        const fullname = "ADA o'brien-LOVELACE élise"
        await send(post("/user", { ...userBody, email, fullname, tag: "greeted" }))
        const [mail] = await sql(`SELECT body FROM rewards_mail WHERE recipient = '${email}'`)
        assert.match(String(mail?.body), /^Hello Ada O'Brien-Lovelace Élise,\n/)
      })

      test("no answer and no entry of the audit trail holds a code, nor does a subject", async ({
        answered,
        sql
      }) => {
        const mails = await sql("SELECT subject, body FROM rewards_mail")
        for (const { subject } of mails) assert.doesNotMatch(String(subject), /\d{6}/)
        const codes = mails.flatMap(({ body }) => /^ *(\d{6})$/m.exec(String(body))?.[1] ?? [])
        assert.ok(codes.length > 20)
        const audit = JSON.stringify(
          await sql("SELECT actor, detail FROM rewards_audit WHERE action LIKE 'user.%'")
        )
        for (const code of codes) assert.ok(!audit.includes(code))
        for (const { call, reply } of answered) {
          if (!call.path.startsWith("/user")) continue
          for (const code of codes) assert.ok(!reply.text.includes(`"${code}"`), call.path)
        }
      })
    }
  )

/** A user's address is proved by a mailed code. */
export const users = (table: Table): void => {
  verifications(table)
  resends(table)
}
