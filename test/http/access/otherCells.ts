// Endpoints for the tokens of users, and for API keys.
import assert from "node:assert/strict"
import { keyScopes } from "../../../lib/accounts/keys/ApiKey.ts"
import { type Call, get, type Reply, remove, withBearer } from "../../support/calls.ts"
import { callOf } from "../callOf.ts"
import type { Endpoint } from "../endpoints.ts"
import { type Credentials, endedUserTokens, malformed, withHeader, withKey } from "./credentials.ts"
import type { Evidence } from "./evidence.ts"
import { type House, newTokens } from "./house.ts"
import { assertRefused } from "./partnerCells.ts"

type Cells = (
  house: House,
  evidence: Evidence,
  endpoint: Endpoint,
  credentials: Credentials
) => Promise<number>

/** Sends requests, counts them, and looks whether a refusal shows anything. */
const asker = ({ send }: House, evidence: Evidence, { name, status }: Endpoint) => {
  let cells = 0
  return {
    cells: () => cells,
    refuse: async (call: Call, what: string): Promise<void> => {
      cells += 1
      const reply = await send(call)
      assertRefused(reply, 401, `${name}, ${what}`)
      await evidence.examine(call, reply)
    },
    accept: async (call: Call, what: string): Promise<Reply> => {
      cells += 1
      const reply = await send(call)
      assert.equal(reply.status, status, `${name}, ${what}: ${reply.text}`)
      return reply
    }
  }
}

/** The user of a token is read by that token alone, as far as its scopes go. */
export const userCells: Cells = async (house, evidence, endpoint) => {
  const { owner, stranger } = house
  const ended = await endedUserTokens(house)
  const { accept, cells, refuse } = asker(house, evidence, endpoint)
  const call = callOf(endpoint, {})
  const { accessToken: own, refreshToken } = await newTokens(house, owner)
  await refuse(call, "none")
  await refuse(withBearer(call, ended.expired), "expired")
  await refuse(withBearer(call, ended.revoked), "revoked")
  await refuse(withBearer(call, refreshToken), "a refresh token")
  await refuse((await owner.again()).as(call), "a partner's token")
  await refuse((await stranger.again()).as(call), "other partner")
  for (const header of malformed(own)) await refuse(withHeader(call, header), header)
  const elsewhere = { ...call, path: call.path.replace("/shop/", "/mall/") }
  await refuse(withBearer(elsewhere, own), "another ecosystem")

  const others = withBearer(call, (await newTokens(house, stranger)).accessToken)
  await evidence.examine(others, await accept(others, "other user"))
  const narrow = await accept(
    withBearer(call, (await newTokens(house, owner, "email")).accessToken),
    "wrong scope"
  )
  assert.ok(!narrow.text.includes(owner.user.tag) && narrow.text.includes(owner.user.email), narrow.text)
  const whole = await accept(withBearer(call, own), "own")
  assert.ok(whole.text.includes(owner.user.tag) && whole.text.includes(owner.user.email), whole.text)
  return cells()
}

/** A key and its secret give a token with the scopes of the key. */
export const keyCells: Cells = async (house, evidence, endpoint, credentials) => {
  const { owner, send, stranger } = house
  const { accept, cells, refuse } = asker(house, evidence, endpoint)
  const call = callOf(endpoint, {})
  const login = await owner.again()
  const [own, revoked] = [await login.key(), await login.key()]
  const others = await (await stranger.again()).key()
  assert.equal((await send(login.as(remove(`/laas/iam/api-keys/${revoked.id}`)))).status, 200)
  await refuse(call, "none")
  await refuse(withKey(call, revoked), "revoked")
  await refuse(withBearer(call, credentials.expired), "expired")
  await refuse(withBearer(call, await credentials.own()), "a token")
  await refuse(withBearer(call, credentials.user), "other user")
  await refuse(withKey(call, { apiKey: own.apiKey, apiSecret: others.apiSecret }), "other partner's secret")
  await refuse(withKey(call, { apiKey: others.apiKey, apiSecret: own.apiSecret }), "other partner's key")
  await refuse(withKey(call, { apiKey: own.id, apiSecret: own.apiSecret }), "an id for a key")
  await refuse(withKey(call, { apiKey: own.apiKey, apiSecret: "" }), "no secret")
  for (const header of malformed(own.apiSecret)) await refuse(withHeader(call, header), header)

  for (const scope of keyScopes) {
    const key = await login.key([scope])
    const { body, text } = await accept(withKey(call, key), `own, ${scope}`)
    endpoint.checkAnswer(body)
    const token = /"accessToken":"([^"]+)"/.exec(text)?.[1] ?? assert.fail(text)
    const list = await send(withBearer(get("/laas/rules"), token))
    assert.equal(list.status, scope === "read" ? 200 : 403, `wrong scope, ${scope}`)
  }
  return cells()
}
