// Mails about alerts, of two services on one database.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { claimReaders, mailReader } from "../../../lib/accounts/people/alertReaders.ts"
import { Alerts } from "../../../lib/alerts/Alerts.ts"
import { mailedAlerts } from "../../../lib/alerts/mailedAlerts.ts"
import { AlertMails, Mails, People } from "../../../lib/entries/accounts.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { callsOf, exchange, make } from "../../accounts/testSides/scene.ts"
import { dataIn, get, idIn, patch, post, remove, withBearer } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { type Colleague, join } from "../../support/staff.ts"
import { eventually } from "../../support/wait.ts"
import { type HttpPartner, newWatch, openWorld, type World } from "../../support/world.ts"

const minute = 60_000
const hour = 60 * minute
const alertsUrl = "https://rewards.example/dashboard/alerts"

export const alertMails = (name: string, database: () => Promise<string>): void =>
  describe(`mails about alerts on ${name}`, () => {
    let address = ""
    let one: World
    /** Another process on the same database. */
    let other: World
    const watch = newWatch("2026-11-17T12:00:00Z")

    beforeAll(async () => {
      address = await database()
      // The mails are written when a test asks for it.
      const options = {
        watch,
        http: { rateLimits: { public: 0, failures: 0, partner: 0 } },
        accounts: { alertsUrl }
      } as const
      one = await openWorld(address, options)
      other = await openWorld(address, options)
    })
    afterAll(async () => {
      await one.close()
      await other.close()
    })

    const sweep = (world: World = one) => world.run(Effect.flatMap(AlertMails, (mails) => mails.sweep()))
    const later = (time: number) => {
      watch.now += time
    }

    const choose = (person: Pick<Colleague, "as">, isOn: boolean) =>
      one.send(person.as(patch("/laas/iam/me", { alertMails: isOn })))

    /** The mails to an address, the oldest first. */
    const mailsTo = async (email: string) =>
      (
        await one.sql(
          `SELECT subject, body, html FROM rewards_mail WHERE recipient = '${email}' AND subject = 'New alerts' ORDER BY id`
        )
      ).map(({ body }) => String(body))

    /** A partner whose rule "spring" has a single place. */
    const opened = async () => {
      const partner = await one.partner(crypto.randomUUID())
      await partner.rule({ name: "spring", maxNumberOfParticipant: "1" })
      for (const userId of ["ada lovelace", "bob"]) await partner.onboard(userId)
      return partner
    }

    const places = async (partner: HttpPartner, maxNumberOfParticipant: string) => {
      const { data } = dataIn((await one.send(partner.as(get("/laas/rules")))).body)
      assert.ok(Array.isArray(data))
      const [{ id }] = data
      const reply = await one.send(
        partner.as(post("/laas/rules/update-rule", { id, maxNumberOfParticipant }))
      )
      assert.equal(reply.status, 200, reply.text)
    }

    it("go to a person who wants them, and to nobody else", async () => {
      const partner = await opened()
      const manager = await join(one, partner, `manager-${partner.email}`, "manager")
      await partner.award("ada lovelace", "spring")
      assert.equal(dataIn((await one.send(manager.as(get("/laas/iam/me")))).body).alertMails, false)
      assert.equal(await sweep(), 0)
      const chosen = await choose(manager, true)
      assert.equal(chosen.status, 200, chosen.text)
      assert.equal(dataIn(chosen.body).alertMails, true)
      assert.equal(await sweep(), 1)
      const [mail = "", ...others] = await mailsTo(manager.email)
      assert.deepEqual([others, await mailsTo(partner.email)], [[], []])
      assert.ok(mail.includes('The rule "spring" is used up: 1 of 1 places.'), mail)
      assert.ok(mail.includes(alertsUrl), mail)
      assert.ok(!mail.includes("lovelace"), mail)
    })

    it("say nothing about what was mailed, come at most once an hour, and again after an alert has ended", async () => {
      const partner = await opened()
      await choose(partner, true)
      assert.equal(await sweep(), 0)
      await partner.award("ada lovelace", "spring")
      assert.equal(await sweep(), 0, "the alerts of this person were read a moment ago")
      later(5 * minute)
      assert.equal(await sweep(), 1)
      await partner.rule({ name: "autumn", maxNumberOfParticipant: "1" })
      await partner.award("bob", "autumn")
      later(59 * minute)
      assert.equal(await sweep(), 0)
      later(minute)
      assert.equal(await sweep(), 1)
      const [, second = ""] = await mailsTo(partner.email)
      assert.ok(second.includes('"autumn"') && !second.includes('"spring"'), second)
      later(2 * hour)
      assert.equal(await sweep(), 0)
      await places(partner, "2")
      later(5 * minute)
      assert.equal(await sweep(), 0)
      await places(partner, "1")
      later(5 * minute)
      assert.equal(await sweep(), 1)
      assert.equal((await mailsTo(partner.email)).length, 3)
    })

    it("end when the person turns them off, and come at most once an hour also then", async () => {
      const partner = await opened()
      await partner.award("ada lovelace", "spring")
      await choose(partner, true)
      assert.equal(await sweep(), 1)
      await choose(partner, false)
      later(2 * hour)
      await partner.rule({ name: "autumn", maxNumberOfParticipant: "1" })
      await partner.award("bob", "autumn")
      assert.equal(await sweep(), 0)
      await choose(partner, true)
      assert.equal(await sweep(), 1)
      await choose(partner, false)
      await choose(partner, true)
      assert.equal(await sweep(), 0)
      later(hour)
      assert.equal(await sweep(), 1)
    })

    it("leave out what the person's role does not show, and a removed person gets none", async () => {
      const partner = await opened()
      const email = `colleague-${partner.email}`
      const colleague = await join(one, partner, email, "manager")
      await choose(colleague, true)
      await choose(partner, true)
      await one.send(partner.as(post("/laas/settings", { approveAbove: 5 })))
      const order = { userId: "bob", coins: "60", debitOrCredit: "CR", reason: "a lost parcel" }
      assert.equal((await one.send(partner.as(post("/laas/coins/adjust", order)))).status, 202)
      await one.send(partner.as(post("/laas/iam/staff/role", { id: colleague.id, role: "support" })))
      assert.equal(await sweep(), 1)
      const [mail = ""] = await mailsTo(partner.email)
      assert.ok(mail.includes("1 adjustment waits for approval."), mail)
      assert.ok(!mail.includes("bob") && !mail.includes("parcel"), mail)
      assert.deepEqual(await mailsTo(email), [])
      await partner.award("ada lovelace", "spring")
      later(5 * minute)
      assert.equal(await sweep(), 1)
      const gone = await one.send(partner.as(remove(`/laas/iam/staff/${colleague.id}`)))
      assert.equal(gone.status, 200, gone.text)
      await partner.rule({ name: "autumn", maxNumberOfParticipant: "1" })
      await partner.award("bob", "autumn")
      later(2 * hour)
      assert.equal(await sweep(), 1)
      assert.equal((await mailsTo(email)).length, 1)
    })

    it("are one mail for each person if two processes write them at once", async () => {
      const partners = await Promise.all([opened(), opened(), opened(), opened()])
      for (const partner of partners) {
        await choose(partner, true)
        await partner.award("ada lovelace", "spring")
      }
      const swept = await Promise.all([sweep(one), sweep(other), sweep(one), sweep(other)])
      assert.equal(
        swept.reduce((all, each) => all + each, 0),
        partners.length
      )
      for (const { email } of partners) assert.equal((await mailsTo(email)).length, 1)
    })

    /** A partner of whom a mail is due, and nobody else. */
    const due = async () => {
      const partner = await opened()
      await partner.award("ada lovelace", "spring")
      await sweep()
      await choose(partner, true)
      return partner
    }

    /** What a process does between its claim and its mails, so that a test can stop it there. */
    const claimed = (world: World) =>
      world.run(
        Effect.gen(function* () {
          const readers = yield* claimReaders(yield* Database, new Date(watch.now))
          const [reader] = readers
          assert.ok(reader !== undefined && readers.length === 1)
          const found = mailedAlerts(yield* (yield* Alerts).list({ partnerId: reader.partnerId }))
          const mail = (by: World) =>
            by.run(
              Effect.gen(function* () {
                const services = { database: yield* Database, mails: yield* Mails }
                return yield* mailReader(services, reader, found, undefined)
              }).pipe(Effect.provide(Database.layer))
            )
          return { partnerId: reader.partnerId, mail }
        }).pipe(Effect.provide(Database.layer))
      )

    it("are not written by a process that stopped for so long that another one has taken over", async () => {
      const partner = await due()
      const slow = await claimed(one)
      assert.equal(slow.partnerId, partner.partnerId)
      later(5 * minute)
      assert.equal(await sweep(other), 1)
      await places(partner, "2")
      later(hour)
      assert.equal(await sweep(other), 0)
      assert.equal(await slow.mail(one), false)
      assert.equal((await mailsTo(partner.email)).length, 1)
    })

    it("are written once for one claim, also if it is used twice at once", async () => {
      const partner = await due()
      const { mail } = await claimed(one)
      const written = await Promise.all([mail(one), mail(other), mail(one), mail(other)])
      assert.equal(written.filter((each) => each).length, 1)
      assert.equal((await mailsTo(partner.email)).length, 1)
    })

    it("of one partner do not wait for another whose alerts cannot be read", async () => {
      const [broken, partner] = [await opened(), await opened()]
      await choose(broken, true)
      later(1)
      await choose(partner, true)
      for (const each of [broken, partner]) await each.award("ada lovelace", "spring")
      const where = `WHERE partner_id = UUID '${broken.partnerId}'`
      const webhook = { url: "https://crm.example/hooks", types: ["award.paid"] }
      const made = await one.send(broken.as(post("/laas/webhooks", webhook)))
      assert.equal(made.status, 201, made.text)
      await one.sql(`UPDATE rewards_webhook SET url = 'no address', failing_since = created_at ${where}`)
      await assert.rejects(sweep(), /no address|URL/)
      assert.deepEqual([(await mailsTo(broken.email)).length, (await mailsTo(partner.email)).length], [0, 1])
      await one.sql(`UPDATE rewards_webhook SET url = 'https://crm.example/hooks?key=secret' ${where}`)
      later(5 * minute)
      assert.equal(await sweep(), 1)
      const [mail = ""] = await mailsTo(broken.email)
      assert.match(mail, /The webhook to crm\.example has been failing since 2026-11-\d\d \d\d:\d\d UTC\./)
      assert.ok(!mail.includes("secret"), mail)
    })

    it("are chosen by a person of the live side, and not by a key", async () => {
      const partner = await opened()
      const wrong = await one.send(partner.as(patch("/laas/iam/me", { alertMails: "yes" })))
      assert.equal(wrong.status, 400, wrong.text)
      const key = await one.logInWithKey(await partner.key())
      const byKey = await one.send(withBearer(patch("/laas/iam/me", { alertMails: true }), key))
      assert.equal(byKey.status, 403, byKey.text)
      const invited = await one.send(
        partner.as(post("/laas/iam/staff", { email: `new-${partner.email}`, role: "viewer" }))
      )
      const update = Effect.flatMap(People, (people) =>
        people.update({ partnerId: partner.partnerId, personId: idIn(invited.body), alertMails: true })
      )
      assert.equal((await one.run(Effect.flip(update)))._tag, "PersonNotFound")
    })

    it("are written in the background", async () => {
      const background = await openWorld(address, {
        watch,
        accounts: { mailAlerts: true, webhookSender: false, alertPoll: "20 millis" }
      })
      const partner = await due()
      await eventually(
        "a mail",
        () => mailsTo(partner.email),
        (mails) => mails.length > 0
      )
      await background.close()
    })

    it("say nothing about the test side, whose token cannot choose them", async () => {
      const partner = await opened()
      await choose(partner, true)
      await make(one, partner)
      const token = await exchange(one, partner.accessToken)
      const test = callsOf(one, token)
      await test.rule({ name: "trial", maxNumberOfParticipant: "1" })
      await test.onboard("ada")
      await test.award("ada", "trial")
      assert.equal((await test.read("/laas/alerts")).hasMore, false)
      const refused = await one.send(withBearer(patch("/laas/iam/me", { alertMails: false }), token))
      assert.equal(refused.status, 403, refused.text)
      assert.equal(await sweep(), 0)
      assert.deepEqual(await mailsTo(partner.email), [])
    })
  })
