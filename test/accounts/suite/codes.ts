// Codes and tokens as mails hold them: nothing else tells them.
import assert from "node:assert/strict"
import { post } from "../../support/calls.ts"
import type { World } from "../../support/world.ts"

type Sql = World["sql"]

const mailsTo = (sql: Sql, email: string) =>
  sql(`SELECT subject, body FROM rewards_mail WHERE recipient = '${email}' ORDER BY created_at, id`)

/** All codes that ever went to an address, the first first. */
export const codesTo = async (sql: Sql, email: string): Promise<ReadonlyArray<string>> =>
  (await mailsTo(sql, email)).map(
    ({ body }) => /^ *(\d{6})$/m.exec(String(body))?.[1] ?? assert.fail("a mail without a code")
  )

export const lastCodeTo = async (sql: Sql, email: string): Promise<string> =>
  (await codesTo(sql, email)).at(-1) ?? assert.fail(`no mail went to ${email}`)

/** Codes that are not the right one, and differ from each other. */
export const wrongCodes = (right: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) =>
    String((Number(right) + index + 1) % 1_000_000).padStart(6, "0")
  )

/** The token of the link that is mailed to a partner who asks for it. */
export const resetToken = async (
  { send, sql }: Pick<World, "send" | "sql">,
  email: string
): Promise<string> => {
  await send(post("/shop/partners/forgot-password", { email }))
  const [mail] = await sql(
    `SELECT body FROM rewards_mail WHERE recipient = '${email}' AND body LIKE '%token=%' ORDER BY id DESC LIMIT 1`
  )
  return /token=([\w-]+)/.exec(String(mail?.body))?.[1] ?? assert.fail(`no link was mailed to ${email}`)
}
