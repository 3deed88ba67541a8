import { Duration, Effect, FiberSet, Layer, Queue } from "effect"
import { Events } from "../events/Events.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { Backlog } from "../rewards/ports.ts"
import { Database } from "../sql/Database.ts"
import { onRealTime } from "../sql/RealTime.ts"
import { EventBody, WebhookAudit } from "./ports.ts"
import { makeSignedPost, type PostOptions } from "./signedPost.ts"
import { maxWebhooks } from "./Webhook.ts"
import { makeDeliver } from "./WebhookSender/deliver.ts"
import { LeasedWebhook } from "./WebhookSender/LeasedWebhook.ts"
import { type ClaimedWebhook, makeLeases } from "./WebhookSender/leases.ts"
import { makeResults } from "./WebhookSender/results.ts"
import { hasEnded, makeSenderId } from "./WebhookSender/senderId.ts"
import { makePace, makeSlots } from "./WebhookSender/slots.ts"
import { Webhooks } from "./Webhooks.ts"

export interface WebhookSenderOptions extends PostOptions {
  /** The largest number of attempts that this process makes at once. Default: 512. */
  readonly slots?: number | undefined
  /** The largest number of attempts that this process makes at once for one partner. Default: 64. */
  readonly slotsPerPartner?: number | undefined
  /**
   * The largest number of attempts that this process starts in a second while many awards and transfers wait to be written. Further
   * attempts wait. Default: 150.
   */
  readonly attemptsWhileBusy?: number | undefined
  /** While a webhook has this many pending deliveries, its further events wait in the feed. Default: 10 000. */
  readonly maxPending?: number | undefined
  /** The interval at which the tables are searched for work of which this process was not notified. Default: 2 seconds. */
  readonly poll?: Duration.DurationInput | undefined
  /**
   * How long a webhook stays leased to a process that has died. A process that starts on the same machine, or on the same SQLite file,
   * can end the lease earlier. Default: 1 minute.
   */
  readonly lease?: Duration.DurationInput | undefined
  /** When the process stops, attempts that are running get this time to end. Default: 5 seconds. */
  readonly grace?: Duration.DurationInput | undefined
}

/**
 * Sends events to webhooks in the background. A process first leases a webhook, so that no other process serves it until the lease
 * ends. Then the process reads new events, writes their deliveries, and sends the deliveries that are due.
 *
 * Delivery is at least once. If a process dies before the result of an attempt is written, the event is sent again with the same id.
 */
export const layer = (
  options: WebhookSenderOptions = {}
): Layer.Layer<never, never, Backlog | Database | EventBody | Events | WebhookAudit | Webhooks> =>
  Layer.scopedDiscard(run(options))

/** While a process has leased this many webhooks, it leases no others. */
const maxLeased = 1000
/** While `maxLeased` webhooks are leased, each is released after about this many milliseconds. */
const timeSlice = 30_000
/** A process counts as busy while more commands than this wait to be written. */
const busyBacklog = 32
/** The pause after each call of `serveNewEvents`. */
const newEventsInterval = "25 millis"

