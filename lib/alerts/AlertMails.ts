import { Cause, Context, type Duration, Effect, Either, Layer } from "effect"
import { Mails } from "../accounts/mail/Mails.ts"
import { claimReaders, mailReader, type Reader } from "../accounts/people/alertReaders.ts"
import { inEngineTime, now } from "../rewards/clock.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { Database } from "../sql/Database.ts"
import { type DatabaseFailure, isReadOnly } from "../sql/Failure.ts"
import { onRealTime, restSince } from "../sql/RealTime.ts"
import { Alerts } from "./Alerts.ts"
import { mailedAlerts } from "./mailedAlerts.ts"

export interface AlertMailsOptions {
  /** The address of the page of alerts, for the mails. Without it, they have no link. */
  readonly alertsUrl?: string | undefined
  /** Whether this process writes the mails in the background. True by default. If false, only `AlertMails.sweep` writes them. */
  readonly mailAlerts?: boolean | undefined
  /** The pause between two sweeps in the background. Default: 1 minute. */
  readonly alertPoll?: Duration.DurationInput | undefined
}

/**
 * Mails new alerts to the people who want that: see `People.update`. The search starts from these people, so partners without one cost
 * nothing. A person gets at most one mail an hour, with the alerts that are new since the last one. An alert that ended is new when it
 * comes back.
 */
export class AlertMails extends Context.Tag("rewards/AlertMails")<
  AlertMails,
  {
    /**
     * Writes the mails that are due now, and returns their number. Partners take turns, and a partner whose alerts cannot be read keeps no
     * other waiting; the sweep then fails at its end. This also happens automatically, a few minutes after an alert begins.
     */
    readonly sweep: () => Effect.Effect<number, DatabaseFailure>
  }
>() {
  static readonly layer = (
    options: AlertMailsOptions = {}
  ): Layer.Layer<AlertMails, never, Alerts | Database | Mails> => Layer.scoped(this, make(options))
}

type Failed = Cause.Cause<DatabaseFailure>

const make = ({ alertPoll = "1 minute", alertsUrl, mailAlerts = true }: AlertMailsOptions) =>
  Effect.gen(function* () {
    const alerts = yield* Alerts
    const database = yield* Database
    const services = { database, mails: yield* Mails }

    const read = (partnerId: PartnerId) =>
      Effect.map(Effect.catchTag(alerts.list({ partnerId }), "InvalidInput", Effect.die), mailedAlerts)

    /** Mails the claimed people of a partner. Returns the outcome for each: whether there was a mail, or the failure. */
    const mail = Effect.fnUntraced(function* (partnerId: PartnerId, readers: ReadonlyArray<Reader>) {
      const found = yield* read(partnerId)
      return yield* Effect.forEach(readers, (reader) =>
        Effect.either(Effect.sandbox(mailReader(services, reader, found, alertsUrl)))
      )
    })

    const sweep = Effect.fnUntraced(function* () {
      // People who are claimed in this sweep are due later than this, so the sweep ends.
      const at = yield* now
      let written = 0
      let failure: Failed | undefined
      for (;;) {
        const began = performance.now()
        const readers = yield* claimReaders(database, at)
        const [first] = readers
        if (first === undefined) break
        const outcomes = yield* Effect.catchAllCause(mail(first.partnerId, readers), (cause) =>
          Effect.succeed([Either.left(cause)])
        )
        written += outcomes.filter((each) => Either.isRight(each) && each.right).length
        const [failed] = outcomes.flatMap((each) => (Either.isLeft(each) ? [each.left] : []))
        failure ??= failed
        yield* restSince(began)
      }
      return { written, failure }
    }, inEngineTime)

    const report = (cause: Failed) =>
      // A replica is read-only. The processes that use the primary server sweep.
      Effect.unless(Effect.logWarning("Alerts cannot be mailed at the moment", cause), () =>
        Array.from(Cause.failures(cause)).some(isReadOnly)
      )

    const inBackground = Effect.gen(function* () {
      yield* onRealTime(Effect.sleep(alertPoll))
      const failure = yield* Effect.catchAllCause(
        Effect.map(sweep(), (done) => done.failure),
        Effect.succeed
      )
      if (failure !== undefined) yield* report(failure)
    })

    if (mailAlerts) yield* Effect.forkScoped(Effect.interruptible(Effect.forever(inBackground)))

    return AlertMails.of({
      sweep: Effect.fn("AlertMails.sweep")(() =>
        Effect.flatMap(sweep(), ({ failure, written }) =>
          failure === undefined ? Effect.succeed(written) : Effect.failCause(failure)
        )
      )
    })
  })
