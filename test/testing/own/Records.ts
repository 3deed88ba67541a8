// The records of the engine, and the faults that it can have.
import type { RuleDraft } from "../../../lib/entries/testing.ts"

export type Fault =
  | "one participant too many"
  | "one payment too many"
  | "one payment too many in a period"
  | "check, then act"
  | "lost update"
  | "lost unlock"
  | "forgotten cycle"
  | "replay that pays again"
  | "key that forgets its body"
  | "update that resets participants"
  | "windows of the machine's time zone"
  | "new limit that counts from now on"
  | "clamp that pays too much"
  | "suppressed award that advances the cycle"
  | "reversal that keeps the coins"
  | "reversal that keeps the place"
  | "reversal that keeps the window"
  | "reversal of the wrong window"
  | "reversal twice"
  | "amount that rounds up"
  | "explanation that ignores the unit"
  | "part that keeps the window"
  | "part that is larger than what is left"
  | "debit below zero"
  | "points of every credit"
  | "activity that is counted after its rules"
  | "condition that holds for a missing field"
  | "rules of an activity in the order of their creation"
  | "suppressed award of an activity that is not recorded"
  | "reversal of an activity that reverses one award"
  | "coins that expire last are spent first"
  | "coins that can be spent at the instant at which they expire"
  | "reversal that takes other coins before its own"
  | "expiry that is counted from the award"
  | "refund of expired coins that do not expire again"
  | "pending coins that can be spent"

export interface StoredRule {
  draft: RuleDraft
  participants: number
}

/** What a member has under a rule. */
export interface MemberCount {
  paid: number
  cycle: number
  /** How often the rule itself and its parts were awarded in the current cycle. */
  met: Map<string, number>
}

export interface AcceptedAward {
  readonly ruleId: string
  readonly user: string
  readonly name: string
  readonly cycle: number
  readonly units: number
  /** 0 for an award without an amount. */
  readonly amount: number
  /** What the rule paid when the award was made. */
  readonly rate: Pick<RuleDraft, "coins" | "unit" | "maxCoins">
  readonly suppressed: boolean
  readonly at: number
  /** The activity that earned the award. */
  readonly activity: string | undefined
  /** What reversals have taken back of the coins and of the amount. */
  returned: number
  returnedAmount: number
  reversed: boolean
}

export interface AcceptedTransfer {
  refunded: boolean
}

export interface AcceptedAdjustment {
  readonly user: string
  /** Negative for a debit. */
  readonly units: number
  readonly points: boolean
  reversed: boolean
}

export interface RecordedActivity {
  readonly user: string
  reversed: boolean
}
