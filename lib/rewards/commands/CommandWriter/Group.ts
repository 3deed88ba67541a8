import { Array as Arr, Either } from "effect"
import { activityOf } from "../../activities/Activity.ts"
import { type Adjustment, adjustmentOf } from "../../adjustments/Adjustment.ts"
import {
  type ApprovedRecord,
  declinedOf,
  isWaiting,
  type WaitingRequest,
  waitingOf
} from "../../approvals/Approval.ts"
import { awardOf } from "../../awards/Award.ts"
import { IdempotencyMismatch } from "../../Errors.ts"
import { isSameRequest, keyDigest } from "../../idempotency/fingerprint.ts"
import {
  activityRefusals,
  adjustRefusals,
  awardRefusals,
  type BulkRecord,
  type CommandAnswer,
  type KeyedAnswer,
  StoredAnswer,
  type StoredRefusal
} from "../../idempotency/StoredAnswer.ts"
import { confirmationOf } from "../../lots/Confirmation.ts"
import type { Order } from "../../ports.ts"
import {
  type AdjustmentReversal,
  activityReversalOf,
  adjustmentReversalOf,
  refundOf,
  reversalOf
} from "../../reversals/Reversal.ts"
import { transferOf } from "../../transfers/Transfer.ts"
import {
  type BulkCommand,
  type Command,
  type CommandOf,
  fingerprint,
  Outcome,
  type Recorded,
  type Submission,
  Written
} from "../Command.ts"
import { activity } from "./activity.ts"
import { adjust, approve, decline, reverseAdjustment } from "./adjust.ts"
import { award } from "./award.ts"
import { Changes, digestKey, type State } from "./Changes.ts"
import { confirm } from "./confirm.ts"
import { reverse, reverseActivity } from "./reverse.ts"
import { refund, transfer } from "./transfer.ts"

interface NewAnswer extends KeyedAnswer {
  readonly answer: CommandAnswer
}

type AnswerTag = "Award" | "Activity" | "Transfer" | "Adjustment" | "Reversal" | "Confirmation" | "Request"
type AnswerOf<Tag extends AnswerTag> = Extract<StoredAnswer, { readonly _tag: Tag }>

/**
 * Runs the commands of a group one after the other, and collects the rows to write. Each command sees the changes of the
 * commands before it. A refused command changes nothing. A group is used for one transaction.
 */
export class Group {
  /** The answers to store, by `digestKey`. */
  readonly answers = new Map<string, NewAnswer>()
  /** New records for the audit trail, and who ordered them. */
  readonly orders: Array<Order> = []
  readonly changes: Changes
  readonly #stored: ReadonlyMap<string, KeyedAnswer>

  constructor(state: State, stored: ReadonlyMap<string, KeyedAnswer>) {
    this.changes = new Changes(state)
    this.#stored = stored
  }

  /** Runs a submission. `takeId` returns new ids, one for each record. */
  submit({ commands, once }: Submission, takeId: () => string): Written {
    if (once === undefined) {
      return { _tag: "Settled", outcomes: commands.map((command) => this.#run(command, takeId(), takeId)) }
    }
    const { partnerId, fingerprint } = once
    const key = keyDigest(partnerId, once.key)
    const known = this.#known({ partnerId, key })
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, fingerprint) ? replay(commands, known) : Written.Mismatch()
    }
    const results: Array<Either.Either<BulkRecord, StoredRefusal>> = []
    const outcomes = commands.map((each) => {
      const outcome = this.#runInBulk(each, takeId)
      results.push(storedOutcome(each, outcome))
      return outcome
    })
    if (results.some(Either.isRight)) {
      const answer = StoredAnswer.Bulk({ outcomes: results })
      this.#store({ partnerId, key, fingerprint, answer })
    }
    return Written.Settled({ outcomes })
  }

