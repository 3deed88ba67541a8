import { type Context, Data, Effect, Either, Schema, Struct } from "effect"
import { joinIds, splitIds } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import type { AwardCommand, AwardFacts } from "../awards/Award.ts"
import * as Coins from "../Coins.ts"
import { AwardRefused } from "../commands/Command.ts"
import { AwardId, type PartnerId, RecordId } from "../Id.ts"
import type { ReversalFacts } from "../reversals/Reversal.ts"
import { awards, conditions, idempotencyKeys, reversals, transfers } from "../tables.ts"
import type { TransferFacts } from "../transfers/Transfer.ts"

/**
 * The answer of an idempotency key. The key of a command stores only the ids of its records, the attachment of a transfer, and the
 * refusals of a bulk request. A replay takes the other fields from these records and from the repeated command.
 */
export type StoredAnswer = Data.TaggedEnum<{
  Award: { readonly facts: AwardFacts }
  Transfer: { readonly facts: TransferFacts }
  /** The reversal of an award, or the refund of a transfer. */
  Reversal: { readonly facts: ReversalFacts }
  /** The outcomes of a bulk request, in the order of its awards. */
  Bulk: { readonly outcomes: ReadonlyArray<Either.Either<AwardFacts, StoredRefusal>> }
  /** The answer to a request that is not a command: see `Idempotency.once`. */
  Other: {}
}>
export const StoredAnswer = Data.taggedEnum<StoredAnswer>()

/** The answer of an idempotency key, and the fingerprint of its first request. */
export interface KeyedAnswer {
  readonly partnerId: PartnerId
  readonly key: string
  readonly fingerprint: Uint8Array
  readonly answer: StoredAnswer
}

export type CommandAnswer = Exclude<StoredAnswer, { readonly _tag: "Other" }>

const encodeRefusal = Schema.encodeSync(AwardRefused)
const decodeRefusal = Schema.decodeUnknownSync(AwardRefused)

/** An encoded refusal without the values that its command contains. So a key does not store the id of a person. */
export type StoredRefusal = Readonly<Record<string, unknown>>

/** The fields of a refusal whose values come from the command. */
const fieldsOf = ({ idempotencyKey = "", ruleName, userId }: AwardCommand): StoredRefusal => ({
  rule: ruleName,
  ruleName,
  userId,
  key: idempotencyKey
})

export const storedRefusal = (command: AwardCommand, refused: AwardRefused): StoredRefusal => {
  const own = fieldsOf(command)
  return Object.fromEntries(
    Object.entries(encodeRefusal(refused)).filter(([name, value]) => own[name] !== value)
  )
}

/** Decodes a stored refusal, with the values of its command. */
export const refusalOf = (command: AwardCommand, stored: StoredRefusal): AwardRefused =>
  decodeRefusal({ ...fieldsOf(command), ...stored })

/** The refusals of a bulk request, each with its index among the outcomes. The awards have the other indexes, in order. */
const Refusals = Schema.parseJson(
  Schema.Array(Schema.Tuple(Schema.Int, Schema.Record({ key: Schema.String, value: Schema.Unknown })))
)
const writeRefusals = Schema.encodeSync(Refusals)
const readRefusals = Schema.decodeSync(Refusals)

type AnswerColumns = Pick<RowOf<typeof idempotencyKeys>, "recordId" | "awardIds" | "answer">

export const answerColumns = (answer: CommandAnswer): AnswerColumns => {
  if (answer._tag !== "Bulk") {
    const recordId = RecordId.make(answer.facts.id, { disableValidation: true })
    const attachment = answer._tag === "Transfer" ? answer.facts.attachment : undefined
    return { recordId, awardIds: null, answer: attachment ?? null }
  }
  const ids: Array<AwardId> = []
  const refusals: Array<readonly [number, StoredRefusal]> = []
  for (const [index, outcome] of answer.outcomes.entries()) {
    if (Either.isRight(outcome)) ids.push(outcome.right.id)
    else refusals.push([index, outcome.left])
  }
  return {
    recordId: null,
    awardIds: joinIds(ids),
    answer: refusals.length === 0 ? null : writeRefusals(refusals)
  }
}

const AnswerRow = Schema.Struct({
  ...idempotencyKeys.fields,
  awardId: Schema.NullOr(awards.fields.id),
  ruleId: Schema.NullOr(conditions.fields.id),
  awarded: Schema.NullOr(awards.fields.awarded),
  suppressedBy: awards.fields.suppressedBy,
  reversalId: Schema.NullOr(reversals.fields.id),
  transferId: Schema.NullOr(transfers.fields.id),
  amount: Schema.NullOr(transfers.fields.amount),
  balance: Schema.NullOr(transfers.fields.debitBalance),
  createdAt: Schema.NullOr(transfers.fields.createdAt)
})
type AnswerRow = typeof AnswerRow.Type

