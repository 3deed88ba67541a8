import { Array as Arr, Either } from "effect"
import { type AwardFacts, awardOf } from "../../awards/Award.ts"
import { IdempotencyMismatch } from "../../Errors.ts"
import type { PartnerId } from "../../Id.ts"
import { isSameRequest } from "../../idempotency/fingerprint.ts"
import {
  type CommandAnswer,
  type KeyedAnswer,
  refusalOf,
  StoredAnswer,
  type StoredRefusal,
  storedRefusal
} from "../../idempotency/StoredAnswer.ts"
import type { Order } from "../../ports.ts"
import { refundOf, reversalOf } from "../../reversals/Reversal.ts"
import { transferOf } from "../../transfers/Transfer.ts"
import {
  type Command,
  type CommandOf,
  fingerprint,
  Outcome,
  type Recorded,
  type Submission,
  Written
} from "../Command.ts"
import { award } from "./award.ts"
import { Changes, partnerKey, type State } from "./Changes.ts"
import { reverse } from "./reverse.ts"
import { refund, transfer } from "./transfer.ts"

interface NewAnswer extends KeyedAnswer {
  readonly answer: CommandAnswer
}

type AnswerTag = "Award" | "Transfer" | "Reversal"
type AnswerOf<Tag extends AnswerTag> = Extract<StoredAnswer, { readonly _tag: Tag }>

/**
 * Runs the commands of a group one after the other, and collects the rows to write. Each command sees the changes of the
 * commands before it. A refused command changes nothing. A group is used for one transaction.
 */
export class Group {
  /** The answers to store, by `partnerKey`. */
  readonly answers = new Map<string, NewAnswer>()
  /** New records for the audit trail, and who ordered them. */
  readonly orders: Array<Order> = []
  readonly changes: Changes
  readonly #stored: ReadonlyMap<string, KeyedAnswer>

  constructor(state: State, stored: ReadonlyMap<string, KeyedAnswer>) {
    this.changes = new Changes(state)
    this.#stored = stored
  }

  /** Runs a submission. `takeId` returns a new id for each command. */
  submit({ commands, once }: Submission, takeId: () => string): Written {
    if (once === undefined) {
      return { _tag: "Settled", outcomes: commands.map((command) => this.#run(command, takeId())) }
    }
    const { partnerId, key, fingerprint } = once
    const known = this.#known(partnerId, key)
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, fingerprint)
        ? replay(commands, known.answer)
        : Written.Mismatch()
    }
    const results: Array<Either.Either<AwardFacts, StoredRefusal>> = []
    const outcomes = commands.map((each) => {
      const outcome = this.#runAward(each, takeId())
      results.push(Either.mapLeft(outcome.result, (refused) => storedRefusal(each.command, refused)))
      return outcome
    })
    if (results.some(Either.isRight)) {
      const answer = StoredAnswer.Bulk({ outcomes: results })
      this.answers.set(partnerKey(partnerId, key), { partnerId, key, fingerprint, answer })
    }
    return Written.Settled({ outcomes })
  }

  #known(partnerId: PartnerId, key: string): KeyedAnswer | undefined {
    const name = partnerKey(partnerId, key)
    return this.#stored.get(name) ?? this.answers.get(name)
  }

  #run(each: Command, id: string): Outcome {
    switch (each._tag) {
      case "Award":
        return this.#runAward(each, id)
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
          Either.map(reverse(this.changes, each, id), (facts) => StoredAnswer.Reversal({ facts }))
        return Outcome.Reverse({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
        })
      }
      case "Refund": {
        const recordOf = ({ facts }: AnswerOf<"Reversal">) => refundOf(each.command, facts)
        const execute = () =>
          Either.map(refund(this.changes, each, id), (facts) => StoredAnswer.Reversal({ facts }))
        return Outcome.Refund({
          result: this.#ordered(each, this.#once(each, "Reversal", recordOf, execute))
        })
      }
    }
  }

  #runAward(each: CommandOf<"Award">, id: string) {
    const recordOf = ({ facts }: AnswerOf<"Award">) => awardOf(each.command, facts)
    const execute = () => Either.map(award(this.changes, each, id), awardAnswer)
    return Outcome.Award({ result: this.#once(each, "Award", recordOf, execute) })
  }

  /** Adds a new record to `orders` if the command says who ordered it. */
  #ordered<A extends Order["record"], E>(
    { by }: Exclude<Command, { readonly _tag: "Award" }>,
    result: Either.Either<Recorded<A>, E>
  ): Either.Either<Recorded<A>, E> {
    if (by !== undefined && Either.isRight(result) && !result.right.replayed) {
      const { replayed: _, ...record }: Recorded<Order["record"]> = result.right
      this.orders.push({ by, record })
    }
    return result
  }

  /** Executes a command, or returns the stored answer of its idempotency key. The key may have been used earlier in this group. */
  #once<Tag extends AnswerTag, A, E>(
    each: Command,
    tag: Tag,
    recordOf: (answer: AnswerOf<Tag>) => A,
    execute: () => Either.Either<AnswerOf<Tag>, E>
  ): Either.Either<Recorded<A>, E | IdempotencyMismatch> {
    const { partnerId, idempotencyKey: key } = each.command
    if (key === undefined)
      return Either.map(execute(), (answer) => ({ ...recordOf(answer), replayed: false }))
    const print = fingerprint(each)
    const known = this.#known(partnerId, key)
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, print) && hasTag(tag, known.answer)
        ? Either.right({ ...recordOf(known.answer), replayed: true })
        : Either.left(new IdempotencyMismatch({ key }))
    }
    return Either.map(execute(), (answer) => {
      this.answers.set(partnerKey(partnerId, key), { partnerId, key, fingerprint: print, answer })
      return { ...recordOf(answer), replayed: false }
    })
  }
}

const hasTag = <Tag extends AnswerTag>(tag: Tag, answer: StoredAnswer): answer is AnswerOf<Tag> =>
  answer._tag === tag

const awardAnswer = (facts: AnswerOf<"Award">["facts"]): AnswerOf<"Award"> => ({ _tag: "Award", facts })

/** The stored outcomes of a bulk request. An answer with another number of outcomes belongs to another request. */
const replay = (commands: ReadonlyArray<CommandOf<"Award">>, answer: StoredAnswer): Written => {
  if (answer._tag !== "Bulk" || answer.outcomes.length !== commands.length) return Written.Mismatch()
  const outcomes = Arr.zipWith(commands, answer.outcomes, ({ command }, outcome) =>
    Outcome.Award({
      result: Either.mapBoth(outcome, {
        onLeft: (refusal) => refusalOf(command, refusal),
        onRight: (facts) => ({ ...awardOf(command, facts), replayed: true })
      })
    })
  )
  return Written.Replayed({ outcomes })
}
