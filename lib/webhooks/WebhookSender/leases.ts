import { type Context, Duration, Effect, Schema } from "effect"
import { lastEvent } from "../../events/feeds.ts"
import { feeds } from "../../events/tables.ts"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { firstIdOf, largestId, smallestId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Bool } from "../../sql/Row.ts"
import { given, type Statement, statement } from "../../sql/Statement.ts"
import { deliveries, receiverColumns, webhooks } from "../tables.ts"

const claimedColumns = ["partnerId", ...receiverColumns, "types", "lastEvent", "failingSince"] as const
const ClaimedWebhook = Schema.extend(webhooks.row(...claimedColumns), Schema.Struct({ isRemoved: Bool }))
/** A webhook that this process has leased. No other process works on it until the lease ends. */
export type ClaimedWebhook = typeof ClaimedWebhook.Type

const claimed = `${webhooks.list("rewards_webhook", ...claimedColumns)},
  CASE WHEN rewards_webhook.status = 'removed' THEN 1 ELSE 0 END AS is_removed`

const Key = webhooks.row("partnerId", "id")
export type WebhookKey = typeof Key.Type

const key = { partnerId: "uuid", id: "uuid" } as const

const pageSize = 256

/** Finds the webhooks that have been due the longest. Webhooks whose sender has died become due when the lease ends. */
const findDue = statement({
  acrossPartners: "a sender works for all partners",
  input: { at: "instant" },
  output: Key,
  sql: `SELECT w.partner_id, w.id FROM input CROSS JOIN rewards_webhook w WHERE w.due_at <= input.at
    ORDER BY w.due_at LIMIT ${pageSize}`
})

/**
 * Returns SQL for the rows that a query finds on the reachable nodes of a Citus cluster. A plain statement over all partners fails while
 * one node is unreachable. The query runs once for each shard. In the query, `%%1$s` is the name of the shard with the webhooks, and
 * `%%2$s` is the name of the shard with the feeds of the same partners. Each `%L` is replaced with the next one of `values`.
 */
const onReachableNodes = (query: string, values: string, columns: string): string =>
  `run_command_on_colocated_placements('${webhooks.name}', '${feeds.name}', format(
      $query$SELECT COALESCE(json_agg(found), '[]') FROM (${query}) AS found$query$, ${values})) AS shard
    CROSS JOIN LATERAL json_to_recordset(CASE WHEN shard.success THEN CAST(shard.result AS JSON) END) AS w(${columns})`

const findDueOnReachable = statement({
  acrossPartners: "a sender works for all partners",
  input: { at: "instant" },
  output: Key,
  sql: `SELECT w.partner_id, w.id FROM input CROSS JOIN LATERAL ${onReachableNodes(
    `SELECT partner_id, id, due_at FROM %%1$s WHERE due_at <= %L ORDER BY due_at LIMIT ${pageSize}`,
    "input.at",
    "partner_id UUID, id UUID, due_at TIMESTAMPTZ"
  )} ORDER BY w.due_at LIMIT ${pageSize}`
})

/** Leases the webhooks of a partner that meet a condition. Skips webhooks that another transaction has locked. */
const claim = <const Columns extends Readonly<Record<string, "uuid">>>(columns: Columns, condition: string) =>
  statement({
    input: { ...columns, at: "instant", process: "uuid", leasedUntil: "instant" },
    output: ClaimedWebhook,
    sql: ({ lockFree }) => `, free AS MATERIALIZED (
      SELECT w.partner_id, w.id, input.process, input.leased_until FROM input CROSS JOIN rewards_webhook w
      WHERE ${condition}${lockFree("w")}
    )
    UPDATE rewards_webhook SET leased_by = free.process, due_at = free.leased_until
    FROM free WHERE rewards_webhook.partner_id = free.partner_id AND rewards_webhook.id = free.id
    RETURNING ${claimed}`
  })

const claimDue = claim(key, "w.partner_id = input.partner_id AND w.id = input.id AND w.due_at <= input.at")

