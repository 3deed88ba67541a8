// Which of a user's personal fields a partner sees, by answer and by grant.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { endpoints } from "../../http/endpoints.ts"
import { type Call, dataIn, get, idIn, post, type Reply, withBearer, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { Table } from "../../support/table.ts"
import type { HttpPartner } from "../../support/world.ts"
import { record as ownRecord } from "../details/record.ts"
import { type Account, accountRow, consentRow, recordRow, revokeConsents, tokenRow } from "./accounts.ts"

type Scope = "profile" | "email" | "fullname"

interface Person extends Account {
  readonly email: string
  readonly fullname: string
}

interface Written {
  readonly awardId: string
  /** A member who is the same person. */
  readonly otherId: string
  readonly pendingId: string
  readonly transactionId: string
  readonly adjustmentId: string
}

interface Scene {
  readonly world: Cast
  readonly partner: HttpPartner
  readonly person: Person
  readonly written: Written
}

const partners = new WeakMap<Cast, Promise<HttpPartner>>()
const partnerIn = (world: Cast): Promise<HttpPartner> => {
  const open = async () => {
    const partner = await world.partner("privacy")
    await partner.rule({ name: "seen" })
    return partner
  }
  const known = partners.get(world) ?? open()
  partners.set(world, known)
  return known
}

/** A user of whom no field is a part of another. */
const newPerson = async ({ sql }: Cast): Promise<Person> => {
  const name = (kind: string) => `${kind}${randomUUID().slice(0, 8)}`
  const [tag, email, fullname] = [name("tag"), `${name("mail")}@private.example`, name("full ")]
  const { id, sql: text } = accountRow(tag, { email, fullname, isVerified: true })
  await sql(text)
  return { id, tag, email, fullname }
}

const allow = async ({ sql }: Cast, { partnerId }: HttpPartner, { id }: Person, scopes: string) => {
  const grant = consentRow(partnerId, id, scopes)
  await sql(grant.sql)
  const { sql: text, token } = tokenRow(partnerId, grant.id)
  await sql(text)
  return token
}

interface Grant {
  readonly name: string
  /** Makes the grant. Returns the user's token for the partner, if there is one. */
  readonly make: (scene: Scene) => Promise<string | undefined>
  readonly shows: ReadonlyArray<Scope>
}

const all = "profile email fullname"
const granting = (scopes: string, shows: ReadonlyArray<Scope>): Grant => ({
  name: `a grant of ${scopes}`,
  make: ({ partner, person, world }) => allow(world, partner, person, scopes),
  shows
})

const grants: ReadonlyArray<Grant> = [
  { name: "no grant", make: async () => undefined, shows: [] },
  granting("profile", ["profile"]),
  granting("email", ["email"]),
  granting("fullname", ["fullname"]),
  granting(all, ["profile", "email", "fullname"]),
  {
    name: "a grant of profile and another of email",
    make: async ({ partner, person, world }) => {
      await allow(world, partner, person, "email")
      return allow(world, partner, person, "profile")
    },
    shows: ["profile", "email"]
  },
  {
    name: "a revoked grant of everything",
    make: async ({ partner, person, world }) => {
      const token = await allow(world, partner, person, all)
      await world.sql(revokeConsents(partner.partnerId, person.id))
      return token
    },
    shows: []
  },
  {
    name: "a revoked grant of everything, and one of profile",
    make: async ({ partner, person, world }) => {
      await allow(world, partner, person, all)
      await world.sql(revokeConsents(partner.partnerId, person.id))
      return allow(world, partner, person, "profile")
    },
    shows: ["profile"]
  },
  {
    name: "another partner's grant of everything",
    make: async ({ person, world }) => {
      await allow(world, world.zeta, person, all)
      return undefined
    },
    shows: []
  }
]

type Shown = Readonly<Record<string, unknown>>
const objectAt = (value: unknown, ...path: ReadonlyArray<string | number>): Shown =>
  path.reduce<Shown>((at, name) => Object(at[name]), Object(value))

const side = ({ email, fullname_businessName, tag, userId }: Shown) => ({
  email,
  fullname_businessName,
  tag,
  userId
})

/** A user's side of a transaction, with the fields that the scopes cover. */
const sideOf = ({ email, fullname, id, tag }: Person, shows: ReadonlyArray<Scope>) => ({
  email: shows.includes("email") ? email : "",
  fullname_businessName: shows.includes("fullname") ? fullname : "",
  tag: shows.includes("profile") ? tag : null,
  userId: id
})

interface View {
  readonly name: string
  /** The ids are those of an award and a transfer of the person. */
  readonly call: (person: Person, written: Written) => Call
  /** Asserts what the answer shows; none where it never shows a personal field. */
  readonly check?: (body: unknown, person: Person, shows: ReadonlyArray<Scope>) => void
  readonly never?: true
}

const transfer = ({ id }: Person) => post("/laas/coins/transfer-from-user-wallet", { userId: id, coins: 1 })

/** Asserts what the newest two transactions show: a transfer, and an award before it. */
const showsSides: View["check"] = (body, person, shows) => {
  const expected = sideOf(person, shows)
  assert.deepEqual(side(objectAt(body, "data", "data", 0, "from")), expected, "a transfer")
  assert.deepEqual(side(objectAt(body, "data", "data", 1, "to")), expected, "an award")
}

const credit = { coins: 1, debitOrCredit: "CR", reason: "a test" }

const views: ReadonlyArray<View> = [
  {
    name: "GET /laas/coins/transactions",
    call: ({ id }) => get(`/laas/coins/transactions?userId=${id}`),
    check: showsSides
  },
  {
    name: "GET /laas/coins/transactions/search",
    call: ({ id }) => get(`/laas/coins/transactions/search?userId=${id}`),
    check: showsSides
  },
  {
    name: "GET /laas/coins/transactions/search of all users",
    call: () => get("/laas/coins/transactions/search?limit=2"),
    check: showsSides
  },
  {
    name: "POST /laas/coins/transfer-from-user-wallet",
    call: transfer,
    check: (body, person, shows) =>
      assert.deepEqual(side(objectAt(body, "data", "from")), sideOf(person, shows))
  },
  {
    name: "POST /laas/coins/transfer-from-user-wallet with a key",
    call: (person) => withKey(transfer(person), person.id),
    check: (body, person) => assert.deepEqual(side(objectAt(body, "data", "from")), sideOf(person, [])),
    never: true
  },
  {
    name: "GET /laas/get-user-coin-data",
    call: ({ id }) => get(`/laas/get-user-coin-data?userId=${id}`),
    check: (body) => assert.equal(dataIn(body).isLinked, true),
    never: true
  },
  {
    name: "GET /laas/leaderboard/new",
    call: ({ id }) => get(`/laas/leaderboard/new?take=100&userId=${id}`),
    never: true
  },
  {
    name: "GET /laas/coins/partner/ep-leaderboard",
    call: ({ id }) => get(`/laas/coins/partner/ep-leaderboard?limit=100&userId=${id}`),
    never: true
  },
  {
    name: "GET /laas/users",
    call: ({ id }) => get(`/laas/users?search=${id}`),
    check: (body, { fullname, id, tag }, shows) => {
      const { fullname: shownName, tag: shownTag, userId } = objectAt(body, "data", "data", 0)
      assert.deepEqual(
        { fullname: shownName, tag: shownTag, userId },
        {
          fullname: shows.includes("fullname") ? fullname : "",
          tag: shows.includes("profile") ? tag : null,
          userId: id
        }
      )
    }
  },
  { name: "GET /laas/users/export", call: ({ id }) => get(`/laas/users/export?userId=${id}`), never: true },
  { name: "POST /laas/users", call: ({ id }) => post("/laas/users", { userId: id }), never: true },
  {
    name: "POST /laas/users/merge",
    call: ({ id: into }, { otherId: from }) => post("/laas/users/merge", { from, into }),
    never: true
  },
  {
    name: "POST /laas/rules/award",
    call: ({ id }) => post("/laas/rules/award", { userId: id, ruleName: "seen" }),
    never: true
  },
  {
    name: "POST /laas/rules/awards",
    call: ({ id }) => post("/laas/rules/awards", { awards: [{ userId: id, ruleName: "seen" }] }),
    never: true
  },
  {
    // An event is later than the award that was made before it, so the award's id says where to begin.
    name: "GET /laas/events",
    call: (_, { awardId }) => get(`/laas/events?after=${awardId}&types=coins.transferred`),
    check: (body, person) =>
      assert.deepEqual(side(objectAt(body, "data", "data", 0, "data", "from")), sideOf(person, [])),
    never: true
  },
  { name: "GET /laas/rules/awards", call: ({ id }) => get(`/laas/rules/awards?userId=${id}`), never: true },
  {
    name: "GET /laas/awards/:id",
    call: (_, { awardId }) => get(`/laas/awards/${awardId}`),
    never: true
  },
  {
    name: "POST /laas/rules/award/explain",
    call: ({ id }) => post("/laas/rules/award/explain", { userId: id, ruleName: "seen" }),
    never: true
  },
  {
    name: "POST /laas/rules/award/reverse",
    call: (_, { awardId }) => post("/laas/rules/award/reverse", { awardId }),
    never: true
  },
  {
    name: "POST /laas/rules/awards/reverse",
    call: (_, { awardId }) => post("/laas/rules/awards/reverse", { reversals: [{ awardId }] }),
    never: true
  },
  {
    name: "POST /laas/rules/award/confirm",
    call: (_, { pendingId: awardId }) => post("/laas/rules/award/confirm", { awardId }),
    never: true
  },
  {
    name: "POST /laas/rules/awards/confirm",
    call: (_, { pendingId: awardId }) => post("/laas/rules/awards/confirm", { confirmations: [{ awardId }] }),
    never: true
  },
  {
    name: "POST /laas/coins/refund",
    call: (_, { transactionId }) => post("/laas/coins/refund", { transactionId }),
    never: true
  },
  {
    name: "POST /laas/coins/refunds",
    call: (_, { transactionId }) => post("/laas/coins/refunds", { refunds: [{ transactionId }] }),
    never: true
  },
  {
    name: "POST /laas/coins/adjust",
    call: ({ id: userId }) => post("/laas/coins/adjust", { userId, ...credit }),
    never: true
  },
  {
    name: "POST /laas/coins/adjustments",
    call: ({ id: userId }) => post("/laas/coins/adjustments", { adjustments: [{ userId, ...credit }] }),
    never: true
  },
  {
    name: "POST /laas/coins/adjust/reverse",
    call: (_, { adjustmentId }) => post("/laas/coins/adjust/reverse", { adjustmentId }),
    never: true
  },
  {
    name: "GET /laas/coins/adjust/requests",
    call: () => get("/laas/coins/adjust/requests"),
    never: true
  },
  {
    name: "POST /laas/activities",
    call: ({ id: userId }) => post("/laas/activities", { userId, type: "seen" }),
    never: true
  },
  {
    name: "POST /laas/activities/many",
    call: ({ id: userId }) => post("/laas/activities/many", { activities: [{ userId, type: "seen" }] }),
    never: true
  },
  {
    name: "GET /laas/activities",
    call: ({ id }) => get(`/laas/activities?userId=${id}`),
    never: true
  },
  { name: "GET /laas/iam/audit", call: () => get("/laas/iam/audit?limit=100"), never: true }
]

const reads = views.filter(({ name }) => name.startsWith("GET "))
const writes = views.filter((view) => !reads.includes(view))

/** An award is reversed once, and a transfer refunded once. */
const undoes = (name: string): boolean => /reverse|refund/.test(name)

/** Answers to a partner about itself, its people, its keys, its rules and erased members. All others are in this table. */
const aboutNoUser = new Set([
  "partners.details",
  "partners.update",
  "iam.logout",
  "iam.logoutAll",
  "iam.logoutLogins",
  "iam.me",
  "iam.updateMe",
  "iam.listSessions",
  "iam.endSession",
  "people.list",
  "people.invite",
  "people.changeRole",
  "people.remove",
  "totp.start",
  "totp.confirm",
  "totp.remove",
  "testSide.create",
  "testSide.get",
  "testSide.empty",
  "testSide.clock",
  "testSide.token",
  "iam.listApiKeys",
  "iam.createApiKey",
  "iam.revokeApiKey",
  "settings.get",
  "settings.update",
  "approvals.approve",
  "approvals.decline",
  "rules.create",
  "rules.update",
  "rules.list",
  "rules.usage",
  "rules.get",
  "rules.simulate",
  "activities.reverse",
  "alerts.list",
  "statistics.ofPartner",
  "statistics.ofRule",
  "coins.liability",
  "members.erase",
  "members.erasure",
  "webhooks.create",
  "webhooks.list",
  "webhooks.get",
  "webhooks.update",
  "webhooks.remove",
  "webhooks.rotate",
  "webhooks.test",
  "webhooks.deliveries",
  "webhooks.redeliver"
])
const linkTag = "POST /shop/users/link-tag"
const me = "GET /shop/users/me"
const progress = "GET /laas/rules/:id/progress"

/** Asserts that an answer has no personal field besides those that the scopes cover. */
const hidesTheRest = ({ text }: Reply, { email, fullname, tag }: Person, shows: ReadonlyArray<Scope>) => {
  const fields: ReadonlyArray<readonly [Scope, string]> = [
    ["email", email],
    ["fullname", fullname],
    ["profile", tag]
  ]
  for (const [scope, value] of fields) {
    assert.ok(shows.includes(scope) || !text.includes(value), `${scope} is shown: ${text}`)
  }
}

export const privacy = (table: Table): void =>
  table("a user's personal fields", [], (test) => {
    /** A user who has got a coin and earned 20 coins with the partner, and given one back. Other coins still wait. */
    const open = async (world: Cast): Promise<Scene> => {
      const partner = await partnerIn(world)
      const person = await newPerson(world)
      // From then on, there are events.
      await world.send(partner.as(get("/laas/events")))
      const adjustment = await world.send(
        partner.as(post("/laas/coins/adjust", { userId: person.id, ...credit }))
      )
      const otherId = `other ${person.id}`
      await world.send(partner.as(post("/laas/users", { userId: otherId })))
      const pendingId = await partner.pending(person.id)
      await partner.award(person.id, "seen")
      const award = await partner.award(person.id, "seen")
      const transfer = await partner.transfer(person.id, 1)
      const written = {
        otherId,
        awardId: idIn(award.body),
        pendingId,
        transactionId: idIn(transfer.body),
        adjustmentId: idIn(adjustment.body)
      }
      return { world, partner, person, written }
    }

    for (const { make, name, shows } of grants) {
      const fields = shows.length === 0 ? "nothing" : shows.join(", ")
      const granted = async (world: Cast) => {
        const scene = await open(world)
        return { ...scene, token: await make(scene) }
      }
      let made: ReturnType<typeof granted> | undefined
      /** The user of all calls that can follow each other. Those that read come first: the first transactions are the newest then. */
      const shared = (world: Cast) => {
        made ??= granted(world)
        return made
      }

      for (const { call, check, name: answer, never } of [...reads, ...writes]) {
        test(`${answer}, ${name}: shows ${never ? "nothing" : fields}`, async (world) => {
          const { partner, person, written } = await (undoes(answer) ? granted : shared)(world)
          const reply = await world.send(partner.as(call(person, written)))
          assert.ok(reply.status < 300, reply.text)
          check?.(reply.body, person, shows)
          hidesTheRest(reply, person, never ? [] : shows)
        })
      }

      test(`${linkTag}, ${name}: ${shows.includes("profile") ? "links" : "is refused"}`, async (world) => {
        const { partner, person } = await granted(world)
        const body = { userId: `own ${person.id}`, tag: person.tag }
        const reply = await world.send(partner.as(post("/shop/users/link-tag", body)))
        if (shows.includes("profile")) assert.equal(dataIn(reply.body).tag, person.tag)
        else assert.equal(reply.status, 403, reply.text)
        hidesTheRest(reply, person, shows.includes("profile") ? ["profile"] : [])
      })

      test(`${me}, ${name}: shows at most ${fields}`, async (world) => {
        const { person, token } = await shared(world)
        if (token === undefined) return
        const reply = await world.send(withBearer(get("/shop/users/me"), token))
        if (shows.length === 0) assert.equal(reply.status, 401)
        else assert.equal(dataIn(reply.body).id, person.id)
        hidesTheRest(reply, person, shows)
      })
    }

    test("every endpoint that a partner can call about a user is in this table", async () => {
      const called = new Set([...views.map(({ name }) => name), linkTag, me, progress])
      const forPartners = endpoints.filter(({ access }) => access === "partner" || access === "user")
      const missing = forPartners.filter(
        ({ method, name, path }) => !aboutNoUser.has(name) && !called.has(`${method} ${path}`)
      )
      assert.deepEqual(
        missing.map(({ name }) => name),
        []
      )
    })

    test(`${progress}: shows nothing, whatever the user allows`, async (world) => {
      const { partner, person } = await open(world)
      await allow(world, partner, person, all)
      const id = await partner.rule({ name: "steps", type: "batched", completionNumber: "2" })
      await partner.award(person.id, "steps")
      const reply = await world.send(partner.as(get(`/laas/rules/${id}/progress`)))
      assert.equal(objectAt(reply.body, "data", "data", 0).userId, person.id)
      hidesTheRest(reply, person, [])
    })

    test("an e-mail address that the user has not verified is not shown, whatever the user allows", async (world) => {
      const { partner, person } = await open(world)
      const token = await allow(world, partner, person, all)
      const seen = async () => {
        const list = await world.send(partner.as(get(`/laas/coins/transactions?userId=${person.id}`)))
        const own = await world.send(withBearer(get("/shop/users/me"), token))
        const { email, emailVerified } = dataIn(own.body)
        return [objectAt(list.body, "data", "data", 0, "from").email, email, emailVerified]
      }
      assert.deepEqual(await seen(), [person.email, person.email, true])
      await world.sql(`UPDATE rewards_user SET email_verified_at = NULL WHERE id = UUID '${person.id}'`)
      assert.deepEqual(await seen(), ["", undefined, false])
    })

    test("a linked user who withdraws consent is hidden under the partner's own id too", async (world) => {
      const { partner, person } = await open(world)
      await allow(world, partner, person, all)
      const own = `own ${person.id}`
      await world.send(partner.as(post("/shop/users/link-tag", { userId: own, tag: person.tag })))
      const read = () =>
        world.send(partner.as(get(`/laas/coins/transactions?userId=${encodeURIComponent(own)}`)))
      const from = ({ body }: Reply) => side(objectAt(body, "data", "data", 0, "from"))
      const shown = { ...sideOf(person, ["profile", "email", "fullname"]), userId: own }
      assert.deepEqual(from(await read()), shown)
      await world.sql(revokeConsents(partner.partnerId, person.id))
      const hidden = await read()
      assert.deepEqual(from(hidden), { ...sideOf(person, []), userId: own })
      hidesTheRest(hidden, person, [])
      const wallet = await world.send(
        partner.as(get(`/laas/get-user-coin-data?userId=${encodeURIComponent(own)}`))
      )
      assert.equal(dataIn(wallet.body).isLinked, true)
    })

    test("a record that the partner supplied is its own, whatever the user allows", async (world) => {
      const { partner, person } = await open(world)
      const { partnerId } = partner
      const { body } = await world.send(partner.as(post("/laas/users", { userId: person.id })))
      const record = { ...ownRecord, fullname: "as the partner knows it" }
      await world.sql(recordRow(partnerId, String(dataIn(body).id), record))
      const again = await world.send(partner.as(post("/laas/users", { userId: person.id })))
      assert.deepEqual(dataIn(again.body).userData, record)
    })
  })
