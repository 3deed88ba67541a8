import { Context, Effect, Layer } from "effect"
import { Actor } from "../../rewards/Actor.ts"
import { inEngineTime, now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takenAt, takeOne } from "../../rewards/Ids.ts"
import { largestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { cleaned } from "../../schema/Text.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { given, statement } from "../../sql/Statement.ts"
import { findOwners } from "../people/owners.ts"
import { apiKeys, auditEntries, people } from "../tables.ts"
import { type Action, type AuditEntry, ListAudit, type ListAuditInput } from "./AuditEntry.ts"

/**
 * The caller. `address` returns the caller's network address, and `device` the name that the caller's program gives itself; undefined if
 * the host does not provide it.
 */
export class Caller extends Context.Reference<Caller>()("rewards/Caller", {
  defaultValue: (): {
    readonly address: () => string | undefined
    readonly device?: () => string | undefined
  } => ({ address: () => undefined })
}) {}

export interface AuditEvent {
  readonly action: Action
  readonly outcome: "done" | "refused"
  readonly actor: string
  readonly partnerId?: PartnerId | undefined
  readonly userId?: string | undefined
  readonly detail?: string | undefined
  /** Default: the address of the `Caller`. For `entries` there is no default. */
  readonly address?: string | undefined
}

/** An action of a partner. */
export interface PartnerEvent extends Omit<AuditEvent, "actor"> {
  readonly partnerId: PartnerId
  /**
   * The id of the API key that acted. If neither this id nor `personId` is given, the `Actor` acted, or the partner's first owner if the
   * `Actor` is unknown.
   */
  readonly apiKeyId?: string | null
  /** The id of the person who acted, if the `Actor` may be unknown. */
  readonly personId?: string | null
}

/**
 * The audit trail. An action is recorded in the transaction that performs it. If a refusal rolls a transaction back, the refusal is
 * recorded after the rollback. Entries that have neither a partner nor a user are deleted after 30 days. Of the other entries, refusals and
 * requests for a link or a code are deleted after a year, because anybody can cause them. The rest are never deleted.
 */
export class Audit extends Context.Tag("rewards/Audit")<
  Audit,
  {
    readonly record: (event: AuditEvent) => Effect.Effect<void, DatabaseFailure>
    readonly recordOfPartner: (event: PartnerEvent) => Effect.Effect<void, DatabaseFailure>
    /** Returns a batch that does the same as `record`, to be sent together with other statements. */
    readonly entry: (event: AuditEvent) => Effect.Effect<Batch.Batch<void>>
    /** Returns a batch that writes many entries with one statement. Unlike `entry`, it does not delete expired entries. */
    readonly entries: (events: ReadonlyArray<AuditEvent>) => Effect.Effect<Batch.Batch<void>>
    /** Returns at most `limit` entries, newest first. With `before`, returns only entries older than the entry with this id. */
    readonly list: (
      input: ListAuditInput | Unparsed
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Audit, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const day = 24 * 60 * 60 * 1000
const anonymousLifetime = 30 * day
const strangersLifetime = 365 * day
const maxText = 320
const maxDetail = 1000

const insert = auditEntries.insert()

const findKey = apiKeys.find("key")
const findPerson = people.find("email")

/** Deletes a few expired entries. */
const deleteExpired = statement({
  input: { at: "instant" },
  sql: ({ lockFree }) => `, expired AS MATERIALIZED (
      SELECT a.id FROM rewards_audit a WHERE a.expires_at <= (SELECT at FROM input)
      ORDER BY a.expires_at LIMIT 10${lockFree("a")}
    )
    DELETE FROM rewards_audit WHERE id IN (SELECT id FROM expired)`
})

const columns = ["id", "action", "outcome", "actor", "userId", "address", "detail", "createdAt"] as const

/** Makes a statement for a list. The list of a single action has its own statement, so that the database can use the index by action. */
const readPageWhere = (condition: string) =>
  statement({
    input: { partnerId: "uuid", before: "uuid", action: "text?", size: "integer" },
    output: auditEntries.row(...columns),
    onCoordinator: true,
    sql: `SELECT ${auditEntries.list("a", ...columns)} FROM rewards_audit a
      WHERE a.partner_id = ${given("partner_id")} AND a.id < ${given("before")}${condition}
      ORDER BY a.id DESC LIMIT ${given("size")}`
  })

export const readEntries = readPageWhere("")
export const readEntriesOfAction = readPageWhere(` AND a.action = ${given("action")}`)

const parse = parser(ListAudit)

/** Requests for a link or a code. Anybody who knows an e-mail address can send them. */
const openActions: ReadonlySet<Action> = new Set(["password.forgot", "user.forgot", "user.resend"])

/** Returns how long an entry is stored, in milliseconds; undefined if it stays forever. */
const lifetimeOf = ({ action, outcome, partnerId, userId }: AuditEvent): number | undefined => {
  if (partnerId === undefined && userId === undefined) return anonymousLifetime
  return outcome === "refused" || openActions.has(action) ? strangersLifetime : undefined
}

const rowOf = (event: AuditEvent, id: string, at: Date) => {
  const { action, actor, address, detail, outcome, partnerId = null, userId = null } = event
  const lifetime = lifetimeOf(event)
  return {
    id,
    action,
    outcome,
    partnerId,
    userId,
    actor: cleaned(actor, maxText),
    address: address === undefined ? null : cleaned(address, maxText),
    detail: detail === undefined ? null : cleaned(detail, maxDetail),
    createdAt: at,
    expiresAt: lifetime === undefined ? null : new Date(at.getTime() + lifetime)
  }
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids

  const entry = Effect.fnUntraced(function* (event: AuditEvent) {
    const at = yield* now
    const address = (yield* Caller).address()
    const inserted = Batch.of(insert, [rowOf({ address, ...event }, yield* takeOne(ids), at)])
    // Every call deletes expired entries, for known and for unknown accounts. So response times do not reveal which accounts exist.
    return Batch.inOrder([inserted, Batch.of(deleteExpired, [{ at }])])
  }, inEngineTime)

  const record = Effect.fn("Audit.record")((event: AuditEvent) => Effect.flatMap(entry(event), database.send))

  return Audit.of({
    record,

    recordOfPartner: Effect.fn("Audit.recordOfPartner")(function* ({
      apiKeyId = null,
      personId = null,
      ...event
    }) {
      const acting = yield* Actor
      if (acting !== undefined && apiKeyId === null && personId === null) {
        return yield* record({ ...event, actor: acting.credential })
      }
      const { partnerId } = event
      const [key] = apiKeyId === null ? [] : yield* database.run(findKey, [{ partnerId, id: apiKeyId }])
      const [person] =
        personId === null
          ? yield* database.run(findOwners, [{ partnerId }])
          : yield* database.run(findPerson, [{ partnerId, id: personId }])
      yield* record({ ...event, actor: key?.key ?? person?.email ?? "partner" })
    }),

    entry,

    entries: Effect.fnUntraced(function* (events) {
      const at = yield* now
      const taken = yield* ids.take(events.length)
      const rows = events.map((event, index) => rowOf(event, takenAt(taken, index), at))
      return Batch.inOrder([Batch.of(insert, rows)])
    }, inEngineTime),

    list: Effect.fn("Audit.list")(function* (input) {
      const { partnerId, before = largestId, action = null, limit: size } = yield* parse(input)
      const read = action === null ? readEntries : readEntriesOfAction
      return yield* database.run(read, [{ partnerId, before, action, size }])
    })
  })
})
