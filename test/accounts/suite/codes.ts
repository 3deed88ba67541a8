// What mails told users: the one place where a code can be read.
import assert from "node:assert/strict"
import type { Sql } from "../../support/sql.ts"

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
