import { Encoding } from "effect"
import type { RowOf } from "../../../sql/Table.ts"
import type { Verdict } from "../../activities/judge.ts"
import type { Scalar } from "../../activities/When.ts"
import type { Decision, StoredRequest } from "../../approvals/Approval.ts"
import { noTally, type Tally } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import type { Fact } from "../../events/Fact.ts"
import type { ApprovalId, MemberId, PartnerId, RuleId } from "../../Id.ts"
import type { KeyedAnswer } from "../../idempotency/StoredAnswer.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { Book } from "../../ledger/Book.ts"
import type { Counters } from "../../limits/Counters.ts"
import type { Wallets } from "../../lots/Wallets.ts"
import type { MemberKey } from "../../members/Member.ts"
import type { OrdererNumber } from "../../orderers/Orderer.ts"
import type { Feeds, Occurrence } from "../../ports.ts"
import { type RefusedAward, type Refusing, reasonOf } from "../../refusals/Refusal.ts"
import { nothingReturned, type Returned } from "../../reversals/Reversal.ts"
import type { Deciding, Named } from "../../rules/Named.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type {
  activities,
  activityCounts,
  adjustments,
  approvalDecisions,
  approvalRequests,
  awards,
  reversals,
  texts
} from "../../tables.ts"
import { type GivenTexts, textRows } from "../../texts/Texts.ts"
import type { Caused, Command } from "../Command.ts"

/** The number of completions in a member's running cycle, by ordinal. Ordinal 0 is the rule itself. The others are its sub-rules. */
export type Steps = ReadonlyMap<number, number>

/** The data that a group of commands needs, read under locks that keep it valid until COMMIT. */
export interface State {
  readonly rules: ReadonlyMap<RuleId, StoredRule>
  /** The rules and their sub-rules, by `partnerKey`. */
  readonly names: ReadonlyMap<string, Named>
  /** The active rules and sub-rules with a `when`, by `partnerKey` of the type of activity, in the order of their names. */
  readonly deciding: ReadonlyMap<string, ReadonlyArray<Deciding>>
  /**
   * For each activity: the verdicts of its rules, in the order of `deciding`. A verdict is undefined if the conditions do not depend on
   * the activity alone.
   */
  readonly verdicts: ReadonlyMap<Command, ReadonlyArray<Verdict | undefined>>
  /** The ids of members, by `partnerKey` of their user ids. */
  readonly members: ReadonlyMap<string, MemberId>
  /** The attributes of members who have some. Read only for members with an activity that is judged by attributes. */
  readonly attributes: ReadonlyMap<MemberId, Readonly<Record<string, Scalar>>>
  /** The counts of activities, by `activityKey`. */
  readonly activityCounts: ReadonlyMap<string, StoredCount>
  /** The stored tallies, by `tallyKey`. */
  readonly tallies: ReadonlyMap<string, Tally>
  /** The completions of running cycles, by `tallyKey`. Only for tallies from which a reversal of this group may remove a completion. */
  readonly steps: ReadonlyMap<string, Steps>
  /** What was returned of awards, transfers, adjustments and activities before this transaction. The keys are made by `partnerKey`. */
  readonly returned: ReadonlyMap<string, Returned>
  /** The decisions about requests that were made before this transaction. Only for requests that this group decides about. */
  readonly decisions: ReadonlyMap<ApprovalId, Decision>
  /** The setting `approveAbove` of the partners that have one. Read only if a command of the group may have to wait for approval. */
  readonly approveAbove: ReadonlyMap<PartnerId, number>
  readonly counters: Counters
  readonly book: Book
  readonly wallets: Wallets
  /** The successors of erased members whose awards are reversed. */
  readonly successors: ReadonlyMap<MemberId, MemberId>
  /** The coins of erased members that reversals can still take back. They are among the partners' expired coins. */
  readonly erasedCoins: ReadonlyMap<MemberId, Coins.Coins>
  /**
   * The feeds to which events are written: the feeds of the partners with a subscriber or, in a host's transaction on PostgreSQL, the feeds
   * of all partners of the group.
   */
  readonly feeds: Feeds
  /**
   * The users who become members if this transaction accepts an award, activity or adjustment of theirs. The set contains their keys, made
   * by `partnerKey`.
   */
  readonly newcomers: ReadonlySet<string>
  /** The time of all commands of the group. */
  readonly at: Date
}

