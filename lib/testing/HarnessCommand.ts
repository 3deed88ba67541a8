/**
 * The commands of a random sequence. Commands contain names instead of ids, so that a sequence still
 * works when shrinking removes a command.
 */

import type { AtLimit, DebitOrCredit, Metadata, Period } from "../index.ts"
import type { Status } from "../rewards/rules/Rule.ts"
import type { ActivityFields, AttributeChanges, WhenDraft } from "./ActivityDraft.ts"

/** "home" and "away" are the partners of a sequence. "unregistered" is a partner that does not exist. */
export type PartnerName = "home" | "away" | "unregistered"

/** The most that a rule pays in one period: a number of awards, an amount of coins, or both. */
export interface LimitDraft {
  /** Whether the limit counts the rule's payments to one member, or all payments of the rule. */
  readonly per: "member" | "rule"
  readonly period: Period
  readonly awards?: number
  readonly coins?: string
}

/** A sub-rule of a combined rule. */
export interface PartDraft {
  readonly name: string
  readonly status: Status
  /** The activities that finish the sub-rule; null if only awards that name the sub-rule finish it. */
  readonly when: WhenDraft | null
}

export interface RuleDraft {
  readonly name: string
  readonly type: "single" | "batched" | "combined"
  /** The coins of one payment, as a decimal with at most four digits after the point. */
  readonly coins: string
  /** If it is not null, an award pays `coins` for every full unit of its amount. Only a single rule can have a unit. */
  readonly unit: string | null
  /** The most coins that an award by amount pays. */
  readonly maxCoins: string | null
  /** How many members can be paid. */
  readonly max: number
  /** How many times one member can be paid. -1 means no limit. */
  readonly limit: number
  /** For a batched rule: how many awards lead to one payment. */
  readonly completions: number
  readonly status: Status
  /** For a combined rule: its sub-rules. */
  readonly parts: ReadonlyArray<PartDraft>
  /** The activities for which the rule is awarded; null if it is awarded by name only. A combined rule cannot have any. */
  readonly when: WhenDraft | null
  readonly limits: ReadonlyArray<LimitDraft>
  /** The IANA time zone whose calendar defines the windows of the limits. */
  readonly timeZone: string
  /** When the rule starts, in milliseconds since 1970. In a generated command, the number is relative to the time of the command. */
  readonly startsAt: number | null
  /** When the rule ends, in the same form as `startsAt`. */
  readonly endsAt: number | null
  /** What happens to an award that exceeds a limit. */
  readonly atLimit: AtLimit
  /** The number of days for which the coins of an award are pending. Null if an award pays at once. */
  readonly pendingDays: number | null
  /** After how long the coins of an award expire, such as "P1Y". Null if they do not expire. */
  readonly coinsExpire: string | null
}

/** A change of a sub-rule. Without `when`, its activities stay the same. */
export interface PartChange extends Pick<PartDraft, "name" | "status"> {
  readonly when?: WhenDraft | null
}

/** The fields of a rule that an update changes. */
export type RuleChange = Partial<Omit<RuleDraft, "type" | "completions" | "parts">> & {
  readonly parts?: ReadonlyArray<PartChange>
}

export interface AwardFields {
  readonly partner: PartnerName
  readonly user: string
  /** The rule's name as the caller spells it, possibly with upper case and white space. */
  readonly rule: string
  /** A decimal. In a generated command it is left out if the rule has no unit, unless it starts with "!". */
  readonly amount: string | undefined
  readonly note: string | null
  readonly metadata: Metadata | undefined
  /** The idempotency key. */
  readonly key: string | undefined
}

export interface TransferFields {
  readonly partner: PartnerName
  readonly user: string
  /** A decimal. In a generated command also "all" (the whole wallet) or "more" (the smallest amount that the wallet does not have). */
  readonly coins: string
  readonly metadata: Metadata | undefined
  readonly key: string | undefined
}

