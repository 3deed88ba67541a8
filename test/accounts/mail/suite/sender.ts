import assert from "node:assert/strict"
import { Effect, Layer, Metric } from "effect"
import { type Mail, MailDelayed, MailRefused } from "../../../../lib/accounts/mail/Mail.ts"
import * as MailSender from "../../../../lib/accounts/mail/MailSender.ts"
import { Database } from "../../../../lib/sql/Database.ts"
import { it } from "../../../support/effect.ts"
import { repeatUntil } from "../../../support/wait.ts"
import { type MakeClient, raw } from "../../../support/world.ts"
import {
  clear,
  ended,
  eventually,
  letter,
  listAll,
  makeDue,
  outboxOn,
  triedTimes,
  write,
  writeMany
} from "../outbox.ts"
import { deaf, eager, type Send, senderOn, sentOf } from "../sender.ts"

const countOf = (outcome: string) =>
  Effect.map(
    Metric.value(
      Metric.tagged(
        Metric.counter("rewards_mails_total", {
          description: "Mails by the outcome of each attempt; expired mails were not tried again"
        }),
        "outcome",
        outcome
      )
    ),
    ({ count }) => count
  )

export const sender = (makeClient: MakeClient): void => {
  const client = Effect.promise(makeClient)

  it.live("a mail goes out as soon as its transaction has committed, without waiting for the next poll", () =>
    Effect.gen(function* () {
      const received: Array<Mail> = []
      const context = yield* Layer.build(senderOn(yield* client, sentOf(received), deaf))
      const inTransaction = Effect.flatMap(Database, (database) =>
        database.transaction(
          Effect.gen(function* () {
            yield* write("ada@mail.example")
            // Long enough for a sender that was notified too early to find the outbox empty.
            yield* Effect.repeatN(Effect.yieldNow(), 100)
            assert.deepEqual(received, [])
          })
        )
      )
      const mail = yield* Effect.provide(Effect.zipRight(inTransaction, ended), context)
      assert.deepEqual([mail.state, mail.attempts], ["sent", 1])
      assert.deepEqual(received, [
        { id: mail.id, to: "ada@mail.example", ...letter, attempts: 1, expiresAt: mail.expiresAt }
      ])
    })
  )

  it.live("mails of other processes are found by polling", () =>
    Effect.gen(function* () {
      const database = yield* client
      const received: Array<Mail> = []
      const context = yield* Layer.build(senderOn(database, sentOf(received)))
      yield* Effect.provide(writeMany(1), outboxOn(database))
      yield* Effect.provide(ended, context)
      assert.equal(received.length, 1)
    })
  )

  it.live("a refusal is final, a delay is not, and each is counted", () =>
    Effect.gen(function* () {
      let answer: Effect.Effect<void, MailRefused | MailDelayed> = new MailDelayed({ reason: "451 later" })
      const before = yield* Effect.all([countOf("sent"), countOf("delayed"), countOf("given_up")])
      const context = yield* Layer.build(senderOn(yield* client, () => Effect.suspend(() => answer)))
      yield* Effect.gen(function* () {
        yield* writeMany(1)
        const delayed = yield* triedTimes(1)
        assert.deepEqual([delayed.state, delayed.error, delayed.text], ["waiting", "451 later", letter.text])
        const pause = (delayed.dueAt?.getTime() ?? 0) - delayed.createdAt.getTime()
        assert.ok(pause >= 1600, `two seconds, more or less, and not ${pause} ms`)
        answer = Effect.void
        yield* makeDue
        assert.deepEqual(
          [(yield* ended).state, (yield* ended).attempts, (yield* ended).error],
          ["sent", 2, null]
        )

        yield* clear
        answer = new MailRefused({ reason: "550 no mailbox" })
        yield* writeMany(1)
        const refused = yield* ended
        assert.deepEqual([refused.state, refused.attempts, refused.error], ["given up", 1, "550 no mailbox"])
      }).pipe(Effect.provide(context))
      const counted = Effect.map(
        Effect.all([countOf("sent"), countOf("delayed"), countOf("given_up")]),
        (counts) => counts.map((value, index) => value - (before[index] ?? 0))
      )
      // An outcome is counted after it is recorded.
      const last = yield* repeatUntil("the count of the refusal", counted, ([, , givenUp = 0]) => givenUp > 0)
      assert.deepEqual(last, [1, 1, 1])
    })
  )

  it.live("a mail that cannot be tried again before it expires is given up with the last reason", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(
        senderOn(yield* client, () => new MailDelayed({ reason: "451 later" }))
      )
      const soon = new Date(Date.now() + 60_000)
      const mail = yield* Effect.gen(function* () {
        yield* write("ada@mail.example", soon)
        yield* triedTimes(1)
        // As if the attempts before this one had taken place.
        yield* raw("UPDATE rewards_mail SET attempts = 8, due_at = created_at")
        return yield* ended
      }).pipe(Effect.provide(context))
      assert.deepEqual(
        [mail.state, mail.attempts, mail.error],
        ["given up", 9, "451 later (no further attempt)"]
      )
    })
  )

  it.live("a transport that fails with a defect, or never ends, delays only its own mail", () =>
    Effect.gen(function* () {
      const received: Array<Mail> = []
      const send: Send = (mail) => {
        if (mail.to.startsWith("fault")) return Effect.die("out of order")
        return mail.to.startsWith("endless") ? Effect.uninterruptible(Effect.never) : sentOf(received)(mail)
      }
      const context = yield* Layer.build(
        senderOn(yield* client, send, { ...eager, slots: 2, patience: "50 millis" })
      )
      const mails = yield* Effect.gen(function* () {
        for (const name of ["endless", "fault", "ada", "ben", "eve"]) yield* write(`${name}@mail.example`)
        return yield* eventually((all) => all.every(({ error, sentAt }) => sentAt !== null || error !== null))
      }).pipe(Effect.provide(context))
      assert.deepEqual(mails.map(({ state, error }) => [state, error]).toReversed(), [
        ["waiting", "not delivered within 50ms"],
        ["waiting", "the mail transport failed unexpectedly; see the log"],
        ["sent", null],
        ["sent", null],
        ["sent", null]
      ])
    })
  )

  it.live("without a transport nothing is sent, and nothing is lost", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(Layer.provideMerge(MailSender.layer(eager), outboxOn(yield* client)))
      const [mail] = yield* Effect.provide(Effect.zipRight(writeMany(1), listAll), context)
      assert.deepEqual([mail?.state, mail?.attempts, mail?.text], ["waiting", 0, letter.text])
    })
  )
}
