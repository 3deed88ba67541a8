import type { RuleChange, RuleDraft } from "./Command.ts"
import type { Reason } from "./Model.ts"

/** What an implementation can do besides paying the coins of a rule. What it does not name is not generated. */
export type Feature =
  /** A rule pays at most `max` members. Refused as `ParticipantLimitReached`, or `TooFewPlaces` for an update. */
  | "participants"
  /** A rule pays one member at most `limit` times, where it is not -1. Refused as `UserLimitReached`. */
  | "userLimit"
  /** Rules that pay every `completions` awards of a member. */
  | "batched"
  /** Rules that pay when a member has been awarded every part once. */
  | "combined"
  /** Rules and parts that cannot be awarded for now. Refused as `RuleInactive`. */
  | "inactive"
  /** Idempotency keys. Another body under a used key is refused as `IdempotencyMismatch`. */
  | "keys"
  /** Malformed input is refused as `InvalidInput`; names are trimmed and compared regardless of case. */
  | "input"

export type Awaitable<A> = A | Promise<A>

/** What a call comes to: its result, or why it was refused. */
export type Result<A = unknown> =
  | ({ readonly ok: true } & A)
  | { readonly ok: false; readonly reason: Reason }

export interface AwardRequest {
  readonly user: string
  readonly rule: string
  readonly note: string | null
  readonly key: string | undefined
}

export interface TransferRequest {
  readonly user: string
  /** A decimal with at most four digits after the point. */
  readonly coins: string
  readonly key: string | undefined
}

/**
 * Award limits of an adopter's own. Commands for methods that are left out are not generated. A method that throws, or
 * that does not answer in time, is reported.
 */
export interface Implementation {
  /** What it can do; nothing but single rules without limits by default. */
  readonly features?: ReadonlyArray<Feature>
  /** The id is handed back to `updateRule`. Refused as `NameTaken` if a rule or part has a name already. */
  readonly createRule: (rule: RuleDraft) => Awaitable<Result<{ readonly id: string }>>
  /** Pays `coins`, or counts, which is 0 coins. Refused as `RuleNotFound`, `MemberNotFound` or by a limit. */
  readonly award: (award: AwardRequest) => Awaitable<Result<{ readonly coins: number }>>
  /** The coins that a member holds; undefined for somebody who is no member. */
  readonly balance: (user: string) => Awaitable<number | undefined>
  /** Makes a member; again: the same member. Where it is left out, everybody is a member. */
  readonly onboard?: (user: string) => Awaitable<Result>
  /** Changes the given fields. Coins already paid stay. */
  readonly updateRule?: (id: string, change: RuleChange) => Awaitable<Result>
  /** Takes coins out of a member's wallet. Refused as `InsufficientCoins`. */
  readonly transfer?: (transfer: TransferRequest) => Awaitable<Result>
  /** How many members a rule has paid, by its name; undefined where there is no such rule. */
  readonly participants?: (rule: string) => Awaitable<number | undefined>
  /** Drops all that is only in memory, as a restarted process does. */
  readonly restart?: () => Awaitable<void>
  /** Sets the clock, in milliseconds, at the start and at every jump. */
  readonly setClock?: (now: number) => Awaitable<void>
  readonly close?: () => Awaitable<void>
}
