import type { AwardFields, RuleChange, RuleDraft, TransferFields, UndoFields } from "./HarnessCommand.ts"
import type { Reason } from "./ModelOutcome.ts"

/** What an implementation supports besides paying the coins of a rule. Nothing else is generated. */
export type Feature =
  /** A rule pays at most `max` members. Refused as `ParticipantLimitReached`, or `TooFewPlaces` for an update. */
  | "participants"
  /** A rule pays one member at most `limit` times, unless it is -1. Refused as `UserLimitReached`. */
  | "userLimit"
  /** Rules that pay every `completions` awards of a member. */
  | "batched"
  /** Rules that pay when a member has been awarded every part once. */
  | "combined"
  /** Rules and parts that are inactive. Refused as `RuleInactive`. */
  | "inactive"
  /** Idempotency keys. Another body under a used key is refused as `IdempotencyMismatch`. */
  | "keys"
  /**
   * Limits per member and per rule, of awards and of coins, without a window. Refused as `LimitReached`, or
   * `LimitTooLow` for an update.
   */
  | "limits"
  /** Limits by the day, week, month and year of the calendar in UTC. Needs `setClock`. */
  | "periods"
  /** The calendar of the rule's time zone. */
  | "timeZones"
  /** Rules that start and end. Refused as `RuleNotRunning`. Needs `setClock`. */
  | "schedule"
  /** The policy "suppress": at a limit an award is accepted without effect, and its result says so. */
  | "suppress"
  /** The policy "clamp": at a limit of coins an award pays what the limit leaves. */
  | "clamp"
  /** Metadata, which is part of the body that an idempotency key stands for. */
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
  /** Passed to `reverse`. */
  readonly id?: string
  /** True if a limit suppressed it. */
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
  /** Why it would be refused. */
  readonly reason?: Reason
  /**
   * The cycle before the award: completions or finished active parts, and how many of them lead to a payment. 0 of 1
   * for a single rule.
   */
  readonly progress: { readonly done: number; readonly of: number }
}

/**
 * Award limits of an adopter. Commands for methods that are left out are not generated. A method that throws, or that
 * does not answer in time, is reported.
 */
export interface Implementation {
  /** What it supports; by default only single rules without limits. */
  readonly features?: ReadonlyArray<Feature>
  /** The id is passed to `updateRule`. Refused as `NameTaken` if another rule or part has the name. */
  readonly createRule: (rule: RuleDraft) => Awaitable<MethodResult<{ readonly id: string }>>
  /** Pays `coins`, or only counts, which pays 0 coins. Refused as `RuleNotFound`, `MemberNotFound` or by a limit. */
  readonly award: (award: AwardRequest) => Awaitable<MethodResult<Awarded>>
  /** The coins that a member holds; undefined for a user that is not a member. */
  readonly balance: (user: string) => Awaitable<number | undefined>
  /** Creates a member, unless the user is one already. Without this method every user is a member. */
  readonly onboard?: (user: string) => Awaitable<MethodResult>
  /** Changes the given fields. Earlier payments do not change. */
  readonly updateRule?: (id: string, change: RuleChange) => Awaitable<MethodResult>
  /** Takes coins out of a member's wallet. Refused as `InsufficientCoins`. The id is passed to `refund`. */
  readonly transfer?: (transfer: TransferRequest) => Awaitable<MethodResult<{ readonly id?: string }>>
  /**
   * Reverses an award, by the id that `award` returned: its coins, its place, and its use of limits at the time of the
   * award. Refused as `AwardNotFound`, `AlreadyReversed`, `AwardSuppressed`, `InsufficientCoins`, or as `CycleEnded` for an
   * award that only counted in a cycle that was paid.
   */
  readonly reverse?: (reversal: UndoRequest) => Awaitable<MethodResult>
  /**
   * Returns the coins of a transfer, by the id that `transfer` returned. Refused as `TransferNotFound` or
   * `AlreadyReversed`.
   */
  readonly refund?: (refund: UndoRequest) => Awaitable<MethodResult>
  /** What an award would do now. Refused as `RuleNotFound` or `MemberNotFound`. */
  readonly explain?: (award: Pick<AwardRequest, "user" | "rule">) => Awaitable<MethodResult<ExplainedAward>>
  /** How many members a rule has paid, by its name; undefined if there is no such rule. */
  readonly participants?: (rule: string) => Awaitable<number | undefined>
  /** Drops everything that is only in memory, as a restarted process does. */
  readonly restart?: () => Awaitable<void>
  /** Sets the clock, in milliseconds, at the start and at every jump. */
  readonly setClock?: (now: number) => Awaitable<void>
  readonly close?: () => Awaitable<void>
}