  #known(key: Pick<KeyedAnswer, "key" | "partnerId">): KeyedAnswer | undefined {
    const name = digestKey(key)
    return this.#stored.get(name) ?? this.answers.get(name)
  }

  #store(answer: NewAnswer): void {
    this.answers.set(digestKey(answer), answer)
  }

  #runInBulk(each: BulkCommand, takeId: () => string) {
    switch (each._tag) {
      case "Award":
        return this.#runAward(each, takeId())
      case "Activity":
        return this.#runActivity(each, takeId(), takeId)
      case "Adjust":
        return this.#runAdjust(each, takeId())
    }
  }

  #run(each: Command, id: string, takeId: () => string): Outcome {
    switch (each._tag) {
      case "Award":
        return this.#runAward(each, id)
      case "Activity":
        return this.#runActivity(each, id, takeId)
      case "Transfer": {
        const recordOf = ({ facts }: AnswerOf<"Transfer">) => transferOf(each.command, facts)
        const execute = () =>
          Either.map(transfer(this.changes, each, id), (facts) => StoredAnswer.Transfer({ facts }))
        return Outcome.Transfer({
          result: this.#ordered(each, this.#once(each, "Transfer", recordOf, execute))
        })
      }
      case "Reverse": {
        const recordOf = ({ facts }: AnswerOf<"Reversal">) => reversalOf(each.command, facts)
        const execute = () =>
          Either.map(reverse(this.changes, each, id, takeId), (facts) => StoredAnswer.Reversal({ facts }))
        return Outcome.Reverse({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
        })
      }
      case "Confirm": {
        const recordOf = ({ facts }: AnswerOf<"Confirmation">) => confirmationOf(each.command, facts)
        const execute = () =>
          Either.map(confirm(this.changes, each, id), (facts) => StoredAnswer.Confirmation({ facts }))
        return Outcome.Confirm({
          result: this.#ordered(each, this.#once(each, "Confirmation", recordOf, execute))
        })
      }
      case "Refund": {
        const recordOf = ({ facts }: AnswerOf<"Reversal">) => refundOf(each.command, facts)
        const execute = () =>
          Either.map(refund(this.changes, each, id, takeId), (facts) => StoredAnswer.Reversal({ facts }))
        return Outcome.Refund({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
        })
      }
      case "Adjust":
        return this.#runAdjust(each, id)
      case "ReverseAdjustment": {
        const recordOf = reversalOrRequest(each)
        const execute = () => reverseAdjustment(this.changes, each, id, takeId)
        return Outcome.ReverseAdjustment({
          result: this.#ordered(each, this.#once(each, ["Reversal", "Request"], recordOf, execute))
        })
      }
      case "Approve": {
        const recordOf = approvedRecord(each)
        const execute = () => approve(this.changes, each, id, takeId)
        return Outcome.Approve({
          result: this.#ordered(each, this.#once(each, ["Adjustment", "Reversal"], recordOf, execute))
        })
      }
      case "Decline": {
        const recordOf = ({ facts }: AnswerOf<"Request">) => declinedOf(each.command.partnerId, facts)
        const execute = () => decline(this.changes, each)
        return Outcome.Decline({
          result: this.#ordered(each, this.#once(each, "Request", recordOf, execute))
        })
      }
      case "ReverseActivity": {
        const recordOf = ({ facts }: AnswerOf<"Reversal">) => activityReversalOf(each.command, facts)
        const execute = () =>
          Either.map(reverseActivity(this.changes, each, id, takeId), (facts) =>
            StoredAnswer.Reversal({ facts })
          )
        return Outcome.ReverseActivity({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
        })
      }
    }
  }

  #runActivity(each: CommandOf<"Activity">, id: string, takeId: () => string) {
    const recordOf = ({ facts }: AnswerOf<"Activity">) => activityOf(each.command, facts)
    const execute = () =>
      Either.map(activity(this.changes, each, id, takeId), (facts) => StoredAnswer.Activity({ facts }))
    return Outcome.Activity({ result: this.#once(each, "Activity", recordOf, execute) })
  }

  #runAdjust(each: CommandOf<"Adjust">, id: string) {
    const execute = () => adjust(this.changes, each, id)
    return Outcome.Adjust({
      result: this.#ordered(
        each,
        this.#once(each, ["Adjustment", "Request"], adjustmentOrRequest(each), execute)
      )
    })
  }

  #runAward(each: CommandOf<"Award">, id: string) {
    const recordOf = ({ facts }: AnswerOf<"Award">) => awardOf(each.command, facts)
    const execute = () => Either.map(award(this.changes, each, id), awardAnswer)
    return Outcome.Award({ result: this.#once(each, "Award", recordOf, execute) })
  }

  /** Adds a new record to `orders` if the command says who ordered it. */
  #ordered<A extends Order["record"], E>(
    each: Exclude<Command, { readonly _tag: "Award" | "Activity" }>,
    result: Either.Either<Recorded<A>, E>
  ): Either.Either<Recorded<A>, E> {
    const { by } = each
    if (by !== undefined && Either.isRight(result) && !result.right.replayed) {
      const { replayed: _, ...record }: Recorded<Order["record"]> = result.right
      this.orders.push({ by, record, ...("request" in each && { request: each.request }) })
    }
    return result
  }

  /** Executes a command, or returns the stored answer of its idempotency key. The key may have been used earlier in this group. */
  #once<Tag extends AnswerTag, A extends object, E>(
    each: Command,
    tags: Tag | ReadonlyArray<Tag>,
    recordOf: (answer: AnswerOf<Tag>) => A,
    execute: () => Either.Either<AnswerOf<Tag>, E>
  ): Either.Either<Recorded<A>, E | IdempotencyMismatch> {
    const { partnerId, idempotencyKey } = each.command
    if (idempotencyKey === undefined)
      return Either.map(execute(), (answer) => ({ ...recordOf(answer), replayed: false }))
    const print = fingerprint(each)
    const key = keyDigest(partnerId, idempotencyKey)
    const known = this.#known({ partnerId, key })
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, print) && hasTag(tags, known.answer)
        ? Either.right(repeated(recordIdOf(known.answer), recordOf(known.answer), known.pseudonyms))
        : Either.left(new IdempotencyMismatch({ key: idempotencyKey }))
    }
    return Either.map(execute(), (answer) => {
      this.#store({ partnerId, key, fingerprint: print, answer })
      return { ...recordOf(answer), replayed: false }
    })
  }
}

