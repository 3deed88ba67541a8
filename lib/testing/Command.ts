/**
 * The commands of a random sequence. Commands use names from small pools instead of ids, so that the rest of a
 * sequence stays meaningful when any command is removed. This lets failures shrink well.
 */

/** Every sequence registers two partners, "home" and "away". "unregistered" is a partner that does not exist. */
export type Partner = "home" | "away" | "unregistered"

export type Status = "active" | "inactive"

export type Period = "day" | "week" | "month" | "year" | "ever"

/** How much a rule may pay in a window of the calendar: how often, how many coins, or both. */
export interface LimitDraft {
  /** Whose payments count: those of one member under the rule, or all of the rule. */
  readonly per: "member" | "rule"
  readonly period: Period
  readonly awards?: number
  readonly coins?: string
}

/** What an award gets that a limit stands in the way of. */
export type AtLimit = "reject" | "suppress" | "clamp"

/** Texts of the caller's own, part of what makes two calls the same. */
export type Metadata = Readonly<Record<string, string>>

export interface RuleDraft {
  readonly name: string
  readonly type: "single" | "batched" | "combined"
  /** What a payment gives, as a decimal with at most four digits after the point. */
  readonly coins: string
  /** How many members can be paid. */
  readonly max: number
  /** How often one member can be paid. -1 means no limit, as in the interface. */
  readonly limit: number
  /** For a batched rule: how many awards pay once. */
  readonly completions: number
  readonly status: Status
  /** For a combined rule: its sub-rules, all of which are awarded once before it pays. */
  readonly parts: ReadonlyArray<{ readonly name: string; readonly status: Status }>
  readonly limits: ReadonlyArray<LimitDraft>
  /** The IANA name of the time zone whose calendar has the windows of the limits. */
  readonly timeZone: string
  /** When the rule starts and ends, in milliseconds since 1970; in a command, since the moment of the command. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly atLimit: AtLimit
}

export interface RuleChange {
  readonly name?: string
  readonly coins?: string
  readonly max?: number
  readonly limit?: number
  readonly status?: Status
  /** Sub-rules whose status changes. */
  readonly parts?: RuleDraft["parts"]
  /** All limits that the rule has from now on. */
  readonly limits?: RuleDraft["limits"]
  readonly timeZone?: string
  readonly startsAt?: number | null
  readonly endsAt?: number | null
  readonly atLimit?: AtLimit
}

export interface AwardBody {
  readonly partner: Partner
  readonly user: string
  /** As the caller spells it, possibly with upper case and white space. */
  readonly rule: string
  readonly note: string | null
  readonly metadata: Metadata | undefined
  readonly key: string | undefined
}

export interface TransferBody {
  readonly partner: Partner
  readonly user: string
  /** A decimal. In a command also "all", the whole wallet, or "more", the smallest amount above it. */
  readonly coins: string
  readonly metadata: Metadata | undefined
  readonly key: string | undefined
}

/** Takes an earlier award back, or returns the coins of an earlier transfer. */
export interface UndoBody {
  readonly partner: Partner
  /** Counts back from the latest award or transfer of all partners. */
  readonly back: number
  readonly note: string | null
  readonly key: string | undefined
}

type Create = { readonly _tag: "CreateRule"; readonly partner: Partner; readonly rule: RuleDraft }
type Onboard = { readonly _tag: "Onboard"; readonly partner: Partner; readonly user: string }
type Award = { readonly _tag: "Award" } & AwardBody
type AwardMany = { readonly _tag: "AwardMany"; readonly awards: ReadonlyArray<AwardBody> }
type Transfer = { readonly _tag: "Transfer" } & TransferBody
type Reverse = { readonly _tag: "Reverse" } & UndoBody
type Refund = { readonly _tag: "Refund" } & UndoBody
/** Asks what an award would do. */
type Explain = {
  readonly _tag: "Explain"
  readonly partner: Partner
  readonly user: string
  readonly rule: string
}
/** Reads a member's wallet. */
type Look = { readonly _tag: "Look"; readonly partner: Partner; readonly user: string }
type Update = {
  readonly _tag: "UpdateRule"
  readonly partner: Partner
  readonly name: string
  readonly change: RuleChange
}
/**
 * Repeats an earlier command with an idempotency key; `back` counts from the latest. `changed` sends another body, in
 * which one thing differs.
 */
type Retry = {
  readonly _tag: "Retry"
  readonly back: number
  readonly changed: "nothing" | "body" | "metadata"
}

/** A command that is one call of the subject. */
export type Call =
  | Create
  | Update
  | Onboard
  | Award
  | AwardMany
  | Transfer
  | Reverse
  | Refund
  | Explain
  | Retry
  | Look

/** A moment at the edge of a day, by the calendar of a time zone. */
export interface Edge {
  readonly timeZone: string
  /** The day that begins next, or the next one on which clocks change. */
  readonly day: "next" | "clock change"
  /** From the first moment of that day: 0, or -1 for the last moment before it. */
  readonly millis: -1 | 0
}

export type Command =
  | Call
  /** All calls run concurrently. */
  | { readonly _tag: "Together"; readonly calls: ReadonlyArray<Call> }
  /** The calls run one after the other in a transaction of the host, which then commits or rolls back. */
  | { readonly _tag: "InTransaction"; readonly calls: ReadonlyArray<Call>; readonly commit: boolean }
  /** Closes everything and opens it again on the same database. */
  | { readonly _tag: "Restart" }
  /** Moves the subject's clock forward by some hours and, where there is an edge, on to that. */
  | { readonly _tag: "Travel"; readonly hours: number; readonly edge?: Edge | undefined }
  /** A command of the adopter's own, by its name. */
  | { readonly _tag: "Extra"; readonly name: string; readonly payload: unknown }

/** The kinds of commands that the harness generates itself. */
export type CommandTag = Exclude<Command["_tag"], "Extra">

/** What to take back: `event` is its index in the model's history, or -1 if there is none. */
type Undo<Tag> = { readonly _tag: Tag; readonly event: number } & Omit<UndoBody, "back">

/** A call with its names resolved. `rule` is the index of the rule in the model, or -1 if the rule does not exist. */
export type Action =
  | Create
  | Onboard
  | Award
  | AwardMany
  | Transfer
  | Undo<"Reverse">
  | Undo<"Refund">
  | Explain
  | Look
  | {
      readonly _tag: "UpdateRule"
      readonly partner: Partner
      readonly rule: number
      readonly change: RuleChange
    }
