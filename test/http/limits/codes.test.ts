import assert from "node:assert/strict"
import type { Handler } from "../../../lib/http.ts"
import { accountRow } from "../../accounts/suite/accounts.ts"
import { lastCodeTo, wrongCodes } from "../../accounts/suite/codes.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"
import { sqlAt } from "../../support/sql.ts"
import { call, openEngine } from "./world.ts"

const url = `sqlite:${await freshFile()}`
const engine = await openEngine(url)
const sql = sqlAt(url)
afterAll(engine.close)

const verify = async (handler: Handler, email: string, otp: string) =>
  (await call(handler, "POST", "/user/verify-otp", { body: { email, otp } })).status
const resend = async (handler: Handler, email: string) =>
  (await call(handler, "POST", "/user/resend-otp", { body: { email } })).status

/** An address that waits for a code, and the code. */
const waiting = async (tag: string) => {
  await sql(accountRow(tag).sql)
  const email = `${tag}@example.org`
  assert.equal(await resend(engine.handler(), email), 200)
  return { email, code: await lastCodeTo(sql, email) }
}

describe("codes of one address", () => {
  it("are tried no more often than the limit, whoever has it, in whatever case; others are not concerned", async () => {
    const handler = engine.handler({ rateLimits: { failures: 3 } })
    const known = await waiting("guessed")
    for (const { code, email } of [known, { email: "nobody@example.org", code: "123456" }]) {
      for (const wrong of wrongCodes(code, 3)) assert.equal(await verify(handler, email, wrong), 400)
      assert.equal(await verify(handler, ` ${email.toUpperCase()}`, code), 429)
    }
    const other = await waiting("not-guessed")
    assert.equal(await verify(handler, other.email, other.code), 200)
  })

  it("that are none, or are right, do not count", async () => {
    const handler = engine.handler({ rateLimits: { failures: 2 } })
    const { code, email } = await waiting("clumsy")
    for (let count = 0; count < 5; count++) assert.equal(await verify(handler, email, "1"), 400)
    assert.equal(await verify(handler, email, code), 200)
  })

  it("are mailed no more often than the limit, whoever has it", async () => {
    const handler = engine.handler({ rateLimits: { failures: 2 } })
    await waiting("pestered")
    for (const email of ["pestered@example.org", "stranger@example.org"]) {
      assert.equal(await resend(handler, email), 200)
      assert.equal(await resend(handler, email.toUpperCase()), 200)
      assert.equal(await resend(handler, email), 429)
    }
  })
})
