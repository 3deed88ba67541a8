import assert from "node:assert/strict"
import { keyScopes, maxLiveKeys, withImplied } from "../../../lib/accounts/keys/ApiKey.ts"
import { endpoints } from "../../http/endpoints.ts"
import {
  type Call,
  dataIn,
  get,
  idIn,
  post,
  type Reply,
  remove,
  withBasic,
  withBearer,
  withHeaders,
  withKey
} from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { containing, id, instant, Kind, matches, type Pattern, token } from "../../support/pattern.ts"
import {
  type Answer,
  badRequest,
  forbidden,
  meets,
  missing,
  notFound,
  success,
  type Table,
  visible
} from "../../support/table.ts"
import { isAlive, own } from "./own.ts"

const partner = own("keys")
const crowd = own("key-crowd")
const hiding = own("key-hiding")
const ending = own("key-ending")
const signedIn = own("key-signed-in")
const path = "/laas/iam/api-keys"
const keyName = new Kind("rk_…", (value) => typeof value === "string" && /^rk_[0-9a-f]{64}$/.test(value))

/** Who has what no API key has. */
const people = new Map<string, string>([
  ["person", "a person"],
  ["account", "an owner or a manager"],
  ["staff", "an owner"],
  ["settings", "an owner"]
])

const asked = async (world: Cast, call: Call): Promise<Reply> => world.send((await partner(world)).as(call))

const revoke = async (world: Cast, { id }: { readonly id: string }) =>
  assert.equal((await asked(world, remove(`${path}/${id}`))).status, 200)

const key = (change: Readonly<Record<string, Pattern>> = {}) => ({
  id,
  apiKey: keyName,
  name: "machine",
  scopes: [...keyScopes],
  createdAt: instant,
  lastUsedAt: null,
  revokedAt: null,
  orderedBy: { kind: "person", id, name: "keys@partners.example" },
  ...change
})

const wrong: Answer = {
  status: 401,
  body: {
    status: "failed",
    message: "Unauthorized",
    data: { errorType: "unauthorized", appErrorCode: "", error: "API key or secret is wrong" }
  },
  headers: { "www-authenticate": 'Basic realm="laurel-rewards"' }
}

const bodies: ReadonlyArray<readonly [string, object, Answer]> = [
  ["no name", { name: undefined }, missing("name")],
  ["an empty name", { name: " " }, badRequest('name must be text of 1 to 100 characters, got " "')],
  ["a name of 101", { name: "x".repeat(101) }, badRequest(containing("name must be text of 1 to 100"))],
  ["a name with a NUL", { name: "a\0" }, badRequest(containing("name must be text of 1 to 100"))],
  ["no scopes", { scopes: undefined }, missing("scopes")],
  ["none of them", { scopes: [] }, badRequest(containing('scopes must hold at least one of "rules:write"'))],
  ["scopes that are no list", { scopes: "read" }, badRequest("scopes must be a list")],
  ["an unknown scope", { scopes: ["read", "all"] }, badRequest(containing("scopes.1 must be one of"))],
  ["the account's own scope", { scopes: ["account"] }, badRequest(containing("scopes.0 must be one of"))]
]

