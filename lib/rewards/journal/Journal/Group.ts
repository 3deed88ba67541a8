import { Array as Arr, Either } from "effect"
import { type AwardCommand, type AwardFacts, awardOf } from "../../awards/Award.ts"
import { decide, noTally, type Tally, Target } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import { IdempotencyMismatch, MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { type AccountId, AwardId, type MemberId, type PartnerId, type RuleId, TransferId } from "../../Id.ts"
import { isSameRequest } from "../../idempotency/fingerprint.ts"
import { monthOf, type PartnerSide, walletOf } from "../../ledger/Account.ts"
import type { Book } from "../../ledger/Book.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import { type TransferCommand, transferOf } from "../../transfers/Transfer.ts"
import {
  type AwardRefused,
  type Command,
  type CommandOf,
  fingerprint,
  Outcome,
  type Recorded,
  type Submission,
  type TransferRefused,
  Written
} from "../Command.ts"
import { Kept, type KeptAward, type KeptRefusal, type KeptTransfer, keepRefusal, refusalOf } from "./kept.ts"

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

/** What a key has stored. */
export interface StoredAnswer {
  readonly fingerprint: Uint8Array
  readonly kept: Kept
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

/** What a key is to store. */
export interface NewAnswer extends StoredAnswer {
  readonly partnerId: PartnerId
  readonly key: string
  readonly kept: Exclude<Kept, { readonly _tag: "Other" }>
}

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
    if (once === undefined) {
      return { _tag: "Settled", outcomes: commands.map((command) => this.run(command, takeId())) }
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
    return this.#state.answers.get(name) ?? this.answers.get(name)
  }

  run(command: Command, id: string): Outcome {
    return command._tag === "Award" ? this.#runAward(command, id) : this.#runTransfer(command, id)
  }

  #runAward(award: CommandOf<"Award">, id: string) {
    const { command } = award
    const record = ({ facts }: KeptAward) => awardOf(command, facts)
    return Outcome.Award({ result: this.#once(award, isAward, record, () => this.#award(command, id)) })
  }

  #runTransfer(transfer: CommandOf<"Transfer">, id: string) {
    const { command } = transfer
    const record = ({ facts }: KeptTransfer) => transferOf(command, facts)
    return Outcome.Transfer({
      result: this.#once(transfer, isTransfer, record, () => this.#transfer(command, id))
    })
  }

  /**
   * Answers from the idempotency key when there is one, whether it was used before or earlier in this group. The first
   * answer and every replay are made in the same way.
   */
  #once<K extends KeptAward | KeptTransfer, A, E>(
    each: Command,
    isSameKind: (kept: Kept) => kept is K,
    recordOf: (kept: K) => A,
    execute: () => Either.Either<K, E>
  ): Either.Either<Recorded<A>, E | IdempotencyMismatch> {
    const { partnerId, idempotencyKey: key } = each.command
    if (key === undefined) return Either.map(execute(), (kept) => ({ ...recordOf(kept), replayed: false }))
    const print = fingerprint(each)
    const known = this.#known(partnerId, key)
    if (known !== undefined) {
      return isSameRequest(known.fingerprint, print) && isSameKind(known.kept)
        ? Either.right({ ...recordOf(known.kept), replayed: true })
        : Either.left(new IdempotencyMismatch({ key }))
    }
    return Either.map(execute(), (kept) => {
      this.answers.set(nameKey(partnerId, key), { partnerId, key, fingerprint: print, kept })
      return { ...recordOf(kept), replayed: false }
    })
  }

  #award(command: AwardCommand, id: string): Either.Either<KeptAward, AwardRefused> {
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
        createdAt: this.#state.at,
        month: monthOf(this.#state.at)
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
    const facts = {
      id: awardId,
      ruleId: named.id,
      awarded,
      coins: awarded ? rule.coinValue : Coins.zero,
      createdAt: this.#state.at
    }
    return Either.right({ _tag: "Award", facts })
  }

  #transfer(command: TransferCommand, id: string): Either.Either<KeptTransfer, TransferRefused> {
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
        createdAt: this.#state.at,
        month: monthOf(this.#state.at)
      }),
      ({ debit, createdAt }) => ({
        _tag: "Transfer" as const,
        facts: { id: transferId, balance: debit.balance, createdAt, ...kept }
      })
    )
  }
}

const isAward = (kept: Kept): kept is KeptAward => kept._tag === "Award"
const isTransfer = (kept: Kept): kept is KeptTransfer => kept._tag === "Transfer"

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
