import assert from "node:assert/strict"
import { openPostOffice } from "../mail/postOffice.ts"
import { afterAll, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { newCaller, post } from "./caller.ts"
import { startService, stopService, tidyUp } from "./service.ts"

afterAll(tidyUp)

it("no line of the log holds a password, a token, a body, or anything of a mail that is sent", async () => {
  const withPassword = new URL(await freshDatabase())
  if (withPassword.password === "") withPassword.password = "database-hunter2"
  const office = await openPostOffice({ password: "smtp-hunter8" })
  const service = await startService({
    DATABASE_URL: withPassword.href,
    SMTP_URL: `smtp://shop:smtp-hunter8@127.0.0.1:${office.port}`
  })
  const partner = await newCaller(service.url)
  await post(`${service.url}/api/v1/demo/partners/login`, { email: partner.email, password: "wrong-hunter3" })
  await partner.post(service.url, "/laas/rules/create-rule", { name: "narrated-hunter4" })
  await partner.get(service.url, "/laas/rules?after=query-hunter5")
  await post(`${service.url}/api/v1/user`, {
    email: "ada@mail.example",
    fullname: "Ada Lovelace",
    password: "analytical-hunter6",
    confirmPassword: "analytical-hunter6",
    phone: "0801 234 5678",
    tag: "ada",
    countryCode: "+234"
  })
  await fetch(`${service.url}/api/v1/laas/rules`, { headers: { authorization: "Bearer unknown-hunter7" } })
  while (office.received.length === 0) await Bun.sleep(10)
  const { code } = await stopService(service)
  assert.equal(code, 0)
  await office.close()
  const codeOfMail = /\b\d{6}\b/.exec(office.received[0]?.text ?? "")?.[0] ?? ""
  assert.match(codeOfMail, /\d{6}/)
  assert.ok(service.lines.length >= 9, "every request has its line")
  const log = service.lines.join("\n")
  assert.match(log, /POST \/api\/v1\/:eco\/partners\/login 401/)
  assert.doesNotMatch(log, /hunter/)
  for (const secret of [
    partner.password,
    partner.token,
    partner.email,
    withPassword.password,
    codeOfMail,
    "ada@mail.example",
    "verification code"
  ])
    assert.ok(!log.includes(secret), `the log holds ${secret}`)
})