export const keys = (table: Table): void =>
  table("API keys", [], (test) => {
    test("a key is created, and its secret is shown once", async (world) => {
      const reply = await asked(
        world,
        post(path, { name: " machine ", scopes: ["read", "rules:write", "read"] })
      )
      const {
        lastUsedAt: _,
        orderedBy: __,
        revokedAt: ___,
        ...rest
      } = key({ scopes: ["rules:write", "read"] })
      meets(
        reply,
        success(201, "API key created successfully, its secret is shown only now", {
          ...rest,
          apiSecret: token
        })
      )
      const secret = String(/"apiSecret":"([^"]+)"/.exec(reply.text)?.[1])
      const list = await asked(world, get(path))
      meets(list, success(200, "API keys returned successfully", [key({ scopes: ["rules:write", "read"] })]))
      const stored = JSON.stringify([
        await world.sql("SELECT * FROM rewards_api_key"),
        await world.sql("SELECT * FROM rewards_audit"),
        await world.sql("SELECT * FROM rewards_idempotency")
      ])
      assert.ok(!list.text.includes(secret) && !stored.includes(secret))
    })

    for (const [name, change, answer] of bodies) {
      test(`a key with ${name} is refused`, async (world) =>
        meets(await asked(world, post(path, { name: "x", scopes: ["read"], ...change })), answer))
    }

    test("a secret is not stored for a replay: an idempotency key has no effect", async (world) => {
      const call = withKey(post(path, { name: "twice", scopes: ["read"] }), "secret")
      const [one, two] = [await asked(world, call), await asked(world, call)]
      assert.deepEqual([one.status, two.status], [201, 201])
      assert.notEqual(idIn(one.body), idIn(two.body))
    })

    test("a key logs in by HTTP Basic, and lastUsedAt is set", async (world) => {
      const made = await (await partner(world)).key()
      const reply = await world.send(withBasic(post("/laas/iam/login"), made.apiKey, made.apiSecret))
      meets(
        reply,
        success(200, "Logged in successfully", { accessToken: token, tokenType: "Bearer", expiresIn: 14_400 })
      )
      const { text } = await asked(world, get(path))
      const { data }: { data: ReadonlyArray<unknown> } = JSON.parse(text)
      matches(data[0], key({ id: made.id, apiKey: made.apiKey, lastUsedAt: instant }))
    })

    test("every wrong key or secret gets the same answer", async (world) => {
      const { send } = world
      const made = await (await partner(world)).key()
      const revoked = await (await partner(world)).key()
      await asked(world, remove(`${path}/${revoked.id}`))
      const unknown = `rk_${"0".repeat(64)}`
      const tries: ReadonlyArray<readonly [string, string]> = [
        [made.apiKey, `${made.apiSecret}x`],
        [made.apiKey, `${made.apiSecret}:x`],
        [made.apiKey, ""],
        [made.apiKey, revoked.apiSecret],
        [unknown, made.apiSecret],
        [revoked.apiKey, revoked.apiSecret],
        [made.id, made.apiSecret],
        ["k", made.apiSecret],
        ["a\0b", made.apiSecret],
        ["é".repeat(300), made.apiSecret],
        [(await partner(world)).email, "Str0ng!secret"]
      ]
      for (const [name, secret] of tries) {
        const reply = await send(withBasic(post("/laas/iam/login"), name, secret))
        meets(reply, wrong)
        const first = await send(withBasic(post("/laas/iam/login"), unknown, "x"))
        assert.deepEqual(visible(reply), visible(first))
      }
    })

    test("credentials that are not Basic get a challenge", async ({ acme, send }) => {
      const bare = post("/laas/iam/login")
      const calls = [bare, acme.as(bare), withHeaders(bare, { authorization: "Basic !" })]
      for (const call of [...calls, withBasic(bare, "", "x")]) {
        const reply = await send(call)
        assert.equal(reply.status, 401)
        assert.equal(reply.headers.get("www-authenticate"), 'Basic realm="laurel-rewards"')
        assert.match(reply.text, /must be Basic and an API key with its secret/)
      }
    })

    for (const { method, name, path, scope } of endpoints.filter(({ access }) => access === "partner")) {
      if (scope === undefined) continue
      test(`${name} needs ${people.get(scope) ?? `the scope ${scope}`}`, async (world) => {
        const { send } = world
        const call = (token: string): Call => {
          const bare = { ...(method === "GET" ? get(path) : post(path, {})), method }
          return withBearer(bare, token)
        }
        const others = keyScopes.filter((other) => !withImplied([other]).some((each) => each === scope))
        const without = await (await partner(world)).key(others)
        meets(
          await send(call(await world.logInWithKey(without))),
          forbidden(
            people.has(scope)
              ? `this needs the access token of ${people.get(scope)}, from a login with e-mail and password`
              : `this needs the scope ${scope}`
          )
        )
        // A partner cannot have a key for each of these tests.
        await revoke(world, without)
        if (people.has(scope)) return
        const enough = await (await partner(world)).key([scope])
        const { status } = await send(call(await world.logInWithKey(enough)))
        assert.ok(status === 200 || status === 400, String(status))
        await revoke(world, enough)
      })
    }

    test("a revoked key cannot log in, and its tokens end at once", async (world) => {
      const { send } = world
      const [one, two] = [await (await partner(world)).key(), await (await partner(world)).key()]
      const [dead, alive] = [await world.logInWithKey(one), await world.logInWithKey(two)]
      // Both tokens are cached as valid by now.
      assert.deepEqual([await isAlive(world, dead), await isAlive(world, alive)], [true, true])
      const { apiKey, id } = one
      const revoked = key({ id, apiKey, lastUsedAt: instant, revokedAt: instant })
      const reply = await asked(world, remove(`${path}/${id}`))
      meets(reply, success(200, "API key revoked successfully", revoked))
      assert.deepEqual([await isAlive(world, dead), await isAlive(world, alive)], [false, true])
      const again = await asked(world, remove(`${path}/${id}`))
      assert.equal(again.text, reply.text)
      assert.equal((await send(withBasic(post("/laas/iam/login"), apiKey, one.apiSecret))).status, 401)
    })

    test("another partner's key gets the same answer as an unknown one", async (world) => {
      const { acme, send } = world
      const { id } = await (await partner(world)).key()
      const unknownId = "00000000-0000-7000-8000-000000000000"
      for (const each of [id, unknownId]) {
        meets(
          await send(acme.as(remove(`${path}/${each}`))),
          notFound(
            `id ${each} is not one of your API keys: list them with /laas/iam/api-keys`,
            "api_key_not_found"
          )
        )
      }
      meets(await send(acme.as(get(path))), success(200, "API keys returned successfully", []))
    })

    test("logging out ends this token alone", async (world) => {
      const { send } = world
      const made = await (await partner(world)).key()
      const [one, two] = [await world.logInWithKey(made), await world.logInWithKey(made)]
      assert.ok((await isAlive(world, one)) && (await isAlive(world, two)))
      const out = withBearer(post("/laas/iam/logout"), one)
      meets(await send(out), success(200, "Logged out successfully", {}))
      assert.deepEqual([await isAlive(world, one), await isAlive(world, two)], [false, true])
      assert.equal((await send(out)).status, 401)
    })

    test("logging out everywhere ends all tokens, those of keys too, and no other partner's", async (world) => {
      const { send } = world
      const { as, accessToken, email } = await ending(world)
      const made = await (await ending(world)).key()
      const mine = [accessToken, await world.logIn(email), await world.logInWithKey(made)]
      const theirs = [world.acme.accessToken, (await partner(world)).accessToken]
      for (const token of [...mine, ...theirs]) assert.ok(await isAlive(world, token))
      meets(await send(as(post("/laas/iam/logout-all"))), success(200, "All sessions have ended", {}))
      for (const token of mine) assert.equal(await isAlive(world, token), false)
      for (const token of theirs) assert.ok(await isAlive(world, token))
      // The keys stay valid and can log in again.
      assert.ok(await isAlive(world, await world.logInWithKey(made)))
    })

    test("ending all sessions of a person leaves the tokens of keys, is in the audit trail, and needs a person", async (world) => {
      const { send } = world
      const { as, accessToken, email, key } = await signedIn(world)
      const machine = await world.logInWithKey(await key())
      const mine = [accessToken, await world.logIn(email)]
      const end = post("/laas/iam/logout-logins")
      assert.equal((await send(withBearer(end, machine))).status, 403)
      meets(await send(as(end)), success(200, "All your sessions have ended", {}))
      for (const token of mine) assert.equal(await isAlive(world, token), false)
      assert.ok(await isAlive(world, machine))
      assert.ok(await isAlive(world, world.acme.accessToken))
      const audit = get("/laas/iam/audit?action=partner.logout-logins")
      const { data } = dataIn((await send(withBearer(audit, await world.logIn(email)))).body)
      const entry = {
        action: "partner.logout-logins",
        outcome: "done",
        actor: email,
        userId: null,
        detail: null
      }
      matches(data, [{ id, ...entry, address: "192.0.2.7", createdAt: instant }])
    })

    test("a partner has no more keys than a list can show, however many ask at once", async (world) => {
      const { send } = world
      const { as } = await crowd(world)
      const create = () => send(as(post(path, { name: "x", scopes: ["read"] })))
      for (let made = 12; made < maxLiveKeys; made++) assert.equal((await create()).status, 201)
      const replies = await Promise.all(Array.from({ length: 24 }, create))
      const refused = replies.filter(({ status }) => status !== 201)
      assert.equal(refused.length, 12)
      for (const { body, status } of refused) {
        matches(
          { status, body },
          {
            status: 400,
            body: {
              status: "failed",
              message: "Invalid data",
              data: {
                errorType: "invalid",
                appErrorCode: "api_key_limit_reached",
                error: "there are already 100 API keys: revoke one that is no longer used"
              }
            }
          }
        )
      }
      const [first] = replies.filter(({ status }) => status === 201)
      await send(as(remove(`${path}/${idIn(first?.body)}`)))
      assert.equal((await create()).status, 201)
    })

    test("a list shows valid keys before revoked ones, however many of these are newer", async (world) => {
      const { as, partnerId } = await hiding(world)
      const made = idIn((await world.send(as(post(path, { name: "valid", scopes: ["read"] })))).body)
      const at = "'2026-01-01T00:00:00.000Z'"
      const rows = Array.from({ length: 2 * maxLiveKeys }, (_, index) => {
        const last = String(index).padStart(12, "0")
        return `(UUID '${partnerId}', UUID 'ffffffff-0000-7000-8000-${last}', 'rk_${last}', '', 'old', 'read', ${at}, ${at})`
      })
      await world.sql(
        `INSERT INTO rewards_api_key (partner_id, id, key, hash, name, scopes, created_at, revoked_at) VALUES ${rows.join(", ")}`
      )
      const { body } = await world.send(as(get(path)))
      const listed = Object(body).data
      assert.deepEqual([listed.length, listed[0].id], [2 * maxLiveKeys, made])
    })
  })
