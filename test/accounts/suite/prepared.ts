// Users that a single request needs: one with an unverified address, and one with a grant for a partner.
import { randomUUID } from "node:crypto"
import { post } from "../../support/calls.ts"
import type { World } from "../../support/world.ts"
import { accountRow, consentRow } from "./accounts.ts"
import { lastCodeTo, lastResetCodeTo } from "./codes.ts"

const newTag = (): string => randomUUID().replaceAll("-", "")

export const unverified = async ({ send, sql }: World) => {
  const row = accountRow(newTag())
  await sql(row.sql)
  const email = `${row.tag}@example.org`
  await send(post("/user/resend-otp", { email }))
  return { email, otp: await lastCodeTo(sql, email) }
}

/** A user who has asked for a new password. */
export const forgetfulUser = async ({ send, sql }: World) => {
  const row = accountRow(newTag())
  await sql(row.sql)
  const email = `${row.tag}@example.org`
  await send(post("/user/forgot-password", { email }))
  return { email, otp: await lastResetCodeTo(sql, email) }
}

export const consentingUser = async (sql: World["sql"], partnerId: string) => {
  const { id, sql: text, tag } = accountRow(newTag())
  await sql(text)
  await sql(consentRow(partnerId, id).sql)
  return { tag }
}
