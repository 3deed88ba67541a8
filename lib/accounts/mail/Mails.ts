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
  /** When it would no longer be of use: it is not sent after that. Null for one that is of use for days. */
  readonly expiresAt: Date | null
}

/** A mail that is its claimer's to deliver, until the lease is over. */
export interface ClaimedMail extends Mail {
  /** This try included. */
  readonly attempts: number
  readonly expiresAt: Date | null
}

/**
 * The outbox. A mail is written in the transaction that causes it: none is lost, and none goes out for nothing. Whoever
 * delivers claims it first, for a time; several processes may, and no mail has two claimers at once.
 */
export class Mails extends Context.Tag("rewards/Mails")<
  Mails,
  {
    /** With every mail that comes, a few that have expired or are done long ago go, also where nobody sends any. */
    readonly write: (mail: WriteMail) => Effect.Effect<void, DatabaseFailure>

    /** Takes up to `count` mails that are due, for as long as the lease. Those that have expired are given up. */
    readonly claim: (
      count: number,
      lease: Duration.DurationInput
    ) => Effect.Effect<ReadonlyArray<ClaimedMail>, DatabaseFailure>

    /** It was delivered. What it said is forgotten. */
    readonly sent: (id: string) => Effect.Effect<void, DatabaseFailure>

    /** It was not. It is due again at `retryAt`; null gives it up. */
    readonly failed: (
      mail: Pick<ClaimedMail, "id" | "attempts">,
      error: string,
      retryAt: Date | null
    ) => Effect.Effect<void, DatabaseFailure>

    /** Removes what was sent or given up long ago. */
    readonly forget: () => Effect.Effect<void, DatabaseFailure>

    /** Newest first, `limit` of them before the mail `before`. */
    readonly list: (
      input: ListMailsInput
    ) => Effect.Effect<ReadonlyArray<OutboxMail>, InvalidInput | DatabaseFailure>

    /**
     * Calls back with every mail that is written here from now on, once its transaction has committed. One that is
     * written in a host's own transaction is not told, since its commit is not seen. The callback must not throw.
     */
    readonly watch: (listener: (mail: Mail) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer: Layer.Layer<Mails, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** A mail without an end of its own must not surprise anybody weeks later, when a sender is set up at last. */
const usefulFor = Duration.toMillis("2 days")
const keptFor = Duration.toMillis("30 days")
const maxError = 500
/** How many are tidied up with one that is written, where somebody waits, and by a sender. */
const few = 10
const many = 1000

/** For whoever watches: what became of the tries. */
const outcomes = Metric.counter("rewards_mails_total", { description: "Tries to send a mail by outcome" })
const count = (outcome: "sent" | "delayed" | "given_up" | "expired", by = 1) =>
  by === 0 ? Effect.void : Metric.incrementBy(Metric.tagged(outcomes, "outcome", outcome), by)

/** A server chooses these words; the database takes no NUL and no half of a pair, and needs no novel. */
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
