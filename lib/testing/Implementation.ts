import type { ActivityFields, AttributeChanges, DecidingLeaf } from "./ActivityDraft.ts"
import type {
  AdjustFields,
  AwardFields,
  ConfirmFields,
  RecordFields,
  ReverseFields,
  RuleChange,
  RuleDraft,
  TransferFields,
  UndoFields
} from "./HarnessCommand.ts"
import type { Reason } from "./ModelOutcome.ts"

/** A feature of an implementation, in addition to single rules without limits. Calls that need a missing feature are not generated. */
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
  /**
   * Combined rules, which consist of parts (sub-rules): such a rule pays when all active parts have been awarded. An award that names the
   * rule itself pays immediately.
   */
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
  /**
   * Rules can have a start and an end. Awards before the start, and awards at the end or later, are refused as `RuleNotRunning`. Needs
   * `setClock`.
   */
  | "schedule"
  /** The policy "suppress": an award above a limit is accepted without effect, and `suppressed` in its result is true. */
  | "suppress"
  /** The policy "clamp": if a coin limit leaves some coins, but fewer than the rule pays, an award pays only these coins. */
  | "clamp"
  /**
   * Rules with a `unit`: an award names an `amount` and pays `coins` for every full unit, at most `maxCoins`. It is refused as
   * `AmountRequired`, `AmountNotAllowed`, `AmountTooSmall` or `AmountTooLarge`.
   */
  | "amounts"
  /**
   * Partial reversals of an award, by `coins` or, with "amounts", by `amount`. A reversal of more than is left is refused as
   * `TooMuchToReverse`. A partial reversal of an award that paid nothing is refused as `InvalidInput`. The award counts as a payment
   * until nothing is left of it.
   */
  | "parts"
  /**
   * Rules and parts can have `when`: see `recordActivity`. With "amounts", `when.amount` of a rule with a unit is the path of the amount.
   * Needs `setClock` and `recordActivity`.
   */
  | "activities"
  /**
   * Rules with `pendingDays`: the coins of an award are pending. They cannot be spent. After this number of days, at the same local time in
   * the time zone of the rule, they move into the wallet. A reversal before that takes pending coins. Needs `setClock`.
   */
  | "pending"
  /**
   * Rules and credits with `coinsExpire`, a period that begins when the coins come into the wallet. The coins expire at the end of the
   * local day on which the period ends, in the time zone of the rule, or in UTC for a credit. Coins that expire first are spent first. A
   * reversal first takes coins of the wallet that expire at the same instant as the coins of the award, then coins that have expired at
   * this instant, then other coins. A refund gives coins back with their old expiry. If that instant has passed, they expire at the end of
   * the local day 30 days later. Needs `setClock` and `lots`.
   */
  | "expiry"
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
  /** A decimal. A valid one has at most four digits after the point. */
  readonly coins: string
}

export interface AdjustRequest extends Omit<AdjustFields, "partner"> {
  /** A decimal. A valid one has at most four digits after the point. */
  readonly coins: string
}

/** If neither `coins` nor `amount` is given, all that is left of the award is reversed. */
export interface ReverseRequest extends UndoRequest, Pick<ReverseFields, "coins" | "amount"> {}

export interface ConfirmRequest extends Omit<ConfirmFields, "partner" | "back"> {
  /** The id of the award; "unknown" if there is none. */
  readonly id: string
}

export interface UndoRequest extends Omit<UndoFields, "partner" | "back"> {
  /** The id of the award, transfer, adjustment or activity to undo; "unknown" if there is none. */
  readonly id: string
}

export type ActivityRequest = Omit<RecordFields, "partner">

/** What an activity did under one rule or part. */
export interface ActivityDecision {
  /** The name of the rule or part. */
  readonly rule: string
  /** Whether its conditions were met. */
  readonly met: boolean
  /** The conditions that decided the outcome. */
  readonly because: ReadonlyArray<DecidingLeaf>
  /** 0 if the award did not pay. */
  readonly coins: number
  /** Why the award was refused, or the limit that suppressed it. */
  readonly reason?: Reason
  /** The id of the award, for `reverse`, if an award was made. Suppressed awards are made too. */
  readonly id?: string
}

