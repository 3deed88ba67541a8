import type { Planted } from "../planted.ts"

const lib = "lib/webhooks"
const sender = `${lib}/WebhookSender`

export const planted: ReadonlyArray<Planted> = [
  {
    file: `${lib}/signedPost.ts`,
    mistake: "A connection is used again after the URL of its webhook has changed.",
    code: `const key = \`\${receiver.id} \${receiver.url}\``,
    to: `const key = \`\${receiver.id}\``
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "The signature is made over the text as latin1.",
    code: ".update(body).digest",
    to: '.update(Buffer.from(body).toString("latin1")).digest'
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "The timestamp of a signature has milliseconds.",
    code: "String(Math.floor(at.getTime() / 1000))",
    to: "String(at.getTime())"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "The timestamp of a signature comes from another clock.",
    code: "String(Math.floor(at.getTime() / 1000))",
    to: "String(Math.floor(performance.now() / 1000))"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "The previous secret signs for ever.",
    code: "previousSecretUntil !== null && at < previousSecretUntil",
    to: "previousSecretUntil !== null"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "The prefix is part of the key that signs.",
    code: 'Buffer.from(secret.slice(secretPrefix.length), "base64")',
    to: 'Buffer.from(secret, "base64")'
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "A redirect counts as delivered.",
    code: "status >= 200 && status < 300) return null",
    to: "status >= 200 && status < 400) return null"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "A request that timed out on an idle connection is sent again.",
    code: "resume(Effect.fail(timedOut()))",
    to: "resume(Effect.succeed(undefined))"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "The second connection of an attempt has a time limit of its own.",
    code: "Math.max(0, Duration.toMillis(patience) - (performance.now() - started))",
    to: "Duration.toMillis(patience)"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "NUL in an answer is not removed, and PostgreSQL refuses the result.",
    code: 'decode(bytes).replaceAll("\\u0000", "")',
    to: "decode(bytes)"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "An answer with an error counts as delivered.",
    code: "delivered: result.error === null",
    to: "delivered: result.status !== null"
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "Idle connections stay open after the sender has closed.",
    code: "yield* Effect.addFinalizer(() => Effect.sync(idle.closeAll))",
    to: ""
  },
  {
    file: `${lib}/signedPost.ts`,
    mistake: "A body has no content type.",
    code: '{ "content-type": "application/json", ...signatureHeaders(receiver, id, at, body) }',
    to: "{ ...signatureHeaders(receiver, id, at, body) }"
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "The partner is forgotten: a webhook is found by its id alone.",
    code: "WHERE w.partner_id = input.partner_id AND w.id = input.id AND w.status <> 'removed'`",
    to: "WHERE w.id = input.id AND w.status <> 'removed'`"
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "The partner is forgotten: another partner can remove a webhook.",
    code: "WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id AND rewards_webhook.status <> 'removed'",
    to: "WHERE rewards_webhook.id = input.id AND rewards_webhook.status <> 'removed'"
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A removed webhook is listed, and counts.",
    code: "WHERE w.partner_id = input.partner_id AND w.status <> 'removed' ORDER BY w.id",
    to: "WHERE w.partner_id = input.partner_id ORDER BY w.id"
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A webhook is removed twice, and two subscriptions end.",
    code: "AND rewards_webhook.id = input.id AND rewards_webhook.status <> 'removed' RETURNING",
    to: "AND rewards_webhook.id = input.id RETURNING"
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A redelivery ends the lease of the sender that works on the webhook.",
    code: "\"rewards_webhook.status = 'active' AND rewards_webhook.leased_by IS NULL\"",
    to: "\"rewards_webhook.status = 'active'\""
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A redelivery makes a paused webhook due.",
    code: "\"rewards_webhook.status = 'active' AND rewards_webhook.leased_by IS NULL\"",
    to: '"rewards_webhook.leased_by IS NULL"'
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A list of delivered ones searches those that failed.",
    code: "delivered: searchOf(deliveriesScan, [\"x.state = 'delivered'\"])",
    to: "delivered: searchOf(failedScan, [])"
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A list of deliveries has those of the partner's other webhooks.",
    code: `where: [\`x.webhook_id = \${given("webhook_id")}\`, isBefore("x.event_id")]`,
    to: 'where: [isBefore("x.event_id")]'
  },
  {
    file: `${lib}/webhookRows.ts`,
    mistake: "A change does not end the wait that the receiver asked for.",
    code: '["secret", "previousSecret", "leasedBy", "heldUntil", "dueAt"]',
    to: '["secret", "previousSecret", "leasedBy", "dueAt"]'
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A webhook that becomes active again is not due.",
    code: 'dueAt: webhook.status === "active" ? resumesAt : null',
    to: "dueAt: null"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A paused webhook is due.",
    code: 'dueAt: webhook.status === "active" ? resumesAt : null',
    to: "dueAt: resumesAt"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A new URL inherits the failures of the old one.",
    code: "failingSince: isNewUrl || resumes ? null",
    to: "failingSince: resumes ? null"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A webhook that is active again is paused by its next failure.",
    code: "failingSince: isNewUrl || resumes ? null",
    to: "failingSince: isNewUrl ? null"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "Pausing a paused webhook overwrites the reason.",
    code: 'const pauses = status === "paused" && before.status === "active"',
    to: 'const pauses = status === "paused"'
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "Null does not take the types away.",
    code: "types === undefined ? before.types : Array.from(new Set(types ?? []))",
    to: "Array.from(new Set(types ?? before.types))"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "Null does not take the description away.",
    code: "description: description === undefined ? before.description : description",
    to: "description: description ?? before.description"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A second rotation keeps the oldest secret valid instead of the last one.",
    code: "previousSecret: before.secret",
    to: "previousSecret: before.previousSecret ?? before.secret"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A second rotation does not prolong the time of the previous secret.",
    code: "previousSecretUntil: new Date(at.getTime() + rotationTime)",
    to: "previousSecretUntil: before.previousSecretUntil ?? new Date(at.getTime() + rotationTime)"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The count of webhooks is not protected by a lock on the partner.",
    code: "const [partner] = yield* database.run(lockPartner, [{ id: partnerId }])",
    to: "const partner = partnerId"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A new webhook gets the events from before its creation.",
    code: '{ ...webhook, partnerId, lastEvent, types: webhook.types.join(" ") }',
    to: '{ ...webhook, partnerId, lastEvent: null, types: webhook.types.join(" ") }'
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A removed webhook keeps its subscription, so events are written for nobody.",
    code: "yield* events.unsubscribe(partnerId)",
    to: ""
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The deliveries of a webhook that does not exist are an empty list.",
    code: "yield* find(Rows.readWebhook, key) const owner =",
    to: "const owner ="
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A page of deliveries never has more.",
    code: "size: limit + 1",
    to: "size: limit"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A state that changed after the search is shown under the old filter.",
    code: "delivery === undefined || (state !== undefined && delivery.state !== state)",
    to: "delivery === undefined"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A redelivery waits for the next search of the tables.",
    code: `detail: \`\${id}: \${deliveryId}\` }) yield* notifyListeners`,
    to: `detail: \`\${id}: \${deliveryId}\` })`
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A change waits for the next search of the tables.",
    code: "yield* audit.changed({ action, partnerId, detail }) yield* notifyListeners",
    to: "yield* audit.changed({ action, partnerId, detail })"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The sender is notified of a change before the change is committed.",
    code: "const notifyListeners = database.afterCommit(() => {",
    to: "const notifyListeners = Effect.sync(() => {"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A test of one webhook refuses tests of the partner's other webhooks.",
    code: `\`\${key.partnerId} \${webhook.id}\`, () => post`,
    to: `\`\${key.partnerId}\`, () => post`
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "A webhook is tested any number of times at once.",
    code: "makeConcurrencyLimit(1, () => new WebhookBusy())",
    to: "makeConcurrencyLimit(1000, () => new WebhookBusy())"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The audit trail shows the path of a URL, which may have a secret.",
    code: 'const hostOf = ({ url }: Pick<Webhook, "url">): string => new URL(url).host',
    to: 'const hostOf = ({ url }: Pick<Webhook, "url">): string => new URL(url).href'
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The previous secret is shown with the webhook.",
    code: 'Struct.omit(webhook, "secret", "previousSecret", "heldUntil")',
    to: 'Struct.omit(webhook, "secret", "heldUntil")'
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The URL of a new webhook is not checked.",
    code: "yield* parseCreate(input) yield* checkUrl(url, options)",
    to: "yield* parseCreate(input)"
  },
  {
    file: `${lib}/Webhooks.ts`,
    mistake: "The new URL of a webhook is not checked.",
    code: "yield* parseUpdate(input) yield* checkUrl(url, options)",
    to: "yield* parseUpdate(input)"
  },
  {
    file: `${lib}/Webhook.ts`,
    mistake: "A secret in an update is not refused by its own message.",
    code: "export const checkUpdate: CrossCheck = (input) =>",
    to: "export const checkUpdate: CrossCheck = (input) => true ? [] :"
  },
  {
    file: `${lib}/Webhook.ts`,
    mistake: "An empty list of types is taken, and means all of them.",
    code: "given.length > 0 ||",
    to: "given.length >= 0 ||"
  },
  {
    file: `${lib}/tables.ts`,
    mistake: "No types are read as one type without a name.",
    code: 'words === "" ? [] : words.split(" ")',
    to: 'words.split(" ")'
  },
  {
    file: `${lib}/archive.ts`,
    mistake: "An imported webhook stays leased to a process of the old database.",
    code: 'omit: ["dueAt", "leasedBy"]',
    to: 'omit: ["dueAt"]'
  },
  {
    file: `${lib}/archive.ts`,
    mistake: "Removed webhooks are exported.",
    code: "where: \"t.status <> 'removed'\"",
    to: "where: \"t.status <> 'nothing'\""
  },
  {
    file: `${lib}/retrySchedule.ts`,
    mistake: "The first pause is skipped.",
    code: "pauses[attempts - 1]",
    to: "pauses[attempts]"
  },
  {
    file: `${lib}/retrySchedule.ts`,
    mistake: "A receiver can ask for a wait of any length.",
    code: "new Date(Math.min(until, at.getTime() + longestWait))",
    to: "new Date(until)"
  },
  {
    file: `${lib}/retrySchedule.ts`,
    mistake: "A receiver is given up after three hours instead of three days.",
    code: "patienceWithReceiver = 72 * hour",
    to: "patienceWithReceiver = 3 * hour"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A delivery that failed comes before the time of Retry-After.",
    code: "notBefore(again, heldUntil)",
    to: "again"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "Every failure counts as the first one, so no webhook is paused.",
    code: "delivered ? null : (this.failingSince ?? endedAt)",
    to: "delivered ? null : endedAt"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A success does not end a series of failures.",
    code: "delivered ? null : (this.failingSince ?? endedAt)",
    to: "delivered ? this.failingSince : (this.failingSince ?? endedAt)"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "An event is sent again after 410 Gone.",
    code: "delivered || status === gone ? null",
    to: "delivered ? null"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "The attempts of one webhook at once have no limit.",
    code: "Math.min(largestWindow, this.window + 1)",
    to: "this.window + 1"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "After some failures no attempt may start any more.",
    code: "Math.max(1, Math.floor(this.window / 2))",
    to: "Math.floor(this.window / 2)"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A failing receiver gets as many requests at once as before.",
    code: "Math.max(1, Math.floor(this.window / 2))",
    to: "this.window"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A wait that a failing receiver asks for later is not stored.",
    code: "failingSince?.getTime() !== this.failingSince?.getTime() || heldUntil?.getTime() !== this.heldUntil?.getTime()",
    to: "failingSince?.getTime() !== this.failingSince?.getTime()"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A receiver that accepts an event can ask for a wait.",
    code: "const heldUntil = delivered ? null : waitUntil(retryAfter, endedAt)",
    to: "const heldUntil = waitUntil(retryAfter, endedAt)"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "Three days are counted by another clock.",
    code: "at.getTime() - failingSince.getTime() >= patienceWithReceiver",
    to: "Date.now() - failingSince.getTime() >= patienceWithReceiver"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A webhook that was leased again counts as lost.",
    code: "this.isLost = false this.hasNewEvents = true",
    to: "this.hasNewEvents = true"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A webhook that was leased again keeps its old URL.",
    code: "renew(webhook: ClaimedWebhook): void { this.webhook = webhook",
    to: "renew(webhook: ClaimedWebhook): void {"
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "Events that waited for room are not read when there is room.",
    code: "if (isDone && this.isFull) this.hasNewEvents = true",
    to: ""
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "Deliveries that are dropped from the queue count as being sent.",
    code: "for (const { eventId } of this.queue) this.known.delete(eventId)",
    to: ""
  },
  {
    file: `${sender}/LeasedWebhook.ts`,
    mistake: "A delivery that is done counts as one more that is pending.",
    code: "if (isDone && this.pending !== undefined) this.pending -= 1",
    to: "if (isDone && this.pending !== undefined) this.pending += 1"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Due deliveries are read without the lease.",
    code: "AND w.leased_by = input.process AND w.status = 'active'",
    to: "AND w.status = 'active'"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Deliveries are sent before they are due.",
    code: "AND d.webhook_id = input.id AND d.due_at <= input.at",
    to: "AND d.webhook_id = input.id AND d.due_at IS NOT NULL"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Due deliveries of the partner's other webhooks are sent.",
    code: "AND d.partner_id = input.partner_id AND d.webhook_id = input.id AND d.due_at <= input.at",
    to: "AND d.partner_id = input.partner_id AND d.due_at <= input.at"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "New events are written without the lease.",
    code: 'webhooks.by("partnerId", "id", "leasedBy").change({ set: ["lastEvent"]',
    to: 'webhooks.by("partnerId", "id").change({ set: ["lastEvent"]'
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "A delivery that is being sent is read as due, and sent again.",
    code: "found.filter(({ eventId }) => !leased.known.has(eventId))",
    to: "found"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Each attempt is the first one.",
    code: "queued(event, attemptsBefore(event.id))",
    to: "queued(event, 0)"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "A delivery whose event was deleted is tried again.",
    code: 'yield* Effect.forEach(removed, (eventId) => giveUp(leased.webhook, eventId, attemptsBefore(eventId) + 1), { concurrency: "unbounded", discard: true })',
    to: ""
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "The limit of pending deliveries is ignored.",
    code: "return leased.pending >= maxPending",
    to: "return false"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "New deliveries do not count towards the limit of pending ones.",
    code: "leased.pending = (leased.pending ?? 0) + wanted.length",
    to: ""
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Only the first page of new events is read.",
    code: "if (hasMore) leased.hasNewEvents = true",
    to: ""
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Events of unwanted types are sent.",
    code: "data.filter(({ type }) => types.length === 0 || types.includes(type))",
    to: "data"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "The place in the feed stays before a page without a wanted event.",
    code: "if (last === undefined) return",
    to: "if (last === undefined || data.every(({ type }) => !leased.webhook.types.includes(type) && leased.webhook.types.length > 0)) return"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "A receiver that asked for a wait gets the rest of the queue.",
    code: "if (leased.heldUntil !== null) leased.isYielding = true",
    to: ""
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "A webhook is released before it is paused.",
    code: "if (reason !== undefined) leased.isLost = true",
    to: ""
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "An attempt keeps its slot.",
    code: "(exit) => { releaseSlot()",
    to: "(exit) => {"
  },
  {
    file: `${sender}/deliver.ts`,
    mistake: "Slots are shared among webhooks instead of partners.",
    code: "slots.take(leased.webhook.partnerId)",
    to: "slots.take(leased.webhook.id)"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "A lease is released over the time that the receiver asked for.",
    code: `WHEN held_until > input.at AND held_until > \${nextDue} THEN held_until`,
    to: ""
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "New events are sent before the time that the receiver asked for.",
    code: "AND (w.leased_by IS NULL OR w.due_at <= input.at) AND (w.held_until IS NULL OR w.held_until <= input.at)",
    to: "AND (w.leased_by IS NULL OR w.due_at <= input.at)"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "A webhook is taken from a sender that lives.",
    code: "AND (w.leased_by IS NULL OR w.due_at <= input.at) AND (w.held_until",
    to: "AND (w.held_until"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "A lease ends when it begins.",
    code: "leasedUntil: new Date(at.getTime() + Duration.toMillis(length))",
    to: "leasedUntil: at"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "A lease is prolonged that another process has.",
    code: 'const setLeaseEnd = leased.change({ set: ["dueAt"], returning: ["id"] })',
    to: 'const setLeaseEnd = webhooks.by("partnerId", "id").change({ set: ["dueAt"], returning: ["id"] })'
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "Only the first page of webhooks is searched for new events.",
    code: "lastSearched = found.length < pageSize ? undefined : found.at(-1)",
    to: "lastSearched = undefined"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "Old deliveries of webhooks after the first page stay for ever.",
    code: "last = found.at(-1) } while (last !== undefined)",
    to: "last = undefined } while (last !== undefined)"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "Only the first thousand deliveries of a removed webhook are deleted.",
    code: "while (count === deletedAtOnce) count = (yield* database.run(deletePage, [row])).length",
    to: "yield* database.run(deletePage, [row])"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "The deliveries of the partner's other webhooks are deleted, too.",
    code: "AND d.webhook_id = input.id AND d.event_id < input.before",
    to: "AND d.event_id < input.before"
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "Events of a process that sends nothing are not found.",
    code: `CASE WHEN w.status = 'active' AND w.leased_by IS NULL AND (w.last_event IS NULL OR w.last_event < \${lastEvent("w.partner_id")})`,
    to: `CASE WHEN w.status = 'active' AND w.leased_by IS NULL AND (w.last_event IS NULL OR w.last_event > \${lastEvent("w.partner_id")})`
  },
  {
    file: `${sender}/leases.ts`,
    mistake: "A lease is released that another process has.",
    code: "if (locked.length > 0) yield* database.run(release",
    to: "yield* database.run(release"
  },
  {
    file: `${sender}/results.ts`,
    mistake: "A late failure overwrites a delivery.",
    code: "where: `rewards_delivery.due_at IS NOT NULL AND (rewards_delivery.attempts = input.attempts - 1 OR input.state = 'delivered')`",
    to: "where: `(rewards_delivery.attempts = input.attempts - 1 OR input.state = 'delivered')`"
  },
  {
    file: `${sender}/results.ts`,
    mistake: "A late failure overwrites a redelivery.",
    code: "AND (rewards_delivery.attempts = input.attempts - 1 OR input.state = 'delivered')`",
    to: "`"
  },
  {
    file: `${sender}/results.ts`,
    mistake: "A delay is counted as given up.",
    code: 'pending: "delayed", failed: "given_up"',
    to: 'pending: "given_up", failed: "delayed"'
  },
  {
    file: `${sender}/results.ts`,
    mistake: "A mail shows the path of a URL, which may have a secret.",
    code: "host: new URL(url).host, reason",
    to: "host: url, reason"
  },
  {
    file: `${sender}/results.ts`,
    mistake: "The state of the first of several results counts.",
    code: "const health = new Map( group.flatMap(",
    to: "const health = new Map( group.toReversed().flatMap("
  },
  {
    file: `${sender}/results.ts`,
    mistake: "The time of an attempt is that of its begin.",
    code: "const attemptedAt = new Date(at.getTime() + duration)",
    to: "const attemptedAt = at"
  },
  {
    file: `${sender}/senderId.ts`,
    mistake: "Every sender of another machine counts as ended.",
    code: "!isRunning(Number.parseInt(pid, 16)) : isAlone",
    to: "!isRunning(Number.parseInt(pid, 16)) : true"
  },
  {
    file: `${sender}/senderId.ts`,
    mistake: "The number of a process is read as decimal.",
    code: "Number.parseInt(pid, 16)",
    to: "Number.parseInt(pid, 10)"
  },
  {
    file: `${sender}/slots.ts`,
    mistake: "A caller that no longer waits gets a slot, and never returns it.",
    code: "return Effect.sync(() => stopWaiting(partnerId, caller))",
    to: "return Effect.void"
  },
  {
    file: `${sender}/slots.ts`,
    mistake: "A partner that got a slot stays first.",
    code: "waiting.delete(partnerId) if (others.length > 0) waiting.set(partnerId, others)",
    to: "if (others.length > 0) waiting.set(partnerId, others); else waiting.delete(partnerId)"
  },
  {
    file: `${sender}/slots.ts`,
    mistake: "The limit of a partner is ignored.",
    code: "free > 0 && (takenBy.get(partnerId) ?? 0) < perPartner && pace.mayStart()",
    to: "free > 0 && pace.mayStart()"
  },
  {
    file: `${sender}/slots.ts`,
    mistake: "After a pause any number of attempts may start at once.",
    code: "Math.min(burst, allowed + ((now - at) * rate) / 1000)",
    to: "allowed + ((now - at) * rate) / 1000"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "Leases are not prolonged while the sender works.",
    code: "yield* every(Duration.times(lease, 1 / 3), prolongAll)",
    to: ""
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "The sender goes on after it has lost a lease.",
    code: "if (held.has(leased.webhook.id)) continue leased.isLost = true",
    to: "if (held.has(leased.webhook.id)) continue"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "Leases of other machines are ended on PostgreSQL, too.",
    code: 'hasEnded(senderId, database.dialect.name === "sqlite")',
    to: "hasEnded(senderId, true)"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "Leases of dead senders are not ended at the start.",
    code: "const searchTables = Effect.gen(function* () { yield* endOldLeases",
    to: "const searchTables = Effect.gen(function* () {"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "A partner's share of the attempts is all of them.",
    code: "perPartner: slotsPerPartner",
    to: "perPartner: slots"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "Running attempts are cut off when the process stops.",
    code: "stopping = true yieldAll(() => true) yield* Effect.timeoutOption(FiberSet.awaitEmpty(serving), grace)",
    to: "stopping = true"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "A removed webhook is released, and never deleted.",
    code: "yield* webhook.isRemoved ? leases.deleteRemoved(webhook) : leases.release(webhook)",
    to: "yield* leases.release(webhook)"
  },
  {
    file: `${lib}/WebhookSender.ts`,
    mistake: "One error of a search ends all later searches.",
    code: ").pipe(Effect.zipRight(onRealTime(Effect.sleep(interval))), Effect.forever, Effect.forkScoped)",
    to: ").pipe(Effect.forkScoped)"
  },
  {
    file: "lib/outbound/idleConnections.ts",
    mistake: "A connection is used for ever, whatever address its host has now.",
    code: "!agent.socket.destroyed && Date.now() - since < lifetime",
    to: "!agent.socket.destroyed"
  },
  {
    file: "lib/outbound/concurrencyLimit.ts",
    mistake: "A limit counts those that have ended.",
    code: "enter(key), use, () => leave(key)",
    to: "enter(key), use, () => Effect.void"
  }
]