const hasTag = <Tag extends AnswerTag>(
  tags: Tag | ReadonlyArray<Tag>,
  answer: StoredAnswer
): answer is AnswerOf<Tag> => [tags].flat().some((tag) => tag === answer._tag)

/** Returns the adjustment, or the request if it waits for approval. */
const adjustmentOrRequest =
  ({ command }: CommandOf<"Adjust">) =>
  (answer: AnswerOf<"Adjustment" | "Request">): Adjustment | WaitingRequest =>
    answer._tag === "Request"
      ? waitingOf(command.partnerId, answer.facts)
      : adjustmentOf(command, answer.facts)

/** Returns the reversal of an adjustment, or the request if it waits for approval. */
const reversalOrRequest =
  ({ command }: CommandOf<"ReverseAdjustment">) =>
  (answer: AnswerOf<"Reversal" | "Request">): AdjustmentReversal | WaitingRequest =>
    answer._tag === "Request"
      ? waitingOf(command.partnerId, answer.facts)
      : adjustmentReversalOf(command, answer.facts)

/** Returns the record of an approved command. */
const approvedRecord =
  ({ approved }: CommandOf<"Approve">) =>
  (answer: AnswerOf<"Adjustment" | "Reversal">): ApprovedRecord => {
    if (approved?._tag === "Adjust" && answer._tag === "Adjustment") {
      return adjustmentOf(approved.command, answer.facts)
    }
    if (approved?._tag === "ReverseAdjustment" && answer._tag === "Reversal") {
      return adjustmentReversalOf(approved.command, answer.facts)
    }
    throw new Error(`the approval of ${approved?._tag ?? "nothing"} has the answer ${answer._tag}`)
  }

const awardAnswer = (facts: AnswerOf<"Award">["facts"]): AnswerOf<"Award"> => ({ _tag: "Award", facts })

