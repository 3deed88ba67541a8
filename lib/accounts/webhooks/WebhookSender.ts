import { randomUUID } from "node:crypto"
import { Duration, Effect, FiberSet, Layer, Queue } from "effect"
import { Events } from "../../events/Events.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Backlog } from "../../rewards/ports.ts"
import { Database } from "../../sql/Database.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import { Audit } from "../audit/Audit.ts"
import { Mails } from "../mail/Mails.ts"
import { EventBody } from "./EventBody.ts"
import { makePost, type PostOptions } from "./post.ts"
import { patienceWithEndpoint } from "./schedule.ts"
import { maxWebhooks } from "./Webhook.ts"
import { makeFill } from "./WebhookSender/fill.ts"
import { makeForget } from "./WebhookSender/forget.ts"
import { makeLeases } from "./WebhookSender/Leases.ts"
import { makePace } from "./WebhookSender/Pace.ts"
import { makePause } from "./WebhookSender/pause.ts"
import { makeRecorder } from "./WebhookSender/Recorder.ts"
import { Run } from "./WebhookSender/Run.ts"
import { makeSlots } from "./WebhookSender/Slots.ts"
import type { Claimed } from "./WebhookSender/statements.ts"
import { makeWork } from "./WebhookSender/work.ts"
import { Webhooks } from "./Webhooks.ts"

export interface WebhookSenderOptions extends PostOptions {
  /** The most attempts at once in this process. Default: 512. */
  readonly slots?: number | undefined
  /** The most attempts at once for one partner in this process. Default: 64. */
  readonly slotsPerPartner?: number | undefined
  /**
   * The most attempts a second that this process starts while many awards and transfers wait to be written. Default: 150. Events
   * that come faster wait, and nothing is lost.
   */
  readonly attemptsWhileBusy?: number | undefined
  /** The most deliveries of one webhook that wait; further events stay in the feed. Default: 10 000. */
  readonly maxPending?: number | undefined
  /** How often the tables are searched for work that no hint told of. Default: 2 seconds. */
  readonly poll?: Duration.DurationInput | undefined
  /** How long a webhook stays leased to a process that has died. Default: 1 minute. */
  readonly lease?: Duration.DurationInput | undefined
  /** How long running attempts may continue when the process stops. Default: 5 seconds. */
  readonly grace?: Duration.DurationInput | undefined
}

/**
 * Sends events to webhooks in the background. Each webhook is leased by one process at a time, which writes a delivery for each
 * new event, moves the webhook past it in the same transaction, and sends what is due. No webhook waits for another one's
 * receiver.
 *
 * Delivery is at least once: if a process dies after a receiver accepted an event and before that is recorded, the event is sent
 * again, with the same id.
 */
export const layer = (
  options: WebhookSenderOptions = {}
): Layer.Layer<never, never, Audit | Backlog | Database | EventBody | Events | Mails | Webhooks> =>
  Layer.scopedDiscard(run(options))

