// What the engine keeps, and the mistakes that it can have.
import type { RuleDraft } from "../../../lib/testing.ts"

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

export interface Kept {
  draft: RuleDraft
  participants: number
}

export interface Standing {
  paid: number
  cycle: number
  /** How often the rule itself and its parts were met in the running cycle. */
  met: Map<string, number>
}

/** An award that was accepted. */
export interface Made {
  readonly ruleId: string
  readonly user: string
  readonly name: string
  readonly cycle: number
  readonly units: number
  readonly suppressed: boolean
  readonly at: number
  reversed: boolean
}

export interface Moved {
  readonly user: string
  readonly units: number
  refunded: boolean
}
