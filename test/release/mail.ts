import assert from "node:assert/strict"
import { join } from "node:path"
import { openRewards } from "../../lib/index.ts"
import { redacted } from "../../server/settings.ts"
import { openPostOffice, type PostOffice } from "../accounts/mail/postOffice.ts"
import { post } from "../server/caller.ts"
import {
  failToStart,
  publicPort,
  type Service,
  startService,
  stopService,
  tidyUp
} from "../server/service.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { eventually } from "../support/wait.ts"

afterAll(tidyUp)

const email = "ada@mail.example"

const signUp = async (service: Service) => {
  const { status, body } = await post(`${service.url}/api/v1/user`, {
    email,
    fullname: "Ada Lovelace",
    password: "analytical-engine",
    confirmPassword: "analytical-engine",
    phone: "0801 234 5678",
    tag: "ada",
    countryCode: "+234"
  })
  assert.equal(status, 201, JSON.stringify(body))
}

/** The outbox, read from the database after the service has ended. */
const outboxOf = async (database: string) => {
  const rewards = await openRewards({ database, accounts: true })
  const mails = await rewards.mails.list({})
  await rewards.close()
  return mails
}

const arrived = async (office: PostOffice) => {
  const [mail] = await eventually(
    "a mail",
    () => office.received,
    (mails) => mails.length > 0
  )
  assert.ok(mail)
  return mail
}

const codeIn = (text: string): string => {
  const code = /^\s+(\d{6})$/m.exec(text)?.[1]
  assert.ok(code, `no code in ${text}`)
  return code
}

/** The servers of the tests ask for no password. */
const withPassword = (database: string): string => {
  const url = new URL(database)
  if (url.password === "") url.password = "db-hunter2"
  return url.href
}

describe("a service with SMTP_URL", () => {
  for (const format of ["pretty", "json"]) {
    it(`mails the code, and no ${format} line of its log contains the code, the address or a password`, async () => {
      const office = await openPostOffice({ password: "smtp-hunter2" })
      const database = await migratedDatabase()
      const service = await startService({
        ...(await publicPort()),
        DATABASE_URL: withPassword(database),
        LOG_FORMAT: format,
        SMTP_URL: `smtp://shop:smtp-hunter2@127.0.0.1:${office.port}`,
        MAIL_FROM: "Corner Shop <post@shop.example>"
      })
      await signUp(service)
      const mail = await arrived(office)
      assert.equal(mail.headers.from, "Corner Shop <post@shop.example>")
      assert.deepEqual(mail.to, [email])
      const code = codeIn(mail.text)
      assert.ok(mail.html.includes(code))
      assert.deepEqual(await stopService(service), { code: 0, signal: null })
      await office.close()
      const log = service.lines.join("\n")
      assert.ok(service.lines[0]?.includes(`smtp://shop:***@127.0.0.1:${office.port}`), service.lines[0])
      assert.ok(service.lines[0]?.includes(redacted(withPassword(database))), service.lines[0])
      for (const secret of [code, email, "hunter2", "verification code", "Lovelace"])
        assert.ok(!log.includes(secret), `the log holds ${secret}`)
      const [kept] = await outboxOf(database)
      assert.deepEqual([kept?.state, kept?.text, kept?.html], ["sent", "", ""])
    })
  }

  it("logs that the mail server is unreachable or refuses, without the address, and leaves the mail to the next process", async () => {
    const office = await openPostOffice()
    await office.close()
    const database = await migratedDatabase()
    const settings = {
      ...(await publicPort()),
      DATABASE_URL: database,
      LOG_FORMAT: "json",
      SMTP_URL: `smtp://127.0.0.1:${office.port}`
    }
    const first = await startService(settings)
    await signUp(first)
    assert.match(await first.line(/is delayed/), /ECONNREFUSED|refused/i)
    assert.deepEqual(await stopService(first), { code: 0, signal: null })
    for (const line of first.lines) assert.doesNotThrow(() => JSON.parse(line))
    assert.doesNotMatch(first.lines.join("\n"), /ada@/)

    const open = await openPostOffice({ port: office.port })
    const second = await startService(settings)
    codeIn((await arrived(open)).text)
    assert.deepEqual(await stopService(second), { code: 0, signal: null })
    assert.equal(open.received.length, 1)
    await open.close()
  })

  it("does not start with an invalid one, and does not reveal the password", async () => {
    const { code, output } = await failToStart({
      PUBLIC_URL: "https://rewards.example",
      SMTP_URL: "mail://shop:hunter2@mail.example",
      MAIL_FROM: "Shop"
    })
    assert.equal(code, 1)
    assert.match(output, /SMTP_URL must start with smtp:\/\/ or smtps:\/\/\n/)
    assert.match(output, /MAIL_FROM must be an address, or a name and an address/)
    assert.doesNotMatch(output, /hunter2/)
  })
})

describe("a service without SMTP_URL", () => {
  it("shows each mail in its log, readable, and keeps it in the outbox", async () => {
    const service = await startService()
    assert.match(service.lines[0] ?? "", /mail=shown here, not sent: SMTP_URL is not set$/)
    await signUp(service)
    await service.line(/^ {2}\| Laurel Rewards$/)
    assert.deepEqual(await stopService(service), { code: 0, signal: null })
    const [mail] = await outboxOf(`sqlite:${join(service.folder, "data/rewards.db")}`)
    assert.ok(mail)
    assert.deepEqual([mail.state, mail.to, mail.attempts], ["waiting", email, 0])
    const head = service.lines.findIndex((line) => line.endsWith(`mail to ${email}: ${mail.subject}`))
    assert.notEqual(head, -1, service.lines.join("\n"))
    const text = mail.text.trimEnd().split("\n")
    const shown = service.lines.slice(head + 1, head + 1 + text.length)
    assert.deepEqual(
      shown,
      text.map((line) => `  | ${line}`)
    )
    codeIn(mail.text)
  })

  it("shows it as one line of JSON with LOG_FORMAT=json", async () => {
    const service = await startService({ LOG_FORMAT: "json" })
    await signUp(service)
    const { message, to, subject, text } = JSON.parse(await service.line(/"message":"mail"/))
    assert.deepEqual([message, to, subject], ["mail", email, "Your verification code"])
    codeIn(text)
    await stopService(service)
    for (const line of service.lines) assert.doesNotThrow(() => JSON.parse(line))
  })
})