const storedOutcome = (
  { command }: BulkCommand,
  outcome: Extract<Outcome, { readonly _tag: BulkCommand["_tag"] }>
): Either.Either<BulkRecord, StoredRefusal> => {
  switch (outcome._tag) {
    case "Award":
      return Either.mapBoth(outcome.result, {
        onLeft: (refused) => awardRefusals.encode(command, refused),
        onRight: awardAnswer
      })
    case "Activity":
      return Either.mapBoth(outcome.result, {
        onLeft: (refused) => activityRefusals.encode(command, refused),
        onRight: (facts) => StoredAnswer.Activity({ facts })
      })
    case "Adjust":
      return Either.mapBoth(outcome.result, {
        onLeft: (refused) => adjustRefusals.encode(command, refused),
        onRight: (record) =>
          isWaiting(record)
            ? StoredAnswer.Request({ facts: { ...record, declinedAt: null } })
            : StoredAnswer.Adjustment({ facts: record })
      })
  }
}

/** Returns the record of an item of a replayed bulk request. Throws if the record and the item are of different kinds. */
const recordIn = <Tag extends BulkRecord["_tag"]>(
  tags: Tag | ReadonlyArray<Tag>,
  record: BulkRecord
): AnswerOf<Tag> => {
  if (!hasTag(tags, record)) throw new Error(`the stored answer has ${record._tag} instead of ${tags}`)
  return record
}

/** Returns the id of the record of an answer; an empty text if the answer has several records, or none. */
const recordIdOf = (answer: StoredAnswer): string => ("facts" in answer ? answer.facts.id : "")

/** Returns a stored record as a replay shows it. If the member was erased, the record has the pseudonym and no texts. */
const repeated = <A extends object>(
  id: string,
  record: A,
  pseudonyms: KeyedAnswer["pseudonyms"]
): Recorded<A> => {
  const userId = pseudonyms?.get(id)
  if (userId === undefined) return { ...record, replayed: true }
  const hidden = { userId, note: null, narration: null, reason: "" }
  const shown = Object.entries(hidden).filter(([name]) => name in record)
  return { ...record, ...Object.fromEntries(shown), replayed: true }
}

const replayed = (
  each: BulkCommand,
  stored: Either.Either<BulkRecord, StoredRefusal>,
  pseudonyms: KeyedAnswer["pseudonyms"]
): Outcome => {
  switch (each._tag) {
    case "Award":
      return Outcome.Award({
        result: Either.mapBoth(stored, {
          onLeft: (refusal) => awardRefusals.decode(each.command, refusal),
          onRight: (record) =>
            repeated(record.facts.id, awardOf(each.command, recordIn("Award", record).facts), pseudonyms)
        })
      })
    case "Activity":
      return Outcome.Activity({
        result: Either.mapBoth(stored, {
          onLeft: (refusal) => activityRefusals.decode(each.command, refusal),
          onRight: (record) =>
            repeated(
              record.facts.id,
              activityOf(each.command, recordIn("Activity", record).facts),
              pseudonyms
            )
        })
      })
    case "Adjust":
      return Outcome.Adjust({
        result: Either.mapBoth(stored, {
          onLeft: (refusal) => adjustRefusals.decode(each.command, refusal),
          onRight: (record) =>
            repeated(
              record.facts.id,
              adjustmentOrRequest(each)(recordIn(["Adjustment", "Request"], record)),
              pseudonyms
            )
        })
      })
  }
}

/** Returns the stored outcomes of a bulk request. An answer with another number of outcomes belongs to another request. */
const replay = (
  commands: ReadonlyArray<BulkCommand>,
  { answer, pseudonyms }: Pick<KeyedAnswer, "answer" | "pseudonyms">
): Written =>
  answer._tag === "Bulk" && answer.outcomes.length === commands.length
    ? Written.Replayed({
        outcomes: Arr.zipWith(commands, answer.outcomes, (each, stored) => replayed(each, stored, pseudonyms))
      })
    : Written.Mismatch()
