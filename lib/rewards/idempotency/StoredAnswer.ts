import { type Context, Data, Effect, Either, Schema, Struct } from "effect"
import { joinIds, splitIds } from "../../schema/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import type { ActivityFacts } from "../activities/Activity.ts"
import { readOutcomes } from "../activities/storedOutcomes.ts"
import type { AdjustmentFacts } from "../adjustments/Adjustment.ts"
import type { RequestFacts } from "../approvals/Approval.ts"
import type { AwardFacts } from "../awards/Award.ts"
import { ActivityRefused, AdjustRefused, AwardRefused } from "../commands/Command.ts"
import { type PartnerId, RecordId } from "../Id.ts"
import type { ConfirmationFacts } from "../lots/Confirmation.ts"
import type { ReversalFacts } from "../reversals/Reversal.ts"
import {
  activities,
  approvalDecisions,
  approvalRequests,
  awards,
  conditions,
  idempotencyKeys,
  members,
  reversals,
  transfers
} from "../tables.ts"
import type { TransferFacts } from "../transfers/Transfer.ts"

/**
 * The answer of an idempotency key. The key of a command stores only the ids of its records, the attachment of a transfer, and the
 * refusals of a bulk request. A replay takes the other fields from these records and from the repeated command.
 */
export type StoredAnswer = Data.TaggedEnum<{
  Award: { readonly facts: AwardFacts }
  Transfer: { readonly facts: TransferFacts }
  Adjustment: { readonly facts: AdjustmentFacts }
  Activity: { readonly facts: ActivityFacts }
  /** A request for approval: the command waits, or another person has declined it. */
  Request: { readonly facts: RequestFacts }
  /** The reversal of an award, adjustment or activity, or the refund of a transfer. */
  Reversal: { readonly facts: ReversalFacts }
  Confirmation: { readonly facts: ConfirmationFacts }
  /** The outcomes of a bulk request, in the order of its items. */
  Bulk: { readonly outcomes: ReadonlyArray<Either.Either<BulkRecord, StoredRefusal>> }
  /** The answer to a request that is not a command: see `Idempotency.once`. */
  Other: {}
}>
export const StoredAnswer = Data.taggedEnum<StoredAnswer>()

/** The record of an accepted item of a bulk request. */
export type BulkRecord =
  | { readonly _tag: "Award"; readonly facts: AwardFacts }
  | { readonly _tag: "Adjustment"; readonly facts: AdjustmentFacts }
  | { readonly _tag: "Activity"; readonly facts: ActivityFacts }
  | { readonly _tag: "Request"; readonly facts: RequestFacts }

/** The answer of an idempotency key, and the fingerprint of its first request. */
export interface KeyedAnswer {
  readonly partnerId: PartnerId
  /** See `keyDigest`. */
  readonly key: Uint8Array
  readonly fingerprint: Uint8Array
  readonly answer: StoredAnswer
  /** The pseudonyms of erased members, by the ids of the answer's records. Undefined for a new answer. */
  readonly pseudonyms?: ReadonlyMap<string, string>
}

export type CommandAnswer = Exclude<StoredAnswer, { readonly _tag: "Other" }>

/** An encoded refusal without the values that its command contains, so that no id of a person is stored with a key. */
export type StoredRefusal = Readonly<Record<string, unknown>>

