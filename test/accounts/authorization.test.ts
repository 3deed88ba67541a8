import assert from "node:assert/strict"
import { scopesOf, withParameters } from "../../lib/accounts/authorization/Authorization.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { newWatch, openWorld, type World } from "../support/world.ts"
import { errorOf, type OAuth, openOAuth } from "./suite/oauth/flow.ts"

describe("the parameters of an answer", () => {
  const added = { code: "a b", state: undefined, iss: "https://x.example/api" }
  const query = "code=a+b&iss=https%3A%2F%2Fx.example%2Fapi"
  const addresses: ReadonlyArray<readonly [address: string, answer: string]> = [
    ["https://a.example", `https://a.example/?${query}`],
    ["https://a.example/return", `https://a.example/return?${query}`],
    ["https://a.example/return?", `https://a.example/return?${query}`],
    ["https://a.example/return?x=a%20b&y", `https://a.example/return?x=a%20b&y&${query}`],
    ["https://a.example/return#top", `https://a.example/return?${query}`],
    ["https://a.example/return?x=1#top", `https://a.example/return?x=1&${query}`],
    ["https://ä.example/größe", `https://xn--4ca.example/gr%C3%B6%C3%9Fe?${query}`],
    ["https://a.example/re\nturn", `https://a.example/return?${query}`],
    ["acme://signed-in", `acme://signed-in?${query}`],
    ["com.acme.app:/oauth", `com.acme.app:/oauth?${query}`],
    ["acme:callback", `acme:callback?${query}`]
  ]
  for (const [address, answer] of addresses) {
    it(`are put after ${JSON.stringify(address)}, and fit a header`, () => {
      const location = withParameters(address, added)
      assert.equal(location, answer)
      assert.equal(new Headers({ location }).get("location"), location)
    })
  }
})

describe("scopes", () => {
  const texts: ReadonlyArray<readonly [text: string | undefined, scopes: ReadonlyArray<string> | undefined]> =
    [
      [undefined, ["profile"]],
      ["", ["profile"]],
      ["  ", ["profile"]],
      ["email", ["email"]],
      ["fullname email  email", ["email", "fullname"]],
      ["profile\temail", undefined],
      ["Profile", undefined],
      ["profile openid", undefined],
      ["__proto__", undefined]
    ]
  for (const [text, scopes] of texts) {
    it(`${JSON.stringify(text)} means ${scopes?.join(" and ") ?? "nothing"}`, () =>
      assert.deepEqual(scopesOf(text), scopes))
  }
})

describe("what an authorization gives ends with its last millisecond", () => {
  const watch = newWatch("2030-01-01T12:00:00.000Z")
  let world: World
  let oauth: OAuth
  beforeAll(async () => {
    world = await openWorld(undefined, { watch, http: { publicUrl: "https://rewards.example" } })
    oauth = await openOAuth(world)
  })
  afterAll(() => world.close())

  const lifetimes = { code: 60_000, access: 4 * 60 * 60_000, refresh: 30 * 24 * 60 * 60_000 }

  it("a code, after a minute", async () => {
    const [used, late] = [await oauth.newCode(), await oauth.newCode()]
    watch.now += lifetimes.code - 1
    oauth.tokensIn(await oauth.token(oauth.exchangeOf(used)))
    watch.now += 1
    assert.equal(errorOf(await oauth.token(oauth.exchangeOf(late))), "invalid_grant")
  })

  it("an access token, after four hours", async () => {
    const { access_token } = await oauth.newTokens()
    watch.now += lifetimes.access - 1
    assert.equal((await oauth.me(access_token)).status, 200)
    watch.now += 1
    assert.equal((await oauth.me(access_token)).status, 401)
  })

  it("a refresh token, after thirty days", async () => {
    const [used, late] = [await oauth.newTokens(), await oauth.newTokens()]
    watch.now += lifetimes.refresh - 1
    await oauth.refreshed(used.refresh_token)
    watch.now += 1
    assert.equal(errorOf(await oauth.token(oauth.refreshOf(late.refresh_token))), "invalid_grant")
  })
})