const run = (options: WebhookSenderOptions) =>
  Effect.gen(function* () {
    const {
      attemptsWhileBusy = 150,
      grace = "5 seconds",
      maxPending = 10_000,
      poll = "2 seconds",
      slots = 512,
      slotsPerPartner = 64
    } = options
    const lease = Duration.decode(options.lease ?? "1 minute")
    const database = yield* Database
    const events = yield* Events
    const webhooks = yield* Webhooks
    const backlog = yield* Backlog
    const process = yield* makeSenderId
    const isBusy = () => backlog.size() > busyBacklog
    const leases = makeLeases(database, process, lease)
    const results = yield* makeResults({ database, audit: yield* WebhookAudit, process, isBusy })
    const leasedById = new Map<string, LeasedWebhook>()
    let stopping = false
    const serving = yield* FiberSet.make<void>()
    const attempts = yield* FiberSet.make<void>()

    const deliver = makeDeliver({
      database,
      events,
      bodyOf: yield* EventBody,
      process,
      maxPending,
      post: yield* makeSignedPost(options),
      results,
      slots: makeSlots({
        total: slots,
        perPartner: slotsPerPartner,
        pace: makePace({ isBusy, perSecond: attemptsWhileBusy })
      }),
      attempts
    })

    const partnersWithNewEvents = new Set<PartnerId>()
    const eventsArrived = yield* Queue.sliding<void>(1)
    const addPartner = (partnerId: PartnerId) => {
      partnersWithNewEvents.add(partnerId)
      eventsArrived.unsafeOffer(undefined)
    }

    /** Releases a webhook that is no longer served, or deletes it if the partner has removed it. */
    const finish = Effect.fnUntraced(function* (leased: LeasedWebhook) {
      const { isLost, webhook } = leased
      leasedById.delete(webhook.id)
      if (!isLost) yield* webhook.isRemoved ? leases.deleteRemoved(webhook) : leases.release(webhook)
      // There may be unread events, so the webhook must be leased again.
      if (leased.hasNewEvents) addPartner(webhook.partnerId)
    })

    const serve = (leased: LeasedWebhook) =>
      deliver(leased).pipe(
        Effect.catchAllCause((cause) => {
          // `searchTables` finds the webhook again later. Serving it again at once would probably fail, too.
          leased.hasNewEvents = false
          return Effect.logWarning("A webhook cannot be served at the moment", cause)
        }),
        Effect.zipRight(finish(leased)),
        Effect.catchAllCause((cause) => Effect.logWarning("A webhook stays leased for a while", cause))
      )

    /** Serves a webhook that was just leased. If this process serves it already, continues with the new lease. */
    const start = (webhook: ClaimedWebhook) =>
      Effect.suspend(() => {
        const known = leasedById.get(webhook.id)
        if (known !== undefined) return Effect.sync(() => known.renew(webhook))
        const leased = new LeasedWebhook(webhook)
        leased.isYielding = stopping
        leasedById.set(webhook.id, leased)
        return FiberSet.run(serving, serve(leased))
      })

    const startAll = (claimed: ReadonlyArray<ClaimedWebhook>) =>
      Effect.forEach(claimed, start, { discard: true })

    /** Stops serving the chosen webhooks, and releases them. */
    const yieldAll = (isChosen: (leased: LeasedWebhook) => boolean) => {
      for (const leased of leasedById.values()) {
        if (!isChosen(leased)) continue
        leased.isYielding = true
        leased.wake()
      }
    }

    /** Wakes the leased webhooks of partners with new events, and leases others while fewer than `maxLeased` are leased. */
    const serveNewEvents = Effect.suspend(() => {
      if (stopping) return Effect.void
      for (const leased of leasedById.values()) {
        if (!partnersWithNewEvents.has(leased.webhook.partnerId)) continue
        leased.hasNewEvents = true
        leased.wake()
      }
      const room = Math.max(0, Math.ceil((maxLeased - leasedById.size) / maxWebhooks))
      const partners = Array.from(partnersWithNewEvents).slice(0, room)
      for (const partner of partners) partnersWithNewEvents.delete(partner)
      if (partners.length > 0 && partnersWithNewEvents.size > 0) eventsArrived.unsafeOffer(undefined)
      return Effect.flatMap(leases.claimFree(partners), startAll)
    })

    const serveDue = Effect.suspend(() =>
      stopping ? Effect.void : Effect.flatMap(leases.claimDue(maxLeased - leasedById.size), startAll)
    )

    // All processes that use an SQLite file run on one machine.
    const endOldLeases = yield* Effect.once(
      leases.endLeasesOf((senderId) => hasEnded(senderId, database.dialect.name === "sqlite"))
    )

    const searchTables = Effect.gen(function* () {
      yield* endOldLeases
      const now = performance.now()
      if (leasedById.size >= maxLeased) yieldAll(({ startedAt }) => now - startedAt > timeSlice)
      // `collect` needs all nodes of a cluster. If it fails because a node is unreachable, the webhooks are served nevertheless.
      yield* Effect.ignore(events.collect())
      for (const partner of yield* leases.partnersWithNewEvents()) addPartner(partner)
      yield* serveDue
    })

    /** Prolongs the leases of this process, and stops serving the webhooks whose lease it has lost. */
    const prolongAll = Effect.gen(function* () {
      const all = Array.from(leasedById.values())
      const held = yield* leases.prolong(all.map(({ webhook }) => webhook))
      for (const leased of all) {
        if (held.has(leased.webhook.id)) continue
        leased.isLost = true
        leased.wake()
      }
    })

    /** Repeats an effect until the scope closes, with a pause after each run. Logs failures. */
    const every = (interval: Duration.DurationInput, effect: Effect.Effect<void, unknown>) =>
      Effect.catchAllCause(effect, (cause) =>
        Effect.logWarning("Webhooks cannot be served at the moment", cause)
      ).pipe(Effect.zipRight(onRealTime(Effect.sleep(interval))), Effect.forever, Effect.forkScoped)

    yield* Effect.forkScoped(results.run)
    yield* events.watch(addPartner)
    const someAreDue = yield* Queue.sliding<void>(1)
    yield* webhooks.watch(() => void someAreDue.unsafeOffer(undefined))
    yield* every(newEventsInterval, Effect.zipRight(Queue.take(eventsArrived), serveNewEvents))
    yield* every(poll, searchTables)
    yield* every(0, Effect.zipRight(Queue.take(someAreDue), serveDue))
    yield* every(Duration.times(lease, 1 / 3), prolongAll)
    yield* every("1 hour", leases.deleteOld())

    // Attempts that still run after the grace period are interrupted. Their deliveries stay due, and the webhooks are released.
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        stopping = true
        yieldAll(() => true)
        yield* Effect.timeoutOption(FiberSet.awaitEmpty(serving), grace)
        yield* FiberSet.clear(attempts)
        yield* Effect.timeoutOption(FiberSet.awaitEmpty(serving), grace)
      }).pipe(onRealTime, Effect.interruptible)
    )
  })
