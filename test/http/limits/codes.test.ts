import assert from "node:assert/strict"
import { accountRow } from "../../accounts/suite/accounts.ts"
import { lastCodeTo, wrongCodes } from "../../accounts/suite/codes.ts"
import { post } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { type Http, openWorld } from "../../support/world.ts"
import { midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
const { sql } = world
afterAll(world.close)

const verify = async (http: Http, email: string, otp: string) =>
  (await http.send(post("/user/verify-otp", { email, otp }))).status
const resend = async (http: Http, email: string) =>
  (await http.send(post("/user/resend-otp", { email }))).status

/** An address that is not verified yet, and its code. */
const waiting = async (tag: string) => {
  await sql(accountRow(tag).sql)
  const email = `${tag}@example.org`
  assert.equal(await resend(world, email), 200)
  return { email, code: await lastCodeTo(sql, email) }
}

describe("verification codes of one address", () => {
  it("are tried no more often than the limit, for a known and an unknown address, in upper or lower case; other addresses are not affected", async () => {
    const http = world.http({ rateLimits: { failures: 3 } })
    const known = await waiting("guessed")
    for (const { code, email } of [known, { email: "unknown@example.org", code: "123456" }]) {
      for (const wrong of wrongCodes(code, 3)) assert.equal(await verify(http, email, wrong), 400)
      assert.equal(await verify(http, ` ${email.toUpperCase()}`, code), 429)
    }
    const other = await waiting("not-guessed")
    assert.equal(await verify(http, other.email, other.code), 200)
  })

  it("that are malformed or right do not count", async () => {
    const http = world.http({ rateLimits: { failures: 2 } })
    const { code, email } = await waiting("clumsy")
    for (let count = 0; count < 5; count++) assert.equal(await verify(http, email, "1"), 400)
    assert.equal(await verify(http, email, code), 200)
  })

  it("are mailed no more often than the limit, to a known and to an unknown address", async () => {
    const http = world.http({ rateLimits: { failures: 2 } })
    await waiting("pestered")
    for (const email of ["pestered@example.org", "stranger@example.org"]) {
      assert.equal(await resend(http, email), 200)
      assert.equal(await resend(http, email.toUpperCase()), 200)
      assert.equal(await resend(http, email), 429)
    }
  })
})
