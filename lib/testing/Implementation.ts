import type { Metadata, RuleChange, RuleDraft } from "./Command.ts"
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
  /** Limits per member and per rule, of awards and of coins, for ever. Refused as `LimitReached`, or `LimitTooLow`. */
  | "limits"
  /** Limits by the day, week, month and year of the calendar in UTC. Needs `setClock`. */
  | "periods"
  /** The calendar of the rule's time zone. */
  | "timeZones"
  /** Rules that start and end. Refused as `RuleNotRunning`. Needs `setClock`. */
  | "schedule"
  /** The policy "suppress": at a limit an award is accepted without effect, and says so. */
  | "suppress"
  /** The policy "clamp": at a limit of coins an award pays what is left. */
  | "clamp"
  /** Texts of the caller's own, part of what makes two calls with one key the same. */
  | "metadata"
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
  readonly metadata: Metadata | undefined
  readonly key: string | undefined
}

/** What became of an award that was accepted. */
export interface Awarded {
  /** 0 for one that only counted. */
  readonly coins: number
  /** Handed back to `reverse`. */
  readonly id?: string
  /** Whether a limit suppressed it. */
  readonly suppressed?: boolean
}

export interface TransferRequest {
  readonly user: string
  /** A decimal with at most four digits after the point. */
  readonly coins: string
  readonly metadata: Metadata | undefined
  readonly key: string | undefined
}

export interface UndoRequest {
  /** The id of the award or transfer; "unknown" where there is none. */
  readonly id: string
  readonly note: string | null
  readonly key: string | undefined
}

/** What an award would do now. */
export interface Explained {
  readonly decision: "pays" | "counts" | "suppressed" | "refused"
  readonly coins: number
  /** Why it would be refused. */
  readonly reason?: Reason
  /** The cycle before the award: completions, or finished parts that are active, and how many pay. 0 of 1 for a single rule. */
  readonly progress: { readonly done: number; readonly of: number }
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
  readonly award: (award: AwardRequest) => Awaitable<Result<Awarded>>
  /** The coins that a member holds; undefined for a user that is not a member. */
  readonly balance: (user: string) => Awaitable<number | undefined>
  /** Makes a member; again: the same member. Where it is left out, every user is a member. */
  readonly onboard?: (user: string) => Awaitable<Result>
  /** Changes the given fields. Coins already paid stay. */
  readonly updateRule?: (id: string, change: RuleChange) => Awaitable<Result>
  /** Takes coins out of a member's wallet. Refused as `InsufficientCoins`. The id is handed back to `refund`. */
  readonly transfer?: (transfer: TransferRequest) => Awaitable<Result<{ readonly id?: string }>>
  /**
   * Takes an award back, by the id that `award` gave it: its coins, its place, and its part of the limits of its own moment.
   * Refused as `AwardNotFound`, `AlreadyReversed`, `AwardSuppressed`, `InsufficientCoins`, or `CycleEnded` for one that only
   * counted, in a cycle that has been paid.
   */
  readonly reverse?: (reversal: UndoRequest) => Awaitable<Result>
  /** Returns the coins of a transfer, by the id that `transfer` gave it. Refused as `TransferNotFound` or `AlreadyReversed`. */
  readonly refund?: (refund: UndoRequest) => Awaitable<Result>
  /** What an award would do now. Refused as `RuleNotFound` or `MemberNotFound`. */
  readonly explain?: (award: Pick<AwardRequest, "user" | "rule">) => Awaitable<Result<Explained>>
  /** How many members a rule has paid, by its name; undefined where there is no such rule. */
  readonly participants?: (rule: string) => Awaitable<number | undefined>
  /** Drops all that is only in memory, as a restarted process does. */
  readonly restart?: () => Awaitable<void>
  /** Sets the clock, in milliseconds, at the start and at every jump. */
  readonly setClock?: (now: number) => Awaitable<void>
  readonly close?: () => Awaitable<void>
}
