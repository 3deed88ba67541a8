import assert from "node:assert/strict"
import { ClientError, createClient } from "../../lib/entries/client.ts"
import { openRewards } from "../../lib/index.ts"
import { partnerBody, password, userBody } from "../support/bodies.ts"
import { afterAll, describe, it } from "../support/effect.ts"

const started = openRewards({ database: "sqlite::memory:", accounts: true }).then((rewards) => {
  const paths: Array<string> = []
  const { fetch } = rewards.handler()
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    fetch: (request) => {
      paths.push(new URL(request.url).pathname)
      return fetch(request)
    }
  })
  return { rewards, server, paths }
})
afterAll(async () => {
  const { rewards, server } = await started
  await server.stop(true)
  await rewards.close()
})

const rejection = async (promise: Promise<unknown>): Promise<ClientError> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.ok(error instanceof ClientError, `expected a ClientError, got ${String(error)}`)
  return error
}

const path = { eco: "shop" }
const { email } = partnerBody
const rule = { name: "welcome", coinValue: 10.5, maxNumberOfParticipant: "2", condition: "Signs up" }

/** A partner with a login and an API key, made once. */
const onboarded = started.then(async ({ server }) => {
  const baseUrl = server.url
  const anyone = createClient({ baseUrl })
  await anyone.partners.onboard({ path, payload: partnerBody })
  const { data: login } = await anyone.partners.login({ path, payload: { email, password } })
  const partner = createClient({ baseUrl, accessToken: login.accessToken })
  const { data: key } = await partner.iam.createApiKey({
    payload: { name: "till", scopes: ["read", "rules:write", "awards:write"] }
  })
  return { baseUrl, anyone, partner, apiKey: { apiKey: key.apiKey, apiSecret: key.apiSecret } }
})

describe("the client for hosts without Effect", () => {
  it("has the contract's methods as promises, and replays a write under its idempotency key", async () => {
    const { anyone, partner } = await onboarded
    const created = await partner.rules.create({ payload: rule })
    assert.deepEqual(
      [created.status, created.data.name, created.data.coinValue],
      ["success", "welcome", "10.5"]
    )
    const { id: userId } = (await anyone.users.create({ payload: userBody })).data
    const award = { payload: { userId, ruleName: "welcome" }, idempotencyKey: "first" }
    const awarded = await partner.rules.award(award)
    assert.deepEqual(await partner.rules.award(award), awarded)
    const { data: board } = await partner.boards.points({ urlParams: { userId } })
    assert.deepEqual(board.userPosition, { userId, amount: 10.5, position: 1 })
    // Parameters that can all be left out can be left out together.
    assert.equal((await partner.rules.list()).data.data.length, 1)
  })

  it("rejects with the data of the envelope, the status and the request's id", async () => {
    const { anyone, partner } = await onboarded
    const missing = await rejection(
      partner.rules.award({ payload: { userId: "nobody", ruleName: "unheard of" } })
    )
    assert.deepEqual(
      [missing.status, missing.errorType, missing.appErrorCode],
      [400, "not found", "rule_not_found"]
    )
    assert.match(missing.error, /^rule unheard of was not found/)
    assert.equal(missing.message, missing.error)
    assert.match(missing.requestId ?? "", /^[\w-]{8,}$/)
    const stranger = await rejection(anyone.rules.list())
    assert.deepEqual([stranger.status, stranger.errorType], [401, "unauthorized"])
  })

  it("sends a field that the contract does not have, so that the service refuses it by name", async () => {
    const { partner } = await onboarded
    const rule = { name: "spring", coinValue: "1", maxNumberOfParticipant: "9", condition: "visits" }
    const limit = [{ per: "member", period: "day", award: 1 }] as const
    const misspelled = { ...rule, limit, limits: limit }
    const { appErrorCode, error } = await rejection(partner.rules.create({ payload: misspelled }))
    assert.equal(appErrorCode, "Bad request")
    assert.match(error, /limit is not a known field: did you mean limits\?/)
    assert.match(error, /limits\.0\.award is not a known field: did you mean awards\?/)
    const awards = { awards: [], award: [] }
    assert.match(
      (await rejection(partner.rules.awardMany({ payload: awards }))).error,
      /^award is not a known field/
    )
  })

  it("logs in with an API key by itself, once for many calls, and again when its token was revoked", async () => {
    const { apiKey, baseUrl, partner } = await onboarded
    const { paths } = await started
    const machine = createClient({ baseUrl, apiKey })
    const from = paths.length
    const logins = () => paths.slice(from).filter((each) => each.endsWith("/laas/iam/login")).length
    await Promise.all([machine.rules.list(), machine.rules.list(), machine.boards.points()])
    assert.equal(logins(), 1)
    await machine.iam.logout()
    assert.equal((await rejection(machine.rules.list())).status, 401)
    assert.equal((await machine.rules.list()).status, "success")
    assert.equal(logins(), 2)
    assert.equal((await rejection(machine.iam.listApiKeys())).errorType, "forbidden")
    assert.equal((await partner.iam.listApiKeys()).data.length, 1)
    const wrong = createClient({ baseUrl, apiKey: { ...apiKey, apiSecret: "wrong" } })
    assert.equal((await rejection(wrong.rules.list())).error, "API key or secret is wrong")
  })

  it("says whether no answer came, or one that is not the service's", async () => {
    const stranger = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      development: false,
      fetch: () => new Response("<p>Not here</p>", { status: 404 })
    })
    const client = createClient({ baseUrl: stranger.url, accessToken: "x" })
    const unexpected = await rejection(client.rules.list())
    assert.deepEqual([unexpected.status, unexpected.errorType], [404, "unexpected"])
    await stranger.stop(true)
    const unreachable = await rejection(client.rules.list())
    assert.deepEqual([unreachable.status, unreachable.errorType], [0, "unreachable"])
  })

  it("is not made with an unknown option, or an address with which every call would fail", () => {
    const refused = (options: object, message: RegExp) =>
      assert.throws(() => Reflect.apply(createClient, undefined, [options]), { name: "TypeError", message })
    const baseUrl = "https://rewards.example"
    refused({ baseUrl, retry: 3 }, /^retry is not an option: the options are baseUrl, accessToken, /)
    refused({}, /^baseUrl must be an address such as https:\/\/rewards.example, got undefined$/)
    refused({ baseUrl: "localhost:3000" }, /got localhost:3000$/)
    refused({ baseUrl: "rewards.example" }, /got rewards.example$/)
    refused({ baseUrl: "http://" }, /got http:\/\/$/)
    // In a page, a path is an address on the page's own origin.
    for (const baseUrl of ["", "/rewards", "HTTP://[::1]:3000", new URL("https://rewards.example/a")]) {
      assert.ok(createClient({ baseUrl, accessToken: undefined }))
    }
  })
})
