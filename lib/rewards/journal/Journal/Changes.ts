import type { SuppressedBy } from "../../awards/Award.ts"
import { noTally, type Tally, Target } from "../../awards/decide.ts"
import type { Feeds, Occurrence } from "../../events/EventLog.ts"
import type { Fact } from "../../events/Fact.ts"
import type { AccountId, AwardId, MemberId, PartnerId, RuleId, TransferId } from "../../Id.ts"
import type { PartnerSide } from "../../ledger/Account.ts"
import type { Book } from "../../ledger/Book.ts"
import type { Counters } from "../../limits/Counters.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import { type Metadata, noMetadata } from "../../texts/Metadata.ts"
import type { Texts } from "../../texts/Texts.ts"

/** How often the rule itself (0) and its sub-rules were counted in a member's running cycle, by their ordinals. */
export type Steps = ReadonlyMap<number, number>

/** Everything a group of commands has to know, read under the locks that keep it true until commit. */
export interface State {
  readonly rules: ReadonlyArray<RuleCore>
  /** All that awards can name of these rules: see `namedIn`. */
  readonly names: ReadonlyMap<string, Named>
  readonly members: ReadonlyMap<string, MemberId>
  readonly tallies: ReadonlyMap<string, Tally>
  /** Only of tallies of which a completion is to be reversed. */
  readonly steps: ReadonlyMap<string, Steps>
  /** Those of the awards and transfers to reverse that were reversed before: see `recordKey`. */
  readonly reversed: ReadonlySet<string>
  readonly counters: Counters
  readonly book: Book
  /** The feeds of the group's partners that have a subscriber, locked. */
  readonly feeds: Feeds
  /** Those of the members that come to be with their first award: see `nameKey`. */
  readonly newcomers: ReadonlySet<string>
  readonly side: (partnerId: PartnerId, side: PartnerSide) => AccountId
  readonly at: Date
}

export interface AwardLine {
  readonly partnerId: PartnerId
  readonly id: AwardId
  readonly ruleId: RuleId
  readonly ordinal: number
  readonly memberId: MemberId
  readonly cycle: number
  readonly awarded: boolean
  readonly suppressedBy: SuppressedBy | null
}

export interface TallyLine {
  readonly rule: RuleCore
  readonly memberId: MemberId
  readonly tally: Tally
  /** What the group has read; undefined for a tally that is not there yet. */
  readonly before: Tally | undefined
}

export interface ReversalLine {
  readonly partnerId: PartnerId
  readonly id: TransferId
  readonly awardId: AwardId | null
  readonly transferId: TransferId | null
}

/** An award that is reversed, or a transfer that is refunded. */
export interface UndoneRecord {
  readonly partnerId: PartnerId
  readonly id: string
}

export interface TextLine {
  readonly partnerId: PartnerId
  readonly recordId: string
  readonly texts: Texts
}

/** What an award can name. */
export interface Named {
  readonly rule: RuleCore
  readonly target: Target
  readonly ordinal: number
  readonly id: RuleId
  readonly name: string
}

/** Keys of maps. The first part is an id of fixed length, so that two different pairs never give the same key. */
export const tallyKey = (ruleId: RuleId, memberId: MemberId): string => `${ruleId}${memberId}`
export const nameKey = (partnerId: PartnerId, name: string): string => `${partnerId}${name}`

/** The key of a record that is undone. A group may hold commands of several partners, and a record belongs to one of them. */
export const recordKey = ({ id, partnerId }: UndoneRecord): string => `${partnerId}${id}`

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

export const namedIn = (rules: ReadonlyArray<RuleCore>): ReadonlyMap<string, Named> => {
  const names = new Map<string, Named>()
  for (const rule of rules) {
    for (const named of namesOf(rule)) names.set(nameKey(rule.partnerId, named.name), named)
  }
  return names
}

/** What a command says of its record in free text. */
interface Said {
  readonly narration?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

const noSteps: Steps = new Map()

/**
 * What a group of commands has changed so far, over what was read. It lives for one transaction and does no I/O. Commands look
 * at it, decide, and then either change it or leave it as it is.
 */
export class Changes {
  readonly awards: Array<AwardLine> = []
  readonly reversals: Array<ReversalLine> = []
  readonly texts: Array<TextLine> = []
  /** What accepted commands did, for partners that have a subscriber, in their order. */
  readonly occurrences: Array<Occurrence> = []
  readonly #onboarded = new Set<string>()
  readonly #tallies = new Map<string, Omit<TallyLine, "before">>()
  readonly #joined = new Map<RuleId, { readonly rule: RuleCore; count: number }>()
  readonly #reversed = new Set<string>()
  readonly #steps: Map<string, Steps>
  /** Made when a reversal asks for a rule. */
  #rules: ReadonlyMap<RuleId, RuleCore> | undefined
  readonly state: State

