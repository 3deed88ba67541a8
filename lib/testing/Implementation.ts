import type { AwardFields, RuleChange, RuleDraft, TransferFields, UndoFields } from "./HarnessCommand.ts"
import type { Reason } from "./ModelOutcome.ts"

/** A feature of an implementation, besides paying the coins of a rule. Commands that need other features are not generated. */
export type Feature =
  /** A rule pays at most `max` members. Refused as `ParticipantLimitReached`, or as `TooFewPlaces` for an update. */
  | "participants"
  /** A rule pays one member at most `limit` times, unless `limit` is -1. Refused as `UserLimitReached`. */
  | "userLimit"
  /** Rules that pay a member for every `completions` awards. */
  | "batched"
  /** Rules that pay a member who has been awarded every part once. */
  | "combined"
  /** Rules and parts that are inactive. Refused as `RuleInactive`. */
  | "inactive"
  /** Idempotency keys. A used key with another body is refused as `IdempotencyMismatch`. */
  | "keys"
  /** All-time limits of awards and coins, per member and per rule. Refused as `LimitReached`, or as `LimitTooLow` for an update. */
  | "limits"
  /** Limits by the day, week, month and year of the calendar in UTC. Needs `setClock`. */
  | "periods"
  /** Periods of limits follow the calendar of the rule's time zone. */
  | "timeZones"
  /** Rules that start and end. Refused as `RuleNotRunning`. Needs `setClock`. */
  | "schedule"
  /** The policy "suppress": an award at a limit is accepted without effect, and its result has `suppressed`. */
  | "suppress"
  /** The policy "clamp": an award pays at most the coins that a limit leaves. */
  | "clamp"
  /** Metadata. Two calls with the same idempotency key and different metadata have different bodies. */
  | "metadata"
  /** Malformed input is refused as `InvalidInput`; names are trimmed and compared regardless of case. */
  | "input"

export type Awaitable<A> = A | Promise<A>

/** The result of a call, or why it was refused. */
export type MethodResult<A = unknown> =
  | ({ readonly ok: true } & A)
  | { readonly ok: false; readonly reason: Reason }

export type AwardRequest = Omit<AwardFields, "partner">

/** The result of an accepted award. */
export interface Awarded {
  /** 0 for an award that only counted. */
  readonly coins: number
  /** The id for `reverse`. */
  readonly id?: string
  /** True if a limit suppressed the award. */
  readonly suppressed?: boolean
}

export interface TransferRequest extends Omit<TransferFields, "partner"> {
  /** A decimal with at most four digits after the point. */
  readonly coins: string
}

export interface UndoRequest extends Omit<UndoFields, "partner" | "back"> {
  /** The id of the award or transfer; "unknown" if there is none. */
  readonly id: string
}

/** What an award would do now. */
export interface ExplainedAward {
  readonly decision: "pays" | "counts" | "suppressed" | "refused"
  readonly coins: number
  /** Why the award would be refused. */
  readonly reason?: Reason
  /** The cycle before the award: how many completions or active parts are done, and how many a payment needs. 0 of 1 for a single rule. */
  readonly progress: { readonly done: number; readonly of: number }
}

/**
 * The award limits of an adopter. Commands for missing methods are not generated. A method that throws or does not answer in time is
 * reported as a violation.
 */
export interface Implementation {
  /** The supported features; by default only single rules without limits. */
  readonly features?: ReadonlyArray<Feature>
  /** Returns the id for `updateRule`. Refused as `NameTaken` if another rule or part has the name. */
  readonly createRule: (rule: RuleDraft) => Awaitable<MethodResult<{ readonly id: string }>>
  /** Returns the coins that were paid; 0 if the award only counts. Refused as `RuleNotFound`, as `MemberNotFound` or by a limit. */
  readonly award: (award: AwardRequest) => Awaitable<MethodResult<Awarded>>
  /** The coins that a member holds; undefined for a user that is not a member. */
  readonly balance: (user: string) => Awaitable<number | undefined>
  /** Creates a member, unless the user is one already. Without this method every user is a member. */
  readonly onboard?: (user: string) => Awaitable<MethodResult>
  /** Changes the given fields. Earlier payments do not change. */
  readonly updateRule?: (id: string, change: RuleChange) => Awaitable<MethodResult>
  /** Takes coins out of a member's wallet, and returns the id for `refund`. Refused as `InsufficientCoins`. */
  readonly transfer?: (transfer: TransferRequest) => Awaitable<MethodResult<{ readonly id?: string }>>
  /**
   * Reverses an award, with the id that `award` returned: takes back its coins, its place as a participant, and its use of limits at
   * the time of the award. Refused as `AwardNotFound`, `AlreadyReversed`, `AwardSuppressed` or `InsufficientCoins`, or as `CycleEnded`
   * if the award only counted and its cycle has been paid.
   */
  readonly reverse?: (reversal: UndoRequest) => Awaitable<MethodResult>
  /** Gives back the coins of a transfer, with the id that `transfer` returned. Refused as `TransferNotFound` or `AlreadyReversed`. */
  readonly refund?: (refund: UndoRequest) => Awaitable<MethodResult>
  /** What an award would do now. Refused as `RuleNotFound` or `MemberNotFound`. */
  readonly explain?: (award: Pick<AwardRequest, "user" | "rule">) => Awaitable<MethodResult<ExplainedAward>>
  /** The number of members that the rule with this name has paid; undefined if there is no such rule. */
  readonly participants?: (rule: string) => Awaitable<number | undefined>
  /** Forgets everything that is only in memory, as a restarted process does. */
  readonly restart?: () => Awaitable<void>
  /** Sets the clock, in milliseconds. Called at the start and for every jump in time. */
  readonly setClock?: (now: number) => Awaitable<void>
  readonly close?: () => Awaitable<void>
}
