import { Cause, type Context, Duration, Effect, Exit, Option, Random, Schedule } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { retryOnRealTime } from "../../../sql/RealTime.ts"
import { retryAt } from "../backoff.ts"
import { MailDelayed, type MailRefused, type MailTransport } from "../Mail.ts"
import type { ClaimedMail, Mails } from "../Mails.ts"

export interface DeliverOptions {
  readonly mails: Context.Tag.Service<Mails>
  readonly transport: Context.Tag.Service<MailTransport>
  /** The time limit of one attempt. */
  readonly patience: Duration.Duration
}

/** Removes e-mail addresses from text that is logged. */
const anonymous = (reason: string): string => reason.replace(/[^\s<>]+@[^\s<>]+/g, "(address)")

/** An outcome that is not recorded causes a second delivery after the lease, so recording it is retried. */
const persistently = <A, E>(record: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  retryOnRealTime(
    record,
    Schedule.exponential("50 millis").pipe(Schedule.jittered, Schedule.upTo("5 seconds"))
  )

/**
 * Sends one claimed mail and records the outcome. It must run uninterruptible; only the attempt itself runs in the
 * region that `restore` gives back. A mail whose attempt is interrupted becomes due at once.
 */
export const makeDeliver = ({ mails, transport, patience }: DeliverOptions) => {
  const giveUp = (mail: ClaimedMail, reason: string) =>
    Effect.zipRight(
      Effect.logWarning(`Mail ${mail.id} is given up: ${anonymous(reason)}`),
      mails.failed(mail, reason, null)
    )

  const delay = Effect.fnUntraced(function* (mail: ClaimedMail, reason: string) {
    const again = retryAt(mail, yield* now, yield* Random.next)
    if (again === null) return yield* giveUp(mail, `${reason} (too late for another try)`)
    if (mail.attempts === 1) yield* Effect.logWarning(`Mail ${mail.id} is delayed: ${anonymous(reason)}`)
    yield* mails.failed(mail, reason, again)
  })

  const failed = (
    mail: ClaimedMail,
    cause: Cause.Cause<MailRefused | MailDelayed>
  ): Effect.Effect<void, DatabaseFailure> => {
    if (Cause.isInterruptedOnly(cause)) {
      return Effect.flatMap(now, (at) => mails.failed(mail, "the service was stopped meanwhile", at))
    }
    const error = Option.getOrUndefined(Cause.failureOption(cause))
    if (error?._tag === "MailRefused") return giveUp(mail, error.reason)
    if (error?._tag === "MailDelayed") return delay(mail, error.reason)
    return Effect.zipRight(
      Effect.logError("The mail transport has a fault", cause),
      delay(mail, "a fault of the mail transport; the log has more")
    )
  }

  const late = () => new MailDelayed({ reason: `not done within ${Duration.format(patience)}` })

  return (mail: ClaimedMail, restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>) =>
    transport.send(mail).pipe(
      // A transport that ignores interruption must not block the slot.
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
