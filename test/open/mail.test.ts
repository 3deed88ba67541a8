import assert from "node:assert/strict"
import { type AccountsClient, type MailOptions, openRewards } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { soon } from "../support/wait.ts"

/** A user who signs up over HTTP, which sends a mail with a code. */
const signUp = async (rewards: AccountsClient, tag = "ada"): Promise<number> => {
  const handler = rewards.handler()
  const body = {
    email: `${tag}@mail.example`,
    fullname: "Ada Lovelace",
    password: "analytical-engine",
    confirmPassword: "analytical-engine",
    phone: "0801 234 5678",
    tag,
    countryCode: "+234"
  }
  const request = new Request("http://localhost/api/v1/user", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  return (await handler.fetch(request)).status
}

const open = (mail: MailOptions | undefined, onWarning?: (message: string) => void) =>
  openRewards({ database: "sqlite::memory:", accounts: { mail }, onWarning })

describe("openRewards and mails", () => {
  it("without an option they stay in the outbox", async () => {
    const rewards = await open(undefined)
    assert.equal(await signUp(rewards), 201)
    const [mail] = await rewards.mails.list({ limit: 1 })
    assert.deepEqual(JSON.parse(JSON.stringify(mail)), mail)
    assert.deepEqual([mail?.to, mail?.state, mail?.attempts], ["ada@mail.example", "waiting", 0])
    assert.match(mail?.text ?? "", /\b\d{6}\b/)
    await rewards.close()
  })

  it("onMail receives each committed mail before the request is answered, and the mail stays in the outbox", async () => {
    const seen: Array<string> = []
    const rewards = await open({ onMail: ({ to, text }) => void seen.push(`${to} ${text}`) })
    assert.equal(await signUp(rewards), 201)
    assert.equal(await signUp(rewards), 400, "the tag is taken, and nothing is mailed")
    assert.equal(seen.length, 1)
    assert.match(seen[0] ?? "", /^ada@mail\.example Hello .*\b\d{6}\b/s)
    const mails = await rewards.mails.list({})
    assert.deepEqual(
      mails.map(({ state }) => state),
      ["waiting"]
    )
    await rewards.close()
  })

  it("an onMail that throws has no effect on the request, and is logged for the host", async () => {
    const warnings: Array<string> = []
    const onMail = () => {
      throw new Error("the printer is on fire")
    }
    const rewards = await open({ onMail }, (message) => void warnings.push(message))
    assert.equal(await signUp(rewards), 201)
    await rewards.close()
    assert.deepEqual(warnings, ["onMail has failed: the printer is on fire"])
  })

  it("the host's send delivers mails; a rejected one is tried again, and the reason is logged", async () => {
    const warnings: Array<string> = []
    const tries: Array<string> = []
    const delivered = Promise.withResolvers<string>()
    const rewards = await open(
      {
        send: async ({ id, to }) => {
          tries.push(id)
          if (tries.length === 1) throw new Error(`no stamps for ${to}`)
          delivered.resolve(id)
        }
      },
      (message) => void warnings.push(message)
    )
    assert.equal(await signUp(rewards), 201)
    const id = await soon("a mail that is delivered", delivered.promise, { seen: () => tries })
    // Closing waits until the outcome is recorded.
    assert.deepEqual(tries, [id, id])
    await rewards.close()
    assert.deepEqual(warnings, [`Mail ${id} is delayed: no stamps for (address)`])
  })
})
