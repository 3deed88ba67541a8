import { Either } from "effect"
import type { AwardCommand } from "../../awards/Award.ts"
import { decide, noTally, type Tally, Target } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import { IdempotencyMismatch, MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { type AccountId, AwardId, type MemberId, type PartnerId, type RuleId, TransferId } from "../../Id.ts"
import { type PartnerSide, walletOf } from "../../ledger/Account.ts"
import type { Book } from "../../ledger/Book.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import type { TransferCommand } from "../../transfers/Transfer.ts"
import {
  type Accepted,
  type AcceptedAward,
  type AcceptedTransfer,
  type AwardRefused,
  type Command,
  decodeAnswer,
  fingerprint,
  Outcome,
  type Recorded,
  type Submission,
  type TransferRefused,
  Written
} from "../Command.ts"

/** Everything a group of commands has to know, read under the locks that keep it true until commit. */
export interface State {
  readonly rules: ReadonlyArray<RuleCore>
  readonly members: ReadonlyMap<string, MemberId>
  readonly tallies: ReadonlyMap<string, Tally>
  readonly answers: ReadonlyMap<string, StoredAnswer>
  readonly book: Book
  readonly side: (partnerId: PartnerId, side: PartnerSide) => AccountId
  readonly at: Date
}

/**
 * The stored answer of a key. It may be of another kind of request, so it is decoded only after the fingerprints were
 * found equal.
 */
export interface StoredAnswer {
  readonly fingerprint: string
  readonly answer: string
}

export interface AwardLine {
  readonly partnerId: PartnerId
  readonly id: AwardId
  readonly ruleId: RuleId
  readonly ordinal: number
  readonly memberId: MemberId
  readonly cycle: number
  readonly awarded: boolean
  readonly note: string | null
}

export interface TallyLine {
  readonly rule: RuleCore
  readonly memberId: MemberId
  readonly tally: Tally
}

/** An answer to keep: the record of one command, or the text that a submission has made of its outcomes. */
export type NewAnswer = {
  readonly partnerId: PartnerId
  readonly key: string
  readonly fingerprint: string
} & ({ readonly accepted: Accepted } | { readonly answer: string })

interface Named {
  readonly rule: RuleCore
  readonly target: Target
  readonly ordinal: number
  readonly id: RuleId
  readonly name: string
}

/** Keys of maps. The first part is an id of fixed length, so that two different pairs never give the same key. */
export const tallyKey = (ruleId: RuleId, memberId: MemberId): string => `${ruleId}${memberId}`
export const nameKey = (partnerId: PartnerId, name: string): string => `${partnerId}${name}`

/** Everything of a rule that an award can name. */
export const namesOf = (rule: RuleCore): ReadonlyArray<Named> => {
  const own: Named = { rule, target: Target.Whole(), ordinal: 0, id: rule.id, name: rule.name }
  if (rule.terms._tag !== "Combined") return [own]
  const parts = rule.terms.subRules.map(
    (subRule, index): Named => ({
      rule,
      target: Target.Part({ subRule, index }),
      ordinal: index + 1,
      id: subRule.id,
      name: subRule.name
    })
  )
  return [own, ...parts]
}

/**
 * A group of commands: runs them one by one, each seeing what those before it did, and collects what has to be written. It
 * lives for one transaction and does no I/O. A refused command leaves no trace in it.
 */
export class Group {
  readonly awards: Array<AwardLine> = []
  readonly tallies = new Map<string, TallyLine>()
  readonly joined = new Map<RuleId, { readonly rule: RuleCore; count: number }>()
  readonly answers = new Map<string, NewAnswer>()
  readonly #state: State
  readonly #names: ReadonlyMap<string, Named>

  constructor(state: State) {
    this.#state = state
    this.#names = new Map(
      state.rules.flatMap(namesOf).map((named) => [nameKey(named.rule.partnerId, named.name), named])
    )
  }

  /** Runs a submission; `takeId` gives the id for each command. */
  submit({ commands, once }: Submission, takeId: () => string): Written {
    const runAll = () => commands.map((command) => this.run(command, takeId()))
    if (once === undefined) return { _tag: "Settled", outcomes: runAll() }
    const { partnerId, key, fingerprint, answerOf } = once
    const known = this.#known(partnerId, key)
    if (known !== undefined) {
      return known.fingerprint === fingerprint && "answer" in known
        ? Written.Replayed({ answer: known.answer })
        : Written.Mismatch()
    }
    const outcomes = runAll()
    const answer = answerOf(outcomes)
    if (answer !== undefined) {
      this.answers.set(nameKey(partnerId, key), { partnerId, key, fingerprint, answer })
    }
    return Written.Settled({ outcomes })
  }

  #known(partnerId: PartnerId, key: string): StoredAnswer | NewAnswer | undefined {
    const name = nameKey(partnerId, key)
    return this.#state.answers.get(name) ?? this.answers.get(name)
  }

  run(command: Command, id: string): Outcome {
    switch (command._tag) {
      case "Award":
        return Outcome.Award({ result: this.#once(command, isAward, () => this.#award(command.command, id)) })
      case "Transfer":
        return Outcome.Transfer({
          result: this.#once(command, isTransfer, () => this.#transfer(command.command, id))
        })
    }
  }

  /** Answers from the idempotency key when there is one, whether it was used before or earlier in this group. */
  #once<A extends Accepted, E>(
    command: Command,
    isSameKind: (accepted: Accepted) => accepted is A,
    execute: () => Either.Either<A, E>
  ): Either.Either<Recorded<A["record"]>, E | IdempotencyMismatch> {
    const { partnerId, idempotencyKey } = command.command
    if (idempotencyKey === undefined) return Either.map(execute(), recorded(false))
    const print = fingerprint(command)
    const known = this.#known(partnerId, idempotencyKey)
    if (known !== undefined) {
      const mismatch = Either.left(new IdempotencyMismatch({ key: idempotencyKey }))
      if (known.fingerprint !== print) return mismatch
      const accepted = "answer" in known ? decodeAnswer(known.answer) : known.accepted
      return isSameKind(accepted) ? Either.right(recorded(true)(accepted)) : mismatch
    }
    return Either.map(execute(), (accepted) => {
      this.answers.set(nameKey(partnerId, idempotencyKey), {
        partnerId,
        key: idempotencyKey,
        fingerprint: print,
        accepted
      })
      return recorded(false)(accepted)
    })
  }

  #award(command: AwardCommand, id: string): Either.Either<AcceptedAward, AwardRefused> {
    const { partnerId, userId, narration = null } = command
    const named = this.#names.get(nameKey(partnerId, command.ruleName))
    if (named === undefined) return Either.left(new RuleNotFound({ rule: command.ruleName }))
    const memberId = this.#state.members.get(nameKey(partnerId, userId))
    if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
    const { rule, target, ordinal } = named
    const key = tallyKey(rule.id, memberId)
    const before = this.tallies.get(key)?.tally ?? this.#state.tallies.get(key) ?? noTally
    const joined = this.joined.get(rule.id)?.count ?? 0

    const decision = decide(rule, before, rule.participants + joined, target)
    if (Either.isLeft(decision)) return Either.left(decision.left)
    const { pays: awarded, newParticipant, tally } = decision.right
    if (awarded) {
      const paid = this.#state.book.issue({
        partnerId,
        id: TransferId.make(id, { disableValidation: true }),
        amount: rule.coinValue,
        debit: this.#state.side(partnerId, "issuance"),
        credit: walletOf(memberId),
        narration: null,
        createdAt: this.#state.at
      })
      if (Either.isLeft(paid)) return Either.left(paid.left)
    }
    if (newParticipant) this.joined.set(rule.id, { rule, count: joined + 1 })
    this.tallies.set(key, { rule, memberId, tally })
    const awardId = AwardId.make(id, { disableValidation: true })
    this.awards.push({
      partnerId,
      id: awardId,
      ruleId: rule.id,
      ordinal,
      memberId,
      cycle: before.paid,
      awarded,
      note: narration
    })
    const record = {
      id: awardId,
      partnerId,
      ruleId: named.id,
      ruleName: named.name,
      userId,
      awarded,
      coins: awarded ? rule.coinValue : Coins.zero,
      note: narration,
      createdAt: this.#state.at
    }
    return Either.right({ _tag: "Award", record })
  }

  #transfer(command: TransferCommand, id: string): Either.Either<AcceptedTransfer, TransferRefused> {
    const { partnerId, userId, coins, narration = null, idempotencyKey, attachment } = command
    const kept = idempotencyKey === undefined || attachment === undefined ? {} : { attachment }
    const memberId = this.#state.members.get(nameKey(partnerId, userId))
    if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
    const transferId = TransferId.make(id, { disableValidation: true })
    return Either.map(
      this.#state.book.redeem({
        partnerId,
        id: transferId,
        amount: coins,
        debit: walletOf(memberId),
        credit: this.#state.side(partnerId, "treasury"),
        narration,
        createdAt: this.#state.at
      }),
      ({ debit, createdAt }) => ({
        _tag: "Transfer" as const,
        record: {
          id: transferId,
          partnerId,
          userId,
          coins,
          balance: debit.balance,
          narration,
          createdAt,
          ...kept
        }
      })
    )
  }
}

const isAward = (accepted: Accepted): accepted is AcceptedAward => accepted._tag === "Award"
const isTransfer = (accepted: Accepted): accepted is AcceptedTransfer => accepted._tag === "Transfer"

const recorded =
  (replayed: boolean) =>
  <A extends Accepted>(accepted: A): Recorded<A["record"]> => ({ ...accepted.record, replayed })