/** The decisions of an activity, in the order of the names of rules and parts. */
export interface DecidedActivity {
  readonly decisions: ReadonlyArray<ActivityDecision>
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
  /** Returns the coins that a member holds; undefined for a user that is not a member. */
  readonly balance: (user: string) => Awaitable<number | undefined>
  /** Creates a member, unless the user is one already. Without this method every user is a member. */
  readonly onboard?: (user: string) => Awaitable<MethodResult>
  /** Changes the given fields. Earlier payments do not change. */
  readonly updateRule?: (id: string, change: RuleChange) => Awaitable<MethodResult>
  /** Takes coins out of a wallet, and returns the id for `refund`. The call is refused as `MemberNotFound` or `InsufficientCoins`. */
  readonly transfer?: (transfer: TransferRequest) => Awaitable<MethodResult<{ readonly id?: string }>>
  /**
   * Reverses the award with the id that `award` returned. The member loses the coins of the award, and no limit counts the award any
   * more. The call is refused as `AwardNotFound`, `AlreadyReversed`, `AwardSuppressed` or `InsufficientCoins`. It is refused as
   * `CycleEnded` if the award only counted and the rule has paid the member since then.
   */
  readonly reverse?: (reversal: ReverseRequest) => Awaitable<MethodResult>
  /**
   * Makes the pending award with this id mature now. The time until its coins expire starts now. The call is refused as `AwardNotFound`,
   * as `AlreadyReversed`, or as `AwardNotPending` if no coins of the award are pending.
   */
  readonly confirm?: (confirmation: ConfirmRequest) => Awaitable<MethodResult>
  /** Gives back the coins of the transfer with this id. The call is refused as `TransferNotFound` or `AlreadyReversed`. */
  readonly refund?: (refund: UndoRequest) => Awaitable<MethodResult>
  /**
   * Adds coins to a member's wallet (CR) or removes coins from it (DE), and returns the id for `reverseAdjustment`. The call is refused
   * as `MemberNotFound`, or as `InsufficientCoins` if the wallet has fewer coins than a debit removes.
   */
  readonly adjust?: (adjustment: AdjustRequest) => Awaitable<MethodResult<{ readonly id?: string }>>
  /**
   * Undoes the whole adjustment with this id. An adjustment can be undone once. The call is refused as `AdjustmentNotFound` or
   * `AlreadyReversed`, or as `InsufficientCoins` if the wallet has fewer coins than a credit added.
   */
  readonly reverseAdjustment?: (reversal: UndoRequest) => Awaitable<MethodResult>
  /** Returns what an award would do now. The call is refused as `RuleNotFound` or `MemberNotFound`. */
  readonly explain?: (
    award: Pick<AwardRequest, "user" | "rule" | "amount">
  ) => Awaitable<MethodResult<ExplainedAward>>
  /**
   * Records an activity, and awards every active rule and part whose `when` names the type of the activity and whose conditions are met,
   * in the order of their names. Returns the id for `reverseActivity`. The activity is accepted even if rules refuse their awards. It is
   * refused as `MemberNotFound`, or as `InvalidInput` if it happened more than 30 days ago, or if its time is more than 5 minutes in the
   * future.
   */
  readonly recordActivity?: (
    activity: ActivityRequest
  ) => Awaitable<MethodResult<DecidedActivity & { readonly id: string }>>
  /**
   * Reverses all awards of the activity with this id, except awards that were suppressed or already reversed. The call is refused as
   * `ActivityNotFound` or `AlreadyReversed`, or as `ActivityNotReversed` if one of the awards cannot be reversed. An award that only
   * counted is left out if another award of the same activity paid for its cycle.
   */
  readonly reverseActivity?: (reversal: UndoRequest) => Awaitable<MethodResult>
  /** Returns what an activity would do now. */
  readonly explainActivity?: (activity: ActivityFields) => Awaitable<MethodResult<DecidedActivity>>
  /** Changes attributes of a member, and creates the member if there is none. Null removes an attribute. */
  readonly setAttributes?: (user: string, changes: AttributeChanges) => Awaitable<MethodResult>
  /**
   * Returns the points of a member: the coins of awards and of adjustments with `points`, without coins that were reversed; undefined for
   * a user that is not a member. Transfers and debits do not change them.
   */
  readonly points?: (user: string) => Awaitable<number | undefined>
  /** Returns the pending coins of a member, which are not part of `balance`; undefined for a user that is not a member. */
  readonly pending?: (user: string) => Awaitable<number | undefined>
  /**
   * Returns the coins of a member that expire, by the instant of their expiry in milliseconds since 1970; undefined for a user that is not
   * a member. Coins that expire at the same instant are one lot.
   */
  readonly lots?: (
    user: string
  ) => Awaitable<ReadonlyArray<{ readonly expiresAt: number; readonly coins: number }> | undefined>
  /** Returns the number of members with a payment of this rule that is not fully reversed; undefined if no rule has this name. */
  readonly participants?: (rule: string) => Awaitable<number | undefined>
  /** Forgets everything that is only in memory, as a restarted process does. */
  readonly restart?: () => Awaitable<void>
  /** Sets the clock, in milliseconds since 1970. Called at the start and for every jump in time. */
  readonly setClock?: (now: number) => Awaitable<void>
  readonly close?: () => Awaitable<void>
}