interface ChangedTally extends Tally {
  readonly rule: StoredRule
  readonly memberId: MemberId
  /** The stored tally; undefined if the tally is new. */
  readonly before: Tally | undefined
}

type Count = RowOf<typeof activityCounts>

/** A stored count of activities. `before` is the count without the activities of this transaction, and `count` may include them. */
export interface StoredCount extends Count {
  readonly before: number
}

/** An award, adjustment or activity to reverse, or a transfer to refund. */
export interface UndoneRecord {
  readonly partnerId: PartnerId
  readonly id: string
}

interface PaidRecord extends UndoneRecord {
  readonly coins: Coins.Coins
  readonly amount: Coins.Coins | null
}

/**
 * `tallyKey`, `partnerKey` and `activityKey` make keys of maps. The first part has a fixed length, so different pairs have different
 * keys.
 */
export const tallyKey = (ruleId: RuleId, memberId: MemberId): string => `${ruleId}${memberId}`
export const partnerKey = (partnerId: PartnerId, nameOrId: string): string => `${partnerId}${nameOrId}`

/** Makes the key under which maps store the answer of an idempotency key. */
export const digestKey = ({ key, partnerId }: Pick<KeyedAnswer, "key" | "partnerId">): string =>
  partnerKey(partnerId, Encoding.encodeHex(key))

export const activityKey = (memberId: MemberId, type: string): string => `${memberId}${type}`

const noSteps: Steps = new Map()

/**
 * The changes that the commands of a group have made so far, on top of the stored state. An object of this class is used for one
 * transaction.
 */
export class Changes {
  readonly awards: Array<RowOf<typeof awards>> = []
  readonly activities: Array<RowOf<typeof activities>> = []
  /** For each award of an activity: the label `outcome` of the metric `rewards_commands_total`, such as `paid` or `LimitReached`. */
  readonly activityAwards: Array<string> = []
  /** The awards that rules refused or suppressed. */
  readonly refusals: Array<RefusedAward & { readonly partnerId: PartnerId }> = []
  readonly adjustments: Array<RowOf<typeof adjustments>> = []
  readonly reversals: Array<RowOf<typeof reversals>> = []
  readonly requests: Array<RowOf<typeof approvalRequests>> = []
  readonly #decisions = new Map<ApprovalId, RowOf<typeof approvalDecisions>>()
  readonly texts: Array<RowOf<typeof texts>> = []
  /** The facts of accepted commands, in the order of the commands, for partners whose feeds are open. */
  readonly occurrences: Array<Occurrence> = []
  readonly #activityCounts = new Map<string, Count>()
  readonly #onboarded = new Map<string, OrdererNumber>()
  readonly #tallies = new Map<string, Omit<ChangedTally, "before">>()
  readonly #joined = new Map<RuleId, { readonly rule: StoredRule; count: number }>()
  readonly #returned = new Map<string, Returned>()
  readonly #steps: Map<string, Steps>
  readonly #erasedCoins: Map<MemberId, Coins.Coins>
  readonly state: State

  constructor(state: State) {
    this.state = state
    this.#steps = new Map(state.steps)
    this.#erasedCoins = new Map(state.erasedCoins)
  }

  named(partnerId: PartnerId, name: string): Named | undefined {
    return this.state.names.get(partnerKey(partnerId, name))
  }