/** The most webhooks that a process works on at once. Those that have been worked on for long then make room for others. */
const maxRuns = 1000
const slice = 30_000
/** So many commands are pending only where callers come faster than one after the other is served. */
const busyBacklog = 32
/** Hints of a moment are served together. */
const hintPause = "25 millis"

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
    const process = randomUUID()
    const isBusy = () => backlog.size() > busyBacklog
    const pace = makePace({ isBusy, perSecond: attemptsWhileBusy })
    const leases = makeLeases(database, process, lease)
    const forget = makeForget(database, process, leases)
    const recorder = yield* makeRecorder({ database, process, isBusy })
    const runs = new Map<string, Run>()
    const hints = new Set<PartnerId>()
    let stopping = false
    const serving = yield* FiberSet.make<void>()
    const attempts = yield* FiberSet.make<void>()

    const work = makeWork({
      post: yield* makePost(options),
      fill: makeFill({ database, events, bodyOf: yield* EventBody, process, maxPending }),
      pause: makePause({ database, audit: yield* Audit, mails: yield* Mails, process }),
      record: recorder.record,
      slots: makeSlots({ inAll: slots, perPartner: slotsPerPartner, pace }),
      patience: patienceWithEndpoint,
      attempts
    })

    const hinted = yield* Queue.sliding<void>(1)
    const hint = (partnerId: PartnerId) => {
      hints.add(partnerId)
      hinted.unsafeOffer(undefined)
    }

    const finish = Effect.fnUntraced(function* (one: Run) {
      runs.delete(one.webhook.id)
      const { isLost, webhook } = one
      if (!isLost) yield* webhook.isRemoved ? forget.removed(webhook) : leases.release(webhook)
      // An event that was committed after the last look, whose hint found the run still there.
      if (one.hasNews) hint(webhook.partnerId)
    })

    const serve = (one: Run) =>
      work(one).pipe(
        Effect.catchAllCause((cause) => {
          // It is found again when the tables are searched, which is later than a hint would find it.
          one.hasNews = false
          return Effect.logWarning("A webhook cannot be served at the moment", cause)
        }),
        Effect.zipRight(finish(one)),
        Effect.catchAllCause((cause) => Effect.logWarning("A webhook stays leased for a while", cause))
      )

    const start = (webhook: Claimed) =>
      Effect.suspend(() => {
        const known = runs.get(webhook.id)
        if (known !== undefined) return Effect.sync(() => known.renew(webhook))
        const one = new Run(webhook)
        one.isYielding = stopping
        runs.set(webhook.id, one)
        return FiberSet.run(serving, serve(one))
      })

    const startAll = (claimed: ReadonlyArray<Claimed>) => Effect.forEach(claimed, start, { discard: true })

    const yieldAll = (isChosen: (one: Run) => boolean) => {
      for (const one of runs.values()) {
        if (!isChosen(one)) continue
        one.isYielding = true
        one.wake()
      }
    }

    /** Serves the partners that have new events, as many as there is room for. */
    const claimHinted = Effect.suspend(() => {
      const room = Math.max(0, Math.ceil((maxRuns - runs.size) / maxWebhooks))
      const partners = new Set(Array.from(hints).slice(0, room))
      if (partners.size === 0 || stopping) return Effect.void
      for (const partner of partners) hints.delete(partner)
      if (hints.size > 0) hinted.unsafeOffer(undefined)
      for (const one of runs.values()) {
        if (!partners.has(one.webhook.partnerId)) continue
        one.hasNews = true
        one.wake()
      }
      return Effect.flatMap(leases.free(Array.from(partners)), startAll)
    })

    const claimDue = Effect.suspend(() =>
      stopping ? Effect.void : Effect.flatMap(leases.due(maxRuns - runs.size), startAll)
    )

    const lookAround = Effect.gen(function* () {
      const now = performance.now()
      if (runs.size >= maxRuns) yieldAll(({ startedAt }) => now - startedAt > slice)
      for (const partner of yield* leases.round()) hint(partner)
      yield* claimDue
    })

    const renewAll = Effect.gen(function* () {
      const held = Array.from(runs.values())
      const still = yield* leases.renew(held.map(({ webhook }) => webhook))
      for (const one of held) {
        if (still.has(one.webhook.id)) continue
        one.isLost = true
        one.wake()
      }
    })

    const every = (pause: Duration.DurationInput, effect: Effect.Effect<void, unknown>) =>
      Effect.catchAllCause(effect, (cause) =>
        Effect.logWarning("Webhooks cannot be served at the moment", cause)
      ).pipe(Effect.zipRight(onRealTime(Effect.sleep(pause))), Effect.forever, Effect.forkScoped)

    yield* Effect.forkScoped(recorder.run)
    yield* events.watch(hint)
    const dueNow = yield* Queue.sliding<void>(1)
    yield* webhooks.watch(() => void dueNow.unsafeOffer(undefined))
    yield* every(hintPause, Effect.zipRight(Queue.take(hinted), claimHinted))
    yield* every(poll, lookAround)
    yield* every(0, Effect.zipRight(Queue.take(dueNow), claimDue))
    yield* every(Duration.times(lease, 1 / 3), renewAll)
    yield* every("1 hour", forget.old())

    // Attempts under way get the grace period. Those that are interrupted stay due, and other processes can have the webhooks at
    // once.
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
