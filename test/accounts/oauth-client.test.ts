// An independent client, made by people who know nothing of this service, against a real server.
import assert from "node:assert/strict"
import { Schema } from "effect"
import * as oauth from "oauth4webapi"
import { openRewards } from "../../lib/index.ts"
import { partnerBody, userBody, userPassword } from "../http/people.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { hiddenFields } from "./suite/oauth/world.ts"

const plain = { [oauth.allowInsecureRequests]: true }
const redirectUri = "https://acme.example/return?from=laurel"

const Answer = Schema.Struct({ data: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })
const dataOf = (body: unknown) => Schema.decodeUnknownSync(Answer)(body).data

const open = async () => {
  const rewards = await openRewards({ database: "sqlite::memory:" })
  let fetchOne: (request: Request) => Promise<Response> = () => assert.fail("not open yet")
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    fetch: (request) => fetchOne(request)
  })
  const origin = server.url.origin
  fetchOne = rewards.handler({ publicUrl: origin }).fetch
  const create = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" }
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body)
    })
    return dataOf(await response.json())
  }
  const { clientId } = await create("/shop/partners", { ...partnerBody, redirectUrl: redirectUri })
  const user = await create("/user", userBody)
  const close = () => server.stop(true).then(rewards.close)
  return { origin, clientId: String(clientId), userId: String(user.id), close }
}

let opened: Awaited<ReturnType<typeof open>> | undefined
const service = () => opened ?? assert.fail("the service did not open")

/** What a person with a browser does: look at the page, fill in the form, send it. */
const signIn = async (url: URL, decision: string): Promise<URL> => {
  const shown = await fetch(url)
  assert.equal(shown.status, 200)
  const cookie = (shown.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? ""
  const fields = { ...hiddenFields(await shown.text()), tag: userBody.tag, password: userPassword, decision }
  const answered = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: url.origin, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(fields)
  })
  assert.equal(answered.status, 303)
  return new URL(answered.headers.get("location") ?? "")
}

const discover = async () => {
  const issuer = new URL(`${service().origin}/api/v1/shop`)
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...plain })
  const server = await oauth.processDiscoveryResponse(issuer, response)
  const client: oauth.Client = { client_id: service().clientId }
  return { server, client }
}

const ask = async (server: oauth.AuthorizationServer, client: oauth.Client, scope: string) => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? "")
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256"
  }).toString()
  return { verifier, state, url }
}

describe("an independent OAuth client", () => {
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it("goes from discovery to the user, refreshes, and revokes", async () => {
    const { client, server } = await discover()
    const { state, url, verifier } = await ask(server, client, "profile email")
    const back = await signIn(url, "allow")
    assert.ok(back.href.startsWith(`${redirectUri}&`))
    const answer = oauth.validateAuthResponse(server, client, back, state)

    const none = oauth.None()
    const granted = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, none, answer, redirectUri, verifier, plain)
    )
    assert.deepEqual(
      [granted.token_type, granted.expires_in, granted.scope],
      ["bearer", 14_400, "profile email"]
    )

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, none, granted.refresh_token ?? "", plain)
    )
    const me = (token: string) =>
      oauth.protectedResourceRequest(
        token,
        "GET",
        new URL(`${service().origin}/api/v1/shop/users/me`),
        undefined,
        undefined,
        plain
      )
    for (const { access_token } of [granted, refreshed]) {
      const data = dataOf(await (await me(access_token)).json())
      assert.deepEqual(
        [data.id, data.tag, data.email, data.fullname],
        [service().userId, "ada", userBody.email, undefined]
      )
    }

    const revocation = await oauth.revocationRequest(
      server,
      client,
      none,
      refreshed.refresh_token ?? "",
      plain
    )
    await oauth.processRevocationResponse(revocation)
    for (const { access_token } of [granted, refreshed]) {
      await assert.rejects(me(access_token), oauth.WWWAuthenticateChallengeError)
    }
    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      none,
      refreshed.refresh_token ?? "",
      plain
    )
    await assert.rejects(oauth.processRefreshTokenResponse(server, client, again), { error: "invalid_grant" })
  })

  it("learns of a no", async () => {
    const { client, server } = await discover()
    const { state, url } = await ask(server, client, "profile")
    const back = await signIn(url, "deny")
    assert.throws(
      () => oauth.validateAuthResponse(server, client, back, state),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === "access_denied"
    )
  })

  it("learns what was wrong with its request", async () => {
    const { client, server } = await discover()
    const { state, url } = await ask(server, client, "everything")
    const response = await fetch(url, { redirect: "manual" })
    const back = new URL(response.headers.get("location") ?? "")
    assert.throws(
      () => oauth.validateAuthResponse(server, client, back, state),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === "invalid_scope"
    )
  })

  it("learns that a code was used before", async () => {
    const { client, server } = await discover()
    const { state, url, verifier } = await ask(server, client, "profile")
    const answer = oauth.validateAuthResponse(server, client, await signIn(url, "allow"), state)
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(server, client, oauth.None(), answer, redirectUri, verifier, plain)
    await oauth.processAuthorizationCodeResponse(server, client, await exchange())
    await assert.rejects(oauth.processAuthorizationCodeResponse(server, client, await exchange()), {
      error: "invalid_grant"
    })
  })
})