/** Corrects the balance of a member by hand. */
export interface AdjustFields extends TransferFields {
  /** CR adds coins to the wallet. DE removes coins from it. */
  readonly debitOrCredit: DebitOrCredit
  /** Whether a credit counts as points. `true` is invalid for a debit. */
  readonly points: boolean
  /** After how long the coins of a credit expire, by the calendar of UTC. It is invalid for a debit. */
  readonly coinsExpire: string | undefined
  /** Why the balance is corrected. It is invalid if it is empty. */
  readonly reason: string
  readonly note: string | null
}

/** Undoes an earlier award, transfer, adjustment or activity. */
export interface UndoFields {
  readonly partner: PartnerName
  /**
   * The award, transfer, adjustment or activity to undo: 0 is the latest one of any partner, 1 is the one before it. A partial reversal
   * counts only awards that paid, if there are any. A reversal of an activity counts only activities that earned an award, if there are
   * any. A refund counts only transfers with coins of a lot that has ended since then, if there are any. A reversal of an adjustment counts
   * adjustments in the same way.
   */
  readonly back: number
  readonly note: string | null
  readonly key: string | undefined
}

/** If neither `coins` nor `amount` is given, all that is left of the award is reversed. */
export interface ReverseFields extends UndoFields {
  /** A decimal. In a generated command also "half" or "all" of the coins that are left, or "more" (the smallest amount above them). */
  readonly coins: string | undefined
  /**
   * The part of the award's amount that was returned, in the same form as `coins`. In a generated command it becomes `coins` if the
   * award has no amount, unless it starts with "!".
   */
  readonly amount: string | undefined
}

/** Makes a pending award mature now. */
export interface ConfirmFields extends Pick<UndoFields, "partner" | "key"> {
  /** The award: 0 is the latest one that is pending, 1 the one before it. If no award is pending, all awards count. */
  readonly back: number
}

export interface RecordFields extends ActivityFields {
  readonly partner: PartnerName
  readonly key: string | undefined
}

export interface MemberFields {
  readonly partner: PartnerName
  readonly user: string
}

/** Merges the member `from` into the member `into`. */
export interface MergeFields {
  readonly partner: PartnerName
  readonly from: string
  readonly into: string
  /** Merges the members even if they were paid more together than a limit allows. */
  readonly force: boolean
}

type Tagged<Tag, Fields> = { readonly _tag: Tag } & Fields

/** A command that makes one call to the subject, which is the implementation under test. */
export type Call =
  | Tagged<"CreateRule", { readonly partner: PartnerName; readonly rule: RuleDraft }>
  | Tagged<
      "UpdateRule",
      { readonly partner: PartnerName; readonly name: string; readonly change: RuleChange }
    >
  | Tagged<"Onboard", MemberFields>
  | Tagged<"Award", AwardFields>
  | Tagged<"AwardMany", { readonly awards: ReadonlyArray<AwardFields> }>
  | Tagged<"Transfer", TransferFields>
  | Tagged<"Reverse", ReverseFields>
  | Tagged<"Confirm", ConfirmFields>
  | Tagged<"Refund", UndoFields>
  | Tagged<"Adjust", AdjustFields>
  | Tagged<"ReverseAdjustment", UndoFields>
  | Tagged<"Explain", MemberFields & Pick<AwardFields, "rule" | "amount">>
  /** Records an activity. The rules decide what it earns. */
  | Tagged<"Record", RecordFields>
  | Tagged<"RecordMany", { readonly activities: ReadonlyArray<RecordFields> }>
  | Tagged<"ReverseActivity", UndoFields>
  | Tagged<"ExplainActivity", MemberFields & ActivityFields>
  /** Changes attributes of a member. Creates the member if it does not exist. */
  | Tagged<"SetAttributes", MemberFields & { readonly attributes: AttributeChanges }>
  | Tagged<"Merge", MergeFields>
  /** Erases a member: its ids become unknown, and its coins go to the expired coins. */
  | Tagged<"Erase", MemberFields>
  /** Sets whether a partner remembers the ids of erased members. */
  | Tagged<"RememberErased", { readonly partner: PartnerName; readonly remember: boolean }>
  /** Reads a member's wallet. */
  | Tagged<"Look", MemberFields>
  /** Repeats an earlier call that had an idempotency key. `back` is 0 for the latest such call, 1 for the one before. */
  | Tagged<"Retry", { readonly back: number; readonly changed: "nothing" | "body" | "metadata" }>