  constructor(state: State) {
    this.state = state
    this.#steps = new Map(state.steps)
  }

  named(partnerId: PartnerId, name: string): Named | undefined {
    return this.state.names.get(nameKey(partnerId, name))
  }

  /** A rule of the partner that this group has locked. Another one is a defect. */
  rule(partnerId: PartnerId, id: RuleId): RuleCore {
    this.#rules ??= new Map(this.state.rules.map((each) => [each.id, each]))
    const rule = this.#rules.get(id)
    if (rule?.partnerId !== partnerId) throw new Error(`rule ${id} was not locked for this transaction`)
    return rule
  }

  member(partnerId: PartnerId, userId: string): MemberId | undefined {
    return this.state.members.get(nameKey(partnerId, userId))
  }

  tally(rule: RuleCore, memberId: MemberId): Tally {
    const key = tallyKey(rule.id, memberId)
    return this.#tallies.get(key)?.tally ?? this.state.tallies.get(key) ?? noTally
  }

  /** Every tally to write. */
  tallies(): ReadonlyArray<TallyLine> {
    return Array.from(this.#tallies, ([key, line]) => ({ ...line, before: this.state.tallies.get(key) }))
  }

  setTally(rule: RuleCore, memberId: MemberId, tally: Tally): void {
    this.#tallies.set(tallyKey(rule.id, memberId), { rule, memberId, tally })
  }

  /** An award refers to its tally. Writes one that is not there yet, and leaves others alone. */
  ensureTally(rule: RuleCore, memberId: MemberId): void {
    const key = tallyKey(rule.id, memberId)
    if (!this.#tallies.has(key) && !this.state.tallies.has(key)) this.setTally(rule, memberId, noTally)
  }

  participants(rule: RuleCore): number {
    return rule.participants + (this.#joined.get(rule.id)?.count ?? 0)
  }

  addParticipants(rule: RuleCore, count: 1 | -1): void {
    const joined = this.#joined.get(rule.id) ?? { rule, count: 0 }
    joined.count += count
    this.#joined.set(rule.id, joined)
  }

  /** By how many the participants of each rule have changed. */
  joined(): ReadonlyArray<{ readonly rule: RuleCore; readonly count: number }> {
    return Array.from(this.#joined.values()).filter(({ count }) => count !== 0)
  }

  steps(rule: RuleCore, memberId: MemberId): Steps {
    return this.#steps.get(tallyKey(rule.id, memberId)) ?? noSteps
  }

  /** Counts a completion, or takes it back, where completions of this tally are to be reversed. */
  addStep(rule: RuleCore, memberId: MemberId, ordinal: number, count: 1 | -1): void {
    const known = this.#steps.get(tallyKey(rule.id, memberId))
    if (known === undefined) return
    const steps = new Map(known).set(ordinal, (known.get(ordinal) ?? 0) + count)
    this.#steps.set(tallyKey(rule.id, memberId), steps)
  }

  isReversed(record: UndoneRecord): boolean {
    return this.state.reversed.has(recordKey(record)) || this.#reversed.has(recordKey(record))
  }

  addReversal(line: ReversalLine, record: UndoneRecord): void {
    this.reversals.push(line)
    this.#reversed.add(recordKey(record))
  }

  /** Whether the partner has a subscriber. Otherwise nothing has to be noted. */
  isWatched(partnerId: PartnerId): boolean {
    return this.state.feeds.has(partnerId)
  }

  /** Notes what a command did. */
  note(partnerId: PartnerId, requestId: string | null | undefined, fact: Fact): void {
    this.occurrences.push({ partnerId, requestId: requestId ?? null, fact })
  }

  /** Whether a member comes to be with this award, which is the first of it that this group accepts. */
  isFirstOf(partnerId: PartnerId, memberId: MemberId): boolean {
    const key = nameKey(partnerId, memberId)
    if (!this.state.newcomers.has(key) || this.#onboarded.has(key)) return false
    this.#onboarded.add(key)
    return true
  }

  addTexts(partnerId: PartnerId, recordId: string, { narration = null, metadata = noMetadata }: Said): void {
    if (narration === null && metadata === noMetadata) return
    this.texts.push({ partnerId, recordId, texts: { narration, metadata } })
  }
}