const isFree = `w.partner_id = input.partner_id AND w.status = 'active'
  AND (w.leased_by IS NULL OR w.due_at <= input.at) AND (w.held_until IS NULL OR w.held_until <= input.at)`

/** Finds one free webhook of the partners. */
const anyFree = statement({
  input: { partnerId: "uuid", at: "instant" },
  output: Key,
  sql: `SELECT w.partner_id, w.id FROM input CROSS JOIN rewards_webhook w WHERE ${isFree} LIMIT 1`
})

const claimFree = claim({ partnerId: "uuid" }, isFree)

/** Builds statements for webhooks that the process `leasedBy` still has leased. */
const leased = webhooks.by("partnerId", "id", "leasedBy")

/** Changes the end of a lease. */
const setLeaseEnd = leased.change({ set: ["dueAt"], returning: ["id"] })

/** Reads the next leased webhooks of all partners after a key, in the order of keys. */
const readLeased = statement({
  acrossPartners: "a sender works for all partners",
  input: key,
  output: Schema.extend(Key, Schema.Struct({ leasedBy: Schema.String })),
  sql: ({ idText }) => `SELECT w.partner_id, w.id, ${idText("w.leased_by")} AS leased_by
    FROM input CROSS JOIN rewards_webhook w
    WHERE (w.partner_id, w.id) > (input.partner_id, input.id) AND w.leased_by IS NOT NULL
    ORDER BY w.partner_id, w.id LIMIT ${pageSize}`
})

const lockLeased = leased.lock("id")

const nextDue = `(SELECT MIN(d.due_at) FROM rewards_delivery d
  WHERE d.partner_id = rewards_webhook.partner_id AND d.webhook_id = rewards_webhook.id AND d.due_at IS NOT NULL)`

/**
 * Ends a lease. The webhook becomes due with its next delivery, but not before `heldUntil`. If that delivery is overdue, the webhook
 * becomes due now. Without pending deliveries, it is not due. A removed webhook becomes due now, too: after the removal, the process can have
 * leased it again before it ends its earlier work. Run this statement after `lockLeased`, so that it sees all deliveries.
 */
const release = statement({
  input: { ...key, at: "instant" },
  sql: `UPDATE rewards_webhook SET leased_by = NULL,
      due_at = CASE WHEN status = 'removed' THEN input.at WHEN ${nextDue} IS NULL THEN NULL
        WHEN held_until > input.at AND held_until > ${nextDue} THEN held_until
        WHEN ${nextDue} < input.at THEN input.at ELSE ${nextDue} END
    FROM input WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id`
})

/**
 * Reads the next webhooks of all partners after a key, in the order of keys. `hasNewEvents` is true if the webhook is active, is not
 * leased, and has unread events.
 */
const readPage = statement({
  acrossPartners: "a sender works for all partners",
  input: key,
  output: Schema.extend(Key, Schema.Struct({ hasNewEvents: Bool })),
  sql: `SELECT w.partner_id, w.id,
      CASE WHEN w.status = 'active' AND w.leased_by IS NULL
        AND (w.last_event IS NULL OR w.last_event < ${lastEvent("w.partner_id")})
        AND ${lastEvent("w.partner_id")} IS NOT NULL THEN 1 ELSE 0 END AS has_new_events
    FROM input CROSS JOIN rewards_webhook w
    WHERE (w.partner_id, w.id) > (input.partner_id, input.id)
    ORDER BY w.partner_id, w.id LIMIT ${pageSize}`
})

const readPageOnReachable = statement({
  acrossPartners: "a sender works for all partners",
  input: key,
  output: Schema.extend(Key, Schema.Struct({ hasNewEvents: Bool })),
  sql: `SELECT w.partner_id, w.id, w.has_new_events FROM input CROSS JOIN LATERAL ${onReachableNodes(
    `SELECT w.partner_id, w.id, CASE WHEN w.status = 'active' AND w.leased_by IS NULL
        AND (w.last_event IS NULL OR w.last_event < f.last_event) THEN 1 ELSE 0 END AS has_new_events
      FROM %%1$s w LEFT JOIN %%2$s f ON f.partner_id = w.partner_id AND f.last_event IS NOT NULL
      WHERE (w.partner_id, w.id) > (%L, %L) ORDER BY w.partner_id, w.id LIMIT ${pageSize}`,
    "input.partner_id, input.id",
    "partner_id UUID, id UUID, has_new_events INTEGER"
  )} ORDER BY w.partner_id, w.id LIMIT ${pageSize}`
})