/** Reads keys, each with the columns of its award, transfer or reversal. */
export const findAnswers = statement({
  input: { partnerId: "uuid", key: "text" },
  output: AnswerRow,
  sql: `SELECT ${idempotencyKeys.list("i")}, a.id AS award_id, c.id AS rule_id, a.awarded, a.suppressed_by, v.id AS reversal_id,
       t.id AS transfer_id, t.amount, t.debit_balance AS balance, COALESCE(a.created_at, v.created_at, t.created_at) AS created_at
     FROM input CROSS JOIN rewards_idempotency i
     LEFT JOIN rewards_award a ON a.partner_id = i.partner_id AND a.id = i.record_id
     LEFT JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
     LEFT JOIN rewards_reversal v ON v.partner_id = i.partner_id AND v.id = i.record_id
     LEFT JOIN rewards_transfer t ON t.partner_id = i.partner_id AND t.id = i.record_id
     WHERE i.partner_id = input.partner_id AND i.key = input.key`
})

export const findBulkAwards = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({
    ...Struct.pick(awards.fields, "id", "awarded", "suppressedBy", "createdAt"),
    ruleId: conditions.fields.id,
    coins: transfers.fields.amount
  }),
  sql: `SELECT a.id, c.id AS rule_id, a.awarded, COALESCE(t.amount, 0) AS coins, a.suppressed_by, a.created_at
     FROM input CROSS JOIN rewards_award a
     JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

/** Fails with a conflict if another process has just inserted the same key. The next attempt finds the answer of the key. */
export const insertAnswers = idempotencyKeys.insert()

/** The answers in the rows of `findAnswers`. Another statement reads the awards of bulk requests. */
export const readAnswers = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  rows: ReadonlyArray<AnswerRow>
) {
  const ids = rows.flatMap(({ awardIds, partnerId }) =>
    awardIds === null ? [] : idsIn(awardIds).map((id) => ({ partnerId, id }))
  )
  const bulkAwards = yield* database.run(findBulkAwards, ids)
  const byId = new Map(bulkAwards.map((facts) => [facts.id, facts]))
  return rows.map((row): KeyedAnswer => {
    const { fingerprint, key, partnerId } = row
    return { partnerId, key, fingerprint, answer: answerOf(row, byId) }
  })
})

const answerOf = (row: AnswerRow, bulkAwards: ReadonlyMap<AwardId, AwardFacts>): StoredAnswer => {
  const { amount, answer, awarded, awardId, awardIds, balance, createdAt, ruleId, suppressedBy, transferId } =
    row
  const coins = amount ?? Coins.zero
  if (awardIds !== null)
    return StoredAnswer.Bulk({ outcomes: outcomesIn(idsIn(awardIds), answer, bulkAwards) })
  if (row.recordId === null) return StoredAnswer.Other()
  if (awardId !== null && ruleId !== null && awarded !== null && createdAt !== null) {
    return StoredAnswer.Award({ facts: { id: awardId, ruleId, awarded, coins, suppressedBy, createdAt } })
  }
  if (row.reversalId !== null && createdAt !== null) {
    return StoredAnswer.Reversal({ facts: { id: row.reversalId, coins, createdAt } })
  }
  if (transferId !== null && balance !== null && createdAt !== null) {
    const attachment = answer === null ? {} : { attachment: answer }
    return StoredAnswer.Transfer({ facts: { id: transferId, balance, createdAt, ...attachment } })
  }
  throw new Error(`the record ${row.recordId} of an idempotency key is not an award, transfer or reversal`)
}

const outcomesIn = (
  ids: ReadonlyArray<AwardId>,
  answer: string | null,
  awards: ReadonlyMap<AwardId, AwardFacts>
): ReadonlyArray<Either.Either<AwardFacts, StoredRefusal>> => {
  const refusals = new Map(answer === null ? [] : readRefusals(answer))
  const next = ids.values()
  return Array.from({ length: ids.length + refusals.size }, (_, index) => {
    const refusal = refusals.get(index)
    if (refusal !== undefined) return Either.left(refusal)
    const { value: id } = next.next()
    const facts = id === undefined ? undefined : awards.get(id)
    if (facts === undefined) throw new Error(`the award ${id} of an idempotency key does not exist`)
    return Either.right(facts)
  })
}

const idsIn = (bytes: Uint8Array): ReadonlyArray<AwardId> =>
  splitIds(bytes).map((id) => AwardId.make(id, { disableValidation: true }))
