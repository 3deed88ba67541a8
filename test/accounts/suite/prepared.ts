// Users that a single request needs: one with an unverified address, and one with a grant for a partner.
import { randomUUID } from "node:crypto"
import { userBody } from "../../support/bodies.ts"
import { idIn, post } from "../../support/calls.ts"
import type { HttpPartner, World } from "../../support/world.ts"
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

/** A user whose account may be erased. */
export const leavingUser = async ({ user }: World) => {
  const tag = `u${newTag().slice(0, 20)}`
  await user(tag)
  return { tag, password: userBody.password }
}

/** A member that may be erased. */
export const leavingMember = async (partner: HttpPartner) => {
  const userId = randomUUID()
  await partner.onboard(userId)
  return { userId }
}

/** Two members that may be merged. */
export const twoMembers = async (partner: HttpPartner) => {
  const [from, into] = [randomUUID(), randomUUID()]
  await partner.onboard(from)
  await partner.onboard(into)
  return { from, into }
}

/** A member that was erased. */
export const erasedMember = async ({ send }: World, partner: HttpPartner) => {
  const reply = await send(partner.as(post("/laas/users/erase", await leavingMember(partner))))
  return { id: idIn(reply.body) }
}
