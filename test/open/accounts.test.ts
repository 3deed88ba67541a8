import assert from "node:assert/strict"
import { Client } from "pg"
import { type AccountsClient, openRewards, RewardsError } from "../../lib/index.ts"
import { partnerBody, password, userBody } from "../support/bodies.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"

const ecosystem = "shop"
const { email } = partnerBody

/** The answer, which must be plain JSON. */
const plain = async <A>(call: Promise<A>): Promise<A> => {
  const answer = await call
  assert.deepEqual(JSON.parse(JSON.stringify(answer ?? null)), answer ?? null)
  return answer
}

const tagOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "no failure",
    (error: unknown) => (error instanceof RewardsError ? error._tag : String(error))
  )

const open = async (database: string) => {
  const rewards = await openRewards({ database, accounts: true })
  const application = await plain(rewards.applications.onboard({ ...partnerBody, ecosystem }))
  return { rewards, application, partnerId: application.partnerId }
}

const newestMail = async (rewards: AccountsClient): Promise<string> =>
  (await plain(rewards.mails.list({ limit: 1 })))[0]?.text ?? ""

describe("openRewards with accounts, for hosts without Effect", () => {
  for (const [name, database] of [
    ["SQLite", async () => "sqlite::memory:"],
    ["PostgreSQL", migratedDatabase]
  ] as const) {
    it(`has people with roles, and their sessions, in plain JSON on ${name}`, async () => {
      const { rewards, partnerId } = await open(await database())
      const people = await plain(rewards.people.list({ partnerId }))
      assert.deepEqual(
        people.map(({ role, state }) => [role, state]),
        [["owner", "active"]]
      )
      const tokens: Array<string> = []
      const link = ({ token }: { readonly token: string }) => {
        tokens.push(token)
        return `https://shop.example/accept?token=${token}`
      }
      const colleague = { partnerId, email: "colleague@shop.example", role: "viewer" } as const
      const invited = await plain(rewards.people.invite({ ...colleague, link }))
      assert.deepEqual([invited.role, invited.state], ["viewer", "invited"])
      const accept = { ecosystem, token: tokens[0] ?? "", password, confirmPassword: password }
      assert.deepEqual((await rewards.people.check({ ecosystem, token: accept.token })).id, invited.id)
      assert.equal((await rewards.people.accept(accept)).state, "active")
      assert.equal(await tagOf(rewards.people.accept(accept)), "InvitationRefused")
      const { accessToken } = await rewards.sessions.login({ ecosystem, email: colleague.email, password })
      const session = await rewards.sessions.check(accessToken)
      assert.deepEqual([session.actor.id, session.scopes.includes("account")], [invited.id, false])
      const person = { partnerId, personId: invited.id }
      const [listed] = await plain(rewards.sessions.list(person))
      assert.equal(listed?.id, session.id)
      await rewards.sessions.end({ ...person, id: session.id })
      assert.equal(await tagOf(rewards.sessions.end({ ...person, id: session.id })), "SessionNotFound")
      assert.equal(await tagOf(rewards.sessions.check(accessToken)), "Unauthorized")
      const changed = await rewards.people.changeRole({ partnerId, id: invited.id, role: "owner" })
      assert.equal(changed.role, "owner")
      await rewards.people.remove({ partnerId, id: people[0]?.id ?? "" })
      assert.equal(await tagOf(rewards.people.remove({ partnerId, id: invited.id })), "LastOwner")
      await rewards.close()
    })

    it(`has partners, sessions, API keys and the audit trail, in plain JSON on ${name}`, async () => {
      const { rewards, application, partnerId } = await open(await database())
      const { accessToken, expiresIn } = await plain(rewards.sessions.login({ ecosystem, email, password }))
      assert.equal(expiresIn, 4 * 60 * 60)
      const session = await plain(rewards.sessions.check(accessToken))
      assert.deepEqual([session.partnerId, session.scopes.includes("account")], [partnerId, true])

      const changed = await plain(
        rewards.applications.update({ partnerId, ecosystem, partnerName: "Acme 2", webRedirectUrl: null })
      )
      assert.deepEqual(changed, {
        ...application,
        email: changed.email,
        partnerName: "Acme 2",
        webRedirectUrl: null
      })
      assert.equal(
        await tagOf(
          rewards.applications.update({
            partnerId,
            ecosystem,
            email: "new@shop.example",
            currentPassword: "x"
          })
        ),
        "Unauthorized"
      )
      assert.equal(
        await tagOf(rewards.applications.update({ partnerId: "x", ecosystem, partnerName: "Acme" })),
        "InvalidInput"
      )

      const key = await plain(rewards.apiKeys.create({ partnerId, name: "till", scopes: ["read"] }))
      const machine = await plain(rewards.sessions.keyLogin(key))
      assert.deepEqual((await plain(rewards.sessions.check(machine.accessToken))).scopes, ["read"])
      const revoked = await plain(rewards.apiKeys.revoke({ partnerId, id: key.id }))
      assert.deepEqual(await plain(rewards.apiKeys.list({ partnerId })), [revoked])
      await rewards.sessions.revoke(accessToken)
      assert.equal(await tagOf(rewards.sessions.check(accessToken)), "Unauthorized")
      await rewards.sessions.revokeAll({ partnerId })
      assert.equal(await tagOf(rewards.sessions.revokeAll({ partnerId: "x" })), "InvalidInput")

      const trail = await plain(rewards.audit.list({ partnerId, limit: 100 }))
      assert.deepEqual(
        trail.map(({ action, outcome }) => `${action} ${outcome}`),
        [
          "partner.logout-all done",
          "partner.logout done",
          "key.revoke done",
          "key.login done",
          "key.create done",
          "partner.update refused",
          "partner.update done",
          "partner.login done",
          "partner.onboard done"
        ]
      )
      await rewards.close()
    })

    it(`has users, consents, links and resets, in plain JSON on ${name}`, async () => {
      const { rewards, application, partnerId } = await open(await database())
      const { clientId } = application
      const user = await plain(rewards.users.create(userBody))
      const otp = /\b\d{6}\b/.exec(await newestMail(rewards))?.[0] ?? ""
      const verified = await plain(rewards.users.verifyOtp({ email: user.email, otp }))
      assert.equal(typeof verified.emailVerifiedAt, "string")
      assert.equal(await tagOf(rewards.users.create(userBody)), "TagTaken")

      const asked = {
        ecosystem,
        clientId,
        tag: user.tag,
        password: userBody.password,
        scope: "profile email"
      }
      const { code, request } = await rewards.authorizations.requestCode(asked)
      assert.equal(request.redirectUri, application.redirectUrl)
      assert.equal(
        await tagOf(rewards.authorizations.exchange({ ecosystem, clientId, code })),
        "GrantRefused"
      )
      const { accessToken } = await rewards.sessions.login({
        ecosystem,
        email: application.email,
        password: partnerBody.password
      })
      const session = await rewards.sessions.check(accessToken)
      const tokens = await plain(rewards.authorizations.exchange({ ecosystem, clientId, code }, session))
      assert.deepEqual(tokens.scopes, ["profile", "email"])
      const { refreshToken } = tokens
      const fresh = await plain(rewards.authorizations.refresh({ ecosystem, clientId, refreshToken }))
      const allowed = await plain(rewards.authorizations.check(fresh.accessToken))
      assert.deepEqual(allowed, { partnerId, userId: user.id, scopes: ["profile", "email"] })
      const profile = await plain(rewards.authorizations.profile(allowed, ecosystem))
      assert.deepEqual([profile.id, profile.emailVerified], [user.id, true])
      const stranger = { ...allowed, userId: "x" }
      assert.equal(await tagOf(rewards.authorizations.profile(stranger, ecosystem)), "Unauthorized")

      const linked = await plain(rewards.links.link({ partnerId, ecosystem, userId: "own-1", tag: user.tag }))
      assert.deepEqual([linked.userId, linked.linkedId, linked.tag], ["own-1", user.id, user.tag])
      const member = await plain(rewards.memberDetails.onboard({ partnerId, userId: "own-1" }))
      assert.deepEqual([member.id, member.userData], [linked.id, null])
      await rewards.authorizations.revoke({ ecosystem, clientId, token: fresh.accessToken })
      assert.equal(await tagOf(rewards.authorizations.check(fresh.accessToken)), "Unauthorized")

      await rewards.resets.forgot({
        ecosystem,
        email,
        link: (token) => `https://shop.example/reset#${token}`
      })
      const token = /reset#([\w-]+)/.exec(await newestMail(rewards))?.[1] ?? ""
      await rewards.resets.check({ ecosystem, token })
      const next = `${password}2`
      await rewards.resets.reset({ ecosystem, token, password: next, confirmPassword: next })
      assert.equal(await tagOf(rewards.resets.check({ ecosystem, token })), "ResetRefused")
      assert.equal((await rewards.sessions.login({ ecosystem, email, password: next })).expiresIn, 14_400)
      await rewards.close()
    })
  }

  it("does the work of accounts inside the host's transaction too", async () => {
    const url = await migratedDatabase()
    const { rewards, partnerId } = await open(url)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query("BEGIN")
    await rewards.within(client).apiKeys.create({ partnerId, name: "till", scopes: ["read"] })
    assert.equal((await rewards.within(client).apiKeys.list({ partnerId })).length, 1)
    await client.query("ROLLBACK")
    assert.deepEqual(await rewards.apiKeys.list({ partnerId }), [])
    await client.end()
    await rewards.close()
  })
})
