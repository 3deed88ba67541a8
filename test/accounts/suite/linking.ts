// Helpers for the tests of links.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { Rewards } from "../../../lib/index.ts"
import { type Call, get, post, type Reply } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { id, instant, type Pattern } from "../../support/pattern.ts"
import type { HttpPartner } from "../../support/world.ts"
import { type Account, accountRow, consentRow, tokenRow } from "./accounts.ts"

const path = "/shop/users/link-tag"
export const linking = (body: object) => post(path, body)

export const account = async ({ sql }: Cast, tag: string): Promise<Account> => {
  const { sql: text, ...made } = accountRow(tag)
  await sql(text)
  return made
}

export const consenting = async (
  world: Cast,
  tag: string,
  partner: HttpPartner = world.acme
): Promise<Account> => {
  const made = await account(world, tag)
  await world.sql(consentRow(partner.partnerId, made.id).sql)
  return made
}

/** A user's token for Acme. */
export const tokenOf = async ({ acme, sql }: Cast, { id: userId }: Account): Promise<string> => {
  const grant = consentRow(acme.partnerId, userId)
  await sql(grant.sql)
  const { sql: text, token } = tokenRow(acme.partnerId, grant.id)
  await sql(text)
  return token
}

export const done = async ({ send }: Cast, call: Call): Promise<Reply> => {
  const reply = await send(call)
  assert.ok(reply.status < 300, reply.text)
  return reply
}

export const link = (world: Cast, userId: string, tag: string): Promise<Reply> =>
  done(world, world.acme.as(linking({ userId, tag })))

export const award = (world: Cast, userId: string, ruleName = "visit") => world.acme.award(userId, ruleName)

const Wallet = Schema.Struct({
  data: Schema.Struct({
    userId: Schema.String,
    isLinked: Schema.Boolean,
    totalPartnerCoins: Schema.String,
    wallets: Schema.Tuple(
      Schema.Struct({ walletId: Schema.String, coins: Schema.String, partner: Schema.Any })
    )
  })
})

/** The owner of a wallet and its coins. */
export const walletOf = async (world: Cast, userId: string) => {
  const query = `/laas/get-user-coin-data?userId=${encodeURIComponent(userId)}`
  const { body } = await done(world, world.acme.as(get(query)))
  const { data } = Schema.decodeUnknownSync(Wallet)(body)
  assert.equal(data.userId, userId)
  return { memberId: data.wallets[0].walletId, coins: data.totalPartnerCoins, isLinked: data.isLinked }
}

export const linked = (world: Cast, userId: string, tag: string, memberId: Pattern = id): Pattern => ({
  status: "success",
  message: "User linked successfully",
  data: {
    id: memberId,
    userId,
    partnerId: world.acme.partnerId,
    attributes: {},
    userData: null,
    createdAt: instant,
    tag
  }
})

export const verified = async ({ run }: Cast): Promise<void> =>
  assert.deepEqual(await run(Rewards.verify()), [])

export const membersOf = async ({ acme, sql }: Cast, ...names: ReadonlyArray<string>) => {
  const list = names.map((name) => `'${name}'`).join(", ")
  const rows = await sql(`SELECT user_id FROM rewards_member
    WHERE partner_id = UUID '${acme.partnerId}' AND user_id IN (${list}) ORDER BY user_id`)
  return rows.map(({ user_id }) => user_id)
}

/** All rows that links write, to check that nothing changed. */
export const stateOf = async ({ sql }: Cast) =>
  JSON.stringify([
    await sql("SELECT partner_id, id, user_id FROM rewards_member ORDER BY id"),
    await sql(
      "SELECT partner_id, user_id, member_id, linked FROM rewards_member_id ORDER BY partner_id, user_id"
    ),
    await sql("SELECT id, balance, version FROM rewards_account ORDER BY id")
  ])
