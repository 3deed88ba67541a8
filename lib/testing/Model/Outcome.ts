import type { RuleDraft } from "../Command.ts"

/** Why a call is refused. The names are those of the library's errors. */
export type Reason =
  | "InvalidInput"
  | "PartnerNotFound"
  | "RuleNotFound"
  | "MemberNotFound"
  | "NameTaken"
  | "RuleInactive"
  | "UserLimitReached"
  | "ParticipantLimitReached"
  | "TooFewPlaces"
  | "InsufficientCoins"
  | "IdempotencyMismatch"

/** What a call comes to. Amounts are in units of 1/10 000 coin. */
export type Outcome =
  /** `facts` has the data of the refusal, such as the limit that was reached. */
  | { readonly _tag: "Refused"; readonly reason: Reason; readonly facts: string }
  | { readonly _tag: "Rule"; readonly rule: RuleDraft; readonly participants: number }
  | { readonly _tag: "Member"; readonly user: string }
  /** `units` is 0 for an award that only counts. */
  | { readonly _tag: "Award"; readonly user: string; readonly rule: string; readonly units: number }
  | { readonly _tag: "Transfer"; readonly user: string; readonly units: number; readonly left: number }
  /** A member's wallet, its latest entries (newest first), and the names of the partner's rules. */
  | {
      readonly _tag: "Wallet"
      readonly user: string
      readonly held: number
      readonly entries: ReadonlyArray<number>
      readonly rules: ReadonlyArray<string>
    }
