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
  readonly suppressed: boolean
  readonly at: number
  reversed: boolean
}

export interface AcceptedTransfer {
  readonly user: string
  readonly units: number
  refunded: boolean
}
