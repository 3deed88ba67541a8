import { Context, Data, Duration, Effect, Layer, Metric, Schema, type Scope } from "effect"
import { inEngineTime, now } from "../../rewards/clock.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { firstIdOf } from "../../schema/Id.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { cleaned } from "../../schema/Text.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { mails } from "../tables.ts"
import type { Letter } from "./letters.ts"
import { ListMails, type ListMailsInput, type Mail, OutboxMail } from "./Mail.ts"

export interface WriteMail {
  readonly to: string
  readonly letter: Letter
  /** After this instant, the mail is given up. Null means two days after the mail was written. */
  readonly expiresAt: Date | null
}

/** A mail that the caller of `claim` may send until the lease ends. */
export interface ClaimedMail extends Mail {
  /** The number of attempts, including the current one. */
  readonly attempts: number
  readonly expiresAt: Date | null
}

/**
 * The outbox. A mail is written in the transaction that causes it, so a rollback also removes the mail. A sender claims a mail for a
 * limited time (the lease) before sending it. While a mail is claimed, no other sender takes it.
 */
export class Mails extends Context.Tag("rewards/Mails")<
  Mails,
  {
    /** Writes a mail. Also gives up a few expired mails and deletes a few old ones, because there may be no sender. */
    readonly write: (mail: WriteMail) => Effect.Effect<void, DatabaseFailure>

    /** Gives up expired mails, at most 1000. Then claims up to `count` due mails for the duration of the lease. */
    readonly claim: (
      count: number,
      lease: Duration.DurationInput
    ) => Effect.Effect<ReadonlyArray<ClaimedMail>, DatabaseFailure>

    /** Records the delivery and deletes the text. */
    readonly sent: (id: string) => Effect.Effect<void, DatabaseFailure>

    /**
     * Records a failed attempt. The mail is due again at `retryAt`. If `retryAt` is null, the mail is given up. Does nothing if the mail
     * was sent, or was claimed again, in the meantime.
     */
    readonly failed: (
      mail: Pick<ClaimedMail, "id" | "attempts">,
      error: string,
      retryAt: Date | null
    ) => Effect.Effect<void, DatabaseFailure>

    /** Deletes up to 1000 mails that are older than 30 days and were sent or given up. */
    readonly forget: () => Effect.Effect<void, DatabaseFailure>

    /** Returns at most `limit` mails, newest first. With `before`, returns only mails older than the mail with this id. */
    readonly list: (
      input: ListMailsInput
    ) => Effect.Effect<ReadonlyArray<OutboxMail>, InvalidInput | DatabaseFailure>

    /**
     * Calls the listener with every mail that this process writes, after COMMIT. Does not call it for mails of a transaction that this
     * library did not begin, because it cannot see the COMMIT. The listener must not throw.
     */
    readonly watch: (listener: (mail: Mail) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Mails, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

class RolledBack extends Data.TaggedError("RolledBack") {}

/** Writes a mail, but rolls it back if `isKept` is false. So the duration does not reveal whether a mail is sent. */
export const writeMailIf = (
  isKept: boolean,
  mail: WriteMail,
  { database, mails }: { readonly database: Database["Type"]; readonly mails: Mails["Type"] }
) =>
  database
    .transaction(Effect.zipRight(mails.write(mail), isKept ? Effect.void : new RolledBack()))
    .pipe(Effect.catchTag("RolledBack", () => Effect.void))

/** The default expiry. Without it, old mails would be sent when a sender is configured weeks later. */
const defaultLifetime = Duration.toMillis("2 days")
const doneLifetime = Duration.toMillis("30 days")
const maxError = 500
/** One `write` gives up at most this many expired mails, and deletes at most this many old ones. */
const few = 10
/** One `claim` gives up at most this many expired mails. One `forget` deletes at most this many old ones. */
const many = 1000

const outcomes = Metric.counter("rewards_mails_total", {
  description: "Mails by the outcome of each attempt; expired mails were not tried again"
})
const count = (outcome: "sent" | "delayed" | "given_up" | "expired", by = 1) =>
  by === 0 ? Effect.void : Metric.incrementBy(Metric.tagged(outcomes, "outcome", outcome), by)

/** Renames columns of the table as in `Mail`: `recipient` becomes `to`, and `body` becomes `text`. */
const renamed = <Row extends { readonly recipient: string; readonly body: string }>({
  body: text,
  recipient: to,
  ...mail
}: Row) => ({ ...mail, to, text })

const insertMail = mails.insert({ columns: mails.except("attempts", "sentAt", "error") })

/** Checks for a due mail before `claim` begins a transaction, because on SQLite a transaction blocks all other writers. */
const findDue = statement({
  input: { at: "instant" },
  output: mails.row("id"),
  sql: `SELECT m.id FROM input CROSS JOIN rewards_mail m WHERE m.due_at <= input.at LIMIT 1`
})

const markExpired = statement({
  input: { at: "instant", error: "text", size: "integer" },
  output: mails.row("id"),
  sql: ({ lockFree }) => `, expired AS MATERIALIZED (
      SELECT m.id FROM rewards_mail m
      WHERE m.due_at <= (SELECT at FROM input) AND m.expires_at <= (SELECT at FROM input)
      ORDER BY m.expires_at LIMIT (SELECT size FROM input)${lockFree("m")}
    )
    UPDATE rewards_mail SET due_at = NULL, body = '', html = '', error = input.error
    FROM input WHERE rewards_mail.id IN (SELECT id FROM expired) RETURNING id`
})

/**
 * Claims due mails: moves their due time to the end of the lease, so that they become due again if the sender dies. MATERIALIZED makes
 * PostgreSQL evaluate the limit and the locks only once.
 */
const claimDue = statement({
  input: { at: "instant", leasedUntil: "instant", size: "integer" },
  output: mails.row("id", "recipient", "subject", "body", "html", "attempts", "expiresAt"),
  sql: ({ lockFree }) => `, due AS MATERIALIZED (
      SELECT m.id FROM input CROSS JOIN rewards_mail m WHERE m.due_at <= input.at
      ORDER BY m.due_at LIMIT (SELECT size FROM input)${lockFree("m")}
    )
    UPDATE rewards_mail SET attempts = attempts + 1, due_at = input.leased_until
    FROM input WHERE rewards_mail.id IN (SELECT id FROM due)
    RETURNING id, recipient, subject, body, html, attempts, expires_at`
})

/** Records a delivery, even if the lease has ended and another sender has claimed the mail. */
const markSent = statement({
  input: { id: "uuid", at: "instant" },
  sql: `UPDATE rewards_mail SET sent_at = input.at, due_at = NULL, body = '', html = '', error = NULL
    FROM input WHERE rewards_mail.id = input.id AND sent_at IS NULL`
})

/** Records a failed attempt, unless the mail was sent or another attempt has started since. */
const markFailed = statement({
  input: { id: "uuid", attempts: "integer", error: "text", retryAt: "instant?" },
  output: mails.row("id"),
  sql: `UPDATE rewards_mail SET due_at = input.retry_at, error = input.error,
      body = CASE WHEN input.retry_at IS NULL THEN '' ELSE body END,
      html = CASE WHEN input.retry_at IS NULL THEN '' ELSE html END
    FROM input
    WHERE rewards_mail.id = input.id AND rewards_mail.attempts = input.attempts AND sent_at IS NULL
    RETURNING rewards_mail.id`
})

/** Deletes mails that were sent or given up. Ids ascend with time, so mails with smaller ids than `before` are older. */
const deleteDone = statement({
  input: { before: "uuid", size: "integer" },
  sql: ({ lockFree }) => `, done AS MATERIALIZED (
      SELECT m.id FROM rewards_mail m
      WHERE m.id < (SELECT before FROM input) AND m.due_at IS NULL
      ORDER BY m.id LIMIT (SELECT size FROM input)${lockFree("m")}
    )
    DELETE FROM rewards_mail WHERE id IN (SELECT id FROM done)`
})

const readPage = statement({
  input: { size: "integer", before: "uuid?" },
  output: Schema.Struct({ ...mails.fields, state: OutboxMail.fields.state }),
  sql: `SELECT ${mails.list("m")},
      CASE WHEN m.sent_at IS NOT NULL THEN 'sent' WHEN m.due_at IS NULL THEN 'given up' ELSE 'waiting' END AS state
    FROM input CROSS JOIN rewards_mail m
    WHERE input.before IS NULL OR m.id < input.before
    ORDER BY m.id DESC LIMIT (SELECT size FROM input)`
})

const parse = parser(ListMails)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const listeners = new Set<(mail: Mail) => void>()

  const giveUpExpired = Effect.fnUntraced(function* (at: Date, size: number) {
    const expired = yield* database.run(markExpired, [{ at, error: "expired before it could be sent", size }])
    yield* count("expired", expired.length)
  })

  const deleteOld = (at: Date, size: number) => {
    const before = firstIdOf(new Date(at.getTime() - doneLifetime))
    return database.run(deleteDone, [{ before, size }])
  }

  return Mails.of({
    write: Effect.fn("Mails.write")(function* ({ to, letter, expiresAt }) {
      const id = yield* takeOne(ids)
      const at = yield* now
      const { text: body, ...rest } = letter
      const dates = {
        createdAt: at,
        dueAt: at,
        expiresAt: expiresAt ?? new Date(at.getTime() + defaultLifetime)
      }
      yield* database.run(insertMail, [{ ...rest, ...dates, id, recipient: to, body }])
      yield* giveUpExpired(at, few)
      yield* deleteOld(at, few)
      if (listeners.size > 0) {
        yield* database.afterCommit(() => {
          for (const listener of listeners) listener({ ...letter, id, to })
        })
      }
    }, inEngineTime),

    claim: Effect.fn("Mails.claim")(function* (size, lease) {
      const at = yield* now
      const leasedUntil = new Date(at.getTime() + Duration.toMillis(lease))
      if ((yield* database.run(findDue, [{ at }])).length === 0) return []
      const claimed = yield* database.transaction(
        Effect.zipRight(giveUpExpired(at, many), database.run(claimDue, [{ at, leasedUntil, size }]))
      )
      return claimed.map(renamed)
    }),

    sent: Effect.fn("Mails.sent")(function* (id) {
      yield* database.run(markSent, [{ id, at: yield* now }])
      yield* count("sent")
    }),

    failed: Effect.fn("Mails.failed")(function* ({ id, attempts }, error, retryAt) {
      const { length } = yield* database.run(markFailed, [
        { id, attempts, error: cleaned(error, maxError), retryAt }
      ])
      yield* count(retryAt === null ? "given_up" : "delayed", length)
    }),

    forget: Effect.fn("Mails.forget")(function* () {
      yield* deleteOld(yield* now, many)
    }),

    list: Effect.fn("Mails.list")(function* (input) {
      const { before = null, limit: size } = yield* parse(input)
      return (yield* database.run(readPage, [{ size, before }])).map(renamed)
    }),

    watch: (listener) =>
      Effect.acquireRelease(
        Effect.sync(() => listeners.add(listener)),
        () => Effect.sync(() => listeners.delete(listener))
      )
  })
})
