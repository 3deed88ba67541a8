import assert from "node:assert/strict"
import { scopesOf, withParameters } from "../../lib/accounts/authorization/Authorization.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { digest } from "../support/oauth.ts"
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

  it("an access token, which is then deleted when the next one is issued", async () => {
    const { access_token, refresh_token } = await oauth.newTokens()
    watch.now += lifetimes.access
    await oauth.refreshed(refresh_token)
    const hash = digest(access_token)
    assert.deepEqual(await oauth.sql(`SELECT kind FROM rewards_grant_token WHERE hash = '${hash}'`), [])
  })

  describe("a second use ends everything that the first gave, although it comes after the end", () => {
    it("of a code", async () => {
      const exchange = oauth.exchangeOf(await oauth.newCode())
      const { access_token } = oauth.tokensIn(await oauth.token(exchange))
      watch.now += lifetimes.code
      assert.equal((await oauth.me(access_token)).status, 200)
      assert.equal(errorOf(await oauth.token(exchange)), "invalid_grant")
      assert.equal((await oauth.me(access_token)).status, 401)
    })

    it("of a refresh token", async () => {
      const { refresh_token } = await oauth.newTokens()
      watch.now += lifetimes.refresh - 1
      const { access_token } = await oauth.refreshed(refresh_token)
      watch.now += 1
      assert.equal((await oauth.me(access_token)).status, 200)
      assert.equal(errorOf(await oauth.token(oauth.refreshOf(refresh_token))), "invalid_grant")
      assert.equal((await oauth.me(access_token)).status, 401)
    })
  })

  describe("a grant is kept for an hour after it ended, and deleted when the user consents once more", () => {
    const hour = 60 * 60_000
    const consent = async (tag: string, app = oauth.blog) => {
      const codeChallenge = oauth.pkce.challenge
      return oauth.codeIn(await oauth.requestCode(app, { tag, codeChallenge, codeChallengeMethod: "S256" }))
    }
    const exchange = async (code: string) => oauth.tokensIn(await oauth.token(oauth.exchangeOf(code)))
    const grantsOf = async (user: string): Promise<ReadonlyArray<unknown>> =>
      (await oauth.sql(`SELECT id FROM rewards_grant WHERE user_id = UUID '${user}' ORDER BY id`)).map(
        ({ id }) => id
      )

    /** How each grant ends, and how long it takes. */
    const ends: Readonly<Record<string, (code: string) => Promise<number>>> = {
      "its code was not exchanged": async () => lifetimes.code,
      "its refresh token was not used": async (code) => {
        await exchange(code)
        return lifetimes.refresh
      },
      "its refresh token was used, and the next one was not": async (code) => {
        const { refresh_token } = await exchange(code)
        watch.now += lifetimes.refresh - 1
        await oauth.refreshed(refresh_token)
        return lifetimes.refresh
      },
      "it was revoked": async (code) => {
        const { refresh_token: token } = await exchange(code)
        await oauth.revoke({ client_id: oauth.blog.clientId, token })
        return 0
      }
    }
    for (const [index, [name, end]] of Object.entries(ends).entries()) {
      it(`if ${name}`, async () => {
        const tag = `ended-${index}`
        const [user, other] = [await oauth.createUser(tag), await oauth.createUser(`${tag}-other`)]
        const code = await consent(tag)
        await consent(tag, oauth.rival)
        await consent(`${tag}-other`)
        const [grant, ofRival] = await grantsOf(user)
        const after = await end(code)
        watch.now += after + hour
        await consent(tag)
        assert.ok((await grantsOf(user)).includes(grant))
        watch.now += 1
        await consent(tag)
        const left = await grantsOf(user)
        assert.ok(!left.includes(grant))
        assert.ok(left.includes(ofRival))
        assert.equal((await grantsOf(other)).length, 1)
      })
    }
  })
})
