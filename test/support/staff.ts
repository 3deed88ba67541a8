// People whom a partner invites, and who accept.
import assert from "node:assert/strict"
import type { Role } from "../../lib/accounts/people/Role.ts"
import { password } from "./bodies.ts"
import { type Call, idIn, post, withBearer } from "./calls.ts"
import type { HttpPartner, World } from "./world.ts"

export interface Colleague {
  readonly id: string
  readonly email: string
  readonly accessToken: string
  readonly as: (call: Call) => Call
}

type Owner = Pick<HttpPartner, "as">

const linkIn = /partners\/staff\/accept\?token=([\w-]+)/

/** The token of the last invitation that was mailed to the address. */
export const invitationTo = async ({ sql }: Pick<World, "sql">, email: string): Promise<string> => {
  const [mail] = await sql(
    `SELECT body FROM rewards_mail WHERE recipient = '${email}' AND body LIKE '%staff/accept%' ORDER BY id DESC LIMIT 1`
  )
  return linkIn.exec(String(mail?.body))?.[1] ?? assert.fail(`no invitation was mailed to ${email}`)
}

export const accept = (token: string, change: object = {}, eco = "shop"): Call =>
  post(`/${eco}/partners/staff/accept`, { token, password, confirmPassword: password, ...change })

/** Invites a person. Returns the person's id and the token of the mailed link. */
export const invite = async (world: Pick<World, "send" | "sql">, owner: Owner, email: string, role: Role) => {
  const reply = await world.send(owner.as(post("/laas/iam/staff", { email, role })))
  assert.equal(reply.status, 201, reply.text)
  return { id: idIn(reply.body), token: await invitationTo(world, email) }
}

/** Invites a person, who accepts and logs in. */
export const join = async (world: World, owner: Owner, email: string, role: Role): Promise<Colleague> => {
  const { id, token } = await invite(world, owner, email, role)
  const reply = await world.send(accept(token))
  assert.equal(reply.status, 200, reply.text)
  const accessToken = await world.logIn(email)
  return { id, email, accessToken, as: (call) => withBearer(call, accessToken) }
}

/** Inserts a person who has accepted, and returns the id. Such a person cannot log in. */
export const colleagueRow = async (
  { sql }: Pick<World, "sql">,
  partnerId: string,
  email = `${crypto.randomUUID()}@invited.example`
): Promise<string> => {
  const id = crypto.randomUUID()
  await sql(`INSERT INTO rewards_person (created_at, updated_at, partner_id, id, role, ecosystem, email, password_hash)
    VALUES ('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', UUID '${partnerId}', UUID '${id}', 'viewer', 'shop',
    '${email}', 'x')`)
  return id
}
