import assert from "node:assert/strict"
import { userPassword } from "../../../support/bodies.ts"
import { post } from "../../../support/calls.ts"
import { matches, token as secret } from "../../../support/pattern.ts"
import { errorOf, type Test } from "./flow.ts"

export const tokens = (test: Test): void => {
  test("a form is answered as OAuth prescribes, and may not be cached", async (oauth) => {
    const reply = await oauth.token(oauth.exchangeOf(await oauth.newCode()))
    matches(
      { status: reply.status, body: reply.body },
      {
        status: 200,
        body: {
          access_token: secret,
          token_type: "Bearer",
          expires_in: 14_400,
          refresh_token: secret,
          scope: "profile email fullname"
        }
      }
    )
    assert.equal(reply.headers.get("cache-control"), "no-store")
    assert.equal(reply.headers.get("pragma"), "no-cache")
  })

  test("JSON is answered in the envelope: tokens, new tokens, and their end", async (oauth) => {
    const { clientId, redirectUrl: redirectUri } = oauth.blog
    const send = (body: object, path = "token") =>
      oauth.send(post(`/shop/users/authorization/${path}`, { clientId, ...body }))
    const codeVerifier = oauth.pkce.verifier
    const code = await oauth.newCode()
    const first = await send({ grantType: "authorization_code", code, redirectUri, codeVerifier })
    const data = { accessToken: secret, tokenType: "Bearer", expiresIn: 14_400, refreshToken: secret }
    const message = "Tokens issued successfully"
    matches(first.body, {
      status: "success",
      message,
      data: { ...data, scope: "profile email fullname" }
    })
    const refreshToken = /"refreshToken":"([^"]+)"/.exec(first.text)?.[1]
    const next = await send({ grantType: "refresh_token", refreshToken, scope: "email" })
    matches(next.body, { status: "success", message, data: { ...data, scope: "email" } })
    const token = /"refreshToken":"([^"]+)"/.exec(next.text)?.[1]
    const ended = await send({ token }, "revoke")
    matches(ended.body, { status: "success", message: "Token revoked successfully", data: {} })
    const failed = await send({ grantType: "refresh_token", refreshToken: token })
    matches(failed.body, {
      status: "failed",
      message: "Invalid data",
      data: {
        errorType: "invalid",
        appErrorCode: "invalid_grant",
        error: "the refresh token has expired or was revoked: ask the user to sign in again"
      }
    })
  })

  test("each refresh issues a new pair, and narrowed scopes apply to that access token only", async (oauth) => {
    const first = await oauth.newTokens()
    const second = oauth.tokensIn(
      await oauth.token({ ...oauth.refreshOf(first.refresh_token), scope: "email profile" })
    )
    assert.equal(second.scope, "profile email")
    assert.ok(second.access_token !== first.access_token && second.refresh_token !== first.refresh_token)
    assert.equal((await oauth.me(first.access_token)).status, 200)
    assert.ok(!(await oauth.me(second.access_token)).text.includes("fullname"))
    const third = await oauth.refreshed(second.refresh_token)
    assert.equal(third.scope, "profile email fullname")
    assert.ok((await oauth.me(third.access_token)).text.includes('"fullname":"ada lovelace"'))
  })

  test("a second consent leaves the code and the tokens of the first as they are", async (oauth) => {
    const before = await oauth.newTokens()
    const [first, second] = [await oauth.newCode(), await oauth.newCode()]
    for (const code of [first, second]) oauth.tokensIn(await oauth.token(oauth.exchangeOf(code)))
    assert.equal((await oauth.me(before.access_token)).status, 200)
    await oauth.refreshed(before.refresh_token)
  })

  test("a code gives no tokens once its consent was withdrawn", async (oauth) => {
    const { clientId } = oauth.blog
    const code = await oauth.newCode()
    const withdrawal = { clientId, tag: "oda", password: userPassword }
    assert.equal((await oauth.send(post("/user/consents/revoke", withdrawal))).status, 200)
    const reply = await oauth.token(oauth.exchangeOf(code))
    assert.deepEqual([reply.status, errorOf(reply)], [400, "invalid_grant"])
  })

  test("an access token sent as a refresh token is refused, and nothing that the grant gave ends", async (oauth) => {
    const { access_token, refresh_token } = await oauth.newTokens()
    for (const _ of [1, 2]) {
      const reply = await oauth.token(oauth.refreshOf(access_token))
      assert.deepEqual([reply.status, errorOf(reply)], [400, "invalid_grant"])
    }
    assert.equal((await oauth.me(access_token)).status, 200)
    await oauth.refreshed(refresh_token)
  })

  test("revoking a refresh token ends all tokens of the grant", async (oauth) => {
    const first = await oauth.newTokens()
    const second = await oauth.refreshed(first.refresh_token)
    const { clientId: client_id } = oauth.blog
    const hint = { token_type_hint: "access_token" }
    const reply = await oauth.revoke({ client_id, token: second.refresh_token, ...hint })
    assert.deepEqual([reply.status, reply.text], [200, ""])
    for (const { access_token } of [first, second]) {
      assert.equal((await oauth.me(access_token)).status, 401)
    }
    assert.equal((await oauth.token(oauth.refreshOf(second.refresh_token))).status, 400)
  })

  test("a grant that ends takes the user's names out of what the partner searches", async (oauth) => {
    const tag = "searched"
    const user = await oauth.createUser(tag)
    const names = async () => {
      const ofUser = `SELECT DISTINCT scope FROM rewards_visible_name WHERE user_id = UUID '${user}' ORDER BY scope`
      return (await oauth.sql(ofUser)).map(({ scope }) => scope)
    }
    const code = oauth.codeIn(await oauth.requestCode(oauth.blog, { tag }))
    const { code_verifier: _, ...exchange } = oauth.exchangeOf(code)
    const { refresh_token: token } = oauth.tokensIn(await oauth.token(exchange, oauth.blog.accessToken))
    assert.deepEqual(await names(), ["fullname", "profile"])
    await oauth.revoke({ client_id: oauth.blog.clientId, token })
    assert.deepEqual(await names(), [])
  })

  test("revoking an access token ends only that one; a repeated call or an unknown token gets the same answer", async (oauth) => {
    const other = await oauth.newTokens()
    const { access_token: token, refresh_token } = await oauth.newTokens()
    const { clientId: client_id } = oauth.blog
    for (const each of [token, token, "unknown"]) {
      assert.equal((await oauth.revoke({ client_id, token: each })).status, 200)
    }
    assert.equal((await oauth.me(token)).status, 401)
    assert.equal((await oauth.me(other.access_token)).status, 200)
    const next = await oauth.refreshed(refresh_token)
    assert.equal((await oauth.me(next.access_token)).status, 200)
  })
}
