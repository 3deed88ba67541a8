import assert from "node:assert/strict"
import type { Fields } from "../../../support/oauth.ts"
import { errorOf, type OAuth, type Test } from "../oauth/flow.ts"
import { native } from "./tokenRequests.ts"

/** The effect of one attempt on the next. */
export const sequels = (test: Test): void => {
  const areDead = async (oauth: OAuth, issued: Awaited<ReturnType<OAuth["newTokens"]>>) => {
    assert.equal((await oauth.me(issued.access_token)).status, 401)
    assert.equal(errorOf(await oauth.token(oauth.refreshOf(issued.refresh_token))), "invalid_grant")
  }

  test("a second use of a code ends its tokens and those refreshed from them", async (oauth) => {
    const exchange = oauth.exchangeOf(await oauth.newCode())
    const first = oauth.tokensIn(await oauth.token(exchange))
    const second = await oauth.refreshed(first.refresh_token)
    assert.equal((await oauth.me(second.access_token)).status, 200)
    assert.equal(errorOf(await oauth.token(exchange)), "invalid_grant")
    await areDead(oauth, first)
    await areDead(oauth, second)
    assert.equal(errorOf(await oauth.token(exchange)), "invalid_grant")
  })

  test("a second use of a refresh token also ends the newest tokens", async (oauth) => {
    const first = await oauth.newTokens()
    const second = await oauth.refreshed(first.refresh_token)
    const third = await oauth.refreshed(second.refresh_token)
    assert.equal(errorOf(await oauth.token(oauth.refreshOf(first.refresh_token))), "invalid_grant")
    for (const each of [second, third]) await areDead(oauth, each)
  })

  test("another partner's token does not use up a refresh token: the client's own partner still can", async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    const refused = await oauth.token(oauth.refreshOf(refresh_token), oauth.rival.accessToken)
    assert.equal(errorOf(refused), "invalid_client")
    oauth.tokensIn(await oauth.token(oauth.refreshOf(refresh_token), oauth.blog.accessToken))
  })

  test("revoking one grant leaves the user's other grants valid", async (oauth) => {
    const other = await oauth.newTokens()
    const exchange = oauth.exchangeOf(await oauth.newCode())
    await oauth.token(exchange)
    await oauth.token(exchange)
    assert.equal((await oauth.me(other.access_token)).status, 200)
    await oauth.refreshed(other.refresh_token)
  })

  test("a wrong verifier uses up the code", async (oauth) => {
    const code = await oauth.newCode()
    await oauth.token({ ...oauth.exchangeOf(code), code_verifier: "a".repeat(43) })
    assert.equal(errorOf(await oauth.token(oauth.exchangeOf(code))), "invalid_grant")
  })

  test("another client's attempt does not change the code, used or not", async (oauth) => {
    const exchange = oauth.exchangeOf(await oauth.newCode())
    const stolen = { ...exchange, client_id: oauth.rival.clientId }
    await oauth.token(stolen)
    const issued = oauth.tokensIn(await oauth.token(exchange))
    await oauth.token(stolen)
    assert.equal((await oauth.me(issued.access_token)).status, 200)
  })

  test("a native code stays valid after an attempt without the partner's token", async (oauth) => {
    const exchange = await native(oauth)
    await oauth.token(exchange)
    await oauth.token(exchange, oauth.rival.accessToken)
    oauth.tokensIn(await oauth.token(exchange, oauth.blog.accessToken))
  })

  test("a refresh that asks for more scopes than granted does not use up the refresh token", async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    await oauth.token({ ...oauth.refreshOf(refresh_token), scope: "admin" })
    await oauth.refreshed(refresh_token)
  })

  test("another client's attempt does not use up the refresh token", async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    await oauth.token({ ...oauth.refreshOf(refresh_token), client_id: oauth.rival.clientId })
    await oauth.refreshed(refresh_token)
  })

  test("another client's revocation gets the same answer, and ends nothing", async (oauth) => {
    const issued = await oauth.newTokens()
    for (const token of [issued.access_token, issued.refresh_token]) {
      const reply = await oauth.revoke({ client_id: oauth.rival.clientId, token })
      assert.deepEqual([reply.status, reply.text], [200, ""])
    }
    assert.equal((await oauth.me(issued.access_token)).status, 200)
    await oauth.refreshed(issued.refresh_token)
  })

  const revocations: Readonly<Record<string, readonly [Fields, status: number, error: string]>> = {
    "without a token": [{}, 400, "invalid_request"],
    "of an unknown client": [{ client_id: "0".repeat(64), token: "x" }, 401, "invalid_client"],
    "without a client": [{ client_id: "", token: "x" }, 400, "invalid_request"]
  }
  for (const [name, [given, status, error]] of Object.entries(revocations)) {
    test(`a revocation ${name} is refused`, async (oauth) => {
      const reply = await oauth.revoke({ client_id: oauth.blog.clientId, ...given })
      assert.deepEqual([reply.status, errorOf(reply)], [status, error])
    })
  }
}