  /** Returns a rule of the partner. Throws if this group has not locked the rule. */
  rule(partnerId: PartnerId, id: RuleId): StoredRule {
    const rule = this.state.rules.get(id)
    if (rule?.partnerId !== partnerId) throw new Error(`rule ${id} was not locked for this transaction`)
    return rule
  }

  /** Returns the member with this id; undefined if there is none, or if it was erased. */
  member(partnerId: PartnerId, userId: string): MemberId | undefined {
    const memberId = this.state.members.get(partnerKey(partnerId, userId))
    return memberId === undefined || this.isErased(memberId) ? undefined : memberId
  }

  isErased(memberId: MemberId): boolean {
    return this.state.book.account(walletOf(memberId)).closedAt !== null
  }

  /** Returns the coins of an erased member that reversals can still take back. */
  erasedCoins(memberId: MemberId): Coins.Coins {
    return this.#erasedCoins.get(memberId) ?? Coins.zero
  }

  addErasedCoins(memberId: MemberId, coins: Coins.Coins): void {
    this.#erasedCoins.set(memberId, Coins.make(this.erasedCoins(memberId) + coins))
  }

  /** Counts an activity. Returns the number of the member's activities of this type, including this one. */
  countActivity(partnerId: PartnerId, memberId: MemberId, type: string): number {
    const key = activityKey(memberId, type)
    const before = this.#activityCounts.get(key)?.count ?? this.state.activityCounts.get(key)?.before ?? 0
    const count = before + 1
    this.#activityCounts.set(key, { partnerId, memberId, type, count })
    return count
  }

  /** Returns the counts of activities that have no row yet. */
  newActivityCounts(): ReadonlyArray<Count> {
    return Array.from(this.#activityCounts).flatMap(([key, count]) =>
      this.state.activityCounts.has(key) ? [] : [count]
    )
  }

  /** Returns the correct values of the stored counts to which `load` added activities that were refused later. */
  correctedActivityCounts(): ReadonlyArray<Count> {
    return Array.from(this.state.activityCounts).flatMap(([key, { before, ...stored }]) => {
      const count = this.#activityCounts.get(key)?.count ?? before
      return count === stored.count ? [] : [{ ...stored, count }]
    })
  }

  /** Returns the member whose tally and counters count the payments to this member: its successor, or the member itself. */
  payee(memberId: MemberId): MemberId {
    return this.state.successors.get(memberId) ?? memberId
  }

  tally(rule: StoredRule, memberId: MemberId): Tally {
    const key = tallyKey(rule.id, memberId)
    return this.#tallies.get(key) ?? this.state.tallies.get(key) ?? noTally
  }

