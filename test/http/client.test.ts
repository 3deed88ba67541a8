import assert from "node:assert/strict"
import { HttpClientError } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { isFailure, makeClient, withIdempotencyKey } from "../../lib/entries/effect-client.ts"
import { partnerBody, password, userBody } from "../support/bodies.ts"
import { describe, it } from "../support/effect.ts"
import { listen } from "../support/listen.ts"
import { openWorld } from "../support/world.ts"

const running = Effect.acquireRelease(
  Effect.promise(async () => {
    const world = await openWorld()
    return { world, server: listen(world) }
  }),
  ({ server, world }) => Effect.promise(() => server.stop().then(world.close))
)

/** The typed failure of a call. */
const refusal = <A, E>(call: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(call), (error) => (isFailure(error) ? error.data : assert.fail(String(error))))

const path = { eco: "shop" }
const { email } = partnerBody
const rule = { name: "welcome", coinValue: 10.5, maxNumberOfParticipant: "2", condition: "Signs up" }

describe("the typed client", () => {
  it.live("onboards, logs in, makes a rule and a user, awards, reads boards and moves coins", () =>
    Effect.gen(function* () {
      const { server } = yield* running
      const baseUrl = server.url
      const anyone = yield* makeClient({ baseUrl })

      const onboarded = yield* anyone.partners.onboard({ path, payload: partnerBody })
      assert.equal(onboarded.data.email, email)
      const login = yield* anyone.partners.login({ path, payload: { email, password } })
      const partner = yield* makeClient({ baseUrl, accessToken: Redacted.make(login.data.accessToken) })

      const created = yield* partner.rules.create({ payload: rule })
      assert.deepEqual([created.data.name, created.data.coinValue], ["welcome", "10.5"])
      const user = yield* anyone.users.create({ payload: userBody })
      const userId = user.data.id
      const payload = { userId, ruleName: "welcome", narration: "hello" }
      const award = partner.rules.award({ payload }).pipe(withIdempotencyKey("first"))
      const awarded = yield* award
      assert.deepEqual([awarded.data.awarded, awarded.data.note], [true, "hello"])
      assert.deepEqual(yield* award, awarded)

      const points = yield* partner.boards.points({ urlParams: { userId, take: "1" } })
      assert.deepEqual(points.data.userPosition, { userId, amount: 10.5, position: 1 })
      const coins = yield* partner.boards.coins({ urlParams: {} })
      assert.deepEqual("data" in coins.data && coins.data.data, [{ userId, coins: "10.5" }])
      const year = yield* partner.boards.coins({ urlParams: { year: String(new Date().getUTCFullYear()) } })
      assert.ok("leaderboards" in year.data)

      const moved = yield* partner.coins.transfer({ payload: { userId, coins: 0.5 } })
      assert.deepEqual(
        [moved.data.debitOrCredit, moved.data.coins, moved.data["the service"]],
        ["DE", 0.5, false]
      )
      const wallet = yield* partner.coins.wallet({ urlParams: { userId } })
      assert.equal(wallet.data.totalPartnerCoins, "10")
    })
  )

  it.live(
    "changes details, creates keys, logs in with one, logs out, resets a password and reads the trail",
    () =>
      Effect.gen(function* () {
        const { server } = yield* running
        const baseUrl = server.url
        const anyone = yield* makeClient({ baseUrl })
        yield* anyone.partners.onboard({ path, payload: partnerBody })
        const login = yield* anyone.partners.login({ path, payload: { email, password } })
        const partner = yield* makeClient({ baseUrl, accessToken: login.data.accessToken })

        const changed = yield* partner.partners.update({
          path,
          payload: { partnerName: "Acme 2", webRedirectUrl: null }
        })
        assert.deepEqual([changed.data.partnerName, changed.data.webRedirectUrl], ["Acme 2", ""])

        const key = (yield* partner.iam.createApiKey({ payload: { name: "till", scopes: ["read"] } })).data
        const keyed = yield* makeClient({
          baseUrl,
          apiKey: { apiKey: key.apiKey, apiSecret: Redacted.make(key.apiSecret) }
        })
        const { accessToken } = (yield* keyed.iam.login()).data
        const machine = yield* makeClient({ baseUrl, accessToken })
        assert.deepEqual((yield* machine.rules.list({ urlParams: {} })).data.data, [])
        assert.equal((yield* refusal(machine.rules.create({ payload: rule }))).errorType, "forbidden")
        assert.deepEqual((yield* machine.iam.logout()).data, {})
        assert.equal((yield* refusal(machine.rules.list({ urlParams: {} }))).errorType, "unauthorized")

        const listed = (yield* partner.iam.listApiKeys()).data
        assert.deepEqual(
          listed.map(({ id, scopes }) => [id, scopes]),
          [[key.id, ["read"]]]
        )
        const revoked = yield* partner.iam.revokeApiKey({ path: { id: key.id } })
        assert.notEqual(revoked.data.revokedAt, null)
        assert.equal((yield* refusal(keyed.iam.login())).error, "API key or secret is wrong")

        assert.deepEqual((yield* anyone.partners.forgotPassword({ path, payload: { email } })).data, {})
        const payload = { token: "x", password, confirmPassword: password }
        const late = yield* refusal(anyone.partners.resetPassword({ path, payload }))
        assert.equal(late.appErrorCode, "reset_refused")

        const { data, next } = (yield* partner.iam.audit({ urlParams: { limit: "2" } })).data
        assert.deepEqual(
          data.map(({ action, outcome }) => [action, outcome]),
          [
            ["password.forgot", "done"],
            ["key.login", "refused"]
          ]
        )
        assert.equal(next, data[1]?.id)
        yield* partner.iam.logoutAll()
        assert.equal((yield* refusal(partner.iam.listApiKeys())).errorType, "unauthorized")
      })
  )

  it.live("fails with the service's typed failure, whatever its status", () =>
    Effect.gen(function* () {
      const { server } = yield* running
      const baseUrl = server.url
      const anyone = yield* makeClient({ baseUrl })
      yield* anyone.partners.onboard({ path, payload: partnerBody })
      const login = yield* anyone.partners.login({ path, payload: { email, password } })
      const partner = yield* makeClient({ baseUrl, accessToken: login.data.accessToken })
      const keyed = (name: string) =>
        partner.rules.create({ payload: { ...rule, name } }).pipe(withIdempotencyKey("rule"))
      yield* keyed("one")

      const award = { userId: "nobody", ruleName: "one" }
      const found = [
        // 400, 401, 403 and 422.
        yield* refusal(partner.rules.award({ payload: award })),
        yield* refusal(partner.rules.create({ payload: { ...rule, coinValue: "-1" } })),
        yield* refusal(anyone.rules.list({ urlParams: {} })),
        yield* refusal(partner.boards.points({ urlParams: { partnerId: "x" } })),
        yield* refusal(keyed("two"))
      ]
      assert.deepEqual(
        found.map(({ appErrorCode, errorType }) => [errorType, appErrorCode]),
        [
          ["not found", ""],
          ["invalid", "Bad request"],
          ["unauthorized", ""],
          ["forbidden", ""],
          ["conflict", "idempotency_mismatch"]
        ]
      )
      assert.equal(found[0]?.error, "userId nobody was not found: onboard the user first")
    })
  )

  it.live("fails with a platform error if there is no answer, or one of another server", () =>
    Effect.gen(function* () {
      const stranger = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        development: false,
        fetch: () => new Response("<p>Not here</p>", { status: 404 })
      })
      const client = yield* makeClient({ baseUrl: stranger.url })
      const call = Effect.flip(client.partners.login({ path, payload: { email, password } }))
      assert.ok((yield* call) instanceof HttpClientError.ResponseError)
      yield* Effect.promise(() => stranger.stop(true))
      assert.ok((yield* call) instanceof HttpClientError.RequestError)
    })
  )
})
