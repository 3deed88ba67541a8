import assert from "node:assert/strict"
import { Schema } from "effect"
import { type Role, roles, scopesOf } from "../../../lib/accounts/people/Role.ts"
import { partnerBody, password } from "../../support/bodies.ts"
import {
  type Call,
  dataIn,
  form,
  get,
  patch,
  post,
  type Reply,
  remove,
  tokenIn,
  withBearer,
  withHeaders,
  withKey
} from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { containing, id, instant, matches, type Pattern } from "../../support/pattern.ts"
import { accept, invitationTo, invite, join } from "../../support/staff.ts"
import {
  type Answer,
  badRequest,
  forbidden,
  meets,
  missing,
  notFound,
  refused,
  replayed,
  success,
  type Table
} from "../../support/table.ts"
import type { HttpPartner } from "../../support/world.ts"
import { resetToken } from "./codes.ts"
import { isAlive, own } from "./own.ts"

const partner = own("staff")
const inviting = own("staff-inviting")
const firm = own("staff-firm")
const duel = own("staff-duel")
const watched = own("staff-watched")

const path = "/laas/iam/staff"
const asked = (email: string, role: Role = "viewer"): Call => post(path, { email, role })
const changed = (id: string, role: Role): Call => post(`${path}/role`, { id, role })

let names = 0
const address = (): string => `colleague${++names}@people.example`

const refusal = refused("invitation_refused", "token is unknown, has expired or was used")
const lastOwner = refused("last_owner", "make another person an owner first")
const noPerson = notFound(containing("is not one of your people"), "person_not_found")

const listIn = ({ body }: Reply) =>
  Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Schema.Unknown) }))(body).data

const Listed = Schema.Array(
  Schema.Struct({ id: Schema.String, email: Schema.String, role: Schema.String, state: Schema.String })
)
const listed = async ({ send }: Cast, { as }: Pick<HttpPartner, "as">) =>
  Schema.decodeUnknownSync(Listed)(listIn(await send(as(get(path)))))

const Sessions = Schema.Array(
  Schema.Struct({ id: Schema.String, device: Schema.NullOr(Schema.String), current: Schema.Boolean })
)
const sessionsOf = async ({ send }: Cast, token: string) =>
  Schema.decodeUnknownSync(Sessions)(listIn(await send(withBearer(get("/laas/iam/sessions"), token))))

const me = async ({ send }: Cast, token: string): Promise<Reply> =>
  send(withBearer(get("/laas/iam/me"), token))

const idOf = async (world: Cast, token: string): Promise<string> =>
  Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(dataIn((await me(world, token)).body)).id

const expire = ({ sql }: Cast, email: string) =>
  sql(`UPDATE rewards_person SET invite_expires_at = '2001-01-01T00:00:00.000Z' WHERE email = '${email}'`)

const login = (email: string, word = password): Call =>
  post("/shop/partners/login", { email, password: word })

const loginFrom = async ({ send }: Cast, email: string, device: string): Promise<string> =>
  tokenIn((await send(withHeaders(login(email), { "user-agent": device }))).body)

const isPage = ({ headers, status, text }: Reply, expected: number, ...parts: ReadonlyArray<string>) => {
  assert.equal(status, expected, text)
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8")
  for (const part of parts) assert.ok(text.includes(part), `${part} is not in ${text}`)
}

const malformed: ReadonlyArray<readonly [string, object, Answer]> = [
  ["no address", { role: "viewer" }, missing("email")],
  ["no role", { email: "a@people.example" }, missing("role")],
  [
    "an address that is none",
    { email: "a", role: "viewer" },
    badRequest('email must be an e-mail address, got "a"')
  ],
  [
    "a role that does not exist",
    { email: "a@people.example", role: "admin" },
    badRequest('role must be one of "owner", "manager", "support", "viewer", got "admin"')
  ],
  [
    "a password",
    { email: "a@people.example", role: "viewer", password },
    badRequest(containing("password is not a known field"))
  ]
]

