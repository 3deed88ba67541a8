import assert from "node:assert/strict"
import { afterAll, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { newCaller, post } from "./caller.ts"
import { startService, stopService, tidyUp } from "./service.ts"

afterAll(tidyUp)

it("no line of the log holds a password, a token or a body", async () => {
  const withPassword = new URL(await freshDatabase())
  if (withPassword.password === "") withPassword.password = "database-hunter2"
  const service = await startService({ DATABASE_URL: withPassword.href })
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
  const { code } = await stopService(service)
  assert.equal(code, 0)
  assert.ok(service.lines.length >= 9, "every request has its line")
  const log = service.lines.join("\n")
  assert.match(log, /POST \/api\/v1\/:eco\/partners\/login 401/)
  assert.doesNotMatch(log, /hunter/)
  for (const secret of [partner.password, partner.token, partner.email, withPassword.password])
    assert.ok(!log.includes(secret), `the log holds ${secret}`)
})
