// Credentials of every kind, good and bad.
import assert from "node:assert/strict"
import { randomBytes, randomUUID } from "node:crypto"
import { keyScopes, withImplied } from "../../../lib/accounts/keys/ApiKey.ts"
import { type Role, roles, scopesOf } from "../../../lib/accounts/people/Role.ts"
import type { Requirement } from "../../../lib/http/access.ts"
import { type Call, get, post, tokenIn, withBasic, withBearer } from "../../support/calls.ts"
import { digest } from "../../support/oauth.ts"
import type { ApiKey } from "../../support/world.ts"
import { type House, newTokens } from "./house.ts"

/** A little longer than tokens are valid. */
const untilExpired = 4 * 60 * 60 * 1000 + 1

/** Values of the Authorization header that carry no credential, made of a token that is valid. */
export const malformed = (token: string): ReadonlyArray<string> => [
  "",
  "Bearer",
  "Bearer ",
  token,
  `Bearer ${token}x`,
  `Bearer ${token.slice(0, -1)}`,
  `Bearer ${token} ${token}`,
  `Bearer ${token},${token}`,
  `Bearer "${token}"`,
  `Bearer: ${token}`,
  `Bearer ${token.toUpperCase()}`,
  `Token ${token}`,
  `Basic ${token}`,
  `Basic ${Buffer.from(`${token}:`).toString("base64")}`,
  `Bearer ${Buffer.from(token).toString("base64")}`,
  `Bearer ${"a".repeat(8000)}`,
  "Bearer null"
]

export const withHeader = (call: Call, authorization: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization }
})

/** Tokens are used while they are valid, so that the service may remember them. */
const used = async ({ send }: House, token: string, call = get("/laas/rules")): Promise<string> => {
  assert.equal((await send(withBearer(call, token))).status, 200)
  return token
}

export interface Credentials {
  /** Another login of the owner. */
  readonly own: () => Promise<string>
  /** Another one of the owner's test side. */
  readonly test: () => Promise<string>
  /** The owner's, with the scope and no other, where an API key can have it. */
  readonly narrow: string | undefined
  /** The owner's, with every scope of API keys but this. */
  readonly wrongScope: string
  readonly expired: string
  /** Another one that expires at this moment. The one above is removed with the next login. */
  readonly expire: () => Promise<string>
  readonly revoked: string
  /** The token of a person for each role. */
  readonly people: ReadonlyMap<Role, string>
  /** What a user of the owner has allowed the owner. */
  readonly user: string
}

/** Makes the credentials for one endpoint after the other. The clock moves, so that some of them expire. */
export const credentialsIn = (house: House) => {
  const { logInWithKey, owner, send, sql, watch } = house
  const keys = new Map<string, ApiKey>()
  const withScopes = async (scopes: ReadonlyArray<string>): Promise<string> => {
    const name = scopes.join(" ")
    const key = keys.get(name) ?? (await (await owner.again()).key(scopes))
    keys.set(name, key)
    return logInWithKey(key)
  }
  return async (scope: Requirement | undefined): Promise<Credentials> => {
    const expired = await used(house, (await owner.again()).accessToken)
    watch.now += untilExpired
    const revoked = await used(house, (await owner.again()).accessToken)
    assert.equal((await send(withBearer(post("/laas/iam/logout"), revoked))).status, 200)
    const isKeyScope = keyScopes.some((each) => each === scope)
    return {
      own: async () => (await owner.again()).accessToken,
      test: async () =>
        tokenIn(
          (await send(withBearer(post("/laas/iam/test-side/token"), (await owner.again()).accessToken))).body
        ),
      narrow: isKeyScope && scope !== undefined ? await withScopes([scope]) : undefined,
      wrongScope: await withScopes(
        keyScopes.filter((each) => !withImplied([each]).some((implied) => implied === scope))
      ),
      expired,
      expire: async () => {
        const token = randomBytes(32).toString("base64url")
        const at = new Date(watch.now).toISOString()
        await sql(`INSERT INTO rewards_token
          (created_at, expires_at, last_used_at, partner_id, id, person_id, hash, scopes)
          SELECT '2026-01-01T00:00:00.000Z', '${at}', '${at}', partner_id, UUID '${randomUUID()}', id,
            '${digest(token)}', '${scopesOf.owner.join(" ")}'
          FROM rewards_person WHERE partner_id = UUID '${owner.partnerId}' AND email = '${owner.email}'`)
        return token
      },
      revoked,
      people: new Map(
        await Promise.all(
          roles.map(async (role) => [role, await house.logIn(owner.people[role].email)] as const)
        )
      ),
      user: (await newTokens(house, owner)).accessToken
    }
  }
}

/** Access tokens of users that are no longer valid. */
export const endedUserTokens = async (house: House) => {
  const { owner, send, watch } = house
  const me = get("/shop/users/me")
  const expired = await used(house, (await newTokens(house, owner)).accessToken, me)
  watch.now += untilExpired
  const revoked = await used(house, (await newTokens(house, owner)).accessToken, me)
  const ended = { clientId: owner.clientId, token: revoked }
  assert.equal((await send(post("/shop/users/authorization/revoke", ended))).status, 200)
  return { expired, revoked }
}

export const withKey = (call: Call, { apiKey, apiSecret }: Pick<ApiKey, "apiKey" | "apiSecret">): Call =>
  withBasic(call, apiKey, apiSecret)
