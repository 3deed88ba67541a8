/** The outcomes of calls, and their texts. The harness compares the texts of the model with the texts of the system under test. */

import type { DebitOrCredit, SuppressedBy } from "../index.ts"
import { type DecidingLeaf, leafText, type Scalar, sortedJson, whenText } from "./ActivityDraft.ts"
import type { LimitDraft, RuleDraft } from "./HarnessCommand.ts"

/**
 * The code of each refusal in the HTTP interface: the `appErrorCode`, or the `errorType` if there is no code. It is in lower case, with
 * underscores instead of spaces.
 */
export const refusalCodes = {
  InvalidInput: "bad_request",
  TooFewPlaces: "too_few_places",
  LimitTooLow: "limit_too_low",
  PartnerNotFound: "partner_not_found",
  RuleNotFound: "rule_not_found",
  MemberNotFound: "not_found",
  AwardNotFound: "award_not_found",
  TransferNotFound: "transfer_not_found",
  AdjustmentNotFound: "adjustment_not_found",
  ActivityNotFound: "activity_not_found",
  ActivityNotReversed: "activity_not_reversed",
  NameTaken: "name_taken",
  RuleInactive: "rule_inactive",
  RuleNotRunning: "rule_not_running",
  LimitReached: "limit_reached",
  MergeLimitReached: "limit_reached",
  CannotMerge: "cannot_merge",
  AmountRequired: "amount_required",
  AmountNotAllowed: "amount_not_allowed",
  AmountTooSmall: "amount_too_small",
  AmountTooLarge: "amount_too_large",
  AmountInvalid: "amount_invalid",
  BalanceTooLarge: "balance_too_large",
  TooMuchToReverse: "too_much_to_reverse",
  AlreadyReversed: "already_reversed",
  AwardNotPending: "award_not_pending",
  CycleEnded: "cycle_ended",
  AwardSuppressed: "award_suppressed",
  UserLimitReached: "user_limit_reached",
  ParticipantLimitReached: "participant_limit_reached",
  InsufficientCoins: "insufficient_coins",
  IdempotencyMismatch: "idempotency_mismatch"
} as const

/** The reason for which a call is refused: the name of an error of the library. */
export type Reason = keyof typeof refusalCodes

/** `facts` has the data of the refusal, such as the limit that was reached. */
export interface ModelRefusal {
  readonly reason: Reason
  readonly facts: string
}

/** How much of a limit is used. `used` and `max` are texts: whole numbers of awards or participants, or decimals for coins. */
export interface LimitUse extends Pick<LimitDraft, "per" | "period"> {
  readonly measure: "awards" | "coins" | "participants"
  readonly used: string
  readonly max: string
  /** When the window of the limit ends, in milliseconds; null if it never ends. */
  readonly resetsAt: number | null
}

/** What an award would do. */
export interface ModelExplanation {
  readonly decision: "pays" | "counts" | "suppressed" | "refused"
  readonly units: number
  readonly refusal: ModelRefusal | null
  readonly suppressedBy: SuppressedBy | null
  /** The member's progress before the award. `done` counts completions or finished sub-rules. `of` is how many a payment needs. */
  readonly progress: { readonly done: number; readonly of: number }
  readonly limits: ReadonlyArray<LimitUse>
  /** When the coins would mature and expire. Null if they would not have to wait, or not expire, or if the award would not pay. */
  readonly maturesAt: number | null
  readonly expiresAt: number | null
}

/** Coins that expire at the end of a day. */
export interface ExpiringCoins {
  /** The last day on which the coins are valid, such as "2027-12-31". */
  readonly on: string
  readonly units: number
}

/** What an activity did, or would do, under one rule or sub-rule. */
export interface ActivityResult {
  /** The name of the rule or sub-rule. */
  readonly rule: string
  readonly met: boolean
  /** The coins that the rule paid, in 1/10 000 coin. */
  readonly units: number
  /** Why the rule did not pay although its conditions were met: the refusal of the award, or the limit that suppressed it. */
  readonly refusal: ModelRefusal | null
  /** The conditions that decided the outcome. */
  readonly because: ReadonlyArray<DecidingLeaf>
}

/** What can be undone. */
export type UndoneKind = "award" | "transfer" | "adjustment" | "activity"

const undoneTexts: Readonly<Record<UndoneKind, string>> = {
  award: "reversed an award",
  transfer: "refunded a transfer",
  adjustment: "reversed an adjustment",
  activity: "reversed an activity"
}

