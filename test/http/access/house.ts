// Two partners with the same kinds of data. Everything of the owner carries a word that is found again in any answer.
import assert from "node:assert/strict"
import { randomBytes, randomUUID } from "node:crypto"
import { Schema } from "effect"
import type { Role } from "../../../lib/accounts/people/Role.ts"
import { record } from "../../accounts/details/record.ts"
import { nameRows, recordRow } from "../../accounts/suite/accounts.ts"
import { userPassword } from "../../support/bodies.ts"
import { idIn, post } from "../../support/calls.ts"
import { newPkce } from "../../support/oauth.ts"
import { type Colleague, colleagueRow, join } from "../../support/staff.ts"
import { eventually } from "../../support/wait.ts"
import { type HttpPartner, newWatch, openWorld, type Watch, type World } from "../../support/world.ts"

/** Things of a partner that requests name. */
export interface Things {
  readonly partnerId: string
  readonly clientId: string
  readonly ruleId: string
  readonly ruleName: string
  /** A member under the partner's own id, with a record and coins. */
  readonly userId: string
  /** Another member, who can be merged into the first. */
  readonly otherId: string
  /** A user who has consented, and is not linked to a member. */
  readonly tag: string
  /** An award, a transfer and an adjustment that are not undone yet. */
  readonly awardId: string
  /** An award that waits to mature. */
  readonly pendingId: string
  readonly transactionId: string
  readonly adjustmentId: string
  readonly activityId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly keyId: string
  /** A person who may look, and a session of the person who calls. */
  readonly personId: string
  readonly sessionId: string
  /** The id of a member that was erased. */
  readonly erasureId: string
}

export interface Side extends HttpPartner {
  /** The start of every word of this side. */
  readonly mark: string
  /** A user who has consented to all scopes. */
  readonly user: { readonly id: string; readonly tag: string; readonly email: string }
  readonly redirectUrl: string
  /** A person for each role. */
  readonly people: Readonly<Record<Role, Pick<Colleague, "id" | "email">>>
}

export interface House extends World {
  readonly watch: Watch
  readonly owner: Side
  readonly stranger: Side
}

/** A new word of a side: for a thing of the partner, for a user, or for the record that the partner has of a member. */
export const word = (mark: string, of: "thing" | "person" | "record" = "thing"): string =>
  `${mark}${of}${randomBytes(5).toString("hex")}`

export const words = /(?:owner|stranger)(?:thing|person|record)[0-9a-f]{10}/g

const Issued = Schema.Struct({ data: Schema.Struct({ redirectUrl: Schema.String }) })
const Tokens = Schema.Struct({
  data: Schema.Struct({ accessToken: Schema.String, refreshToken: Schema.String })
})

const redirect = (name: string): string => `https://${name}.example/return`

/** A code for the side's application, from its user or another. */
export const newCode = async (
  { send }: World,
  { clientId, user }: Side,
  scope = "profile email fullname",
  tag = user.tag
) => {
  const { challenge: codeChallenge, verifier: codeVerifier } = newPkce()
  const consent = { clientId, tag, password: userPassword, codeChallenge, codeChallengeMethod: "S256" }
  const path = `/shop/users/authorization/authorization-code?scope=${encodeURIComponent(scope)}`
  const { redirectUrl } = Schema.decodeUnknownSync(Issued)((await send(post(path, consent))).body).data
  const code = new URL(redirectUrl).searchParams.get("code") ?? assert.fail(redirectUrl)
  return { clientId, code, codeVerifier }
}

export const newTokens = async (world: World, side: Side, scope?: string) => {
  const exchange = { grantType: "authorization_code", ...(await newCode(world, side, scope)) }
  const { body } = await world.send(post("/shop/users/authorization/token", exchange))
  return Schema.decodeUnknownSync(Tokens)(body).data
}

const openSide = async (world: World, mark: string): Promise<Side> => {
  const thing = () => word(mark)
  const person = () => word(mark, "person")
  const redirectUrl = redirect(thing())
  const partner = await world.partner(thing(), {
    partnerName: thing(),
    applicationName: thing(),
    redirectUrl,
    webRedirectUrl: redirect(thing()),
    userDetailsUrl: redirect(thing())
  })
  const [tag, email] = [person(), `${person()}@example.org`]
  const user = { id: await world.user(tag, { email, fullname: person() }), tag, email }
  assert.equal((await world.send(partner.as(post("/laas/iam/test-side")))).status, 201)
  await world.sql(`UPDATE rewards_user SET email_verified_at = created_at WHERE id = UUID '${user.id}'`)
  const colleague = (role: Role) => join(world, partner, `${person()}@partners.example`, role)
  const people = {
    owner: await colleague("owner"),
    manager: await colleague("manager"),
    support: await colleague("support"),
    viewer: await colleague("viewer")
  }
  return { ...partner, mark, user, redirectUrl, people }
}

/** Its clock stands still until a test moves it. Rate limits have their own tests. */
export const openHouse = async (database: string): Promise<House> => {
  const watch = newWatch("2026-03-14T12:00:00.000Z")
  const world = await openWorld(database, { watch, http: { rateLimits: { public: 0, failures: 0 } } })
  const owner = await openSide(world, "owner")
  const stranger = await openSide(world, "stranger")
  return { ...world, watch, owner, stranger }
}

