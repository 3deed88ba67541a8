import type { LimitDraft, RuleDraft } from "../Command.ts"

/** Why a call is refused. The names are those of the library's errors. */
export type Reason =
  | "InvalidInput"
  | "PartnerNotFound"
  | "RuleNotFound"
  | "MemberNotFound"
  | "AwardNotFound"
  | "TransferNotFound"
  | "NameTaken"
  | "RuleInactive"
  | "RuleNotRunning"
  | "UserLimitReached"
  | "ParticipantLimitReached"
  | "LimitReached"
  | "LimitTooLow"
  | "TooFewPlaces"
  | "InsufficientCoins"
  | "AlreadyReversed"
  | "CycleEnded"
  | "AwardSuppressed"
  | "IdempotencyMismatch"

/** What a suppressed award keeps of the limit that stood in its way. */
export type SuppressedBy = "participant_limit_reached" | "user_limit_reached" | "limit_reached"

/** `facts` has the data of the refusal, such as the limit that was reached. */
export interface Refusal {
  readonly reason: Reason
  readonly facts: string
}

/** A limit as it stands. Numbers are texts: whole for awards and participants, decimal for coins. */
export interface LimitStanding extends Pick<LimitDraft, "per" | "period"> {
  readonly measure: "awards" | "coins" | "participants"
  readonly used: string
  readonly max: string
  /** When its window ends, in milliseconds; null where it never does. */
  readonly resetsAt: number | null
}

/** What an award would do. */
export interface Explanation {
  readonly decision: "pays" | "counts" | "suppressed" | "refused"
  readonly units: number
  readonly refusal: Refusal | null
  readonly suppressedBy: SuppressedBy | null
  /** The cycle before the award: completions, or finished sub-rules, and how many pay. */
  readonly progress: { readonly done: number; readonly of: number }
  readonly limits: ReadonlyArray<LimitStanding>
}

/** What a call comes to. Amounts are in units of 1/10 000 coin. */
export type Outcome =
  | ({ readonly _tag: "Refused" } & Refusal)
  | { readonly _tag: "Rule"; readonly rule: RuleDraft; readonly participants: number }
  | { readonly _tag: "Member"; readonly user: string }
  /** `units` is 0 for an award that only counts, or that a limit suppressed. */
  | {
      readonly _tag: "Award"
      readonly user: string
      readonly rule: string
      readonly units: number
      readonly suppressedBy: SuppressedBy | null
    }
  | { readonly _tag: "Transfer"; readonly user: string; readonly units: number; readonly left: number }
  /** An award or a transfer that was taken back; `units` is what left the wallet, or returned to it. */
  | { readonly _tag: "Undone"; readonly what: "award" | "transfer"; readonly units: number }
  | ({ readonly _tag: "Explained" } & Explanation)
  /** A member's wallet, its latest entries (newest first), and the names of the partner's rules. */
  | {
      readonly _tag: "Wallet"
      readonly user: string
      readonly held: number
      readonly entries: ReadonlyArray<number>
      readonly rules: ReadonlyArray<string>
    }
