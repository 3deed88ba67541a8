// A published OAuth client against a real server.
import assert from "node:assert/strict"
import * as oauth from "oauth4webapi"
import { userBody, userPassword } from "../support/bodies.ts"
import { dataIn } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { listen } from "../support/listen.ts"
import { cookieIn, hiddenFields, linkIn } from "../support/oauth.ts"
import { openWorld } from "../support/world.ts"

const plain = { [oauth.allowInsecureRequests]: true }
const redirectUri = "https://acme.example/return?from=laurel"

const open = async () => {
  const world = await openWorld()
  const { partner, stop, url, user } = listen(world)
  const { clientId } = await partner("independent", { redirectUrl: redirectUri })
  const userId = await user(userBody.tag, { email: userBody.email })
  await world.sql("UPDATE rewards_user SET email_verified_at = created_at")
  return { origin: url, clientId, userId, close: () => stop().then(world.close) }
}

let opened: Awaited<ReturnType<typeof open>> | undefined
const service = () => opened ?? assert.fail("the service did not open")

/** What a user does in a browser: opens the page, fills in the form and submits it. */
const signIn = async (url: URL, decision: string): Promise<URL> => {
  const shown = await fetch(url)
  assert.equal(shown.status, 200)
  const cookie = cookieIn(shown.headers)
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
      const data = dataIn(await (await me(access_token)).json())
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

  it("receives the user's refusal", async () => {
    const { client, server } = await discover()
    const { state, url } = await ask(server, client, "profile")
    const back = await signIn(url, "deny")
    assert.throws(
      () => oauth.validateAuthResponse(server, client, back, state),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === "access_denied"
    )
  })

  it("receives the error of an invalid request when the user clicks the link of the page", async () => {
    const { client, server } = await discover()
    const { state, url } = await ask(server, client, "everything")
    const response = await fetch(url, { redirect: "manual" })
    assert.equal(response.status, 400)
    const back = linkIn(await response.text())
    assert.throws(
      () => oauth.validateAuthResponse(server, client, back, state),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === "invalid_scope"
    )
  })

  it("receives an error for a used code", async () => {
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
