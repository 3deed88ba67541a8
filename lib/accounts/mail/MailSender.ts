import { type Context, Duration, Effect, Fiber, Layer, Option, Queue, Schedule } from "effect"
import { MailTransport } from "./Mail.ts"
import { makeDeliver } from "./MailSender/deliver.ts"
import { Mails } from "./Mails.ts"

export interface MailSenderOptions {
  /** The most mails that are sent at the same time. Default: 4. */
  readonly slots?: number
  /** How often the outbox is searched for mails of other processes and for due retries. Default: 3 seconds. */
  readonly poll?: Duration.DurationInput
  /** The time limit of one attempt. Default: 1 minute. */
  readonly patience?: Duration.DurationInput
  /** How long running attempts may continue when the process stops. Default: 5 seconds. */
  readonly grace?: Duration.DurationInput
}

/**
 * Sends the mails of the outbox in the background if a `MailTransport` is provided. Without one they stay in the
 * outbox.
 *
 * Delivery is at least once: if a process dies after the mail server accepted a mail and before that is recorded, the
 * mail is sent again after its lease. Both copies have the same Message-ID.
 */
export const layer = (options: MailSenderOptions = {}): Layer.Layer<never, never, Mails> =>
  Layer.scopedDiscard(
    Effect.flatMap(
      Effect.serviceOption(MailTransport),
      Option.match({ onNone: () => Effect.void, onSome: (transport) => run(transport, options) })
    )
  )

const run = (transport: Context.Tag.Service<MailTransport>, options: MailSenderOptions) =>
  Effect.gen(function* () {
    const mails = yield* Mails
    const { slots = 4, poll = "3 seconds", grace = "5 seconds" } = options
    const patience = Duration.decode(options.patience ?? "1 minute")
    // Longer than any attempt, so that a mail never becomes due while a process still sends it.
    const lease = Duration.sum(patience, "1 minute")
    const deliver = makeDeliver({ mails, transport, patience })
    // A token means that a mail may be due. More tokens than slots have no use.
    const tokens = yield* Queue.dropping<void>(slots)
    let stopping = false

    const deliverOne = Effect.fnUntraced(function* (
      restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
    ) {
      if (stopping) return false
      const [mail] = yield* mails.claim(1, lease)
      if (mail === undefined) return false
      // More mails may be due; the token wakes another slot.
      yield* Queue.offer(tokens, undefined)
      yield* deliver(mail, restore)
      return true
    })

    /** Sends due mails one after the other. When none is due, it waits for a token. */
    const slot = Effect.uninterruptibleMask((restore) =>
      restore(Queue.take(tokens)).pipe(
        Effect.zipRight(
          Effect.repeat(deliverOne(restore), { while: (found) => found }).pipe(
            // After a database failure or a defect, the next token starts the next attempt.
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

    // Idle slots end when the queue shuts down. Busy slots get the grace period; mails that they are still sending
    // then become due at once.
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        stopping = true
        yield* Queue.shutdown(tokens)
        yield* Effect.timeoutOption(Fiber.awaitAll(fibers), grace)
        yield* Fiber.interruptAll(fibers)
      }).pipe(Effect.interruptible)
    )
  })