const entry = (action: string, actor: string, detail: Pattern = null) => ({
  id,
  action,
  outcome: "done",
  actor,
  userId: null,
  address: "192.0.2.7",
  detail,
  createdAt: instant
})

export const people = (table: Table): void =>
  table("people", [], (test) => {
    test("are invited by mail, choose a password, and log in with their role", async (world) => {
      const owner = await partner(world)
      const email = address()
      const invited = { id, email, role: "support", state: "invited" }
      meets(
        await world.send(owner.as(asked(` ${email.toUpperCase()} `, "support"))),
        success(201, "Person invited successfully", invited)
      )
      const token = await invitationTo(world, email)
      assert.equal((await world.send(login(email))).status, 401)
      const page = get(`/shop/partners/staff/accept?token=${token}`)
      for (let visits = 0; visits < 2; visits++) {
        isPage(await world.send(page), 200, email, "support", `name="token" value="${token}"`)
      }
      meets(
        await world.send(accept(token)),
        success(200, "Invitation accepted successfully", { ...invited, state: "active" })
      )
      const person = await me(world, await world.logIn(email))
      matches(dataIn(person.body), {
        id,
        email,
        role: "support",
        scopes: [...scopesOf.support],
        totp: false,
        alertMails: false
      })
      const [first, second] = await listed(world, owner)
      assert.deepEqual([first?.email, first?.role, first?.state], [owner.email, "owner", "active"])
      assert.deepEqual([second?.email, second?.role, second?.state], [email, "support", "active"])
    })

    for (const [name, body, answer] of malformed) {
      test(`are not invited with ${name}`, async (world) =>
        meets(await world.send((await partner(world)).as(post(path, body))), answer))
    }

    test("are not invited under an address that is there, in any partner, active or invited", async (world) => {
      const owner = await inviting(world)
      const email = address()
      await invite(world, owner, email, "viewer")
      const before = await listed(world, owner)
      for (const taken of [email, email.toUpperCase(), owner.email, world.zeta.email]) {
        meets(await world.send(owner.as(asked(taken))), refused("email_taken", "is already taken"))
      }
      meets(await world.send(world.zeta.as(asked(email))), refused("email_taken", "is already taken"))
      assert.deepEqual(await listed(world, owner), before)
    })

    test("are invited again when the invitation has expired: the new link works, the old one does not", async (world) => {
      const owner = await inviting(world)
      const email = address()
      const { token: old } = await invite(world, owner, email, "viewer")
      await expire(world, email)
      meets(await world.send(accept(old)), refusal)
      isPage(await world.send(get(`/shop/partners/staff/accept?token=${old}`)), 400, "has expired")
      const { token } = await invite(world, owner, email, "manager")
      meets(await world.send(accept(old)), refusal)
      assert.equal((await world.send(accept(token))).status, 200)
      const found = (await listed(world, owner)).filter((each) => each.email === email)
      assert.deepEqual(
        found.map(({ role, state }) => [role, state]),
        [["manager", "active"]]
      )
    })

    test("whose invitation has expired can register a partner of their own, or come to another partner", async (world) => {
      const owner = await inviting(world)
      const emails = [address(), address()] as const
      for (const email of emails) {
        await invite(world, owner, email, "viewer")
        await expire(world, email)
      }
      const registered = await world.send(post("/shop/partners", { ...partnerBody, email: emails[0] }))
      assert.equal(registered.status, 201, registered.text)
      await invite(world, world.zeta, emails[1], "viewer")
      const left = (await listed(world, owner)).filter(({ email }) => emails.some((each) => each === email))
      assert.deepEqual(left, [])
    })

    test("accept once, in their ecosystem, with a password that is good enough", async (world) => {
      const { token } = await invite(world, await inviting(world), address(), "viewer")
      meets(await world.send(accept(token, {}, "bank")), refusal)
      for (const unknown of ["", "A".repeat(43), `${token}x`, "a\0b"]) {
        meets(await world.send(accept(unknown)), refusal)
      }
      const short = { password: "short", confirmPassword: "short" }
      meets(await world.send(accept(token, short)), badRequest(containing("password must have at least 8")))
      meets(
        await world.send(accept(token, { confirmPassword: "Other!1234" })),
        badRequest("confirmPassword must equal password")
      )
      const fields = { token, ...short }
      isPage(await world.send(form("/shop/partners/staff/accept", fields)), 400, 'role="alert"', token)
      const good = { token, password, confirmPassword: password }
      const replies = await Promise.all([1, 2, 3].map(() => world.send(accept(token))))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400])
      meets(await world.send(accept(token)), refusal)
      isPage(await world.send(form("/shop/partners/staff/accept", good)), 400, "was used")
    })

    test("accept with the page's form", async (world) => {
      const email = address()
      const { token } = await invite(world, await inviting(world), email, "viewer")
      const fields = { token, password, confirmPassword: password }
      isPage(
        await world.send(form("/shop/partners/staff/accept", fields)),
        200,
        "Your password was saved",
        email
      )
      assert.ok(await world.logIn(email))
    })

    test("who are only invited have no password to reset, and a withdrawn invitation does not work", async (world) => {
      const owner = await inviting(world)
      const email = address()
      const { id, token } = await invite(world, owner, email, "viewer")
      await world.send(post("/shop/partners/forgot-password", { email }))
      const resets = await world.sql(`SELECT place FROM rewards_reset WHERE account_id = UUID '${id}'`)
      assert.deepEqual(resets, [])
      meets(
        await world.send(owner.as(remove(`${path}/${id}`))),
        success(200, "Person removed successfully", {})
      )
      meets(await world.send(accept(token)), refusal)
      meets(await world.send(owner.as(remove(`${path}/${id}`))), noPerson)
    })

    test("have the scopes of their role, and API keys have no person", async (world) => {
      const owner = await firm(world)
      for (const role of roles) {
        const { accessToken, email } = await join(world, owner, address(), role)
        const data = { id, email, role, scopes: [...scopesOf[role]], totp: false, alertMails: false }
        matches(dataIn((await me(world, accessToken)).body), data)
      }
      const machine = await world.logInWithKey(await owner.key())
      for (const call of [get("/laas/iam/me"), get("/laas/iam/sessions"), post("/laas/iam/logout-logins")]) {
        const reply = await world.send(withBearer(call, machine))
        meets(
          reply,
          forbidden("this needs the access token of a person, from a login with e-mail and password")
        )
      }
      const { as } = await join(world, owner, address(), "manager")
      const ownersOnly = "this needs the access token of an owner, from a login with e-mail and password"
      meets(await world.send(as(get(path))), forbidden(ownersOnly))
    })

    test("get another role: their sessions end, and the next login has the new scopes", async (world) => {
      const owner = await firm(world)
      const { accessToken, email, id: personId } = await join(world, owner, address(), "viewer")
      assert.ok(await isAlive(world, accessToken))
      const data = { id: personId, email, role: "support", state: "active" }
      meets(
        await world.send(owner.as(changed(personId, "support"))),
        success(200, "Role changed successfully", data)
      )
      assert.equal(await isAlive(world, accessToken), false)
      const next = await world.logIn(email)
      matches(dataIn((await me(world, next)).body), {
        id,
        email,
        role: "support",
        scopes: [...scopesOf.support],
        totp: false,
        alertMails: false
      })
      // The same role again changes nothing.
      assert.equal((await world.send(owner.as(changed(personId, "support")))).status, 200)
      assert.ok(await isAlive(world, next))
      assert.ok(await isAlive(world, (await firm(world)).accessToken))
    })

    test("who are removed are out at once, and their links too; API keys that they made stay", async (world) => {
      const owner = await firm(world)
      const { accessToken, as, email, id } = await join(world, owner, address(), "manager")
      const made = await world.send(as(post("/laas/iam/api-keys", { name: "theirs", scopes: ["read"] })))
      assert.equal(made.status, 201, made.text)
      const reset = await resetToken(world, email)
      meets(
        await world.send(owner.as(remove(`${path}/${id}`))),
        success(200, "Person removed successfully", {})
      )
      assert.equal(await isAlive(world, accessToken), false)
      assert.equal((await world.send(login(email))).status, 401)
      const again = { token: reset, password, confirmPassword: password }
      assert.equal((await world.send(post("/shop/partners/reset-password", again))).status, 400)
      assert.match((await world.send(owner.as(get("/laas/iam/api-keys")))).text, /"name":"theirs"/)
      // The address is free again.
      assert.ok(await join(world, owner, email, "viewer"))
    })

    test("of another partner do not exist", async (world) => {
      const owner = await firm(world)
      const stranger = await idOf(world, world.zeta.accessToken)
      meets(await world.send(owner.as(changed(stranger, "viewer"))), noPerson)
      meets(await world.send(owner.as(remove(`${path}/${stranger}`))), noPerson)
      meets(
        await world.send(owner.as(remove(`${path}/none`))),
        badRequest('id must be an id made by this service, got "none"')
      )
    })

    test("always have an owner: the last one neither goes nor steps down, and nobody changes their own role", async (world) => {
      const owner = await (await own("staff-last")(world)).again()
      const personId = await idOf(world, owner.accessToken)
      await invite(world, owner, address(), "owner")
      meets(await world.send(owner.as(remove(`${path}/${personId}`))), lastOwner)
      const ownRole = refused("own_role", "nobody can change their own role")
      meets(await world.send(owner.as(changed(personId, "viewer"))), ownRole)
      const second = await join(world, owner, address(), "owner")
      meets(await world.send(second.as(changed(second.id, "manager"))), ownRole)
      assert.ok((await isAlive(world, owner.accessToken)) && (await isAlive(world, second.accessToken)))
      assert.equal((await world.send(second.as(changed(personId, "viewer")))).status, 200)
      meets(await world.send(second.as(remove(`${path}/${second.id}`))), lastOwner)
      const viewer = await world.logIn(owner.email)
      assert.equal((await world.send(withBearer(get(path), viewer))).status, 403)
    })

    test("of whom two owners demote or remove each other at once keep one", async (world) => {
      const first = await duel(world)
      const others = new Map([[await idOf(world, first.accessToken), first.email]])
      for (let round = 0; round < 6; round++) {
        const [[id = "", email = ""] = []] = others
        const owner = {
          id,
          as: (
            (token) => (call: Call) =>
              withBearer(call, token)
          )(await world.logIn(email))
        }
        const rival = await join(world, owner, address(), "owner")
        const against = (target: string) =>
          round % 2 === 0 ? changed(target, "viewer") : remove(`${path}/${target}`)
        const replies = await Promise.all([
          world.send(owner.as(against(rival.id))),
          world.send(rival.as(against(owner.id)))
        ])
        assert.equal(
          replies.filter(({ status }) => status === 200).length,
          1,
          replies.map(({ text }) => text).join()
        )
        const rows = await world.sql(`SELECT id, email FROM rewards_person
          WHERE role = 'owner' AND partner_id = UUID '${first.partnerId}'`)
        assert.equal(rows.length, 1)
        others.clear()
        for (const { email, id } of rows) others.set(String(id), String(email))
      }
    })

    test("see their own sessions, with device and address, and end them one by one or all at once", async (world) => {
      const { send } = world
      const owner = await watched(world)
      const { email } = await join(world, owner, address(), "viewer")
      const colleague = await loginFrom(world, owner.email, "colleague")
      const laptop = await loginFrom(world, email, "Firefox\u0009on Linux")
      const phone = await loginFrom(world, email, "x".repeat(500))
      const reply = await send(withBearer(get("/laas/iam/sessions"), laptop))
      const moments = { createdAt: instant, lastUsedAt: instant, address: "192.0.2.7" }
      const [newest, second] = listIn(reply)
      matches(newest, { id, device: "x".repeat(200), current: false, ...moments })
      matches(second, { id, device: "Firefoxon Linux", current: true, ...moments })
      const [other, current] = await sessionsOf(world, laptop)
      assert.ok(other && current)
      const end = (session: string, token: string) =>
        send(withBearer(remove(`/laas/iam/sessions/${session}`), token))
      const unknown = notFound(containing("is not one of your sessions"), "session_not_found")
      meets(await end(other.id, colleague), unknown)
      meets(await end(other.id, laptop), success(200, "Session ended successfully", {}))
      meets(await end(other.id, laptop), unknown)
      assert.deepEqual([await isAlive(world, phone), await isAlive(world, laptop)], [false, true])
      const more = await loginFrom(world, email, "tablet")
      meets(
        await send(withBearer(post("/laas/iam/logout-logins"), more)),
        success(200, "All your sessions have ended", {})
      )
      assert.deepEqual([await isAlive(world, more), await isAlive(world, laptop)], [false, false])
      assert.ok(await isAlive(world, colleague))
    })

    test("are named in the audit trail, each for what they did", async (world) => {
      const owner = await own("staff-trail")(world)
      const email = address()
      const { as, id: personId } = await join(world, owner, email, "manager")
      await world.send(as(post("/laas/iam/api-keys", { name: "k", scopes: ["read"] })))
      await world.send(as(patch("/shop/partners", { applicationName: "Renamed" })))
      await world.send(as(post("/laas/iam/logout")))
      await world.send(owner.as(changed(personId, "viewer")))
      await world.send(owner.as(remove(`${path}/${personId}`)))
      const trail = await world.send(owner.as(get("/laas/iam/audit?limit=9")))
      const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Unknown }))(dataIn(trail.body))
      matches(data, [
        entry("staff.remove", owner.email, `${email}: viewer`),
        entry("staff.role", owner.email, `${email}: manager -> viewer`),
        entry("partner.logout", email),
        entry("partner.update", email, "applicationName"),
        entry("key.create", email, containing("k: read")),
        entry("partner.login", email),
        entry("staff.accept", email),
        entry("staff.invite", owner.email, `${email}: manager`),
        entry("partner.login", owner.email)
      ])
    })

    test("change their own address with their own password, and see it in the partner's details", async (world) => {
      const owner = await own("staff-moving")(world)
      const { as, email } = await join(world, owner, address(), "manager")
      const moved = address()
      const wrong = await world.send(as(patch("/shop/partners", { email: moved, currentPassword: "wrong" })))
      assert.equal(wrong.status, 401)
      const right = await world.send(as(patch("/shop/partners", { email: moved, currentPassword: password })))
      assert.equal(right.status, 200, right.text)
      assert.match(right.text, new RegExp(`"email":"${moved}"`))
      assert.match(
        (await world.send(owner.as(get("/shop/partners")))).text,
        new RegExp(`"email":"${owner.email}"`)
      )
      assert.equal((await world.send(login(email))).status, 401)
      assert.ok(await world.logIn(moved))
    })

    test("are at most a hundred", async (world) => {
      const owner = await own("staff-crowd")(world)
      const rows = Array.from(
        { length: 98 },
        (_, index) => `('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', UUID '${owner.partnerId}',
          UUID '${crypto.randomUUID()}', 'viewer', 'shop', 'crowd${index}@people.example', 'x')`
      )
      await world.sql(`INSERT INTO rewards_person
        (created_at, updated_at, partner_id, id, role, ecosystem, email, password_hash) VALUES ${rows.join()}`)
      const replies = await Promise.all([1, 2, 3].map(() => world.send(owner.as(asked(address())))))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 400, 400])
      meets(
        await world.send(owner.as(asked(address()))),
        refused("person_limit_reached", "already 100 people")
      )
    })

    test("are invited once for an idempotency key, with one mail", async (world) => {
      const owner = await inviting(world)
      const email = address()
      const call = withKey(owner.as(asked(email)), "invite once")
      const answer = success(201, "Person invited successfully", {
        id,
        email,
        role: "viewer",
        state: "invited"
      })
      meets(await world.send(call), answer)
      meets(await world.send(call), replayed(answer))
      const mails = await world.sql(`SELECT id FROM rewards_mail WHERE recipient = '${email}'`)
      assert.equal(mails.length, 1)
    })
  })
