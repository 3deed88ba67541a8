/**
 * The commands of a random sequence, and their texts in a report. Commands contain names instead of ids, so that a sequence still
 * works when shrinking removes a command.
 */

import type { AtLimit, Metadata, Period } from "../index.ts"
import type { Status } from "../rewards/rules/Rule.ts"

/** Every sequence registers two partners, "home" and "away". "unregistered" is a partner that does not exist. */
export type PartnerName = "home" | "away" | "unregistered"

/** The most that a rule pays in one period: a number of awards, an amount of coins, or both. */
export interface LimitDraft {
  /** Whether the limit counts the rule's payments to one member, or all payments of the rule. */
  readonly per: "member" | "rule"
  readonly period: Period
  readonly awards?: number
  readonly coins?: string
}

export interface RuleDraft {
  readonly name: string
  readonly type: "single" | "batched" | "combined"
  /** The coins of one payment, as a decimal with at most four digits after the point. */
  readonly coins: string
  /** How many members can be paid. */
  readonly max: number
  /** How often one member can be paid. -1 means no limit. */
  readonly limit: number
  /** For a batched rule: how many awards lead to one payment. */
  readonly completions: number
  readonly status: Status
  /** For a combined rule: its sub-rules. The rule pays a member who has been awarded all active sub-rules. */
  readonly parts: ReadonlyArray<{ readonly name: string; readonly status: Status }>
  readonly limits: ReadonlyArray<LimitDraft>
  /** The IANA time zone whose calendar defines the windows of the limits. */
  readonly timeZone: string
  /** When the rule starts, in milliseconds since 1970. In a generated command: in milliseconds after the command. */
  readonly startsAt: number | null
  /** When the rule ends, in the same form as `startsAt`. */
  readonly endsAt: number | null
  /** What happens to an award that exceeds a limit. */
  readonly atLimit: AtLimit
}

/** The fields of a rule that an update changes. `parts` has the sub-rules whose status changes. */
export type RuleChange = Partial<Omit<RuleDraft, "type" | "completions">>