/** How many partners `runByPartner` handles at the same time. */
const partnersAtOnce = 4

const storedFor = Duration.toMillis("30 days")
const deletedAtOnce = 1000

/** Deletes at most `size` deliveries of events with ids smaller than `before`. */
const deletePage = statement({
  input: { partnerId: "uuid", id: "uuid", before: "uuid", size: "integer" },
  output: deliveries.row("eventId"),
  sql: ({ lockFree }) => `, old AS MATERIALIZED (
      SELECT d.partner_id, d.webhook_id, d.event_id FROM input CROSS JOIN rewards_delivery d
      WHERE d.partner_id = input.partner_id AND d.webhook_id = input.id AND d.event_id < input.before
      ORDER BY d.event_id LIMIT (SELECT size FROM input)${lockFree("d")}
    )
    DELETE FROM rewards_delivery WHERE partner_id IN ${given("partner_id")} AND (partner_id, webhook_id, event_id) IN (
      SELECT partner_id, webhook_id, event_id FROM old
    ) RETURNING event_id`
})

const deleteWebhook = statement({
  input: { partnerId: "uuid", id: "uuid", process: "uuid" },
  sql: `DELETE FROM rewards_webhook WHERE partner_id IN ${given("partner_id")}
    AND (partner_id, id) IN (SELECT partner_id, id FROM input) AND status = 'removed' AND leased_by = (SELECT process FROM input)`
})

