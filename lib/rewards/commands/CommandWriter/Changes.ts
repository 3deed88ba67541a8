import type { RowOf } from "../../../sql/Table.ts"
import { noTally, type Tally, Target } from "../../awards/decide.ts"
import type { Fact } from "../../events/Fact.ts"
import type { MemberId, PartnerId, RuleId } from "../../Id.ts"
import type { Book } from "../../ledger/Book.ts"
import type { Counters } from "../../limits/Counters.ts"
import type { Feeds, Occurrence } from "../../ports.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type { awards, reversals, texts } from "../../tables.ts"
import { type GivenTexts, textRows } from "../../texts/Texts.ts"

/** The number of completions in a member's running cycle, by ordinal. Ordinal 0 is the rule itself. The others are its sub-rules. */
export type Steps = ReadonlyMap<number, number>

/** The data that a group of commands needs, read under locks that keep it valid until COMMIT. */
export interface State {
  readonly rules: ReadonlyMap<RuleId, StoredRule>
  /** The rules and their sub-rules, by `partnerKey`. */
  readonly names: ReadonlyMap<string, Named>
  /** By `partnerKey`. */
  readonly members: ReadonlyMap<string, MemberId>
  /** By `tallyKey`. */
  readonly tallies: ReadonlyMap<string, Tally>
  /** By `tallyKey`. Only for tallies from which a reversal of this group removes a completion. */
  readonly steps: ReadonlyMap<string, Steps>
  /** By `partnerKey`: awards that were reversed and transfers that were refunded before this transaction. */
  readonly reversed: ReadonlySet<string>
  readonly counters: Counters
  readonly book: Book
  /** The feeds of partners that have a subscriber. */
  readonly feeds: Feeds
  /** The ids of members that this transaction creates if it accepts one of their awards. */
  readonly newcomers: ReadonlySet<MemberId>
  /** The time of all commands of the group. */
  readonly at: Date
}

interface ChangedTally extends Tally {
  readonly rule: StoredRule
  readonly memberId: MemberId
  /** The stored tally; undefined if the tally is new. */
  readonly before: Tally | undefined
}

/** An award to reverse, or a transfer to refund. */
export interface UndoneRecord {
  readonly partnerId: PartnerId
  readonly id: string
}

/** A rule or sub-rule that an award can name. */
export interface Named {
  readonly rule: StoredRule
  readonly target: Target
  readonly ordinal: number
  readonly id: RuleId
  readonly name: string
}

/** `tallyKey` and `partnerKey` make keys of maps. The first part has a fixed length, so different pairs have different keys. */
export const tallyKey = (ruleId: RuleId, memberId: MemberId): string => `${ruleId}${memberId}`
export const partnerKey = (partnerId: PartnerId, nameOrId: string): string => `${partnerId}${nameOrId}`

export const namesOf = (rule: StoredRule): ReadonlyArray<Named> => {
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

const noSteps: Steps = new Map()

/** The changes that the commands of a group have made so far, on top of the stored state. It is used for one transaction. */
export class Changes {
  readonly awards: Array<RowOf<typeof awards>> = []
  readonly reversals: Array<RowOf<typeof reversals>> = []
  readonly texts: Array<RowOf<typeof texts>> = []
  /** The facts of accepted commands, in the order of the commands, for partners that have a subscriber. */
  readonly occurrences: Array<Occurrence> = []
  readonly #onboarded = new Set<MemberId>()
  readonly #tallies = new Map<string, Omit<ChangedTally, "before">>()
  readonly #joined = new Map<RuleId, { readonly rule: StoredRule; count: number }>()
  readonly #reversed = new Set<string>()
  readonly #steps: Map<string, Steps>
  readonly state: State

  constructor(state: State) {
    this.state = state
    this.#steps = new Map(state.steps)
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

  member(partnerId: PartnerId, userId: string): MemberId | undefined {
    return this.state.members.get(partnerKey(partnerId, userId))
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

  /** The rules whose number of participants has changed, and the difference. */
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

  isReversed({ id, partnerId }: UndoneRecord): boolean {
    const key = partnerKey(partnerId, id)
    return this.state.reversed.has(key) || this.#reversed.has(key)
  }

  addReversal(reversal: RowOf<typeof reversals>, { id, partnerId }: UndoneRecord): void {
    this.reversals.push(reversal)
    this.#reversed.add(partnerKey(partnerId, id))
  }

  isWatched(partnerId: PartnerId): boolean {
    return this.state.feeds.has(partnerId)
  }

  /** Records a fact if the partner has a subscriber. */
  addFact(partnerId: PartnerId, requestId: string | null | undefined, fact: Fact): void {
    if (this.isWatched(partnerId)) {
      this.occurrences.push({ partnerId, requestId: requestId ?? null, fact })
    }
  }

  /** Returns true once for each member that this transaction creates: at the first accepted award of the member. */
  isFirstOf(memberId: MemberId): boolean {
    if (!this.state.newcomers.has(memberId) || this.#onboarded.has(memberId)) return false
    this.#onboarded.add(memberId)
    return true
  }

  addTexts(partnerId: PartnerId, recordId: string, given: GivenTexts): void {
    this.texts.push(...textRows(partnerId, recordId, given))
  }
}
