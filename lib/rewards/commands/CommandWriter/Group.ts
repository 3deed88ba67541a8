import { Array as Arr, Either } from "effect"
import { activityOf } from "../../activities/Activity.ts"
import { adjustmentOf } from "../../adjustments/Adjustment.ts"
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
import { activityReversalOf, adjustmentReversalOf, refundOf, reversalOf } from "../../reversals/Reversal.ts"
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
import { adjust, reverseAdjustment } from "./adjust.ts"
import { award } from "./award.ts"
import { Changes, digestKey, type State } from "./Changes.ts"
import { confirm } from "./confirm.ts"
import { reverse, reverseActivity } from "./reverse.ts"
import { refund, transfer } from "./transfer.ts"

interface NewAnswer extends KeyedAnswer {
  readonly answer: CommandAnswer
}

type AnswerTag = "Award" | "Activity" | "Transfer" | "Adjustment" | "Reversal"
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
        const recordOf = ({ facts }: AnswerOf<"Reversal">) => confirmationOf(each.command, facts)
        const execute = () =>
          Either.map(confirm(this.changes, each, id), (facts) => StoredAnswer.Reversal({ facts }))
        return Outcome.Confirm({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
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
        const recordOf = ({ facts }: AnswerOf<"Reversal">) => adjustmentReversalOf(each.command, facts)
        const execute = () =>
          Either.map(reverseAdjustment(this.changes, each, id, takeId), (facts) =>
            StoredAnswer.Reversal({ facts })
          )
        return Outcome.ReverseAdjustment({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
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
    const recordOf = ({ facts }: AnswerOf<"Adjustment">) => adjustmentOf(each.command, facts)
    const execute = () =>
      Either.map(adjust(this.changes, each, id), (facts) => StoredAnswer.Adjustment({ facts }))
    return Outcome.Adjust({
      result: this.#ordered(each, this.#once(each, "Adjustment", recordOf, execute))
    })
  }

  #runAward(each: CommandOf<"Award">, id: string) {
    const recordOf = ({ facts }: AnswerOf<"Award">) => awardOf(each.command, facts)
    const execute = () => Either.map(award(this.changes, each, id), awardAnswer)
    return Outcome.Award({ result: this.#once(each, "Award", recordOf, execute) })
  }

  /** Adds a new record to `orders` if the command says who ordered it. */
  #ordered<A extends Order["record"], E>(
    { by }: Exclude<Command, { readonly _tag: "Award" | "Activity" }>,
    result: Either.Either<Recorded<A>, E>
  ): Either.Either<Recorded<A>, E> {
    if (by !== undefined && Either.isRight(result) && !result.right.replayed) {
      const { replayed: _, ...record }: Recorded<Order["record"]> = result.right
      this.orders.push({ by, record })
    }
    return result
  }

  /** Executes a command, or returns the stored answer of its idempotency key. The key may have been used earlier in this group. */
  #once<Tag extends AnswerTag, A extends object, E>(
    each: Command,
    tag: Tag,
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
      return isSameRequest(known.fingerprint, print) && hasTag(tag, known.answer)
        ? Either.right(repeated(recordIdOf(known.answer), recordOf(known.answer), known.pseudonyms))
        : Either.left(new IdempotencyMismatch({ key: idempotencyKey }))
    }
    return Either.map(execute(), (answer) => {
      this.#store({ partnerId, key, fingerprint: print, answer })
      return { ...recordOf(answer), replayed: false }
    })
  }
}

const hasTag = <Tag extends AnswerTag>(tag: Tag, answer: StoredAnswer): answer is AnswerOf<Tag> =>
  answer._tag === tag

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
        onRight: (facts) => StoredAnswer.Adjustment({ facts })
      })
  }
}

/** The record of an item of a replayed bulk request. Throws if the record and the item are of different kinds. */
const recordIn = <Tag extends BulkRecord["_tag"]>(tag: Tag, record: BulkRecord): AnswerOf<Tag> => {
  if (!hasTag(tag, record)) throw new Error(`the stored answer has ${record._tag} instead of ${tag}`)
  return record
}

/** The record of an answer; empty if it has several or none. */
const recordIdOf = (answer: StoredAnswer): string => ("facts" in answer ? answer.facts.id : "")

/** A stored record as a replay shows it. Of an erased member, it shows the pseudonym and no text. */
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
              adjustmentOf(each.command, recordIn("Adjustment", record).facts),
              pseudonyms
            )
        })
      })
  }
}

/** The stored outcomes of a bulk request. An answer with another number of outcomes belongs to another request. */
const replay = (
  commands: ReadonlyArray<BulkCommand>,
  { answer, pseudonyms }: Pick<KeyedAnswer, "answer" | "pseudonyms">
): Written =>
  answer._tag === "Bulk" && answer.outcomes.length === commands.length
    ? Written.Replayed({
        outcomes: Arr.zipWith(commands, answer.outcomes, (each, stored) => replayed(each, stored, pseudonyms))
      })
    : Written.Mismatch()