/** The outcome of a call. `units`, `left`, `held`, `pending` and `entries` are in 1/10 000 coin. */
export type ModelOutcome =
  | ({ readonly _tag: "Refused" } & ModelRefusal)
  | { readonly _tag: "Rule"; readonly rule: RuleDraft; readonly participants: number }
  | { readonly _tag: "Member"; readonly user: string }
  /** `units` is 0 for an award that only counts, or that a limit suppressed. */
  | {
      readonly _tag: "Award"
      readonly user: string
      readonly rule: string
      readonly units: number
      readonly suppressedBy: SuppressedBy | null
    }
  | { readonly _tag: "Transfer"; readonly user: string; readonly units: number; readonly left: number }
  | {
      readonly _tag: "Adjustment"
      readonly user: string
      readonly units: number
      readonly debitOrCredit: DebitOrCredit
      readonly points: boolean
      readonly reason: string
    }
  /** Coins of an award that matured, or coins of a wallet that expired. */
  | { readonly _tag: "Due"; readonly what: "matured" | "expired"; readonly units: number }
  /** A reversed award, a refunded transfer, a reversed adjustment, or a reversed activity. */
  | { readonly _tag: "Undone"; readonly what: UndoneKind; readonly units: number }
  | ({ readonly _tag: "Explained" } & ModelExplanation)
  | {
      readonly _tag: "Activity" | "ActivityExplained"
      readonly user: string
      readonly type: string
      readonly results: ReadonlyArray<ActivityResult>
    }
  /** A merge: the member `merged` became a part of the member `user`, who got the coins `units` and the pending coins `pending`. */
  | {
      readonly _tag: "Merged"
      readonly user: string
      readonly merged: string
      readonly units: number
      readonly pending: number
    }
  /** The coins and the pending coins that an erased member had. */
  | { readonly _tag: "Erased"; readonly units: number; readonly pending: number }
  /** Whether a partner remembers the ids of erased members. */
  | { readonly _tag: "Remembers"; readonly remember: boolean }
  /** A member and all of its attributes. */
  | {
      readonly _tag: "Attributes"
      readonly user: string
      readonly attributes: Readonly<Record<string, Scalar>>
    }
  /** A member's wallet, its latest entries (newest first), and the names of the partner's rules. */
  | {
      readonly _tag: "Wallet"
      readonly user: string
      readonly held: number
      readonly pending: number
      /** The next 12 days on which coins expire. */
      readonly expiring: ReadonlyArray<ExpiringCoins>
      readonly entries: ReadonlyArray<number>
      readonly rules: ReadonlyArray<string>
    }

/**
 * The expected answer to a call. `event` is the index of the event that the call wrote. In a replay it is the index of the event whose
 * answer is repeated.
 */
export interface ModelAnswer {
  readonly outcome: ModelOutcome
  readonly changes: boolean
  readonly event: number | undefined
  /** The indexes of the awards that a recorded activity earned. */
  readonly awards?: ReadonlyArray<number>
  readonly replay: boolean
  /**
   * True if a replay is for a member that was erased after the first answer. The replay then has neither the note nor the id of the member.
   */
  readonly erased?: boolean
}

export const unitsOf = (coins: string | number): number => Math.round(Number(coins) * 10_000)

export const coinsText = (units: number): string => String(units / 10_000)

export const replayText = (line: string, replayed: boolean): string =>
  replayed ? `${line} (replayed)` : line

export const refusedText = (reason: string, facts = ""): string =>
  facts === "" ? `refused: ${reason}` : `refused: ${reason} ${facts}`

export const instantText = (at: number): string => new Date(at).toISOString()

export const scheduleText = ({ startsAt, endsAt }: Pick<RuleDraft, "startsAt" | "endsAt">): string =>
  `${startsAt === null ? "without a start" : `from ${instantText(startsAt)}`}, ${endsAt === null ? "without an end" : `until ${instantText(endsAt)}`}`

export const limitText = ({ per, period, measure, used, max, resetsAt }: LimitUse): string =>
  `${per} ${period} ${measure} ${used} of ${max}${resetsAt === null ? "" : ` until ${instantText(resetsAt)}`}`

export const shortageText = (have: number, need: number): string =>
  `have ${coinsText(have)} need ${coinsText(need)}`

export const expiringText = (expiring: ReadonlyArray<ExpiringCoins>): string =>
  `[${expiring.map(({ on, units }) => `${coinsText(units)} on ${on}`).join(", ")}]`

/** Returns a text with a rule's unit, limits, time zone, schedule, policy, and times of its coins. Leaves out default values. */
export const programmeText = (
  rule: Pick<
    RuleDraft,
    | "unit"
    | "maxCoins"
    | "limits"
    | "timeZone"
    | "startsAt"
    | "endsAt"
    | "atLimit"
    | "pendingDays"
    | "coinsExpire"
  >
): string => {
  const unit = rule.unit === null ? "" : `, for every ${Number(rule.unit)}`
  const most = rule.maxCoins === null ? "" : `, at most ${Number(rule.maxCoins)} for one award`
  const limits = rule.limits.map(
    ({ per, period, awards, coins }) =>
      `, at most${awards === undefined ? "" : ` ${awards} awards`}${coins === undefined ? "" : ` ${Number(coins)} coins`} per ${per} and ${period}`
  )
  const runs = rule.startsAt === null && rule.endsAt === null ? "" : `, runs ${scheduleText(rule)}`
  const atLimit = rule.atLimit === "reject" ? "" : `, ${rule.atLimit}`
  const waits = rule.pendingDays === null ? "" : `, pending for ${rule.pendingDays} days`
  const expires = rule.coinsExpire === null ? "" : `, expires after ${rule.coinsExpire}`
  return `${unit}${most}${limits.join("")}${rule.timeZone === "UTC" ? "" : ` in ${rule.timeZone}`}${runs}${atLimit}${waits}${expires}`
}

