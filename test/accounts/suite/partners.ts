import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { numericPassword, partnerBody, password } from "../../support/bodies.ts"
import { type Call, get, patch, post, type Reply, withBearer, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { containing, hex64, id, type Pattern } from "../../support/pattern.ts"
import {
  type Answer,
  badRequest,
  forbidden,
  meets,
  mismatch,
  refused,
  success,
  type Table,
  unauthorized
} from "../../support/table.ts"
import { testHash } from "../../support/world.ts"
import { resetToken } from "./codes.ts"
import { own } from "./own.ts"

const partner = own("changing")
const reader = own("reader")
const mover = own("mover")
const outdated = own("outdated")
const robbed = own("robbed")

const change = (body: object, eco = "shop"): Call => patch(`/${eco}/partners`, body)
const asked = async (world: Cast, call: Call): Promise<Reply> => world.send((await partner(world)).as(call))

const details = (
  fields: Readonly<Record<string, Pattern>> = {},
  message = "Partner details updated successfully"
) =>
  success(200, message, {
    id,
    applicationName: partnerBody.applicationName,
    clientId: hex64,
    webRedirectUrl: "",
    mobileRedirectUrl: "",
    partnerId: id,
    redirectUrl: partnerBody.redirectUrl,
    email: "changing@partners.example",
    partnerName: "changing",
    userDetailsUrl: partnerBody.userDetailsUrl,
    ...fields
  })

const web = "https://acme.example/web"
const app = "acme://back"

/** Applied one after the other to the same partner. Fields that are not named keep their value. */
const changes: ReadonlyArray<readonly [string, object, Readonly<Record<string, Pattern>>]> = [
  ["names, trimmed", { applicationName: " New Shop ", partnerName: " New " }, {}],
  ["every address", { redirectUrl: `${web}/x`, webRedirectUrl: web, mobileRedirectUrl: app }, {}],
  ["an empty one is taken away", { webRedirectUrl: "" }, { webRedirectUrl: "" }],
  ["null as well", { mobileRedirectUrl: null }, { webRedirectUrl: "", mobileRedirectUrl: "" }],
  ["the same again", { webRedirectUrl: null }, { webRedirectUrl: "", mobileRedirectUrl: "" }]
]

const cannot = "cannot be changed"
const faults: ReadonlyArray<readonly [string, object, Answer]> = [
  ["nothing", {}, badRequest(containing("input must have at least one of applicationName, partnerName"))],
  ["nothing that there is", { colour: "red" }, badRequest(containing("input must have at least one of"))],
  ["the clientId", { clientId: "0".repeat(64) }, badRequest(`clientId ${cannot}`)],
  ["the id", { id: "x", partnerName: "x" }, badRequest(`id ${cannot}`)],
  ["the partnerId", { partnerId: "x" }, badRequest(`partnerId ${cannot}`)],
  ["the password", { password }, badRequest(containing(`password ${cannot} here: ask for a link`))],
  [
    "much at once",
    { clientId: "x", email: "nobody", redirectUrl: "javascript:alert(1)", applicationName: "" },
    badRequest(
      containing(
        `clientId ${cannot}`,
        'email must be an e-mail address, got "nobody"',
        "redirectUrl must be an absolute URL",
        'applicationName must be text of 1 to 200 characters, got ""'
      )
    )
  ],
  ["no redirectUrl", { redirectUrl: "" }, badRequest(containing("redirectUrl must be an absolute URL"))],
  ["redirectUrl null", { redirectUrl: null }, badRequest(containing("redirectUrl must be an absolute"))],
  [
    "an address that a browser would execute",
    { webRedirectUrl: "javascript:alert(1)" },
    badRequest(containing("webRedirectUrl must be an absolute URL", "or empty to remove it"))
  ],
  [
    "an address with NUL",
    { mobileRedirectUrl: "https://a.example/\0" },
    badRequest(containing("mobileRedirectUrl must be an absolute URL"))
  ],
  [
    "a userDetailsUrl that is not a web address",
    { userDetailsUrl: "acme://users" },
    badRequest('userDetailsUrl must be an absolute http or https address, got "acme://users"')
  ],
  [
    "a taken e-mail",
    { email: "ACME@partners.example", currentPassword: password },
    refused("email_taken", "email ACME@partners.example is already taken")
  ],
  ["the password alone", { currentPassword: password }, badRequest(containing("at least one of"))],
  [
    "a password that is not text",
    { email: "new@partners.example", currentPassword: numericPassword },
    badRequest("currentPassword must be text")
  ]
]

export const partners = (table: Table): void =>
  table("PATCH /{eco}/partners", [], (test) => {
    test("given fields change, and all others keep their value", async (world) => {
      const now: Record<string, Pattern> = {}
      for (const [name, body, shown] of changes) {
        for (const [field, value] of Object.entries(body)) now[field] = String(value ?? "").trim()
        const reply = await asked(world, change(body))
        meets(reply, details({ ...now, ...shown }))
        assert.equal(reply.status, 200, name)
      }
    })

    for (const [name, body, answer] of faults) {
      test(`${name} is refused`, async (world) => meets(await asked(world, change(body)), answer))
    }

    test("a repeated idempotency key replays the first answer", async (world) => {
      const keyed = (partnerName: string) => asked(world, withKey(change({ partnerName }), "patch"))
      const first = await keyed("Once")
      assert.equal(first.status, 200)
      const again = await keyed("Once")
      assert.equal(again.headers.get("idempotency-replayed"), "true")
      assert.equal(again.text, first.text)
      meets(await keyed("Twice"), mismatch())
    })

    test("it requires the partner's own token from a login with a password", async (world) => {
      const { send } = world
      const body = change({ partnerName: "x" })
      meets(await send(body), unauthorized("the Authorization header must be Bearer and an access token"))
      const key = await (await partner(world)).key()
      meets(
        await send(withBearer(body, await world.logInWithKey(key))),
        forbidden(
          "this needs the access token of an owner or a manager, from a login with e-mail and password"
        )
      )
      meets(
        await asked(world, change({ partnerName: "x" }, "bank")),
        forbidden("the partner of this access token belongs to another ecosystem")
      )
    })

    test("the details are those that onboarding saved, under the partner's own ecosystem and to a login alone", async (world) => {
      const { as, email, key } = await reader(world)
      const saved = details({ email, partnerName: "reader" }, "Partner details returned successfully")
      const read = (call: Call) => world.send(call)
      meets(await read(as(get("/shop/partners"))), saved)
      meets(
        await read(as(get("/bank/partners"))),
        forbidden("the partner of this access token belongs to another ecosystem")
      )
      assert.equal(
        (await read(withBearer(get("/shop/partners"), await world.logInWithKey(await key())))).status,
        403
      )
    })

    test("a new e-mail address can log in; the old one gets a mail and cannot", async (world) => {
      const { send, sql } = world
      const { as, email, partnerId } = await mover(world)
      const token = await resetToken(world, email)
      const moved = { email: " Mover.2@Partners.example ", currentPassword: password }
      const reply = await send(as(change(moved)))
      assert.equal(reply.status, 200, reply.text)
      assert.match(reply.text, /"email":"Mover\.2@Partners\.example"/)
      const [mail] = await sql(
        `SELECT subject, body FROM rewards_mail WHERE recipient = '${email}' ORDER BY id DESC LIMIT 1`
      )
      assert.equal(mail?.subject, "Your e-mail address was changed")
      assert.match(String(mail?.body), /Mover\.2@Partners\.example/)
      // Whoever took over a login is found in the trail under the address of its owner.
      const [entry] = await sql(
        `SELECT actor, detail FROM rewards_audit
          WHERE action = 'partner.update' AND partner_id = UUID '${partnerId}' ORDER BY id DESC LIMIT 1`
      )
      assert.deepEqual({ ...entry }, { actor: email, detail: "email" })
      assert.equal((await send(post("/shop/partners/login", { email, password }))).status, 401)
      await world.logIn("mover.2@partners.example")
      const fields = { token, password, confirmPassword: password }
      const old = await send(post("/shop/partners/reset-password", fields))
      meets(old, refused("reset_refused", "token is unknown"))
      // The old address is free again.
      meets(
        await send(as(change({ email, currentPassword: password }))),
        details({ email, partnerName: "mover" })
      )
    })

    test("a change to what is there already is answered, and is not in the trail", async (world) => {
      const { send, sql } = world
      const { as, email, partnerId } = await mover(world)
      const entries = () =>
        sql(
          `SELECT id FROM rewards_audit WHERE partner_id = UUID '${partnerId}' AND action = 'partner.update'`
        )
      const before = await entries()
      meets(await send(as(change({ partnerName: "mover", email }))), details({ email, partnerName: "mover" }))
      assert.deepEqual(await entries(), before)
    })

    test("changing the e-mail address requires the password, and a wrong one is recorded", async (world) => {
      const { send, sql } = world
      const { as, email, partnerId } = await robbed(world)
      const thief = { email: "thief@partners.example", partnerName: "Robbed" }
      for (const key of ["", "stolen"]) {
        const keyed = (body: object) => send(as(key === "" ? change(body) : withKey(change(body), key)))
        meets(await keyed(thief), badRequest("currentPassword is required to change email"))
        meets(
          await keyed({ ...thief, currentPassword: "Wr0ng!secret" }),
          unauthorized("currentPassword is wrong")
        )
      }
      const trail = await sql(
        `SELECT outcome, actor, detail FROM rewards_audit
          WHERE action = 'partner.update' AND partner_id = UUID '${partnerId}'`
      )
      const entry = { outcome: "refused", actor: email, detail: "currentPassword is wrong" }
      assert.deepEqual(
        trail.map((row) => ({ ...row })),
        [entry, entry]
      )
      // Nothing was changed, and a change of case only needs no password.
      meets(
        await send(as(change({ email: email.toUpperCase(), webRedirectUrl: "" }))),
        details({ email: email.toUpperCase(), partnerName: "robbed" })
      )
    })

    test("a repeated idempotency key needs no password, since the password is not stored with it", async (world) => {
      const { send, sql } = world
      const { as, partnerId } = await robbed(world)
      const body = { email: "rescued@partners.example" }
      const keyed = (fields: object) => send(as(withKey(change({ ...body, ...fields }), "rescue")))
      const first = await keyed({ currentPassword: password })
      assert.equal(first.status, 200, first.text)
      const again = await keyed({})
      assert.equal(again.headers.get("idempotency-replayed"), "true")
      assert.equal(again.text, first.text)
      const [kept] = await sql(
        `SELECT fingerprint FROM rewards_idempotency WHERE key = 'rescue' AND partner_id = UUID '${partnerId}'`
      )
      const fingerprint = createHash("sha256").update(JSON.stringify(["partners.update", body]))
      // On SQLite 16 bytes are shown as an id.
      const digits = String(
        typeof kept?.fingerprint === "string"
          ? kept.fingerprint.replaceAll("-", "")
          : Buffer.from(Object(kept).fingerprint).toString("hex")
      )
      assert.equal(digits, fingerprint.digest("hex").slice(0, 32))
    })

    test("of two partners that change to one e-mail address concurrently, one succeeds", async (world) => {
      const { send } = world
      const [one, two] = [await partner(world), await mover(world)]
      const wanted = change({ email: "wanted@partners.example", currentPassword: password })
      const replies = await Promise.all([send(one.as(wanted)), send(two.as(wanted))])
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
    })

    test("an outdated password hash is replaced at the next login, and only then", async (world) => {
      const { send, sql } = world
      const { email, partnerId } = await outdated(world)
      const where = `WHERE partner_id = UUID '${partnerId}'`
      const stored = async () =>
        String((await sql(`SELECT password_hash FROM rewards_person ${where}`))[0]?.password_hash)
      await sql(`UPDATE rewards_person SET password_hash = '${weakHash}' ${where}`)
      const wrong = { email, password: "Wr0ng!secret" }
      assert.equal((await send(post("/shop/partners/login", wrong))).status, 401)
      assert.equal(await stored(), weakHash)
      // All logins verify the same old hash. Those that find it replaced succeed as well.
      const logins = await Promise.all([1, 2, 3].map(() => world.logIn(email)))
      assert.equal(new Set(logins).size, 3)
      const renewed = await stored()
      assert.match(renewed, testHash)
      await world.logIn(email)
      assert.equal(await stored(), renewed)
    })
  })

/** The password of these tests, hashed with 8 KiB and one pass. */
const weakHash =
  "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$k6KshKIVzpYbQ5z5MYlAvLGo0NqgEQfn4R+aINFixT8"
