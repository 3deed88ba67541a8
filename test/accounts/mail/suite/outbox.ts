import assert from "node:assert/strict"
import { Effect, TestClock } from "effect"
import { mailRetryAt } from "../../../../lib/accounts/mail/MailSender.ts"
import { Mails } from "../../../../lib/accounts/mail/Mails.ts"
import { Database } from "../../../../lib/sql/Database.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused } from "../../../support/expect.ts"
import { raw } from "../../../support/world.ts"
import { clear, letter, listAll, type Outbox, write, writeMany } from "../outbox.ts"

const services = Effect.zipLeft(Effect.all({ mails: Mails, database: Database }), clear)
const recipients = Effect.map(listAll, (mails) => mails.map(({ to }) => to))
const start = new Date(0).getTime()
const after = (duration: number) => new Date(start + duration)
const minute = 60_000

export const outbox = (it: Tests<Outbox>): void => {
  it.effect("a mail is written with the transaction that causes it, or not at all", () =>
    Effect.gen(function* () {
      const { mails, database } = yield* services
      const told: Array<string> = []
      yield* mails.watch(({ to }) => told.push(to))
      const undone = (to: string) => Effect.zipRight(write(to), Effect.fail({ _tag: "Undone" } as const))
      const nested = Effect.gen(function* () {
        yield* write("kept@mail.example")
        yield* Effect.either(database.transaction(undone("savepoint@mail.example")))
        yield* database.transaction(write("inner@mail.example"))
        assert.deepEqual(told, [], "listeners are not called before the commit")
      })
      yield* database.transaction(nested)
      assert.equal(yield* outcome(database.transaction(undone("undone@mail.example"))), "Undone")
      const nothing = Effect.zipRight(write("died@mail.example"), Effect.die("a fault"))
      yield* Effect.exit(database.transaction(nothing))
      yield* write("alone@mail.example")
      const expected = ["kept@mail.example", "inner@mail.example", "alone@mail.example"]
      assert.deepEqual((yield* recipients).toReversed(), expected)
      assert.deepEqual(told, expected)
    })
  )

  it.effect("a mail that was delivered keeps neither text nor HTML, enforced by a CHECK constraint", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      yield* write("ada@mail.example")
      const [mail] = yield* mails.claim(5, "2 minutes")
      assert.ok(mail)
      assert.deepEqual(
        [mail.to, mail.subject, mail.text, mail.html],
        ["ada@mail.example", ...Object.values(letter)]
      )
      yield* mails.sent(mail.id)
      const [kept] = yield* listAll
      assert.deepEqual(
        [kept?.state, kept?.text, kept?.html, kept?.dueAt, kept?.attempts, kept?.sentAt],
        ["sent", "", "", null, 1, new Date(start)]
      )
      assert.equal((yield* mails.claim(5, "2 minutes")).length, 0)
      yield* Effect.flip(raw("UPDATE rewards_mail SET body = 'code 123456'"))
    })
  )

  it.effect(
    "a claimed mail has one claimer until its lease ends; after that the claimer's failure is ignored",
    () =>
      Effect.gen(function* () {
        const { mails } = yield* services
        yield* writeMany(1)
        const [first] = yield* mails.claim(1, "2 minutes")
        assert.ok(first)
        yield* TestClock.adjust("119 seconds")
        assert.deepEqual(yield* mails.claim(1, "2 minutes"), [])
        yield* TestClock.adjust("1 second")
        const [second] = yield* mails.claim(1, "2 minutes")
        assert.deepEqual([second?.id, second?.attempts], [first.id, 2])
        yield* mails.failed(first, "too late", null)
        const [still] = yield* listAll
        assert.deepEqual([still?.state, still?.error, still?.dueAt], ["waiting", null, after(4 * minute)])
        yield* mails.sent(first.id)
        const [sent] = yield* listAll
        assert.equal(sent?.state, "sent", "a late sender can still record the delivery")
        assert.ok(second)
        yield* mails.failed(second, "too late", after(minute))
        const [kept] = yield* listAll
        assert.deepEqual([kept?.state, kept?.error, kept?.dueAt], ["sent", null, null])
      })
  )

  it.effect("a mail that has expired is given up with a reason, and its text is deleted", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      yield* write("late@mail.example", after(10 * minute))
      yield* write("early@mail.example", after(20 * minute))
      yield* TestClock.adjust("10 minutes")
      const claimed = yield* mails.claim(5, "2 minutes")
      assert.deepEqual(
        claimed.map(({ to }) => to),
        ["early@mail.example"]
      )
      const late = (yield* listAll).find(({ to }) => to === "late@mail.example")
      assert.deepEqual(
        [late?.state, late?.attempts, late?.error, late?.text, late?.html],
        ["given up", 0, "expired before it could be sent", "", ""]
      )
    })
  )

  it.effect("a mail without an expiry expires after two days", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      yield* writeMany(1)
      yield* TestClock.adjust("2 days")
      assert.deepEqual(yield* mails.claim(1, "2 minutes"), [])
      assert.equal((yield* listAll)[0]?.state, "given up")
    })
  )

  it.effect("a delayed mail is due again at the given time, and one that is given up never", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      yield* writeMany(1)
      const [first] = yield* mails.claim(1, "2 minutes")
      assert.ok(first)
      yield* mails.failed(first, "451 \u0000 later \ud800", after(minute))
      const [waiting] = yield* listAll
      assert.deepEqual(
        [waiting?.dueAt, waiting?.error, waiting?.text],
        [after(minute), "451  later \ufffd", letter.text]
      )
      assert.deepEqual(yield* mails.claim(1, "2 minutes"), [])
      yield* TestClock.adjust("1 minute")
      const [second] = yield* mails.claim(1, "2 minutes")
      assert.ok(second)
      yield* mails.failed(second, "x".repeat(9000), null)
      const [over] = yield* listAll
      assert.deepEqual([over?.state, over?.error?.length, over?.text, over?.html], ["given up", 500, "", ""])
      yield* TestClock.adjust("1 day")
      assert.deepEqual(yield* mails.claim(1, "2 minutes"), [])
    })
  )

  it.effect("the oldest due mail goes first, and no more are claimed than were asked for", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      for (const to of ["a@mail.example", "b@mail.example", "c@mail.example"]) {
        yield* write(to)
        yield* TestClock.adjust("1 second")
      }
      const first = yield* mails.claim(2, "2 minutes")
      assert.deepEqual(first.map(({ to }) => to).toSorted(), ["a@mail.example", "b@mail.example"])
      assert.equal((yield* mails.claim(2, "2 minutes")).length, 1)
    })
  )

  it.effect("the outbox is read newest first, page by page", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      yield* writeMany(5)
      const first = yield* mails.list({ limit: 2 })
      const second = yield* mails.list({ limit: "3", before: first[1]?.id })
      assert.deepEqual(
        [...first, ...second].map(({ to }) => to),
        [4, 3, 2, 1, 0].map((index) => `user-${index}@mail.example`)
      )
      assert.deepEqual(
        [first[0]?.state, first[0]?.subject, first[0]?.text],
        ["waiting", letter.subject, letter.text]
      )
      const { message } = yield* refused("InvalidInput")(mails.list({ limit: 0, before: "yesterday" }))
      assert.match(message, /before must be the id of a mail.*; limit must be a whole number from 1 to 100/)
    })
  )

  it.effect("mails that were sent or given up are deleted after thirty days; waiting mails are not", () =>
    Effect.gen(function* () {
      const { mails } = yield* services
      yield* writeMany(2)
      const [one] = yield* mails.claim(1, "2 minutes")
      assert.ok(one)
      yield* mails.sent(one.id)
      yield* raw("UPDATE rewards_mail SET expires_at = NULL")
      yield* TestClock.adjust("30 days")
      yield* write("new@mail.example")
      yield* mails.forget()
      assert.equal((yield* listAll).length, 3)
      yield* TestClock.adjust("1 minute")
      yield* mails.forget()
      assert.deepEqual(
        (yield* listAll).map(({ state, to }) => [state, to]),
        [
          ["waiting", "new@mail.example"],
          ["waiting", "user-1@mail.example"]
        ]
      )
    })
  )

  it.effect(
    "without a sender, each written mail gives up a few expired mails and deletes a few old ones",
    () =>
      Effect.gen(function* () {
        yield* services
        for (let index = 0; index < 12; index++)
          yield* write(`code-${index}@mail.example`, after(10 * minute))
        yield* write("notice@mail.example")
        yield* TestClock.adjust("10 minutes")
        const withText = Effect.map(listAll, (mails) => mails.filter(({ text }) => text !== "").length)
        assert.equal(yield* withText, 13)
        yield* write("next@mail.example")
        assert.equal(yield* withText, 4)
        yield* write("after@mail.example")
        assert.equal(yield* withText, 3)
        assert.equal((yield* listAll).find(({ to }) => to === "code-3@mail.example")?.state, "given up")
        yield* TestClock.adjust("90 days")
        yield* write("month@mail.example")
        yield* write("later@mail.example")
        assert.deepEqual(yield* recipients, ["later@mail.example", "month@mail.example"])
      })
  )

  it("the pauses between tries grow from two seconds to hours, a day in all, and end where the mail expires", () => {
    const seconds = (attempts: number, chance: number, expiresAt: Date | null = null) => {
      const again = mailRetryAt({ attempts, expiresAt }, new Date(start), chance)
      return again === null ? null : again.getTime() / 1000
    }
    const tries = Array.from({ length: 11 }, (_, index) => index + 1)
    const hour = 3600
    const pauses = [2, 10, 60, 300, 900, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]
    assert.deepEqual(
      tries.map((attempts) => seconds(attempts, 0.5)),
      [...pauses, null]
    )
    for (const [index, pause] of pauses.entries()) {
      assert.deepEqual([seconds(index + 1, 0), seconds(index + 1, 1)], [pause * 0.8, pause * 1.2])
    }
    const tenMinutes = after(10 * minute)
    assert.deepEqual(
      [4, 5].map((attempts) => seconds(attempts, 0.5, tenMinutes)),
      [300, null]
    )
    assert.equal(seconds(1, 0.5, after(2000)), null)
  })
}
