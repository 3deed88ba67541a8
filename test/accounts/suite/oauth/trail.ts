import assert from "node:assert/strict"
import { userPassword } from "../../../support/bodies.ts"
import { get } from "../../../support/calls.ts"
import { digest, newPkce } from "../../../support/oauth.ts"
import { locationOf, type Test } from "./flow.ts"

const issuer = "https://rewards.example/api/v1/shop"

/** The published metadata, and the audit trail. */
export const trail = (test: Test): void => {
  test("the metadata lists all endpoints, without an envelope", async (oauth) => {
    const url = "https://rewards.example/.well-known/oauth-authorization-server/api/v1/shop"
    const response = await oauth.fetch(new Request(url))
    assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8")
    assert.deepEqual(await response.json(), {
      issuer,
      authorization_endpoint: `${issuer}/users/authorization`,
      token_endpoint: `${issuer}/users/authorization/token`,
      revocation_endpoint: `${issuer}/users/authorization/revoke`,
      scopes_supported: ["profile", "email", "fullname"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true
    })
  })

  test("the audit trail records consents, exchanges, refreshes and revocations with actor, user and address", async (oauth) => {
    const tag = "traced"
    const user = await oauth.createUser(tag)
    const { verifier, challenge } = newPkce()
    const shown = await oauth.visit({ ...oauth.request, code_challenge: challenge })
    await oauth.submit(shown, { tag, decision: "deny" })
    await oauth.submit(shown, { tag, password: "wrong secret" })
    const code = locationOf(await oauth.submit(shown, { tag })).searchParams.get("code") ?? ""
    const exchange = { ...oauth.exchangeOf(code), code_verifier: verifier }
    const first = oauth.tokensIn(await oauth.token(exchange))
    const second = await oauth.refreshed(first.refresh_token)
    const { clientId } = oauth.blog
    await oauth.revoke({ client_id: clientId, token: second.access_token })
    await oauth.token(exchange)
    // The grant has ended: there is nothing to record.
    await oauth.revoke({ client_id: clientId, token: second.refresh_token })
    await oauth.revoke({ client_id: clientId, token: "unknown" })
    const rows = await oauth.sql(
      `SELECT action, outcome, actor, user_id, address, detail FROM rewards_audit
        WHERE partner_id = UUID '${oauth.blog.partnerId}' ORDER BY id DESC LIMIT 9`
    )
    const entry = (
      action: string,
      outcome: string,
      detail: string | null,
      user_id: string | null = user
    ) => ({
      action,
      outcome,
      actor: clientId,
      user_id,
      address: "192.0.2.7",
      detail
    })
    assert.deepEqual(
      rows.toReversed().map((row) => ({ ...row })),
      [
        entry("consent.refuse", "refused", "the user said no", null),
        entry("consent.refuse", "refused", "tag or password is wrong", null),
        entry("consent.give", "done", "profile email"),
        entry("grant.exchange", "done", null),
        entry("grant.refresh", "done", null),
        entry("grant.revoke", "done", "an access token was revoked"),
        entry("grant.revoke", "done", "a code was used again"),
        entry("grant.exchange", "refused", "the code was used before: all tokens of its grant have ended"),
        entry("grant.revoke", "refused", "the token does not belong to this client", null)
      ]
    )
  })

  test("the audit trail records requests of unknown clients and for unregistered redirect addresses", async (oauth) => {
    const { clientId, partnerId } = oauth.blog
    const unknown = "f".repeat(64)
    const entries = () =>
      oauth.sql(
        "SELECT actor, partner_id, outcome, detail FROM rewards_audit WHERE action = 'consent.refuse' ORDER BY id"
      )
    const before = (await entries()).length
    const evil = "https://evil.example/"
    const { cookie, fields } = await oauth.visit()
    for (const changes of [{ client_id: unknown }, { client_id: "hunter2" }, { redirect_uri: evil }]) {
      await oauth.visit({ ...oauth.request, ...changes })
      await oauth.submit({ cookie, fields: { ...fields, ...changes } })
    }
    for (const changes of [{ clientId: unknown }, { clientId: "hunter2" }, { redirectUri: evil }]) {
      await oauth.requestCode(oauth.blog, changes)
    }
    // Errors that are sent to the client are not recorded.
    await oauth.visit({ ...oauth.request, scope: "admin" })
    const withoutParty = (actor: string) => ({
      actor,
      partner_id: null,
      outcome: "refused",
      detail: "the client is unknown"
    })
    const nowhere = {
      actor: clientId,
      partner_id: partnerId,
      outcome: "refused",
      detail: "the redirect address is not registered for this application and device"
    }
    const [known, malformed] = [withoutParty(unknown), withoutParty("not a client")]
    assert.deepEqual(
      (await entries()).slice(before).map((row) => ({ ...row })),
      [known, known, malformed, malformed, nowhere, nowhere, known, malformed, nowhere]
    )
  })

  test("the audit trail records token requests of unknown clients", async (oauth) => {
    const client_id = "e".repeat(64)
    const { access_token: token, refresh_token } = await oauth.newTokens()
    await oauth.token({ ...oauth.exchangeOf(await oauth.newCode()), client_id })
    await oauth.token({ ...oauth.refreshOf(refresh_token), client_id })
    await oauth.revoke({ client_id, token })
    const rows = await oauth.sql(
      `SELECT action, outcome, partner_id FROM rewards_audit WHERE actor = '${client_id}' ORDER BY id`
    )
    const refused = (action: string) => ({ action, outcome: "refused", partner_id: null })
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [refused("grant.exchange"), refused("grant.refresh"), refused("grant.revoke")]
    )
  })

  test("the audit trail records token requests with an access token that is not valid", async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    const entries = () =>
      oauth.sql(
        `SELECT action, outcome, actor FROM rewards_audit WHERE detail LIKE 'the Authorization header %' ORDER BY id`
      )
    const before = (await entries()).length
    await oauth.token(oauth.exchangeOf(await oauth.newCode()), "unknown")
    await oauth.token(oauth.refreshOf(refresh_token), "unknown")
    const refused = (action: string) => ({ action, outcome: "refused", actor: oauth.blog.clientId })
    assert.deepEqual(
      (await entries()).slice(before).map((row) => ({ ...row })),
      [refused("grant.exchange"), refused("grant.refresh")]
    )
  })

  test("the audit trail names the client for a user: no tag, no e-mail address, no unknown text, which may be a misplaced password", async (oauth) => {
    const tag = "discreet"
    const user = await oauth.createUser(tag)
    const shown = await oauth.visit()
    const address = `${tag}@oauth.example`
    const names = [address, "hunter2hunter2", "Hunter 2!", ` ${tag.toUpperCase()}`]
    const { clientId } = oauth.blog
    const entries = () =>
      oauth.sql("SELECT actor, user_id FROM rewards_audit WHERE action LIKE 'consent.%' ORDER BY id")
    const before = (await entries()).length
    for (const name of names) {
      await oauth.submit(shown, { tag: name, decision: "deny" })
      await oauth.submit(shown, { tag: name, password: "wrong secret" })
    }
    await oauth.submit(shown, { tag: address })
    await oauth.submit(shown, { tag })
    const refused = { actor: clientId, user_id: null }
    const given = { actor: clientId, user_id: user }
    assert.deepEqual(
      (await entries()).slice(before).map((row) => ({ ...row })),
      [...Array.from({ length: 8 }, () => refused), given, given]
    )
    const trail = await oauth.send(oauth.blog.as(get("/laas/iam/audit?limit=20")))
    assert.equal(trail.status, 200)
    for (const name of [tag, address, "unter"]) assert.ok(!trail.text.includes(name), trail.text)
  })

  test("codes and tokens are stored as hashes only, and no password in plain text", async (oauth) => {
    const code = await oauth.newCode()
    const { access_token, refresh_token } = oauth.tokensIn(await oauth.token(oauth.exchangeOf(code)))
    const tables = ["rewards_grant", "rewards_code", "rewards_grant_token", "rewards_audit"]
    for (const name of tables) {
      const rows = JSON.stringify(await oauth.sql(`SELECT * FROM ${name}`))
      for (const each of [code, access_token, refresh_token, userPassword, oauth.pkce.verifier]) {
        assert.ok(rows.length > 2 && !rows.includes(each), name)
      }
    }
  })

  test("grants that can no longer be used are deleted when the user consents again, and others are not", async (oauth) => {
    const tag = "often"
    const user = await oauth.createUser(tag)
    const grants = async () =>
      (await oauth.sql(`SELECT id FROM rewards_grant WHERE user_id = UUID '${user}' ORDER BY id`)).map(
        ({ id }) => id
      )
    const consent = async () => {
      const code = oauth.codeIn(await oauth.requestCode(oauth.blog, { tag }))
      const { code_verifier: _, ...fields } = oauth.exchangeOf(code)
      return oauth.tokensIn(await oauth.token(fields, oauth.blog.accessToken))
    }
    await consent()
    const kept = await consent()
    const [oldest, other] = await grants()
    for (const name of ["rewards_code", "rewards_grant_token"]) {
      await oauth.sql(
        `UPDATE ${name} SET expires_at = '2001-01-01T00:00:00.000Z' WHERE grant_id = UUID '${oldest}'`
      )
    }
    await consent()
    const left = await grants()
    assert.equal(left.length, 2)
    assert.ok(!left.includes(oldest) && left.includes(other))
    assert.deepEqual(
      await oauth.sql(`SELECT hash FROM rewards_grant_token WHERE grant_id = UUID '${oldest}'`),
      []
    )
    await oauth.refreshed(kept.refresh_token)
  })

  test("expired tokens of a grant are deleted when new ones are issued", async (oauth) => {
    const first = await oauth.newTokens()
    const hash = digest(first.access_token)
    const ofGrant = `grant_id IN (SELECT grant_id FROM rewards_grant_token WHERE hash = '${digest(first.refresh_token)}')`
    await oauth.sql(
      `UPDATE rewards_grant_token SET expires_at = '2001-01-01T00:00:00.000Z' WHERE hash = '${hash}'`
    )
    await oauth.refreshed(first.refresh_token)
    const left = await oauth.sql(`SELECT hash, kind FROM rewards_grant_token WHERE ${ofGrant}`)
    assert.deepEqual(left.map(({ kind }) => kind).sort(), ["access", "refresh", "refresh"])
    assert.ok(left.every((row) => row.hash !== hash))
  })
}
