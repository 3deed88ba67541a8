import assert from "node:assert/strict"
import { userPassword } from "../../support/bodies.ts"
import { get, post, withBearer } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { instant, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, missing, row, success, type Table, unauthorized } from "../../support/table.ts"
import { consentRow, tokenRow } from "./accounts.ts"
import { own } from "./own.ts"

const shop = own("consented")
const bank = own("consented-too")

const list = (tag: string, password = userPassword) => post("/user/consents", { tag, password })
const revoke = (tag: string, clientId: string, password = userPassword) =>
  post("/user/consents/revoke", { tag, password, clientId })

const wrong = unauthorized("tag or password is wrong")
const revoked = success(200, "Consent revoked successfully", {})
const listed = (...data: ReadonlyArray<Pattern>) => success(200, "Consents returned successfully", data)

const made = new WeakMap<Cast, Promise<string>>()
/** A user of this suite alone. */
const user = (world: Cast): Promise<string> => {
  const id = made.get(world) ?? world.user("consenting-person")
  made.set(world, id)
  return id
}
const tag = "consenting-person"

/** Users see what they allow, and withdraw it. */
export const consents = (table: Table): void =>
  table(
    "POST /user/consents and /user/consents/revoke",
    [
      row("without tag", () => post("/user/consents", { password: "x" }), missing("tag")),
      row(
        "without clientId",
        () => post("/user/consents/revoke", { tag, password: "x" }),
        missing("clientId")
      ),
      row(
        "no clientId",
        () => revoke(tag, "x"),
        badRequest('clientId must be the clientId of a consent, got "x"')
      ),
      row("an unknown user", () => list("no-such-person"), wrong),
      row("an unknown user", () => revoke("no-such-person", "0".repeat(64)), wrong)
    ],
    (test) => {
      test("a user sees each application once, with what it may see, and a wrong password sees nothing", async (world) => {
        const id = await user(world)
        const [one, two] = [await shop(world), await bank(world)]
        meets(await world.send(list(tag)), listed())
        const path = "/shop/users/authorization/authorization-code"
        const allow = (clientId: string, scope: string) =>
          world.send(post(`${path}?scope=${scope}`, { clientId, tag, password: userPassword }))
        for (const scope of ["profile", "email"]) assert.equal((await allow(one.clientId, scope)).status, 200)
        assert.equal((await allow(two.clientId, "fullname")).status, 200)
        const entry = (clientId: string, partnerName: string, scopes: ReadonlyArray<string>) => ({
          clientId,
          applicationName: "Acme Shop",
          partnerName,
          scopes,
          createdAt: instant,
          updatedAt: instant
        })
        const all = listed(
          entry(two.clientId, "consented-too", ["fullname"]),
          entry(one.clientId, "consented", ["email", "profile"])
        )
        meets(await world.send(list(tag)), all)
        meets(await world.send(list(`${tag.toUpperCase()}@example.org`)), all)
        for (const [call, action] of [
          [list(tag, "a guess"), "consent.list"],
          [revoke(tag, one.clientId, "a guess"), "grant.revoke"]
        ] as const) {
          meets(await world.send(call), wrong)
          const [refusal] = await world.sql(
            "SELECT action, actor, outcome FROM rewards_audit ORDER BY id DESC LIMIT 1"
          )
          assert.deepEqual({ ...refusal }, { action, actor: "unknown", outcome: "refused" })
        }
        assert.ok(id)
      })

      test("withdrawing ends the tokens of that application alone; again: the same", async (world) => {
        const id = await user(world)
        const { sql, send } = world
        const [one, two] = [await shop(world), await bank(world)]
        const tokens: Array<string> = []
        for (const { partnerId } of [one, two]) {
          const grant = consentRow(partnerId, id)
          const token = tokenRow(partnerId, grant.id)
          for (const { sql: text } of [grant, token]) await sql(text)
          tokens.push(token.token)
        }
        const statuses = () =>
          Promise.all(
            tokens.map(async (token) => (await send(withBearer(get("/shop/users/me"), token))).status)
          )
        assert.deepEqual(await statuses(), [200, 200])
        for (const _ of [1, 2]) meets(await send(revoke(tag, one.clientId)), revoked)
        assert.deepEqual(await statuses(), [401, 200])
        const { text } = await send(list(tag))
        assert.ok(!text.includes(one.clientId) && text.includes(two.clientId))
        const trail = await sql(`SELECT actor, outcome, detail FROM rewards_audit
          WHERE user_id = UUID '${id}' AND action = 'grant.revoke' AND partner_id = UUID '${one.partnerId}'`)
        assert.deepEqual(
          trail.map((entry) => ({ ...entry })),
          [{ actor: one.clientId, outcome: "done", detail: "the user withdrew the consent" }]
        )
        // The partner's token cannot link the user any longer.
        const linking = one.as(post("/shop/users/link-tag", { userId: "own id", tag }))
        assert.equal((await send(linking)).status, 403)
      })

      test("a user cannot withdraw the consent of another", async (world) => {
        const { clientId } = await bank(world)
        await world.user("other-person")
        meets(await world.send(revoke("other-person", clientId)), revoked)
        assert.ok((await world.send(list(tag))).text.includes(clientId))
      })
    }
  )
