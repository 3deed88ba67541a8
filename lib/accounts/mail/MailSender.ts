import { Cause, Duration, Effect, Exit, Fiber, Layer, Option, Queue, Random, Schedule } from "effect"
import { now } from "../../rewards/clock.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { persistently } from "../../sql/RealTime.ts"
import { MailDelayed, type MailRefused, MailTransport } from "./Mail.ts"
import { type ClaimedMail, Mails } from "./Mails.ts"

export interface MailSenderOptions {
  /** How many mails can be sent at the same time. Default: 4. */
  readonly slots?: number
  /** How often the outbox is searched for due retries and for mails that other processes wrote. Default: 3 seconds. */
  readonly poll?: Duration.DurationInput
  /** The time limit of one attempt. Default: 1 minute. */
  readonly patience?: Duration.DurationInput
  /** When the process stops, attempts may continue for this time. Default: 5 seconds. */
  readonly grace?: Duration.DurationInput
}

/**
 * Sends the mails of the outbox in the background, if a `MailTransport` is provided.
 *
 * A process can die after it has sent a mail and before it records this. Then the mail is sent again, with the same `id`.
 */
export const layer = (options: MailSenderOptions = {}): Layer.Layer<never, never, Mails> =>
  Layer.scopedDiscard(
    Effect.flatMap(
      Effect.serviceOption(MailTransport),
      Option.match({ onNone: () => Effect.void, onSome: (transport) => run(transport, options) })
    )
  )

/** The pauses after the first attempt, the second attempt, and so on. Together they last about a day. */
const pauses = [
  "2 seconds",
  "10 seconds",
  "1 minute",
  "5 minutes",
  "15 minutes",
  "1 hour",
  "2 hours",
  "4 hours",
  "8 hours",
  "8 hours"
] as const

/**
 * Returns the time of the next attempt. Null if no attempt is left, or if the mail expires before the next attempt. `chance` is a random
 * number from 0 to 1. It changes the pause by up to a fifth, so that mails that failed together are not retried together.
 */
export const mailRetryAt = (
  mail: { readonly attempts: number; readonly expiresAt: Date | null },
  at: Date,
  chance: number
): Date | null => {
  const pause = pauses[mail.attempts - 1]
  if (pause === undefined) return null
  const again = new Date(at.getTime() + Duration.toMillis(pause) * (0.8 + 0.4 * chance))
  return mail.expiresAt !== null && again >= mail.expiresAt ? null : again
}

/** Removes e-mail addresses from text that is logged. */
const anonymous = (reason: string): string => reason.replace(/[^\s<>]+@[^\s<>]+/g, "(address)")

/**
 * Makes a function that sends one claimed mail and records the outcome. The caller must run this function uninterruptibly. `restore`
 * makes only the attempt itself interruptible. A mail whose attempt is interrupted becomes due at once.
 */
const makeDeliver = (mails: Mails["Type"], transport: MailTransport["Type"], patience: Duration.Duration) => {
  const giveUp = (mail: ClaimedMail, reason: string) =>
    Effect.zipRight(
      Effect.logWarning(`Mail ${mail.id} is given up: ${anonymous(reason)}`),
      mails.failed(mail, reason, null)
    )

  const delay = Effect.fnUntraced(function* (mail: ClaimedMail, reason: string) {
    const again = mailRetryAt(mail, yield* now, yield* Random.next)
    if (again === null) return yield* giveUp(mail, `${reason} (no further attempt)`)
    if (mail.attempts === 1) yield* Effect.logWarning(`Mail ${mail.id} is delayed: ${anonymous(reason)}`)
    yield* mails.failed(mail, reason, again)
  })

  const failed = (
    mail: ClaimedMail,
    cause: Cause.Cause<MailRefused | MailDelayed>
  ): Effect.Effect<void, DatabaseFailure> => {
    if (Cause.isInterruptedOnly(cause)) {
      return Effect.flatMap(now, (at) => mails.failed(mail, "the service was stopped during the attempt", at))
    }
    const error = Option.getOrUndefined(Cause.failureOption(cause))
    if (error?._tag === "MailRefused") return giveUp(mail, error.reason)
    if (error?._tag === "MailDelayed") return delay(mail, error.reason)
    return Effect.zipRight(
      Effect.logError("The mail transport failed unexpectedly", cause),
      delay(mail, "the mail transport failed unexpectedly; see the log")
    )
  }

  const late = () => new MailDelayed({ reason: `not delivered within ${Duration.format(patience)}` })

  return (mail: ClaimedMail, restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>) =>
    transport.send(mail).pipe(
      // Frees the slot even if the transport ignores an interruption.
      Effect.disconnect,
      Effect.timeoutFail({ duration: patience, onTimeout: late }),
      restore,
      Effect.exit,
      Effect.flatMap(
        Exit.match({
          onSuccess: () => persistently(mails.sent(mail.id)),
          onFailure: (cause) => persistently(failed(mail, cause))
        })
      )
    )
}

const run = (transport: MailTransport["Type"], options: MailSenderOptions) =>
  Effect.gen(function* () {
    const mails = yield* Mails
    const { slots = 4, poll = "3 seconds", grace = "5 seconds" } = options
    const patience = Duration.decode(options.patience ?? "1 minute")
    // The lease is longer than an attempt, so that a mail does not become due during an attempt.
    const lease = Duration.sum(patience, "1 minute")
    const deliver = makeDeliver(mails, transport, patience)
    // Each token makes one slot look for due mails. The queue drops a token if there is already one for each slot.
    const tokens = yield* Queue.dropping<void>(slots)
    let stopping = false

    const deliverOne = Effect.fnUntraced(function* (
      restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
    ) {
      if (stopping) return false
      const [mail] = yield* mails.claim(1, lease)
      if (mail === undefined) return false
      // Wakes another slot, because more mails may be due.
      yield* Queue.offer(tokens, undefined)
      yield* deliver(mail, restore)
      return true
    })

    /** Takes a token, and then sends due mails one after the other until none is left. Repeats this forever. */
    const slot = Effect.uninterruptibleMask((restore) =>
      restore(Queue.take(tokens)).pipe(
        Effect.zipRight(
          Effect.repeat(deliverOne(restore), { while: (found) => found }).pipe(
            // After a database failure or a defect, the slot waits for the next token.
            Effect.catchAllCause((cause) => Effect.logWarning("Mails cannot be sent at the moment", cause))
          )
        ),
        Effect.forever
      )
    )

    yield* mails.watch(() => void tokens.unsafeOffer(undefined))
    yield* Queue.offer(tokens, undefined).pipe(Effect.repeat(Schedule.spaced(poll)), Effect.forkScoped)
    yield* mails.forget().pipe(
      Effect.catchAllCause((cause) => Effect.logWarning("Old mails cannot be removed at the moment", cause)),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )
    const fibers = yield* Effect.replicateEffect(Effect.forkDaemon(slot), slots)

    // The shutdown of the queue ends idle slots. Busy slots may finish within the grace period. After this period they are
    // interrupted, and their mails become due again.
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        stopping = true
        yield* Queue.shutdown(tokens)
        yield* Effect.timeoutOption(Fiber.awaitAll(fibers), grace)
        yield* Fiber.interruptAll(fibers)
      }).pipe(Effect.interruptible)
    )
  })
