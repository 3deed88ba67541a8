import { Data, Either, Schema } from "effect"
import * as Uuid from "../../../sql/Uuid.ts"
import type { AwardCommand, AwardFacts } from "../../awards/Award.ts"
import * as Coins from "../../Coins.ts"
import {
  BalanceTooLarge,
  IdempotencyMismatch,
  LimitReached,
  MemberNotFound,
  ParticipantLimitReached,
  RuleInactive,
  RuleNotFound,
  RuleNotRunning,
  UserLimitReached
} from "../../Errors.ts"
import { AwardId } from "../../Id.ts"
import type { AnswerRow } from "../../idempotency/statements.ts"
import { measures, Per, Period } from "../../limits/Limit.ts"
import type { ReversalFacts } from "../../reversals/Reversal.ts"
import type { TransferFacts } from "../../transfers/Transfer.ts"
import type { AwardRefused } from "../Command.ts"

/**
 * What an idempotency key leads to. A replay has the same fingerprint as the first request, so its command says who was
 * awarded for what, in which words; the rows of awards and transfers, which never change, say the rest. A key stores no copy
 * of either: only the ids, and what would be lost otherwise (the attachment of a transfer, the refusals of a bulk).
 */
export type Kept = Data.TaggedEnum<{
  Award: { readonly facts: AwardFacts }
  Transfer: { readonly facts: TransferFacts }
  /** The reversal of an award, or the refund of a transfer. */
  Reversal: { readonly facts: ReversalFacts }
  /** An outcome for each award of a bulk, in their order. */
  Bulk: { readonly outcomes: ReadonlyArray<Either.Either<AwardFacts, KeptRefusal>> }
  /** The answer to a request that the journal does not write. */
  Other: {}
}>
export const Kept = Data.taggedEnum<Kept>()

/** The fields of a refusal that its command does not have. `ruleName` is absent where the command has the same. */
const ruleName = Schema.optional(Schema.String)
const KeptRefusal = Schema.Union(
  Schema.TaggedStruct("RuleNotFound", {}),
  Schema.TaggedStruct("MemberNotFound", {}),
  Schema.TaggedStruct("IdempotencyMismatch", {}),
  Schema.TaggedStruct("RuleInactive", { ruleName }),
  Schema.TaggedStruct("RuleNotRunning", {
    ruleName,
    startsAt: Schema.NullOr(Schema.Date),
    endsAt: Schema.NullOr(Schema.Date)
  }),
  Schema.TaggedStruct("LimitReached", {
    ruleName,
    per: Per,
    period: Period,
    measure: Schema.Literal(...measures),
    used: Schema.String,
    max: Schema.String,
    resetsAt: Schema.NullOr(Schema.Date)
  }),
  Schema.TaggedStruct("ParticipantLimitReached", { ruleName, max: Schema.Int }),
  Schema.TaggedStruct("UserLimitReached", { ruleName, max: Schema.Int }),
  Schema.TaggedStruct("BalanceTooLarge", { accountId: Schema.String, max: Coins.Amount })
)
export type KeptRefusal = typeof KeptRefusal.Type

export const keepRefusal = (command: AwardCommand, refused: AwardRefused): KeptRefusal => {
  const nameOf = (named: { readonly ruleName: string }) =>
    named.ruleName === command.ruleName ? {} : { ruleName: named.ruleName }
  switch (refused._tag) {
    case "RuleNotFound":
    case "MemberNotFound":
    case "IdempotencyMismatch":
      return { _tag: refused._tag }
    case "RuleInactive":
      return { _tag: refused._tag, ...nameOf(refused) }
    case "RuleNotRunning":
      return {
        _tag: refused._tag,
        ...nameOf(refused),
        startsAt: refused.startsAt,
        endsAt: refused.endsAt
      }
    case "LimitReached": {
      const { _tag, measure, max, per, period, resetsAt, used } = refused
      return { _tag, ...nameOf(refused), per, period, measure, used, max, resetsAt }
    }
    case "ParticipantLimitReached":
    case "UserLimitReached":
      return { _tag: refused._tag, ...nameOf(refused), max: refused.max }
    case "BalanceTooLarge":
      return { _tag: refused._tag, accountId: refused.accountId, max: refused.max }
  }
}