interface RefusedCommand {
  readonly userId: string
  readonly ruleName?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** Returns the fields of a refusal whose values come from the command. */
const fieldsOf = ({ idempotencyKey = "", ruleName, userId }: RefusedCommand): StoredRefusal => ({
  rule: ruleName,
  ruleName,
  userId,
  key: idempotencyKey
})

/** Makes functions that encode and decode the refusals of a kind of command. */
const refusalsOf = <A, I extends object>(schema: Schema.Schema<A, I>) => {
  const encode = Schema.encodeSync(schema)
  const decode = Schema.decodeUnknownSync(schema)
  return {
    encode: (command: RefusedCommand, refused: A): StoredRefusal => {
      const own = fieldsOf(command)
      return Object.fromEntries(
        Object.entries(encode(refused)).filter(([name, value]) => own[name] !== value)
      )
    },
    /** Decodes a stored refusal, with the values of its command. */
    decode: (command: RefusedCommand, stored: StoredRefusal): A => decode({ ...fieldsOf(command), ...stored })
  }
}
export const awardRefusals = refusalsOf(AwardRefused)
export const activityRefusals = refusalsOf(ActivityRefused)
export const adjustRefusals = refusalsOf(AdjustRefused)

/** The refusals of a bulk request, each with its index among the outcomes. The records have the other indexes, in order. */
const Refusals = Schema.parseJson(
  Schema.Array(Schema.Tuple(Schema.Int, Schema.Record({ key: Schema.String, value: Schema.Unknown })))
)
const writeRefusals = Schema.encodeSync(Refusals)
const readRefusals = Schema.decodeSync(Refusals)

type AnswerColumns = Pick<RowOf<typeof idempotencyKeys>, "recordId" | "recordIds" | "answer">

export const answerColumns = (answer: CommandAnswer): AnswerColumns => {
  if (answer._tag !== "Bulk") {
    const recordId = RecordId.make(answer.facts.id, { disableValidation: true })
    const attachment = answer._tag === "Transfer" ? answer.facts.attachment : undefined
    return { recordId, recordIds: null, answer: attachment ?? null }
  }
  const ids: Array<string> = []
  const refusals: Array<readonly [number, StoredRefusal]> = []
  for (const [index, outcome] of answer.outcomes.entries()) {
    if (Either.isRight(outcome)) ids.push(outcome.right.facts.id)
    else refusals.push([index, outcome.left])
  }
  return {
    recordId: null,
    recordIds: joinIds(ids),
    answer: refusals.length === 0 ? null : writeRefusals(refusals)
  }
}

const AnswerRow = Schema.Struct({
  ...idempotencyKeys.fields,
  awardId: Schema.NullOr(awards.fields.id),
  ruleId: Schema.NullOr(conditions.fields.id),
  awarded: Schema.NullOr(awards.fields.awarded),
  amount: awards.fields.amount,
  suppressedBy: awards.fields.suppressedBy,
  reversalId: Schema.NullOr(reversals.fields.id),
  returned: Schema.NullOr(reversals.fields.returned),
  transferId: Schema.NullOr(transfers.fields.id),
  kind: Schema.NullOr(transfers.fields.kind),
  coins: transfers.fields.amount,
  balance: Schema.NullOr(transfers.fields.debitBalance),
  expiresAt: transfers.fields.expiresAt,
  createdAt: Schema.NullOr(transfers.fields.createdAt)
})
type AnswerRow = typeof AnswerRow.Type

/** Reads keys. Each row also has the columns of the award, transfer or reversal to which the key refers. */
export const findAnswers = statement({
  input: { partnerId: "uuid", key: "bytes" },
  output: AnswerRow,
  sql: `SELECT ${idempotencyKeys.list("i")}, a.id AS award_id, c.id AS rule_id, a.awarded, a.amount, a.suppressed_by,
       v.id AS reversal_id, CASE WHEN v.activity_id IS NOT NULL THEN v.returned END AS returned, t.id AS transfer_id, t.kind,
       COALESCE(t.amount, 0) + COALESCE((SELECT x.amount FROM rewards_transfer x
         WHERE x.partner_id = v.partner_id AND x.id = v.expired_id), 0) AS coins, t.debit_balance AS balance, t.expires_at,
       COALESCE(a.created_at, v.created_at, t.created_at) AS created_at
     FROM input CROSS JOIN rewards_idempotency i
     LEFT JOIN rewards_award a ON a.partner_id = i.partner_id AND a.id = i.record_id
     LEFT JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
     LEFT JOIN rewards_reversal v ON v.partner_id = i.partner_id AND v.id = i.record_id
     LEFT JOIN rewards_transfer t ON t.partner_id = i.partner_id AND t.id = i.record_id
     WHERE i.partner_id = input.partner_id AND i.key = input.key`
})

const BulkAward = Schema.Struct({
  ...Struct.pick(awards.fields, "id", "awarded", "amount", "suppressedBy", "activityId", "createdAt"),
  ruleId: conditions.fields.id,
  coins: transfers.fields.amount
})

const byId = { partnerId: "uuid", id: "uuid" } as const

export const findBulkAwards = statement({
  input: byId,
  output: BulkAward,
  sql: `SELECT a.id, c.id AS rule_id, a.awarded, a.amount, COALESCE(t.amount, 0) AS coins, a.suppressed_by, a.activity_id, a.created_at
     FROM input CROSS JOIN rewards_award a
     JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

export const findBulkAdjustments = statement({
  input: byId,
  output: transfers.row("id", "createdAt"),
  sql: `SELECT t.id, t.created_at FROM input CROSS JOIN rewards_transfer t
     WHERE t.partner_id = input.partner_id AND t.id = input.id AND t.kind = 'adjustment'`
})

/** Reads the activities to which the keys of activities and of bulk requests refer. */
export const findKeyedActivities = activities.find("id", "occurredAt", "createdAt", "outcomes")

/** Reads the requests to which the keys of adjustments and of bulk requests refer. */
export const findKeyedRequests = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(approvalRequests.fields, "id", "createdAt"),
    declinedAt: Schema.NullOr(approvalDecisions.fields.createdAt)
  }),
  sql: `SELECT q.id, q.created_at, (SELECT d.created_at FROM rewards_approval_decision d
       WHERE d.partner_id = q.partner_id AND d.request_id = q.id AND d.record_id IS NULL) AS declined_at
     FROM input CROSS JOIN rewards_approval_request q WHERE q.partner_id = input.partner_id AND q.id = input.id`
})

/**
 * Reads the pseudonym of the member to whom a record belongs, if this member was erased. Finds nothing for a reversal without a transfer of
 * the same id, because the row of a reversal names no member.
 */
export const findPseudonyms = statement({
  input: byId,
  output: Schema.Struct({ id: transfers.fields.id, userId: members.fields.userId }),
  sql: `SELECT input.id, m.user_id FROM input CROSS JOIN rewards_member m
     JOIN rewards_account c ON c.partner_id = m.partner_id AND c.id = m.current_id
     WHERE m.partner_id = input.partner_id AND c.closed_at IS NOT NULL AND m.id IN (
       (SELECT a.member_id FROM rewards_award a WHERE a.partner_id = input.partner_id AND a.id = input.id),
       (SELECT y.member_id FROM rewards_activity y WHERE y.partner_id = input.partner_id AND y.id = input.id),
       (SELECT t.debit_account FROM rewards_transfer t WHERE t.partner_id = input.partner_id AND t.id = input.id),
       (SELECT t.credit_account FROM rewards_transfer t WHERE t.partner_id = input.partner_id AND t.id = input.id))`
})

/** Fails with a conflict if another transaction has just inserted the same key. The next attempt finds the answer of the key. */
export const insertAnswers = idempotencyKeys.insert()

/**
 * Makes answers from the rows of `findAnswers`. Reads activities, requests for approval and the records of bulk requests with further
 * statements.
 */
export const readAnswers = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  rows: ReadonlyArray<AnswerRow>
) {
  const ids = rows.flatMap(({ partnerId, recordIds }) =>
    recordIds === null ? [] : splitIds(recordIds).map((id) => ({ partnerId, id }))
  )
  const keyed = rows.flatMap(({ awardId, partnerId, recordId: id, reversalId, transferId }) =>
    id === null || awardId !== null || reversalId !== null || transferId !== null ? [] : [{ partnerId, id }]
  )
  const bulk = yield* database.send(
    Batch.all({
      awards: Batch.of(findBulkAwards, ids),
      adjustments: Batch.of(findBulkAdjustments, ids),
      activities: Batch.of(findKeyedActivities, [...ids, ...keyed]),
      requests: Batch.of(findKeyedRequests, [...ids, ...keyed]),
      erased: Batch.of(findPseudonyms, [
        ...ids,
        ...rows.flatMap(({ partnerId, recordId: id }) => (id === null ? [] : [{ partnerId, id }]))
      ])
    })
  )
  const records = new Map<string, BulkRecord>([
    ...bulk.awards.map((facts) => [facts.id, StoredAnswer.Award({ facts })] as const),
    ...bulk.adjustments.map((facts) => [facts.id, StoredAnswer.Adjustment({ facts })] as const),
    ...bulk.requests.map((facts) => [facts.id, StoredAnswer.Request({ facts })] as const),
    ...bulk.activities.map(({ outcomes, ...activity }) => {
      const facts = { ...activity, outcomes: readOutcomes(outcomes) }
      return [facts.id, StoredAnswer.Activity({ facts })] as const
    })
  ])
  const pseudonyms = new Map<string, string>(bulk.erased.map(({ id, userId }) => [id, userId]))
  return rows.map((row): KeyedAnswer => {
    const { fingerprint, key, partnerId } = row
    return { partnerId, key, fingerprint, answer: answerOf(row, records), pseudonyms }
  })
})

const answerOf = (row: AnswerRow, records: ReadonlyMap<string, BulkRecord>): StoredAnswer => {
  const {
    amount,
    answer,
    awarded,
    awardId,
    balance,
    createdAt,
    expiresAt,
    recordIds,
    ruleId,
    suppressedBy,
    transferId
  } = row
  const { coins } = row
  if (recordIds !== null)
    return StoredAnswer.Bulk({ outcomes: outcomesIn(splitIds(recordIds), answer, records) })
  if (row.recordId === null) return StoredAnswer.Other()
  if (awardId !== null && ruleId !== null && awarded !== null && createdAt !== null) {
    return StoredAnswer.Award({
      facts: { id: awardId, ruleId, awarded, coins, amount, suppressedBy, activityId: null, createdAt }
    })
  }
  if (row.reversalId !== null && createdAt !== null) {
    return StoredAnswer.Reversal({ facts: { id: row.reversalId, coins: row.returned ?? coins, createdAt } })
  }
  if (row.kind === "maturity" && transferId !== null && createdAt !== null) {
    return StoredAnswer.Confirmation({ facts: { id: transferId, coins, expiresAt, createdAt } })
  }
  if (row.kind === "adjustment" && transferId !== null && createdAt !== null) {
    return StoredAnswer.Adjustment({ facts: { id: transferId, createdAt } })
  }
  if (transferId !== null && balance !== null && createdAt !== null) {
    const attachment = answer === null ? {} : { attachment: answer }
    return StoredAnswer.Transfer({ facts: { id: transferId, balance, createdAt, ...attachment } })
  }
  const record = records.get(row.recordId)
  if (record !== undefined) return record
  throw new Error(`the record ${row.recordId} of an idempotency key does not exist`)
}

const outcomesIn = (
  ids: ReadonlyArray<string>,
  answer: string | null,
  records: ReadonlyMap<string, BulkRecord>
): ReadonlyArray<Either.Either<BulkRecord, StoredRefusal>> => {
  const refusals = new Map(answer === null ? [] : readRefusals(answer))
  const next = ids.values()
  return Array.from({ length: ids.length + refusals.size }, (_, index) => {
    const refusal = refusals.get(index)
    if (refusal !== undefined) return Either.left(refusal)
    const { value: id } = next.next()
    const record = id === undefined ? undefined : records.get(id)
    if (record === undefined) throw new Error(`the record ${id} of an idempotency key does not exist`)
    return Either.right(record)
  })
}
