import type { Planted } from "../planted.ts"

const lib = "lib/events"
const http = "lib/http/events"

export const planted: ReadonlyArray<Planted> = [
  {
    file: `${lib}/Event.ts`,
    mistake: "A millisecond with more than 4,096 events overflows into the version of the id.",
    code: "else if (++counter > maxCounter)",
    to: "else if (++counter > 0xfffff)"
  },
  {
    file: `${lib}/Event.ts`,
    mistake: "A place and a number of newest events are taken together.",
    code: "after === undefined || newest === undefined ? []",
    to: "after === undefined || newest !== undefined ? []"
  },
  {
    file: `${lib}/EventSignals.ts`,
    mistake: "A process hears of its own events twice.",
    code: "return sender === self ? []",
    to: "return sender === undefined ? []"
  },
  {
    file: `${lib}/EventSignals.ts`,
    mistake: "A message to other processes gets longer than PostgreSQL allows.",
    code: "Arr.chunksOf(pending, maxPartners)",
    to: "Arr.chunksOf(pending, 10_000)"
  },
  {
    file: `${lib}/EventSignals.ts`,
    mistake: "One message that cannot be sent ends all later ones.",
    code: "Effect.zipRight(Effect.catchAllCause(send, () => Effect.void))",
    to: "Effect.zipRight(Effect.ignore(send))"
  },
  {
    file: `${lib}/EventSignals.ts`,
    mistake: "Listeners of the same process are not notified.",
    code: "notify: (partners) => { notifyHere(partners)",
    to: "notify: (partners) => {"
  },
  {
    file: `${lib}/EventSignals.ts`,
    mistake: "A listener is called after its scope has closed.",
    code: "() => Effect.sync(() => void listeners.delete(listener))",
    to: "() => Effect.void"
  },
  {
    file: `${lib}/EventSignals.ts`,
    mistake: "Signals of other processes are not listened to.",
    code: ", RcRef.get(others) )",
    to: ", Effect.void)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Listeners do not hear of the events of a host's transaction.",
    code: "if (hasNew) signals.notify([partnerId])",
    to: ""
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A read in a host's transaction locks the feed to collect events.",
    code: "Effect.flatMap((ofHost) => (ofHost ? Effect.void : openAndNotify(partnerId)))",
    to: "Effect.flatMap(() => openAndNotify(partnerId))"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A stream hears of no event, and only polls.",
    code: "if (notified === partnerId) wake.unsafeOffer(undefined)",
    to: ""
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "An open stream does not keep its feed marked as read.",
    code: "Effect.catchAll(Effect.zipRight(markRead(partnerId), read), () =>",
    to: "Effect.catchAll(read, () =>"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A stream dies with an error of the database.",
    code: 'Effect.zipRight(Effect.delay(pause, "100 millis"), persist(read))',
    to: 'Effect.die("the database is away")'
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A stream of some types stays before a window without them.",
    code: "found.data.length > 0 || found.hasMore ? Effect.succeed(found)",
    to: "found.data.length > 0 ? Effect.succeed(found)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A stream sends the same page again.",
    code: "Option.some(to ?? from)",
    to: "Option.some(from ?? to)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A page of a stream has no limit of bytes.",
    code: "limit: streamPage.count }, streamPage.bytes)",
    to: "limit: streamPage.count }, Number.MAX_SAFE_INTEGER)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Only the first thousand old events of a feed are removed.",
    code: "if (rows.length < eventsPerRemoval) return removed",
    to: "return removed"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Retention stops after 100 feeds.",
    code: "after = feeds.length < feedsPerPage ? undefined : feeds.at(-1)?.partnerId",
    to: "after = undefined"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Pending events are collected for 100 partners only.",
    code: "after = found.length < partnersPerPage ? undefined : found.at(-1)?.partnerId",
    to: "after = undefined"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Events are removed after three days.",
    code: "const retention = 30 * 24",
    to: "const retention = 3 * 24"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Retention uses the clock of the machine.",
    code: "firstIdOf(new Date((yield* now).getTime() - retention))",
    to: "firstIdOf(new Date(Date.now() - retention))"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Old events of other partners are removed.",
    code: "WHERE e.partner_id = (SELECT partner_id FROM input) AND e.id < (SELECT before FROM input)",
    to: "WHERE e.id < (SELECT before FROM input)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A list does not count as a read of the feed.",
    code: "const asked = yield* parseList(input) yield* markRead(asked.partnerId)",
    to: "const asked = yield* parseList(input)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A search for the newest events does not count as a read of the feed.",
    code: "const asked = yield* parseNewest(input) yield* markRead(asked.partnerId)",
    to: "const asked = yield* parseNewest(input)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "A subscription of a partner that does not exist succeeds.",
    code: "if (!(yield* subscribe(partnerId))) return yield* new PartnerNotFound({ partnerId })",
    to: "yield* subscribe(partnerId)"
  },
  {
    file: `${lib}/Events.ts`,
    mistake: "Streams do not end when the engine closes.",
    code: "Stream.interruptWhenDeferred(Stream.unwrapScoped(follow(asked)), closed)",
    to: "Stream.unwrapScoped(follow(asked))"
  },
  {
    file: `${lib}/feeds.ts`,
    mistake: "A feed is alive for an hour after it was read.",
    code: "const day = 24 * 60 * 60 * 1000",
    to: "const day = 60 * 60 * 1000"
  },
  {
    file: `${lib}/feeds.ts`,
    mistake: "A feed with a subscription lapses.",
    code: "subscriptions > 0 || (readAt !== null && readAt > lapsedAt(at))",
    to: "readAt !== null && readAt > lapsedAt(at)"
  },
  {
    file: `${lib}/feeds.ts`,
    mistake: "A writer does not wait for a transaction that adds a subscriber.",
    code: `\${lock("f", "f.partner_id", "share")}`,
    to: ""
  },
  {
    file: `${lib}/feeds.ts`,
    mistake: "Two transactions give ids to events of one feed at once.",
    code: `WHERE f.partner_id = input.partner_id\${lock("f", "f.partner_id")}\``,
    to: "WHERE f.partner_id = input.partner_id`"
  },
  {
    file: `${lib}/feeds.ts`,
    mistake: "The partner is forgotten: a subscription is added to every feed.",
    code: "FROM input WHERE rewards_feed.partner_id = input.partner_id` })",
    to: "FROM input WHERE rewards_feed.partner_id IS NOT NULL` })"
  },
  {
    file: `${lib}/feeds.ts`,
    mistake: "Feeds without a subscription count as unsubscribed, although they are read.",
    code: "f.subscriptions = 0 AND (f.read_at IS NULL OR f.read_at <= input.lapsed_at)",
    to: "f.subscriptions = 0"
  },
  {
    file: `${lib}/layerEventLog.ts`,
    mistake: "Pending events of one millisecond lose their order.",
    code: "lastPending = rows.at(-1)?.id ?? lastPending",
    to: ""
  },
  {
    file: `${lib}/layerEventLog.ts`,
    mistake: "A writer deletes pending events of a subscribed partner.",
    code: "movePending(database, partnerId, feed.last, true)",
    to: "movePending(database, partnerId, feed.last, false)"
  },
  {
    file: `${lib}/layerEventLog.ts`,
    mistake: "A writer passes pending events that were committed before.",
    code: 'Array.from(feeds.values()).some((feed) => feed !== "unlocked" && feed.hasPending)',
    to: "false"
  },
  {
    file: `${lib}/layerEventLog.ts`,
    mistake: "An event loses the request that caused it.",
    code: "return { partnerId, type, createdAt, requestId, orderedBy, data: JSON.stringify(data) }",
    to: "return { partnerId, type, createdAt, requestId: null, orderedBy, data: JSON.stringify(data) }"
  },
  {
    file: `${lib}/layerEventLog.ts`,
    mistake: "A feed that was read counts as unsubscribed a moment later.",
    code: "({ partnerId, lapsedAt: lapsedAt(at) })",
    to: "({ partnerId, lapsedAt: at })"
  },
  {
    file: `${lib}/layerEventLog.ts`,
    mistake: "Ids of events start again after a restart of the feed.",
    code: "return withIds(feed.last, at, found)",
    to: "return withIds(null, at, found)"
  },
  {
    file: `${lib}/pendingEvents.ts`,
    mistake: "Only the first thousand pending events of a partner are moved.",
    code: "if (found.length < takenAtOnce) return last",
    to: "return last"
  },
  {
    file: `${lib}/pendingEvents.ts`,
    mistake: "The second thousand of pending events gets ids from the start of the first.",
    code: "const moved = withIds(last, yield* now, found)",
    to: "const moved = withIds(lastEvent, yield* now, found)"
  },
  {
    file: `${lib}/pendingEvents.ts`,
    mistake: "Pending events are moved in the reverse order.",
    code: "one.id < other.id ? -1 : 1",
    to: "one.id < other.id ? 1 : -1"
  },
  {
    file: `${lib}/pendingEvents.ts`,
    mistake: "Pending events are written although nobody subscribed.",
    code: "feed.lastEvent, hasSubscriber(feed, yield* engineNow))",
    to: "feed.lastEvent, true)"
  },
  {
    file: `${lib}/pendingEvents.ts`,
    mistake: "The newest id of a feed is that of the first new event.",
    code: "byFeed.flatMap((some) => some.slice(-1))",
    to: "byFeed.flatMap((some) => some.slice(0, 1))"
  },
  {
    file: `${lib}/pendingEvents.ts`,
    mistake: "Events are written to a feed whose newest id is not stored.",
    code: "yield* database.send(writeEvents([moved]))",
    to: "yield* database.run(insertEvents, moved)"
  },
  {
    file: `${lib}/subscriptions.ts`,
    mistake: "A feed that is read all the time is marked once a day, and lapses in between.",
    code: "const markEvery = 60 * 60 * 1000",
    to: "const markEvery = 24 * 60 * 60 * 1000"
  },
  {
    file: `${lib}/subscriptions.ts`,
    mistake: "A read that was rolled back counts as one that marked the feed.",
    code: "yield* database.afterCommit(remember(partnerId, readAt))",
    to: "remember(partnerId, readAt)()"
  },
  {
    file: `${lib}/subscriptions.ts`,
    mistake: "A read in a host's transaction locks the feed to mark it.",
    code: "if (yield* database.inHostTransaction) return",
    to: ""
  },
  {
    file: `${lib}/subscriptions.ts`,
    mistake: "The mark of one feed counts for all of them.",
    code: "markedAt.get(partnerId) ?? Number.NEGATIVE_INFINITY",
    to: "markedAt.values().next().value ?? Number.NEGATIVE_INFINITY"
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "The partner is forgotten: events of all partners are read.",
    code: 'const ofPartner = "e.partner_id = (SELECT partner_id FROM input)"',
    to: 'const ofPartner = "e.partner_id IS NOT NULL"'
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "The first event after a window is skipped.",
    code: `LIMIT 1 OFFSET \${examined - 1}`,
    to: `LIMIT 1 OFFSET \${examined}`
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "A page that was cut continues after an event that it does not have.",
    code: "const last = data.length < page.rows.length ? data.at(-1) : undefined",
    to: "const last = undefined as (typeof data)[number] | undefined"
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "Pending events are collected, and the old page is returned.",
    code: "Effect.zipRight(collect(partnerId), database.send(batch))",
    to: "Effect.as(collect(partnerId), value)"
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "A reversal shows the note of the award.",
    code: "const { narration } = textsOf(reversal.id)",
    to: "const { narration } = textsOf(award.id)"
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "A removed event is not reported.",
    code: "removed: wanted.filter((id) => !rowOf.has(id))",
    to: "removed: []"
  },
  {
    file: `${lib}/Events/storedEvents.ts`,
    mistake: "The size of texts is not counted.",
    code: "fittingTexts(partnerId, entries, bytes)",
    to: "fittingTexts(partnerId, entries, Number.MAX_SAFE_INTEGER)"
  },
  {
    file: `${lib}/archive.ts`,
    mistake: "Events are not exported.",
    code: 'archiveTable(feeds, { record: "feed" }), archiveTable(events, { record: "event" })',
    to: 'archiveTable(feeds, { record: "feed" })'
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "HEAD opens a stream.",
    code: 'method === "GET" && /',
    to: "/"
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "A browser that connects again gets the events of its first query again.",
    code: 'return { after: (yield* parseLast({ "Last-Event-ID": given }))["Last-Event-ID"] }',
    to: 'yield* parseLast({ "Last-Event-ID": given })'
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "An empty Last-Event-ID is refused.",
    code: 'if (given !== null && given !== "") {',
    to: "if (given !== null) {"
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "The stream of a query ignores its types.",
    code: "...(yield* typesIn(rest.query.types)), partnerId",
    to: "partnerId"
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "A stream goes on after its token was revoked.",
    code: "const revoked = (yield* Sessions).ended(token)",
    to: "const revoked = Effect.never"
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "A stream that breaks before its first event begins elsewhere when it is opened again.",
    code: `\`retry: 1000\\n\${after === undefined ? "" : \`id: \${after}\\n\`}\\n\``,
    to: "`retry: 1000\\n\\n`"
  },
  {
    file: `${http}/handlers.ts`,
    mistake: "Spaces between types are not allowed.",
    code: 'text.split(",").map((type) => type.trim())',
    to: 'text.split(",")'
  },
  {
    file: `${http}/wireEvent.ts`,
    mistake: "The body of a webhook has the time of the attempt.",
    code: "timestamp: createdAt, requestId, orderedBy, data",
    to: "timestamp: new Date().toISOString(), requestId, orderedBy, data"
  },
  {
    file: `${http}/wireEvent.ts`,
    mistake: "A refund is shown as a transfer.",
    code: 'kind: "user_partner_refund", leaves',
    to: 'kind: "user_partner_transfer", leaves'
  },
  {
    file: `${http}/wireEvent.ts`,
    mistake: "The removed member is missing from a link.",
    code: "removedMemberId: event.data.removedId",
    to: "removedMemberId: null"
  },
  {
    file: "lib/http/eventStream.ts",
    mistake: "A stream reads on for a reader that does not read.",
    code: "if ((controller.desiredSize ?? 0) > 0) return resume(Effect.void)",
    to: "return resume(Effect.void)"
  },
  {
    file: "lib/http/eventStream.ts",
    mistake: "A stream that has ended keeps its place.",
    code: "fiber.addObserver((exit) => { release() running -= 1",
    to: "fiber.addObserver((exit) => { running -= 1"
  },
  {
    file: "lib/http/eventStream.ts",
    mistake: "A stream that was closed twice frees two places.",
    code: "if (!held) return",
    to: ""
  },
  {
    file: "lib/http/eventStream.ts",
    mistake: "One address can open all streams.",
    code: "addresses.of(address) >= maxPerAddress",
    to: "addresses.of(address) >= max"
  },
  {
    file: "lib/http/eventStream.ts",
    mistake: "A stream goes on when the service stops.",
    code: "const stopped = Effect.raceFirst(Deferred.await(ending), revoked)",
    to: "const stopped = revoked"
  },
  {
    file: "lib/http/eventStream.ts",
    mistake: "A quiet connection gets no comment.",
    code: 'Stream.merge(stream, heartbeats, { haltStrategy: "left" })',
    to: "stream"
  },
  {
    file: "lib/open/events.ts",
    mistake: "An iterator uses the transaction of the host in which it was opened.",
    code: "services.delete(SqlClient.TransactionConnection.key)",
    to: ""
  },
  {
    file: "lib/open/events.ts",
    mistake: "The end of a loop waits for the next event.",
    code: "giveUp() const inner",
    to: "const inner"
  },
  {
    file: "lib/open/events.ts",
    mistake: "A loop that ends does not end its stream.",
    code: "await inner?.return?.()",
    to: ""
  }
]
