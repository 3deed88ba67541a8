/**
 * The commands of a random sequence. Commands use names from small pools instead of ids, so that the rest of a
 * sequence stays meaningful when any command is removed. This lets failures shrink well.
 */

/** Every sequence registers two partners, "home" and "away". "unregistered" is a partner that does not exist. */
export type Partner = "home" | "away" | "unregistered"

export type Status = "active" | "inactive"

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
}

export interface RuleChange {
  readonly name?: string
  readonly coins?: string
  readonly max?: number
  readonly limit?: number
  readonly status?: Status
  /** Sub-rules whose status changes. */
  readonly parts?: RuleDraft["parts"]
}

export interface AwardBody {
  readonly partner: Partner
  readonly user: string
  /** As the caller spells it, possibly with upper case and white space. */
  readonly rule: string
  readonly note: string | null
  readonly key: string | undefined
}

export interface TransferBody {
  readonly partner: Partner
  readonly user: string
  /** A decimal. In a command also "all", the whole wallet, or "more", the smallest amount above it. */
  readonly coins: string
  readonly key: string | undefined
}

type Create = { readonly _tag: "CreateRule"; readonly partner: Partner; readonly rule: RuleDraft }
type Onboard = { readonly _tag: "Onboard"; readonly partner: Partner; readonly user: string }
type Award = { readonly _tag: "Award" } & AwardBody
type AwardMany = { readonly _tag: "AwardMany"; readonly awards: ReadonlyArray<AwardBody> }
type Transfer = { readonly _tag: "Transfer" } & TransferBody
/** Reads a member's wallet. */
type Look = { readonly _tag: "Look"; readonly partner: Partner; readonly user: string }
type Update = {
  readonly _tag: "UpdateRule"
  readonly partner: Partner
  readonly name: string
  readonly change: RuleChange
}
/**
 * Repeats an earlier command with an idempotency key; `back` counts from the latest. `changed` sends another body.
 */
type Retry = { readonly _tag: "Retry"; readonly back: number; readonly changed: boolean }

/** A command that is one call of the subject. */
export type Call = Create | Update | Onboard | Award | AwardMany | Transfer | Retry | Look

export type Command =
  | Call
  /** All calls run concurrently. */
  | { readonly _tag: "Together"; readonly calls: ReadonlyArray<Call> }
  /** The calls run one after the other in a transaction of the host, which then commits or rolls back. */
  | { readonly _tag: "InTransaction"; readonly calls: ReadonlyArray<Call>; readonly commit: boolean }
  /** Closes everything and opens it again on the same database. */
  | { readonly _tag: "Restart" }
  /** Moves the subject's clock forward. */
  | { readonly _tag: "Travel"; readonly hours: number }
  /** A command of the adopter's own, by its name. */
  | { readonly _tag: "Extra"; readonly name: string; readonly payload: unknown }

/** The kinds of commands that the harness generates itself. */
export type CommandTag = Exclude<Command["_tag"], "Extra">

/** A call with its names resolved. `rule` is the index of the rule in the model, or -1 if the rule does not exist. */
export type Action =
  | Create
  | Onboard
  | Award
  | AwardMany
  | Transfer
  | Look
  | {
      readonly _tag: "UpdateRule"
      readonly partner: Partner
      readonly rule: number
      readonly change: RuleChange
    }
