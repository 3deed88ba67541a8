import assert from "node:assert/strict"
import { form, post } from "../../../support/calls.ts"
import { errorOf, type Test } from "../oauth/flow.ts"
import { tokenRequests } from "./tokenRequests.ts"

const path = "/shop/users/authorization"

export const tokens = (test: Test): void => {
  for (const [name, { bearer, error, fields: of, status = 400 }] of Object.entries(tokenRequests)) {
    test(`${name} gets no tokens, and ${error}`, async (oauth) => {
      const sent = await of(oauth)
      const reply = await oauth.token(sent, await bearer?.(oauth))
      assert.equal(reply.status, status, reply.text)
      assert.equal(errorOf(reply), error)
      assert.equal(reply.headers.get("cache-control"), "no-store")
      if (status === 401) assert.match(reply.headers.get("www-authenticate") ?? "", /^Bearer/)
      for (const secret of [sent.code_verifier, sent.code, sent.refresh_token]) {
        assert.ok((secret ?? "").length < 8 || !reply.text.includes(secret ?? ""), "a secret came back")
      }
    })
  }

  const bodies: ReadonlyArray<
    readonly [name: string, status: number, contentType: string, change: (body: string) => string]
  > = [
    ["a parameter twice", 400, "application/x-www-form-urlencoded", (body) => `${body}&scope=a&scope=b`],
    ["a client twice", 400, "application/x-www-form-urlencoded", (body) => `${body}&client_id=x`],
    ["plain text", 415, "text/plain", (body) => body],
    ["a form with a file", 415, "multipart/form-data; boundary=x", (body) => body]
  ]
  for (const [name, status, contentType, change] of bodies) {
    test(`${name} gets no tokens, and invalid_request`, async (oauth) => {
      const sent = form(`${path}/token`, oauth.exchangeOf(await oauth.newCode()))
      const call = { ...sent, headers: { "content-type": contentType }, body: change(String(sent.body)) }
      const reply = await oauth.send(call)
      assert.deepEqual([reply.status, errorOf(reply)], [status, "invalid_request"])
    })
  }

  test("under another ecosystem neither the client nor its codes and tokens exist", async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    const code = await oauth.newCode()
    for (const each of [oauth.exchangeOf(code), oauth.refreshOf(refresh_token)]) {
      const reply = await oauth.send(form("/mall/users/authorization/token", each))
      assert.deepEqual([reply.status, errorOf(reply)], [401, "invalid_client"])
    }
    oauth.tokensIn(await oauth.token(oauth.exchangeOf(code)))
    oauth.tokensIn(await oauth.token(oauth.refreshOf(refresh_token)))
  })

  test("a request that comes as JSON is refused in the envelope, with the fields named as JSON has them", async (oauth) => {
    const send = (body: object) => oauth.send(post(`${path}/token`, body))
    const missing = await send({ grantType: "authorization_code" })
    assert.ok(missing.text.includes("clientId is required; code is required"), missing.text)
    const unknown = await send({
      ...{ clientId: "0".repeat(64), code: "x" },
      grantType: "authorization_code"
    })
    assert.equal(unknown.status, 401)
    assert.ok(unknown.text.includes('"appErrorCode":"invalid_client"'), unknown.text)
    const other = await send({ grantType: "password", clientId: oauth.blog.clientId })
    assert.ok(other.text.includes('"appErrorCode":"unsupported_grant_type"'), other.text)
  })
}
