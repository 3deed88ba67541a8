import { Context, Duration, Effect, Layer, Metric, type Scope } from "effect"
import { now } from "../../rewards/clock.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { uuidv7 } from "../../schema/Id.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { Letter } from "./letters.ts"
import { ListMails, type ListMailsInput, type Mail, type OutboxMail } from "./Mail.ts"
import * as Statements from "./statements.ts"

export interface WriteMail {
  readonly to: string
  readonly letter: Letter
  /** The mail is not sent after this instant. Null: the default of two days applies. */
  readonly expiresAt: Date | null
}

/** A mail that its claimer may send until the lease ends. */
export interface ClaimedMail extends Mail {
  /** Including the current attempt. */
  readonly attempts: number
  readonly expiresAt: Date | null
}

/**
 * The outbox. A mail is written in the transaction that causes it, so that no mail is lost and none is sent after a
 * rollback. A sender claims a mail for a limited time before it sends it. Several processes can send; no mail has two
 * claimers at once.
 */
export class Mails extends Context.Tag("rewards/Mails")<
  Mails,
  {
    /**
     * Writes a mail. Each call also gives up a few expired mails and deletes a few old ones, so the outbox stays
     * small without a sender.
     */
    readonly write: (mail: WriteMail) => Effect.Effect<void, DatabaseFailure>

    /** Claims up to `count` due mails for the length of the lease. Expired mails are given up. */
    readonly claim: (
      count: number,
      lease: Duration.DurationInput
    ) => Effect.Effect<ReadonlyArray<ClaimedMail>, DatabaseFailure>

    /** Records the delivery and deletes the text. */
    readonly sent: (id: string) => Effect.Effect<void, DatabaseFailure>

    /** Records a failed attempt. The mail is due again at `retryAt`; null gives it up. */
    readonly failed: (
      mail: Pick<ClaimedMail, "id" | "attempts">,
      error: string,
      retryAt: Date | null
    ) => Effect.Effect<void, DatabaseFailure>

    /** Deletes mails that are older than 30 days and were sent or given up. */
    readonly forget: () => Effect.Effect<void, DatabaseFailure>

    /** Newest first: at most `limit`, all older than the mail `before`. */
    readonly list: (
      input: ListMailsInput
    ) => Effect.Effect<ReadonlyArray<OutboxMail>, InvalidInput | DatabaseFailure>

    /**
     * Calls the listener with every mail that this process writes, after its transaction has committed. A mail
     * written in a transaction of the host is not reported, because the service does not see the host's commit. The
     * listener must not throw.
     */
    readonly watch: (listener: (mail: Mail) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Mails, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** The default expiry, so that a mail is not sent weeks later when a sender is finally configured. */
const usefulFor = Duration.toMillis("2 days")
const keptFor = Duration.toMillis("30 days")
const maxError = 500
/** How many mails one `write` tidies up, while a caller waits, and how many a background sender does. */
const few = 10
const many = 1000

const outcomes = Metric.counter("rewards_mails_total", { description: "Tries to send a mail by outcome" })
const count = (outcome: "sent" | "delayed" | "given_up" | "expired", by = 1) =>
  by === 0 ? Effect.void : Metric.incrementBy(Metric.tagged(outcomes, "outcome", outcome), by)

/** Cleans text that a remote server sent: removes NUL and lone surrogates, and truncates it. */
const kept = (text: string): string => text.replaceAll("\u0000", "").slice(0, maxError).toWellFormed()

const parse = parser(ListMails)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const listeners = new Set<(mail: Mail) => void>()

  const giveUpExpired = Effect.fnUntraced(function* (at: string, size: number) {
    const expired = yield* database.run(Statements.giveUpExpired, [
      { at, error: "expired before it could be sent", size }
    ])
    yield* count("expired", expired.length)
  })

  const forgetDone = (at: Date, size: number) => {
    const before = uuidv7(Math.max(0, at.getTime() - keptFor), 0, new Uint8Array(8), 0)
    return database.run(Statements.forgetDone, [{ before, size }])
  }

  return Mails.of({
    write: Effect.fn("Mails.write")(function* ({ to, letter, expiresAt }) {
      const id = yield* takeOne(ids)
      const at = yield* now
      const { subject, text, html } = letter
      const expires = expiresAt ?? new Date(at.getTime() + usefulFor)
      yield* database.run(Statements.insertMail, [
        {
          id,
          recipient: to,
          subject,
          body: text,
          html,
          created_at: at.toISOString(),
          expires_at: expires.toISOString()
        }
      ])
      yield* giveUpExpired(at.toISOString(), few)
      yield* forgetDone(at, few)
      if (listeners.size > 0) {
        yield* database.afterCommit(() => {
          for (const listener of listeners) listener({ id, to, subject, text, html })
        })
      }
    }),

    claim: Effect.fn("Mails.claim")(function* (size, lease) {
      const instant = yield* now
      const at = instant.toISOString()
      const leased_until = new Date(instant.getTime() + Duration.toMillis(lease)).toISOString()
      if ((yield* database.run(Statements.anyDue, [{ at }])).length === 0) return []
      return yield* database.transaction(
        Effect.zipRight(
          giveUpExpired(at, many),
          database.run(Statements.takeDue, [{ at, leased_until, size }])
        )
      )
    }),

    sent: Effect.fn("Mails.sent")(function* (id) {
      yield* database.run(Statements.markSent, [{ id, at: (yield* now).toISOString() }])
      yield* count("sent")
    }),

    failed: Effect.fn("Mails.failed")(function* ({ id, attempts }, error, retryAt) {
      const row = { id, attempts, error: kept(error), retry_at: retryAt?.toISOString() ?? null }
      const { length } = yield* database.run(Statements.markFailed, [row])
      yield* count(retryAt === null ? "given_up" : "delayed", length)
    }),

    forget: Effect.fn("Mails.forget")(function* () {
      yield* forgetDone(yield* now, many)
    }),

    list: Effect.fn("Mails.list")(function* (input) {
      const { limit, before } = yield* parse(input)
      return yield* database.run(Statements.page, [{ size: limit, before: before ?? null }])
    }),

    watch: (listener) =>
      Effect.acquireRelease(
        Effect.sync(() => listeners.add(listener)),
        () => Effect.sync(() => listeners.delete(listener))
      )
  })
})