/** The refusal of a command again, as it was the first time. */
export const refusalOf = (command: AwardCommand, kept: KeptRefusal): AwardRefused => {
  const { idempotencyKey = "", ruleName: asked, userId } = command
  switch (kept._tag) {
    case "RuleNotFound":
      return new RuleNotFound({ rule: asked })
    case "MemberNotFound":
      return new MemberNotFound({ userId })
    case "IdempotencyMismatch":
      return new IdempotencyMismatch({ key: idempotencyKey })
    case "RuleInactive":
      return new RuleInactive({ ruleName: kept.ruleName ?? asked })
    case "RuleNotRunning":
      return new RuleNotRunning({ ...kept, ruleName: kept.ruleName ?? asked })
    case "LimitReached":
      return new LimitReached({ ...kept, ruleName: kept.ruleName ?? asked })
    case "ParticipantLimitReached":
      return new ParticipantLimitReached({ ruleName: kept.ruleName ?? asked, max: kept.max })
    case "UserLimitReached":
      return new UserLimitReached({ ruleName: kept.ruleName ?? asked, max: kept.max })
    case "BalanceTooLarge":
      return new BalanceTooLarge({ accountId: kept.accountId, max: kept.max })
  }
}

/** The refusals of a bulk, each with its index among the outcomes; the awards have the other indexes, in their order. */
const Refusals = Schema.parseJson(Schema.Array(Schema.Tuple(Schema.Int, KeptRefusal)))
const writeRefusals = Schema.encodeSync(Refusals)
const readRefusals = Schema.decodeSync(Refusals)

/** The columns of a key's row. */
interface Columns {
  readonly record_id: string | null
  readonly award_ids: Uint8Array | null
  readonly answer: string | null
}

export const toColumns = (kept: Exclude<Kept, { readonly _tag: "Other" }>): Columns => {
  if (kept._tag === "Award" || kept._tag === "Reversal") {
    return { record_id: kept.facts.id, award_ids: null, answer: null }
  }
  if (kept._tag === "Transfer") {
    return { record_id: kept.facts.id, award_ids: null, answer: kept.facts.attachment ?? null }
  }
  const ids: Array<AwardId> = []
  const refusals: Array<readonly [number, KeptRefusal]> = []
  for (const [index, outcome] of kept.outcomes.entries()) {
    if (Either.isRight(outcome)) ids.push(outcome.right.id)
    else refusals.push([index, outcome.left])
  }
  return {
    record_id: null,
    award_ids: bytesOf(ids),
    answer: refusals.length === 0 ? null : writeRefusals(refusals)
  }
}

/** What the row of a key leads to; `awards` has those of bulks. */
export const keptIn = (row: AnswerRow, awards: ReadonlyMap<AwardId, AwardFacts>): Kept => {
  const { amount, answer, awarded, awardId, awardIds, balance, createdAt, ruleId, transferId } = row
  const { reversalId, suppressedBy } = row
  if (awardIds !== null) return Kept.Bulk({ outcomes: outcomesIn(idsIn(awardIds), answer, awards) })
  if (row.recordId === null) return Kept.Other()
  if (awardId !== null && ruleId !== null && awarded !== null && createdAt !== null) {
    return Kept.Award({
      facts: { id: awardId, ruleId, awarded, coins: amount ?? Coins.zero, suppressedBy, createdAt }
    })
  }
  if (reversalId !== null && createdAt !== null) {
    return Kept.Reversal({ facts: { id: reversalId, coins: amount ?? Coins.zero, createdAt } })
  }
  if (transferId !== null && balance !== null && createdAt !== null) {
    const attachment = answer === null ? {} : { attachment: answer }
    return Kept.Transfer({ facts: { id: transferId, balance, createdAt, ...attachment } })
  }
  throw new Error(`an idempotency key leads to ${row.recordId}, which is no award, transfer or reversal`)
}

const outcomesIn = (
  ids: ReadonlyArray<AwardId>,
  answer: string | null,
  awards: ReadonlyMap<AwardId, AwardFacts>
): ReadonlyArray<Either.Either<AwardFacts, KeptRefusal>> => {
  const refusals = new Map(answer === null ? [] : readRefusals(answer))
  const next = ids.values()
  return Array.from({ length: ids.length + refusals.size }, (_, index) => {
    const refusal = refusals.get(index)
    if (refusal !== undefined) return Either.left(refusal)
    const { value: id } = next.next()
    const facts = id === undefined ? undefined : awards.get(id)
    if (facts === undefined) throw new Error(`an idempotency key leads to award ${id}, which is not there`)
    return Either.right(facts)
  })
}

const bytesOf = (ids: ReadonlyArray<AwardId>): Uint8Array => {
  const all = new Uint8Array(ids.length * Uuid.length)
  for (const [index, id] of ids.entries()) {
    const bytes = Uuid.bytesOf(id)
    if (bytes === undefined) throw new Error(`${id} is no id`)
    all.set(bytes, index * Uuid.length)
  }
  return all
}

export const idsIn = (bytes: Uint8Array): ReadonlyArray<AwardId> =>
  Array.from({ length: bytes.length / Uuid.length }, (_, index) => {
    const id = Uuid.textOf(bytes.subarray(index * Uuid.length, (index + 1) * Uuid.length))
    if (id === undefined) throw new Error("an idempotency key holds a part of an id")
    return AwardId.make(id, { disableValidation: true })
  })