/** Returns the text of a rule, without the number of its participants. */
export const ruleText = (rule: RuleDraft): string => {
  const shape = rule.type === "batched" ? `batched by ${rule.completions}` : rule.type
  const parts = rule.parts.map((part) => ` ${part.name} (${part.status}${whenText(part.when)})`).join("")
  return `rule ${rule.name}, ${rule.status}, ${shape}${parts}, pays ${Number(rule.coins)}, ${rule.max} places, limit ${rule.limit}${programmeText(rule)}${whenText(rule.when)}`
}

const explanationText = (explanation: ModelExplanation): string => {
  const { decision, expiresAt, limits, maturesAt, progress, refusal, suppressedBy, units } = explanation
  const what = {
    pays: `pay ${coinsText(units)}`,
    counts: "count",
    suppressed: `be suppressed by ${suppressedBy}`,
    refused: `be ${refusedText(refusal?.reason ?? "", refusal?.facts)}`
  }[decision]
  const waits = maturesAt === null ? "" : `, maturing at ${instantText(maturesAt)}`
  const expires = expiresAt === null ? "" : `, expiring at ${instantText(expiresAt)}`
  const head = [`would ${what}${waits}${expires}`, `${progress.done} of ${progress.of} done`]
  return [...head, ...limits.map(limitText)].join("; ")
}

const resultText = ({ because, met, refusal, rule, units }: ActivityResult): string => {
  const paid = refusal === null ? `paid ${coinsText(units)}` : refusedText(refusal.reason, refusal.facts)
  return `${rule} ${met ? paid : "not met"} [${because.map(leafText).join(", ")}]`
}

const resultsText = (results: ReadonlyArray<ActivityResult>): string =>
  results.length === 0 ? "nothing" : results.map(resultText).join("; ")

/** Returns the text of a wallet's balance, and of its pending and expiring coins, if it has any. */
export const walletText = ({
  expiring,
  held,
  pending,
  user
}: Pick<
  Extract<ModelOutcome, { readonly _tag: "Wallet" }>,
  "expiring" | "held" | "pending" | "user"
>): string =>
  [
    `${user} holds ${coinsText(held)}`,
    pending === 0 ? "" : `, ${coinsText(pending)} pending`,
    expiring.length === 0 ? "" : `, expiring ${expiringText(expiring)}`
  ].join("")

export const outcomeText = (outcome: ModelOutcome): string => {
  switch (outcome._tag) {
    case "Refused":
      return refusedText(outcome.reason, outcome.facts)
    case "Rule":
      return `${ruleText(outcome.rule)}, ${outcome.participants} taken`
    case "Member":
      return `${outcome.user} is a member`
    case "Award":
      if (outcome.suppressedBy !== null)
        return `suppressed ${outcome.rule} for ${outcome.user} by ${outcome.suppressedBy}`
      return outcome.units > 0
        ? `paid ${coinsText(outcome.units)} to ${outcome.user} for ${outcome.rule}`
        : `counted ${outcome.rule} for ${outcome.user}`
    case "Transfer":
      return `moved ${coinsText(outcome.units)} from ${outcome.user}, leaving ${coinsText(outcome.left)}`
    case "Due":
      return `${coinsText(outcome.units)} ${outcome.what}`
    case "Undone":
      return `${undoneTexts[outcome.what]} of ${coinsText(outcome.units)}`
    case "Adjustment": {
      const { debitOrCredit, points, reason, units, user } = outcome
      const what =
        debitOrCredit === "CR" ? `credited ${coinsText(units)} to` : `debited ${coinsText(units)} from`
      return `${what} ${user}${points ? " with points" : ""}: ${reason}`
    }
    case "Explained":
      return explanationText(outcome)
    case "Activity":
      return `recorded ${outcome.type} of ${outcome.user}: ${resultsText(outcome.results)}`
    case "ActivityExplained":
      return `${outcome.type} of ${outcome.user} would have: ${resultsText(outcome.results)}`
    case "Merged": {
      const { merged, pending, units, user } = outcome
      return `merged ${merged} with ${coinsText(units)} and ${coinsText(pending)} pending into ${user}`
    }
    case "Erased":
      return `erased a member with ${coinsText(outcome.units)} and ${coinsText(outcome.pending)} pending`
    case "Remembers":
      return outcome.remember ? "remembers who is erased" : "does not remember who is erased"
    case "Attributes":
      return `${outcome.user} has ${sortedJson(outcome.attributes)}`
    case "Wallet": {
      const entries = outcome.entries.map(coinsText).join(", ")
      return `${walletText(outcome)}, latest entries [${entries}]; rules ${outcome.rules.toSorted().join(", ")}`
    }
  }
}

export const answerText = ({ outcome, replay }: ModelAnswer): string =>
  replayText(outcomeText(outcome), replay)