export interface AwardFields {
  readonly partner: PartnerName
  readonly user: string
  /** The rule's name as the caller spells it, possibly with upper case and white space. */
  readonly rule: string
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

/** Reverses an earlier award, or refunds an earlier transfer. */
export interface UndoFields {
  readonly partner: PartnerName
  /** The award or transfer to undo: 0 is the latest one of any partner, 1 is the one before it. */
  readonly back: number
  readonly note: string | null
  readonly key: string | undefined
}

interface MemberFields {
  readonly partner: PartnerName
  readonly user: string
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
  | Tagged<"Reverse", UndoFields>
  | Tagged<"Refund", UndoFields>
  | Tagged<"Explain", MemberFields & { readonly rule: string }>
  /** Reads a member's wallet. */
  | Tagged<"Look", MemberFields>
  /** Repeats an earlier call that had an idempotency key. `back` is 0 for the latest such call, 1 for the one before. */
  | Tagged<"Retry", { readonly back: number; readonly changed: "nothing" | "body" | "metadata" }>

export const callTags: ReadonlyArray<Call["_tag"]> = [
  ...(["CreateRule", "UpdateRule", "Onboard", "Award", "AwardMany", "Transfer"] as const),
  ...(["Reverse", "Refund", "Explain", "Look", "Retry"] as const)
]

/** The first moment of a day, or the last moment before it, in the calendar of a time zone. */
export interface Edge {
  readonly timeZone: string
  /** The next day, or the next day on which clocks change. */
  readonly day: "next" | "clock change"
  /** 0 for the first moment of that day, -1 for the millisecond before it. */
  readonly millis: -1 | 0
}

/** A call, a group of calls, a restart, a jump in time, or an extra command of the harness's user. */
export type HarnessCommand =
  | Call
  /** Runs all calls concurrently. */
  | Tagged<"Together", { readonly calls: ReadonlyArray<Call> }>
  /** Runs the calls one after the other in a transaction of the host, then commits or rolls back. */
  | Tagged<"InTransaction", { readonly calls: ReadonlyArray<Call>; readonly commit: boolean }>
  /** Restarts the subject on the same database. */
  | { readonly _tag: "Restart" }
  /** Moves the subject's clock forward by some hours. Then moves it on to `edge`, if given. */
  | Tagged<"Travel", { readonly hours: number; readonly edge?: Edge | undefined }>
  | Tagged<"Extra", { readonly name: string; readonly payload: unknown }>

/** The kinds of commands that the harness generates itself. */
export type CommandTag = Exclude<HarnessCommand["_tag"], "Extra">

/** `event` is the index of the award or transfer to undo in the model's history, or -1 if there is none. */
type ResolvedUndo = { readonly event: number } & Omit<UndoFields, "back">

/** A call in the form that the model takes. An update has the index of its rule, or -1. A retry is replaced by the call it repeats. */
export type ResolvedCall =
  | Exclude<Call, { readonly _tag: "UpdateRule" | "Reverse" | "Refund" | "Retry" }>
  | Tagged<
      "UpdateRule",
      { readonly partner: PartnerName; readonly rule: number; readonly change: RuleChange }
    >
  | Tagged<"Reverse", ResolvedUndo>
  | Tagged<"Refund", ResolvedUndo>

export type ResolvedOf<Tag extends ResolvedCall["_tag"]> = Extract<ResolvedCall, { readonly _tag: Tag }>

/** The form in which names are compared. */
export const normalName = (name: string): string => name.trim().toLowerCase()

/** Returns only the last limit for each combination of `per` and `period`. */
export const distinctLimits = (limits: ReadonlyArray<LimitDraft>): ReadonlyArray<LimitDraft> =>
  Array.from(new Map(limits.map((limit) => [`${limit.per} ${limit.period}`, limit])).values())

export const isAmount = (coins: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(coins) && Number(coins) > 0

interface CallOptions extends Partial<Pick<AwardFields, "note" | "metadata" | "key">> {
  readonly partner: PartnerName
}

/** Formats the fields of a call that differ from their defaults. */
const showOptions = ({ partner, note = null, metadata, key }: CallOptions): string =>
  [
    note === null ? "" : ` (${note})`,
    metadata === undefined ? "" : ` ${JSON.stringify(metadata)}`,
    partner === "home" ? "" : ` by ${partner}`,
    key === undefined ? "" : ` [key ${key}]`
  ].join("")

const showAward = (fields: MemberFields & CallOptions & { readonly rule: string }): string =>
  `${fields.user} ${JSON.stringify(fields.rule)}${showOptions(fields)}`

const showOffset = (millis: number): string => {
  const [count, unit] = millis % 3_600_000 === 0 ? [millis / 3_600_000, "h"] : [millis, "ms"]
  return `${count < 0 ? "" : "+"}${count} ${unit}`
}

const showLimit = ({ per, period, awards, coins }: LimitDraft): string => {
  const most = [awards === undefined ? [] : `${awards} awards`, coins === undefined ? [] : `${coins} coins`]
  return `, ${most.flat().join(" and ") || "no limit"} per ${per} and ${period}`
}

const showRule = (rule: RuleDraft): string => {
  const { name, type, coins, max, limit, completions, status, parts } = rule
  const shape = {
    single: "single",
    batched: `batched by ${completions}`,
    combined: `combined of ${parts.map((part) => `${part.name}${part.status === "active" ? "" : " (inactive)"}`).join(", ")}`
  }[type]
  return [
    `${JSON.stringify(name)} ${shape}, pays ${coins}, ${max} participants, ${limit === -1 ? "no limit" : limit} each`,
    status === "active" ? "" : ", inactive",
    ...rule.limits.map(showLimit),
    rule.timeZone === "UTC" ? "" : `, in ${rule.timeZone}`,
    rule.startsAt === null ? "" : `, starts at ${showOffset(rule.startsAt)}`,
    rule.endsAt === null ? "" : `, ends at ${showOffset(rule.endsAt)}`,
    rule.atLimit === "reject" ? "" : `, ${rule.atLimit} at a limit`
  ].join("")
}

const showTravel = (hours: number, edge: Edge | undefined): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"]
  const passed = `${count} ${unit}${count === 1 ? "" : "s"} pass`
  if (edge === undefined) return passed
  const { day, millis, timeZone } = edge
  const moment = millis === 0 ? "the first moment of" : "the last moment before"
  const to = `${moment} the next day${day === "next" ? "" : " on which clocks change"} in ${timeZone}`
  return hours === 0 ? `on to ${to}` : `${passed}, then on to ${to}`
}

const showCalls = (title: string, calls: ReadonlyArray<Call>, ...end: ReadonlyArray<string>): string =>
  [title, ...[...calls.map(show), ...end].map((line) => `    ${line}`)].join("\n")

/** Formats a command for the report of a failure. */
export const show = (command: HarnessCommand): string => {
  switch (command._tag) {
    case "CreateRule":
      return `create rule ${showRule(command.rule)}${showOptions(command)}`
    case "UpdateRule":
      return `update rule ${command.name} ${JSON.stringify(command.change)}${showOptions(command)}`
    case "Onboard":
      return `onboard ${command.user}${showOptions(command)}`
    case "Award":
      return `award ${showAward(command)}`
    case "AwardMany":
      return `award many: ${command.awards.map(showAward).join("; ")}`
    case "Transfer":
      return `transfer ${command.coins} from ${command.user}${showOptions(command)}`
    case "Reverse":
      return `reverse the award ${command.back + 1} ago${showOptions(command)}`
    case "Refund":
      return `refund the transfer ${command.back + 1} ago${showOptions(command)}`
    case "Explain":
      return `explain ${showAward(command)}`
    case "Retry": {
      const changed = { nothing: "", body: ", with another body", metadata: ", with other metadata" }
      return `retry the keyed command ${command.back + 1} ago${changed[command.changed]}`
    }
    case "Look":
      return `read the wallet of ${command.user}${showOptions(command)}`
    case "Together":
      return showCalls("concurrently:", command.calls)
    case "InTransaction": {
      const end = command.commit ? "then commit" : "then roll back"
      return showCalls("in a transaction of the host:", command.calls, end)
    }
    case "Restart":
      return "restart"
    case "Travel":
      return showTravel(command.hours, command.edge)
    case "Extra": {
      const payload = JSON.stringify(command.payload)
      return payload === undefined ? command.name : `${command.name} ${payload}`
    }
  }
}
