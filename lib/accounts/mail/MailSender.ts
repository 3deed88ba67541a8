import { type Context, Duration, Effect, Fiber, Layer, Option, Queue, Schedule } from "effect"
import { MailTransport } from "./Mail.ts"
import { makeDeliver } from "./MailSender/deliver.ts"
import { Mails } from "./Mails.ts"

export interface MailSenderOptions {
  /** How many mails may be under way at once; 4 unless told. */
  readonly slots?: number
  /** How often it looks for mails of other processes, and for those that are due again; 3 seconds unless told. */
  readonly poll?: Duration.DurationInput
  /** How long one delivery may take; a minute unless told. */
  readonly patience?: Duration.DurationInput
  /** How long deliveries under way get when it has to stop; 5 seconds unless told. */
  readonly grace?: Duration.DurationInput
}

/**
 * Sends what is in the outbox, in the background, wherever a `MailTransport` is provided; without one mails stay there.
 *
 * Delivery is at least once: a process that dies between the server's "accepted" and our note of it leaves a mail that
 * is sent again when its lease is over. Both copies have one Message-ID.
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
    // Longer than any delivery: a mail is never due again while somebody is still at it.
    const lease = Duration.sum(patience, "1 minute")
    const deliver = makeDeliver({ mails, transport, patience })
    // A token says that there may be something to do. More tokens than slots would say nothing more.
    const tokens = yield* Queue.dropping<void>(slots)
    let stopping = false

    const deliverOne = Effect.fnUntraced(function* (
      restore: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
    ) {
      if (stopping) return false
      const [mail] = yield* mails.claim(1, lease)
      if (mail === undefined) return false
      // Where one was due there may be more, for a neighbour.
      yield* Queue.offer(tokens, undefined)
      yield* deliver(mail, restore)
      return true
    })

    /** One mail after the other, until nothing is due; then it waits for a token. */
    const slot = Effect.uninterruptibleMask((restore) =>
      restore(Queue.take(tokens)).pipe(
        Effect.zipRight(
          Effect.repeat(deliverOne(restore), { while: (found) => found }).pipe(
            // A database that is away, or a fault of ours: the next token is the next try.
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

    // Idle slots end with the queue; busy ones get their time, and what they still have then is due again at once.
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        stopping = true
        yield* Queue.shutdown(tokens)
        yield* Effect.timeoutOption(Fiber.awaitAll(fibers), grace)
        yield* Fiber.interruptAll(fibers)
      }).pipe(Effect.interruptible)
    )
  })