/** Waits for erasures, and removes webhooks and keys, of which a partner may have few, old mails, and second factors that were not confirmed. */
export const makeRoom = async ({ sql }: House): Promise<void> => {
  // Rows that an erasure changes in the background must not look like those that a refused caller has changed.
  await eventually(
    "every erasure ends",
    () => sql("SELECT member_id FROM rewards_erasure WHERE finished_at IS NULL"),
    (open) => open.length === 0
  )
  await sql("DELETE FROM rewards_mail")
  await sql("DELETE FROM rewards_webhook")
  await sql("DELETE FROM rewards_second_factor")
  await sql("DELETE FROM rewards_api_key WHERE name LIKE '%thing%'")
  await sql("DELETE FROM rewards_person WHERE email LIKE '%thing%' AND email NOT LIKE '%@partners.example'")
}

/** Makes new things for a partner, so that each request can use its own up. The session is that of the person with this role. */
export const newThings = async (house: House, side: Side, role?: Role): Promise<Things> => {
  const { send, sql } = house
  const thing = () => word(side.mark)
  const { mark } = side
  const { as, award, clientId, onboard, partnerId, pending, rule, transfer } = await side.again()
  const [ruleName, userId, otherId] = [thing(), thing(), thing()]
  const when = { activity: ruleName }
  const ruleId = await rule({ name: ruleName, condition: thing(), coinValue: "100", when })
  const member = await onboard(userId)
  await onboard(otherId)
  const [fullname, tag] = [word(mark, "record"), word(mark, "record")]
  const known = { ...record, fullname, tag }
  const erasureId = await onboard(thing())
  await sql(`INSERT INTO rewards_erasure (partner_id, member_id, created_at, finished_at) VALUES (
    UUID '${partnerId}', UUID '${erasureId}', '2026-03-14T12:00:00.000Z', '2026-03-14T12:00:00.000Z')`)
  await sql(recordRow(partnerId, member, known, tag))
  await sql(nameRows(partnerId, member, known))
  const narrated = { userId, ruleName, narration: thing(), metadata: { order: thing() } }
  assert.equal((await send(as(post("/laas/rules/award", narrated)))).status, 201)
  const awardId = idIn((await award(userId, ruleName)).body)
  const pendingId = await pending(userId, { condition: thing() })
  const transactionId = idIn((await transfer(userId, 1)).body)
  const adjustment = { userId, coins: 1, debitOrCredit: "CR", reason: thing(), narration: thing() }
  const adjustmentId = idIn((await send(as(post("/laas/coins/adjust", adjustment)))).body)
  // Only a caller who may read records sees the data of an activity.
  const activity = { userId, type: ruleName, data: { note: word(mark, "record") } }
  const activityId = idIn((await send(as(post("/laas/activities", activity)))).body)
  const webhook = { url: redirect(thing()), description: thing() }
  const webhookId = idIn((await send(as(post("/laas/webhooks", webhook)))).body)
  const deliveryId = randomUUID()
  await sql(`INSERT INTO rewards_delivery
    (partner_id, webhook_id, event_id, type, state, answer, created_at, delivered_at) VALUES (
    UUID '${partnerId}', UUID '${webhookId}', UUID '${deliveryId}', 'award.paid', 'delivered', '${thing()}',
    '2026-03-14T12:00:00.000Z', '2026-03-14T12:00:00.000Z')`)
  const newcomer = word(mark, "person")
  await house.user(newcomer)
  await newCode(house, side, "profile", newcomer)
  const personId = await colleagueRow(house, partnerId, `${thing()}@things.example`)
  const sessionId = randomUUID()
  const caller = role === undefined ? side.email : side.people[role].email
  await sql(`INSERT INTO rewards_token
    (created_at, expires_at, last_used_at, partner_id, id, person_id, hash, scopes, device)
    SELECT '2026-03-14T12:00:00.000Z', '2999-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', partner_id,
      UUID '${sessionId}', id, '${randomUUID()}', 'read', '${thing()}'
    FROM rewards_person WHERE partner_id = UUID '${partnerId}' AND email = '${caller}'`)
  const keyId = idIn((await send(as(post("/laas/iam/api-keys", { name: thing(), scopes: ["read"] })))).body)
  return {
    partnerId,
    clientId,
    ruleId,
    ruleName,
    userId,
    otherId,
    tag: newcomer,
    awardId,
    pendingId,
    transactionId,
    adjustmentId,
    activityId,
    webhookId,
    deliveryId,
    keyId,
    personId,
    sessionId,
    erasureId
  }
}

/** Things of the same forms that nobody has. */
export const noThings = (): Things => ({
  partnerId: randomUUID(),
  clientId: randomBytes(32).toString("hex"),
  ruleId: randomUUID(),
  ruleName: word("owner"),
  userId: word("owner"),
  otherId: word("owner"),
  tag: word("owner", "person"),
  awardId: randomUUID(),
  pendingId: randomUUID(),
  transactionId: randomUUID(),
  adjustmentId: randomUUID(),
  activityId: randomUUID(),
  webhookId: randomUUID(),
  deliveryId: randomUUID(),
  keyId: randomUUID(),
  personId: randomUUID(),
  sessionId: randomUUID(),
  erasureId: randomUUID()
})
