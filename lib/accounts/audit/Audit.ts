import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takenAt, takeOne } from "../../rewards/Ids.ts"
import { uuidv7 } from "../../schema/Id.ts"
import { type InvalidInput, parser, withoutTokens } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Instant, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { type Action, AuditEntry, ListAudit, type ListAuditInput } from "./AuditEntry.ts"
import { Caller } from "./Caller.ts"

export interface Event {
  readonly action: Action
  readonly outcome: "done" | "refused"
  readonly actor: string
  readonly partnerId?: PartnerId | undefined
  readonly userId?: string | undefined
  readonly detail?: string | undefined
  /** Given where another fiber than the caller's records the event. Otherwise it is that of the `Caller`. */
  readonly address?: string | undefined
}

/**
 * The audit trail. An action is recorded in the transaction that performs it. A refusal is recorded outside the
 * refused transaction, so that a rollback does not remove the record. Entries without a partner and a user are kept
 * for 30 days, other refusals for a year, and all other entries forever.
 */
export class Audit extends Context.Tag("rewards/Audit")<
  Audit,
  {
    readonly record: (event: Event) => Effect.Effect<void, DatabaseFailure>
    /** The same as a batch, for a transaction that writes more than this entry. */
    readonly entry: (event: Event) => Effect.Effect<Batch.Batch<void>>
    /** Many entries as one statement, for frequent writes. Each event has its address. It does not delete old entries. */
    readonly entries: (events: ReadonlyArray<Event>) => Effect.Effect<Batch.Batch<void>>
    /** A partner's entries, newest first: at most `limit`, all older than the entry `before`. */
    readonly list: (
      input: ListAuditInput
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Audit, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const day = 24 * 60 * 60 * 1000
const anonymousKeptFor = 30 * day
const refusedKeptFor = 365 * day
const maxText = 320
const maxDetail = 1000

const insert = statement({
  input: {
    id: "uuid",
    partner_id: "uuid?",
    user_id: "uuid?",
    action: "text",
    outcome: "text",
    actor: "text",
    address: "text?",
    detail: "text?",
    created_at: "instant"
  },
  sql: `INSERT INTO rewards_audit (id, partner_id, user_id, action, outcome, actor, address, detail, created_at)
    SELECT id, partner_id, user_id, action, outcome, actor, address, detail, created_at FROM input`
})

/**
 * Deletes a few old entries with every insert. Ids ascend with time, so the oldest entries come first in the index.
 */
const forget = statement({
  input: { anonymous_before: "uuid", refused_before: "uuid" },
  sql: ({ lockFree }) => `, anonymous AS MATERIALIZED (
      SELECT a.id FROM rewards_audit a
      WHERE a.partner_id IS NULL AND a.user_id IS NULL AND a.id < (SELECT anonymous_before FROM input)
      ORDER BY a.id LIMIT 10${lockFree("a")}
    ), refused AS MATERIALIZED (
      SELECT a.id FROM rewards_audit a
      WHERE a.outcome = 'refused' AND a.id < (SELECT refused_before FROM input)
      ORDER BY a.id LIMIT 10${lockFree("a")}
    )
    DELETE FROM rewards_audit WHERE id IN (SELECT id FROM anonymous UNION ALL SELECT id FROM refused)`
})

const page = statement({
  input: { partner_id: "uuid", before: "uuid?", action: "text?", size: "integer" },
  output: Schema.Struct({ ...AuditEntry.fields, id: Uuid, userId: Schema.NullOr(Uuid), createdAt: Instant }),
  sql: `SELECT a.id, a.action, a.outcome, a.actor, a.user_id AS "userId", a.address, a.detail,
      a.created_at AS "createdAt"
    FROM input CROSS JOIN rewards_audit a
    WHERE a.partner_id = input.partner_id AND (input.before IS NULL OR a.id < input.before)
      AND (input.action IS NULL OR a.action = input.action)
    ORDER BY a.id DESC LIMIT (SELECT size FROM input)`
})

const parse = parser(ListAudit)

/** Cleans text that the caller chose: removes NUL, tokens and lone surrogates, and truncates it. */
const kept = (text: string, max = maxText): string =>
  withoutTokens(text.replaceAll("\u0000", "")).slice(0, max).toWellFormed()

const rowOf = (event: Event, id: string, at: Date) => {
  const { action, actor, address, detail, outcome, partnerId, userId } = event
  return {
    id,
    partner_id: partnerId ?? null,
    user_id: userId ?? null,
    action,
    outcome,
    actor: kept(actor),
    address: address === undefined ? null : kept(address),
    detail: detail === undefined ? null : kept(detail, maxDetail),
    created_at: at.toISOString()
  }
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids

  const entry = Effect.fnUntraced(function* (event: Event) {
    const at = yield* now
    const address = (yield* Caller).address()
    const inserted = Batch.of(insert, [rowOf({ address, ...event }, yield* takeOne(ids), at)])
    // Runs for every entry: an attempt on an unknown account must take as long as one on a known account.
    const before = (age: number) => uuidv7(Math.max(0, at.getTime() - age), 0, new Uint8Array(8), 0)
    const forgotten = Batch.of(forget, [
      { anonymous_before: before(anonymousKeptFor), refused_before: before(refusedKeptFor) }
    ])
    return Batch.inOrder([inserted, forgotten])
  })

  return Audit.of({
    record: Effect.fn("Audit.record")((event) => Effect.flatMap(entry(event), database.send)),

    entry,

    entries: Effect.fnUntraced(function* (events) {
      const at = yield* now
      const taken = yield* ids.take(events.length)
      const rows = events.map((event, index) => rowOf(event, takenAt(taken, index), at))
      return Batch.inOrder([Batch.of(insert, rows)])
    }),

    list: Effect.fn("Audit.list")(function* (input) {
      const { partnerId, before, action, limit } = yield* parse(input)
      return yield* database.run(page, [
        { partner_id: partnerId, before: before ?? null, action: action ?? null, size: limit }
      ])
    })
  })
})