/** Leases webhooks for this process. The leases of a process that has died expire after `length`. */
export const makeLeases = (
  database: Context.Tag.Service<Database>,
  process: string,
  length: Duration.Duration
) => {
  const times = Effect.map(now, (at) => ({
    at,
    leasedUntil: new Date(at.getTime() + Duration.toMillis(length))
  }))

  /** Reads rows of all partners. While a node is unreachable, reads only the rows of the partners on other nodes. */
  const runOnReachable = <Row, A>(all: Statement<Row, A>, reachable: Statement<Row, A>, row: Row) =>
    Effect.catchTag(database.run(all, [row]), "DatabaseUnavailable", (failure) =>
      database.dialect.distributed ? database.run(reachable, [row]) : Effect.fail(failure)
    )

  /**
   * Runs a statement with rows of several partners. On a distributed database, it runs the statement once for each partner. If one of these
   * runs fails, `onFailure` makes the results for the rows of that partner.
   */
  const runByPartner = <Row extends { readonly partnerId: string }, A>(
    statement: Statement<Row, A>,
    rows: ReadonlyArray<Row>,
    onFailure: (rows: ReadonlyArray<Row>) => ReadonlyArray<A>
  ): Effect.Effect<ReadonlyArray<A>, DatabaseFailure> => {
    if (!database.dialect.distributed) return database.run(statement, rows)
    const parts = Map.groupBy(rows, ({ partnerId }) => partnerId).values()
    const run = (part: ReadonlyArray<Row>) =>
      Effect.catchAll(database.run(statement, part), (failure) =>
        Effect.as(Effect.logWarning("The webhooks of a partner cannot be served", failure), onFailure(part))
      )
    return Effect.map(Effect.forEach(parts, run, { concurrency: partnersAtOnce }), (found) => found.flat())
  }

  /** Reads the next webhooks of all partners. */
  const page = (after: WebhookKey | undefined) =>
    runOnReachable(readPage, readPageOnReachable, {
      partnerId: after?.partnerId ?? smallestId,
      id: after?.id ?? smallestId
    })
  /** The webhook after which `partnersWithNewEvents` continues. */
  let lastSearched: WebhookKey | undefined

  const deleteDeliveries = Effect.fnUntraced(function* ({ id, partnerId }: WebhookKey, before: string) {
    const row = { partnerId, id, before, size: deletedAtOnce }
    let count = deletedAtOnce
    while (count === deletedAtOnce) count = (yield* database.run(deletePage, [row])).length
  })

  return {
    /** Leases at most `size` webhooks that are due. */
    claimDue: Effect.fnUntraced(function* (size: number) {
      const { at, leasedUntil } = yield* times
      if (size <= 0) return []
      const due = yield* runOnReachable(findDue, findDueOnReachable, { at })
      return yield* runByPartner(
        claimDue,
        due.slice(0, size).map((webhook) => ({ ...webhook, at, leasedUntil, process })),
        () => []
      )
    }),

    /** Leases the free webhooks of these partners. */
    claimFree: Effect.fnUntraced(function* (partners: ReadonlyArray<PartnerId>) {
      const { at, leasedUntil } = yield* times
      const rows = partners.map((partnerId) => ({ partnerId, at, leasedUntil, process }))
      if ((yield* runByPartner(anyFree, rows, () => [])).length === 0) return []
      return yield* runByPartner(claimFree, rows, () => [])
    }),

    /** Ends the leases of processes that have ended, so that their webhooks are due now. */
    endLeasesOf: Effect.fnUntraced(function* (hasEnded: (senderId: string) => boolean) {
      const { at: dueAt } = yield* times
      let after: { readonly partnerId: string; readonly id: string } = {
        partnerId: smallestId,
        id: smallestId
      }
      for (;;) {
        const found = yield* database.run(readLeased, [after])
        const ended = found.filter(({ leasedBy }) => hasEnded(leasedBy))
        yield* runByPartner(
          setLeaseEnd,
          ended.map((webhook) => ({ ...webhook, dueAt })),
          () => []
        )
        const last = found.at(-1)
        if (last === undefined || found.length < pageSize) return
        after = last
      }
    }),

    /** Prolongs leases. Returns the ids of the webhooks that this process still has leased, or whose lease cannot be checked. */
    prolong: Effect.fnUntraced(function* (held: ReadonlyArray<WebhookKey>) {
      const { leasedUntil: dueAt } = yield* times
      const rows = held.map(({ id, partnerId }) => ({ partnerId, id, leasedBy: process, dueAt }))
      return new Set((yield* runByPartner(setLeaseEnd, rows, (unchecked) => unchecked)).map(({ id }) => id))
    }),

    /** Ends the lease of a webhook if this process still has it. */
    release: ({ id, partnerId }: WebhookKey) =>
      database.transaction(
        Effect.gen(function* () {
          const { at } = yield* times
          const locked = yield* database.run(lockLeased, [{ partnerId, id, leasedBy: process }])
          if (locked.length > 0) yield* database.run(release, [{ partnerId, id, at }])
        })
      ),

    /** Finds partners with events that a webhook has not read. Each call searches the next page of all webhooks. */
    partnersWithNewEvents: Effect.fnUntraced(function* () {
      const found = yield* page(lastSearched)
      lastSearched = found.length < pageSize ? undefined : found.at(-1)
      return found.filter(({ hasNewEvents }) => hasNewEvents).map(({ partnerId }) => partnerId)
    }),

    /** Deletes deliveries of events that are older than 30 days. */
    deleteOld: Effect.fnUntraced(function* () {
      const before = firstIdOf(new Date((yield* now).getTime() - storedFor))
      let last: WebhookKey | undefined
      do {
        const found: ReadonlyArray<WebhookKey> = yield* page(last)
        yield* Effect.forEach(found, (webhook) => deleteDeliveries(webhook, before), { discard: true })
        last = found.at(-1)
      } while (last !== undefined)
    }),

    /** Deletes the deliveries of a removed webhook that this process has leased, and then the webhook. */
    deleteRemoved: Effect.fnUntraced(function* ({ id, partnerId }: WebhookKey) {
      yield* deleteDeliveries({ id, partnerId }, largestId)
      yield* database.run(deleteWebhook, [{ partnerId, id, process }])
    })
  }
}
