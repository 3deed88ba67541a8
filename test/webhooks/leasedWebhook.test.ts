import assert from "node:assert/strict"
import { EventId } from "../../lib/events/Event.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import type { Attempt } from "../../lib/webhooks/signedPost.ts"
import { WebhookId } from "../../lib/webhooks/Webhook.ts"
import { LeasedWebhook } from "../../lib/webhooks/WebhookSender/LeasedWebhook.ts"
import type { ClaimedWebhook } from "../../lib/webhooks/WebhookSender/leases.ts"
import { describe, it } from "../support/effect.ts"

const at = new Date("2026-03-01T12:00:00.000Z")
const second = 1000

const webhook: ClaimedWebhook = {
  partnerId: PartnerId.make("01990000-0000-7000-8000-000000000001"),
  id: WebhookId.make("01990000-0000-7000-8000-000000000002"),
  url: "https://shop.example/hooks",
  secret: "whsec_",
  previousSecret: null,
  previousSecretUntil: null,
  types: [],
  lastEvent: null,
  failingSince: null,
  isRemoved: false
}

const delivery = (index = 0) => ({
  eventId: EventId.make(`01990000-0000-7000-8000-${String(index).padStart(12, "0")}`),
  attempts: 0,
  body: new Uint8Array()
})

const accepted: Attempt = {
  delivered: true,
  at,
  status: 200,
  answer: "",
  error: null,
  duration: 5,
  retryAfter: undefined
}
const refused: Attempt = { ...accepted, delivered: false, status: 500, error: "answered 500" }

const judge = (leased: LeasedWebhook, attempt: Attempt) => leased.judge(delivery(), attempt, 0)

describe("a webhook that a sender has leased", () => {
  it("has up to 16 attempts at once, half as many after each failure, and one at least", () => {
    const leased = new LeasedWebhook(webhook)
    leased.enqueue(Array.from({ length: 20 }, (_, index) => delivery(index)))
    for (let count = 0; count < 30; count++) judge(leased, accepted)
    leased.active = 15
    assert.ok(leased.mayStart)
    leased.active = 16
    assert.ok(!leased.mayStart)
    judge(leased, refused)
    leased.active = 8
    assert.ok(!leased.mayStart)
    for (let count = 0; count < 10; count++) judge(leased, refused)
    leased.active = 0
    assert.ok(leased.mayStart)
    leased.active = 1
    assert.ok(!leased.mayStart)
  })

  it("stores since when its receiver fails, once, and that it no longer does", () => {
    const leased = new LeasedWebhook(webhook)
    const failingSince = new Date(at.getTime() + 5)
    assert.deepEqual(judge(leased, refused).health, { failingSince, heldUntil: null })
    const later = { ...refused, at: new Date(at.getTime() + second) }
    assert.equal(judge(leased, later).health, undefined)
    assert.deepEqual(judge(leased, accepted).health, { failingSince: null, heldUntil: null })
    assert.equal(judge(leased, accepted).health, undefined)
  })

  it("stores a wait that its receiver asks for after it has begun to fail; only a failure can ask for one", () => {
    const leased = new LeasedWebhook(webhook)
    const { health } = judge(leased, refused)
    const heldUntil = new Date(at.getTime() + 5 + 3600 * second)
    const held = judge(leased, { ...refused, status: 503, retryAfter: "3600" })
    assert.deepEqual(held.health, { failingSince: health?.failingSince, heldUntil })
    assert.deepEqual(held.result.dueAt, heldUntil)
    const done = judge(leased, { ...accepted, retryAfter: "3600" })
    assert.deepEqual(done.health, { failingSince: null, heldUntil: null })
  })

  it("records when an attempt ended, and how", () => {
    const leased = new LeasedWebhook(webhook)
    const ended = new Date(at.getTime() + 5)
    const { result } = judge(leased, accepted)
    assert.deepEqual(
      [result.state, result.attempts, result.attemptedAt, result.deliveredAt, result.dueAt],
      ["delivered", 1, ended, ended, null]
    )
    const failed = judge(leased, refused).result
    const due = new Date(ended.getTime() + 5 * second)
    assert.deepEqual([failed.state, failed.deliveredAt, failed.dueAt], ["pending", null, due])
    assert.equal(judge(leased, { ...refused, status: 410 }).result.state, "failed")
  })

  it("is paused by a failure three days after the first, or by 410 Gone at once", () => {
    const leased = new LeasedWebhook(webhook)
    const after = (hours: number, attempt: Attempt = refused) =>
      leased.reasonToPause({ ...attempt, at: new Date(at.getTime() + 5 + hours * 3600 * second) })
    judge(leased, refused)
    assert.equal(after(71.9), undefined)
    assert.equal(after(72), "its receiver has failed for three days")
    assert.equal(after(72, accepted), undefined)
    assert.equal(after(0, { ...refused, status: 410 }), "its receiver answered 410 Gone")
  })

  it("goes on with the new values of the partner when it is leased again", () => {
    const leased = new LeasedWebhook(webhook)
    judge(leased, { ...refused, retryAfter: "60" })
    leased.isLost = true
    leased.renew({ ...webhook, url: "https://shop.example/new" })
    assert.equal(leased.webhook.url, "https://shop.example/new")
    assert.deepEqual([leased.isLost, leased.failingSince, leased.heldUntil], [false, null, null])
    assert.ok(leased.needsDeliveries && leased.hasNewEvents && !leased.isDone)
  })

  it("reads events that waited for room when a delivery is done, and counts what is pending", () => {
    const leased = new LeasedWebhook(webhook)
    leased.pending = 5
    leased.isFull = true
    leased.hasNewEvents = false
    leased.enqueue([delivery(1), delivery(2), delivery(3)])
    leased.settled(delivery(1).eventId, false)
    assert.deepEqual([leased.pending, leased.hasNewEvents], [5, false])
    leased.settled(delivery(2).eventId, true)
    assert.deepEqual([leased.pending, leased.hasNewEvents], [4, true])
    leased.hasNewEvents = false
    assert.ok(!leased.isDone, "the queue is not empty")
    leased.dropQueue()
    assert.ok(leased.isDone)
  })
})
