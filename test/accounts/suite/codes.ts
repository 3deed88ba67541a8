// Codes and tokens, read from the mails in the outbox.
import assert from "node:assert/strict"
import { post } from "../../support/calls.ts"
import type { World } from "../../support/world.ts"

type Sql = World["sql"]

const mailsTo = (sql: Sql, email: string) =>
  sql(`SELECT subject, body FROM rewards_mail WHERE recipient = '${email}' ORDER BY created_at, id`)

const resetSubject = "Your code for a new password"

/** All codes for a new password that were mailed to a user, as the mails show them, oldest first. */
export const resetCodesTo = async (sql: Sql, email: string): Promise<ReadonlyArray<string>> =>
  (await mailsTo(sql, email))
    .filter(({ subject }) => subject === resetSubject)
    .map(
      ({ body }) =>
        /^ *((?:\d{4} ){4}\d{4})$/m.exec(String(body))?.[1] ?? assert.fail("a mail without a code")
    )

export const lastResetCodeTo = async (sql: Sql, email: string): Promise<string> =>
  (await resetCodesTo(sql, email)).at(-1) ?? assert.fail(`no mail went to ${email}`)

/** All verification codes mailed to an address, oldest first. */
export const codesTo = async (sql: Sql, email: string): Promise<ReadonlyArray<string>> =>
  (await mailsTo(sql, email))
    .filter(({ subject }) => subject !== resetSubject)
    .map(({ body }) => /^ *(\d{6})$/m.exec(String(body))?.[1] ?? assert.fail("a mail without a code"))

export const lastCodeTo = async (sql: Sql, email: string): Promise<string> =>
  (await codesTo(sql, email)).at(-1) ?? assert.fail(`no mail went to ${email}`)

/** Different codes, none of them the right one. */
export const wrongCodes = (right: string, count: number): ReadonlyArray<string> => {
  const digits = right.replaceAll(" ", "")
  return Array.from({ length: count }, (_, index) =>
    String((BigInt(digits) + BigInt(index + 1)) % 10n ** BigInt(digits.length)).padStart(digits.length, "0")
  )
}

/** Links and codes that were mailed to this address before expire, as they do after an hour. */
export const anHourLater = (sql: Sql, email: string): Promise<unknown> =>
  sql(`UPDATE rewards_reset SET expires_at = '2001-01-01T00:00:00.000Z' WHERE account_id IN
    (SELECT id FROM rewards_person WHERE email = '${email}'
     UNION ALL SELECT id FROM rewards_user WHERE email_key = '${email}')`)

/** The token of the reset link that is mailed to the partner. */
export const resetToken = async (
  { send, sql }: Pick<World, "send" | "sql">,
  email: string
): Promise<string> => {
  await anHourLater(sql, email)
  await send(post("/shop/partners/forgot-password", { email }))
  const [mail] = await sql(
    `SELECT body FROM rewards_mail WHERE recipient = '${email}' AND body LIKE '%token=%' ORDER BY id DESC LIMIT 1`
  )
  return /token=([\w-]+)/.exec(String(mail?.body))?.[1] ?? assert.fail(`no link was mailed to ${email}`)
}