  tallies(): ReadonlyArray<ChangedTally> {
    return Array.from(this.#tallies, ([key, tally]) => ({ ...tally, before: this.state.tallies.get(key) }))
  }

  setTally(rule: StoredRule, memberId: MemberId, { cycle, paid, progress }: Tally): void {
    this.#tallies.set(tallyKey(rule.id, memberId), { rule, memberId, paid, cycle, progress })
  }

  /** Adds an empty tally if the member has none, because every award refers to a tally. */
  ensureTally(rule: StoredRule, memberId: MemberId): void {
    const key = tallyKey(rule.id, memberId)
    if (!this.#tallies.has(key) && !this.state.tallies.has(key)) this.setTally(rule, memberId, noTally)
  }

  participants(rule: StoredRule): number {
    return rule.participants + (this.#joined.get(rule.id)?.count ?? 0)
  }

  addParticipants(rule: StoredRule, count: 1 | -1): void {
    const joined = this.#joined.get(rule.id) ?? { rule, count: 0 }
    joined.count += count
    this.#joined.set(rule.id, joined)
  }

  /** Returns the rules whose number of participants has changed, each with the difference. */
  joined(): ReadonlyArray<{ readonly rule: StoredRule; readonly count: number }> {
    return Array.from(this.#joined.values()).filter(({ count }) => count !== 0)
  }

  steps(rule: StoredRule, memberId: MemberId): Steps {
    return this.#steps.get(tallyKey(rule.id, memberId)) ?? noSteps
  }

  /** Adds or removes a completion. Does nothing if `State.steps` does not contain the tally. */
  addStep(rule: StoredRule, memberId: MemberId, ordinal: number, count: 1 | -1): void {
    const key = tallyKey(rule.id, memberId)
    const steps = this.#steps.get(key)
    if (steps !== undefined)
      this.#steps.set(key, new Map(steps).set(ordinal, (steps.get(ordinal) ?? 0) + count))
  }

  returned({ id, partnerId }: UndoneRecord): Returned {
    const key = partnerKey(partnerId, id)
    return this.#returned.get(key) ?? this.state.returned.get(key) ?? nothingReturned
  }

  /**
   * Adds a reversal or refund of a record. `of` has the id of the record. `after` is what was returned of the record, including this
   * reversal.
   */
  addReversal(
    reversal: Pick<RowOf<typeof reversals>, "partnerId" | "id" | "createdAt" | "orderedBy">,
    of: Partial<
      Pick<
        RowOf<typeof reversals>,
        "awardId" | "transferId" | "activityId" | "activityReversalId" | "expiredId"
      >
    >,
    { amount, coins: paid, id, partnerId }: PaidRecord,
    after: Returned
  ): void {
    const { coins: returned, number } = after
    const returnedAmount = amount === null ? null : after.amount
    const none = {
      awardId: null,
      transferId: null,
      activityId: null,
      activityReversalId: null,
      expiredId: null
    }
    const record = { ...none, ...of }
    this.reversals.push({ ...reversal, ...record, number, paid, returned, returnedAmount })
    this.#returned.set(partnerKey(partnerId, id), after)
  }

  /** Returns the decision about a request; undefined if nobody has decided. */
  decision({ id }: Pick<StoredRequest, "id">): Decision | undefined {
    return this.#decisions.get(id) ?? this.state.decisions.get(id)
  }

  addDecision(decision: RowOf<typeof approvalDecisions>): void {
    this.#decisions.set(decision.requestId, decision)
  }

  /** Returns the decisions of this transaction. */
  decisions(): ReadonlyArray<RowOf<typeof approvalDecisions>> {
    return Array.from(this.#decisions.values())
  }

  isWatched(partnerId: PartnerId): boolean {
    return this.state.feeds.has(partnerId)
  }

  /** Records a fact if the partner's feed is open. */
  addFact(partnerId: PartnerId, { orderedBy = null, requestId = null }: Caused, fact: Fact): void {
    if (this.isWatched(partnerId)) this.occurrences.push({ partnerId, requestId, orderedBy, fact })
  }

  /** Records that a user was onboarded, if the user is a newcomer, and this transaction has not recorded it before. */
  addOnboarding(
    { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
    cause: Caused,
    memberId: MemberId
  ): void {
    const key = partnerKey(partnerId, userId)
    if (!this.state.newcomers.has(key) || this.#onboarded.has(key)) return
    this.#onboarded.set(key, cause.orderedBy ?? null)
    const data = { memberId, userId, createdAt: this.state.at }
    this.addFact(partnerId, cause, { type: "member.onboarded", data })
  }

  /** Returns the number of the caller whose command onboarded a user; undefined if this transaction does not onboard the user. */
  onboardedBy({ partnerId, userId }: MemberKey): OrdererNumber | undefined {
    return this.#onboarded.get(partnerKey(partnerId, userId))
  }

  addRefusal({ id: ruleId, partnerId }: StoredRule, error: Refusing): void {
    this.refusals.push({ partnerId, ruleId, ...reasonOf(error) })
  }

  addTexts(partnerId: PartnerId, recordId: string, given: GivenTexts): void {
    this.texts.push(...textRows(partnerId, recordId, given))
  }
}
