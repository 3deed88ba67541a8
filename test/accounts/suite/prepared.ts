// Users as a single request needs them: one whose address waits for a code, and one who has allowed a partner something.
import { randomUUID } from "node:crypto"
import { post, type Service } from "../../http/service.ts"
import type { Sql } from "../../support/sql.ts"
import { accountRow, consentRow } from "./accounts.ts"
import { lastCodeTo } from "./codes.ts"

const newTag = (): string => randomUUID().replaceAll("-", "")

export const unverified = async ({ service, sql }: { readonly service: Service; readonly sql: Sql }) => {
  const row = accountRow(newTag())
  await sql(row.sql)
  const email = `${row.tag}@example.org`
  await service.send(post("/user/resend-otp", { email }))
  return { email, otp: await lastCodeTo(sql, email) }
}

export const consentingUser = async (sql: Sql, partnerId: string) => {
  const { id, sql: text, tag } = accountRow(newTag())
  await sql(text)
  await sql(consentRow(partnerId, id).sql)
  return { tag }
}