export const callTags: ReadonlyArray<Call["_tag"]> = [
  ...(["CreateRule", "UpdateRule", "Onboard", "Award", "AwardMany", "Transfer"] as const),
  ...(["Reverse", "Confirm", "Refund", "Adjust", "ReverseAdjustment", "Explain", "Look", "Retry"] as const),
  ...(["Record", "RecordMany", "ReverseActivity", "ExplainActivity", "SetAttributes"] as const),
  ...(["Merge", "Erase", "RememberErased"] as const)
]

/** The first moment of a day, or the last moment before it, in the calendar of a time zone. */
export interface Edge {
  readonly timeZone: string
  /**
   * The next day, or the next day on which clocks change. "due" is the next instant at which coins mature or expire, or the next day if
   * there is none.
   */
  readonly day: "next" | "clock change" | "due"
  /** 0 for the first moment of that day, -1 for the millisecond before it. */
  readonly millis: -1 | 0
}

/** A call, a group of calls, a restart, a sweep, a jump in time, or an extra command of the harness's user. */
export type HarnessCommand =
  | Call
  /** Runs all calls concurrently. */
  | Tagged<"Together", { readonly calls: ReadonlyArray<Call> }>
  /** Runs the calls one after the other in a transaction of the host, then commits or rolls back. */
  | Tagged<"InTransaction", { readonly calls: ReadonlyArray<Call>; readonly commit: boolean }>
  /** Restarts the subject on the same database. */
  | { readonly _tag: "Restart" }
  /** Writes all coins that have matured or expired. This changes nothing that can be read. */
  | { readonly _tag: "Sweep" }
  /** Moves the subject's clock forward by some hours. Then moves it on to `edge`, if given. */
  | Tagged<"Travel", { readonly hours: number; readonly edge?: Edge | undefined }>
  | Tagged<"Extra", { readonly name: string; readonly payload: unknown }>

/** The kinds of commands that the harness generates itself. */
export type CommandTag = Exclude<HarnessCommand["_tag"], "Extra">

/**
 * `event` points to the award, transfer, adjustment or activity to undo or to confirm: its index in the model's history, or -1 if there
 * is none.
 */
type Resolved<Fields extends ConfirmFields> = { readonly event: number } & Omit<Fields, "back">

type UndoTag = "Reverse" | "Refund" | "ReverseAdjustment" | "ReverseActivity"

/** A call in the form that the model takes. An update has the index of its rule, or -1. A retry is replaced by the call it repeats. */
export type ResolvedCall =
  | Exclude<Call, { readonly _tag: "UpdateRule" | UndoTag | "Confirm" | "Retry" }>
  | Tagged<
      "UpdateRule",
      { readonly partner: PartnerName; readonly rule: number; readonly change: RuleChange }
    >
  | Tagged<"Reverse", Resolved<ReverseFields>>
  | Tagged<"Confirm", Resolved<ConfirmFields>>
  | Tagged<"Refund", Resolved<UndoFields>>
  | Tagged<"ReverseAdjustment", Resolved<UndoFields>>
  | Tagged<"ReverseActivity", Resolved<UndoFields>>

export type ResolvedOf<Tag extends ResolvedCall["_tag"]> = Extract<ResolvedCall, { readonly _tag: Tag }>

/** Returns the form in which names are compared. */
export const normalName = (name: string): string => name.trim().toLowerCase()

/** Returns only the last limit for each combination of `per` and `period`. */
export const distinctLimits = (limits: ReadonlyArray<LimitDraft>): ReadonlyArray<LimitDraft> =>
  Array.from(new Map(limits.map((limit) => [`${limit.per} ${limit.period}`, limit])).values())

/** The largest amount of coins. */
const most = 500_000_000_000

export const isAmount = (coins: string): boolean =>
  /^\d{1,12}(\.\d{1,4})?$/.test(coins) && Number(coins) > 0 && Number(coins) <= most
