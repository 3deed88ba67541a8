import type { AwardFields, RuleChange, RuleDraft, TransferFields, UndoFields } from "./HarnessCommand.ts"
import type { Reason } from "./ModelOutcome.ts"

/** A feature of an implementation, in addition to single rules without limits. Calls that need a missing feature are not made. */
export type Feature =
  /**
   * A rule pays at most `max` members. An award to a further member is refused as `ParticipantLimitReached`. An update is refused as
   * `TooFewPlaces` if the rule has already paid more members than the new `max`.
   */
  | "participants"
  /** A rule pays one member at most `limit` times, unless `limit` is -1. Further awards are refused as `UserLimitReached`. */
  | "userLimit"
  /** Batched rules: such a rule pays a member once for every `completions` awards. */
  | "batched"
  /** Combined rules: such a rule pays a member who has been awarded all of its active parts. */
  | "combined"
  /** Rules and parts can be inactive. Their awards are refused as `RuleInactive`. */
  | "inactive"
  /** Idempotency keys. A call with a used key and another body is refused as `IdempotencyMismatch`. */
  | "keys"
  /**
   * All-time limits of awards and coins, per member and per rule. An award above a limit is refused as `LimitReached`. An update is
   * refused as `LimitTooLow` if the rule has already paid more than a new limit per rule allows.
   */
  | "limits"
  /** Limits by the day, week, month and year of the calendar in UTC. Needs `setClock`. */
  | "periods"
  /** Periods of limits follow the calendar of the rule's time zone. */
  | "timeZones"
  /** Rules can have a start and an end. Awards before the start or after the end are refused as `RuleNotRunning`. Needs `setClock`. */
  | "schedule"
  /** The policy "suppress": an award above a limit is accepted without effect, and `suppressed` in its result is true. */
  | "suppress"
  /** The policy "clamp": if a coin limit leaves fewer coins than the rule pays, an award pays only these coins. */
  | "clamp"
  /** Metadata. Two calls with the same idempotency key and different metadata have different bodies. */
  | "metadata"
  /** Malformed input is refused as `InvalidInput`. Names are trimmed and compared regardless of case. */
  | "input"

export type Awaitable<A> = A | Promise<A>

/** The result of a call, or why it was refused. */
export type MethodResult<A = unknown> =
  | ({ readonly ok: true } & A)
  | { readonly ok: false; readonly reason: Reason }

export type AwardRequest = Omit<AwardFields, "partner">

/** The result of an accepted award. */
export interface Awarded {
  /** 0 for an award that only counted or was suppressed. */
  readonly coins: number
  /** The id for `reverse`. */
  readonly id?: string
  readonly suppressed?: boolean
}

export interface TransferRequest extends Omit<TransferFields, "partner"> {
  /** A decimal with at most four digits after the point. */
  readonly coins: string
}

export interface UndoRequest extends Omit<UndoFields, "partner" | "back"> {
  /** The id of the award or transfer to undo; "unknown" if there is no such award or transfer. */
  readonly id: string
}

/** What an award would do now. */
export interface ExplainedAward {
  readonly decision: "pays" | "counts" | "suppressed" | "refused"
  readonly coins: number
  readonly reason?: Reason
  /**
   * The member's progress before the award. `done` counts the completions or finished active parts since the last payment. `of` is the
   * number that a payment needs. For a single rule, `done` is 0 and `of` is 1.
   */
  readonly progress: { readonly done: number; readonly of: number }
}

/**
 * An adopter's own implementation of award limits. Commands for missing methods are not generated. If a method throws or does not
 * answer in time, this is reported as a violation.
 */
export interface Implementation {
  /** The supported features; by default only single rules without limits. */
  readonly features?: ReadonlyArray<Feature>
  /** Creates a rule, and returns the id for `updateRule`. The call is refused as `NameTaken` if another rule or part has the name. */
  readonly createRule: (rule: RuleDraft) => Awaitable<MethodResult<{ readonly id: string }>>
  /** Makes an award. It is refused as `RuleNotFound` or `MemberNotFound`, or for a reason that a `Feature` describes. */
  readonly award: (award: AwardRequest) => Awaitable<MethodResult<Awarded>>
  /** The coins that a member holds; undefined for a user that is not a member. */
  readonly balance: (user: string) => Awaitable<number | undefined>
  /** Creates a member, unless the user is one already. Without this method every user is a member. */
  readonly onboard?: (user: string) => Awaitable<MethodResult>
  /** Changes the given fields. Earlier payments do not change. */
  readonly updateRule?: (id: string, change: RuleChange) => Awaitable<MethodResult>
  /** Takes coins out of a member's wallet, and returns the id for `refund`. Too few coins are refused as `InsufficientCoins`. */
  readonly transfer?: (transfer: TransferRequest) => Awaitable<MethodResult<{ readonly id?: string }>>
  /**
   * Reverses the award with the id that `award` returned. The member loses the coins of the award, and no limit counts the award any
   * more. The call is refused as `AwardNotFound`, `AlreadyReversed`, `AwardSuppressed` or `InsufficientCoins`. It is refused as
   * `CycleEnded` if the award only counted and the rule has paid the member since then.
   */
  readonly reverse?: (reversal: UndoRequest) => Awaitable<MethodResult>
  /** Gives back the coins of the transfer with this id. The call is refused as `TransferNotFound` or `AlreadyReversed`. */
  readonly refund?: (refund: UndoRequest) => Awaitable<MethodResult>
  /** Returns what an award would do now. The call is refused as `RuleNotFound` or `MemberNotFound`. */
  readonly explain?: (award: Pick<AwardRequest, "user" | "rule">) => Awaitable<MethodResult<ExplainedAward>>
  /** The number of members that the rule with this name has paid; undefined if there is no such rule. */
  readonly participants?: (rule: string) => Awaitable<number | undefined>
  /** Forgets everything that is only in memory, as a restarted process does. */
  readonly restart?: () => Awaitable<void>
  /** Sets the clock, in milliseconds since 1970. Called at the start and for every jump in time. */
  readonly setClock?: (now: number) => Awaitable<void>
  readonly close?: () => Awaitable<void>
}
