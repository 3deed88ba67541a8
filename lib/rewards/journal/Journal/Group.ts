import { Array as Arr, Either } from "effect"
import { type AwardFacts, awardOf } from "../../awards/Award.ts"
import { IdempotencyMismatch } from "../../Errors.ts"
import type { PartnerId } from "../../Id.ts"
import { isSameRequest } from "../../idempotency/fingerprint.ts"
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
import { Changes, nameKey, type State } from "./Changes.ts"
import { Kept, type KeptRefusal, keepRefusal, refusalOf } from "./kept.ts"
import { refund, reverse } from "./reverse.ts"
import { transfer } from "./transfer.ts"

/** What a key has stored. */
export interface StoredAnswer {
  readonly fingerprint: Uint8Array
  readonly kept: Kept
}

/** What a key is to store. */
export interface NewAnswer extends StoredAnswer {
  readonly partnerId: PartnerId
  readonly key: string
  readonly kept: Exclude<Kept, { readonly _tag: "Other" }>
}

type KeptTag = "Award" | "Transfer" | "Reversal"
type KeptOf<Tag extends KeptTag> = Extract<Kept, { readonly _tag: Tag }>

/**
 * A group of commands: runs them one by one, each seeing what those before it did, and collects what has to be written. It
 * lives for one transaction and does no I/O. A refused command leaves no trace in it.
 */
export class Group {
  readonly answers = new Map<string, NewAnswer>()
  readonly changes: Changes
  readonly #stored: ReadonlyMap<string, StoredAnswer>

  constructor(state: State, stored: ReadonlyMap<string, StoredAnswer>) {
    this.changes = new Changes(state)
    this.#stored = stored
  }

  /** Runs a submission; `takeId` gives the id for each command. */
  submit({ commands, once }: Submission, takeId: () => string): Written {
    if (once === undefined) {
      return { _tag: "Settled", outcomes: commands.map((command) => this.#run(command, takeId())) }
    }
    const { partnerId, key, fingerprint } = once
    const known = this.#known(partnerId, key)
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, fingerprint) ? replay(commands, known.kept) : Written.Mismatch()
    }
    const kept: Array<Either.Either<AwardFacts, KeptRefusal>> = []
    const outcomes = commands.map((each) => {
      const outcome = this.#runAward(each, takeId())
      kept.push(Either.mapLeft(outcome.result, (refused) => keepRefusal(each.command, refused)))
      return outcome
    })
    if (kept.some(Either.isRight)) {
      this.answers.set(nameKey(partnerId, key), {
        partnerId,
        key,
        fingerprint,
        kept: Kept.Bulk({ outcomes: kept })
      })
    }
    return Written.Settled({ outcomes })
  }

  #known(partnerId: PartnerId, key: string): StoredAnswer | undefined {
    const name = nameKey(partnerId, key)
    return this.#stored.get(name) ?? this.answers.get(name)
  }

  #run(each: Command, id: string): Outcome {
    switch (each._tag) {
      case "Award":
        return this.#runAward(each, id)
      case "Transfer": {
        const recordOf = ({ facts }: KeptOf<"Transfer">) => transferOf(each.command, facts)
        const execute = () => Either.map(transfer(this.changes, each, id), keptTransfer)
        return Outcome.Transfer({ result: this.#once(each, "Transfer", recordOf, execute) })
      }
      case "Reverse": {
        const recordOf = ({ facts }: KeptOf<"Reversal">) => reversalOf(each.command, facts)
        const execute = () => Either.map(reverse(this.changes, each, id), keptReversal)
        return Outcome.Reverse({ result: this.#once(each, "Reversal", recordOf, execute) })
      }
      case "Refund": {
        const recordOf = ({ facts }: KeptOf<"Reversal">) => refundOf(each.command, facts)
        const execute = () => Either.map(refund(this.changes, each, id), keptReversal)
        return Outcome.Refund({ result: this.#once(each, "Reversal", recordOf, execute) })
      }
    }
  }

  #runAward(each: CommandOf<"Award">, id: string) {
    const recordOf = ({ facts }: KeptOf<"Award">) => awardOf(each.command, facts)
    const execute = () => Either.map(award(this.changes, each, id), keptAward)
    return Outcome.Award({ result: this.#once(each, "Award", recordOf, execute) })
  }

  /**
   * Answers from the idempotency key when there is one, whether it was used before or earlier in this group. The first
   * answer and every replay are made in the same way.
   */
  #once<Tag extends KeptTag, A, E>(
    each: Command,
    tag: Tag,
    recordOf: (kept: KeptOf<Tag>) => A,
    execute: () => Either.Either<KeptOf<Tag>, E>
  ): Either.Either<Recorded<A>, E | IdempotencyMismatch> {
    const { partnerId, idempotencyKey: key } = each.command
    if (key === undefined) return Either.map(execute(), (kept) => ({ ...recordOf(kept), replayed: false }))
    const print = fingerprint(each)
    const known = this.#known(partnerId, key)
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, print) && isKept(tag, known.kept)
        ? Either.right({ ...recordOf(known.kept), replayed: true })
        : Either.left(new IdempotencyMismatch({ key }))
    }
    return Either.map(execute(), (kept) => {
      this.answers.set(nameKey(partnerId, key), { partnerId, key, fingerprint: print, kept })
      return { ...recordOf(kept), replayed: false }
    })
  }
}

const isKept = <Tag extends KeptTag>(tag: Tag, kept: Kept): kept is KeptOf<Tag> => kept._tag === tag

const keptAward = (facts: KeptOf<"Award">["facts"]): KeptOf<"Award"> => ({ _tag: "Award", facts })
const keptTransfer = (facts: KeptOf<"Transfer">["facts"]): KeptOf<"Transfer"> => ({ _tag: "Transfer", facts })
const keptReversal = (facts: KeptOf<"Reversal">["facts"]): KeptOf<"Reversal"> => ({ _tag: "Reversal", facts })

/** The outcomes of a bulk again. A bulk that does not have as many is another one. */
const replay = (commands: ReadonlyArray<CommandOf<"Award">>, kept: Kept): Written => {
  if (kept._tag !== "Bulk" || kept.outcomes.length !== commands.length) return Written.Mismatch()
  const outcomes = Arr.zipWith(commands, kept.outcomes, ({ command }, outcome) =>
    Outcome.Award({
      result: Either.mapBoth(outcome, {
        onLeft: (refusal) => refusalOf(command, refusal),
        onRight: (facts) => ({ ...awardOf(command, facts), replayed: true })
      })
    })
  )
  return Written.Replayed({ outcomes })
}
