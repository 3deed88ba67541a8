import type { Period, RuleDraft } from "../Command.ts"
import type * as Model from "../Model.ts"
import * as Text from "../Text.ts"

/** How the interface words a refusal: by a code, or by its kind where there is no code. */
const codes: Readonly<Record<Model.Reason, string>> = {
  InvalidInput: "bad_request",
  TooFewPlaces: "bad_request",
  LimitTooLow: "bad_request",
  PartnerNotFound: "not_found",
  RuleNotFound: "not_found",
  MemberNotFound: "not_found",
  AwardNotFound: "not_found",
  TransferNotFound: "not_found",
  NameTaken: "invalid",
  RuleInactive: "rule_inactive",
  RuleNotRunning: "rule_not_running",
  LimitReached: "limit_reached",
  AlreadyReversed: "already_reversed",
  CycleEnded: "cycle_ended",
  AwardSuppressed: "award_suppressed",
  UserLimitReached: "user_limit_reached",
  ParticipantLimitReached: "participant_limit_reached",
  InsufficientCoins: "insufficient_coins",
  IdempotencyMismatch: "idempotency_mismatch"
}

/** One of some words, or the first if the answer has another: then the lines differ. */
export const oneOf = <const A extends string>(words: readonly [A, ...ReadonlyArray<A>], value: unknown): A =>
  words.find((word) => word === value) ?? words[0]

export const periods: readonly [Period, ...ReadonlyArray<Period>] = ["day", "week", "month", "year", "ever"]

const word = (text: unknown): string => String(text).toLowerCase().replaceAll(" ", "_")

/** A refusal in the wording of the model's; anything that is no refusal of the domain is shown as it came. */
export const refusal = (status: number, data: Readonly<Record<string, unknown>>): string => {
  const { appErrorCode, errorType, error } = data
  return status === 400 || status === 422
    ? Text.refused(word(appErrorCode || errorType))
    : `answered ${status}: ${error}`
}

/** What the answer to a creation shows of a rule. */
export const created = ({ name, coins, max, status }: Pick<RuleDraft, "name" | "coins" | "max" | "status">) =>
  `rule ${name}, ${status}, pays ${Number(coins)}, ${max} places`

export const awarded = (user: string, rule: string, isPaid: boolean): string =>
  `${isPaid ? "paid" : "counted"} ${rule} for ${user}`

export const transferred = (user: string, coins: number): string => `moved ${coins} from ${user}`

export const holds = (user: string, coins: string): string => `${user} holds ${coins}`

/** An explanation with the code of its refusal alone. */
export const explained = (explanation: Model.Explanation, code: string): string => {
  const { decision, limits, progress, suppressedBy, units } = explanation
  const why = decision === "refused" ? ` (${code})` : suppressedBy === null ? "" : ` (${suppressedBy})`
  const head = `${decision}${why} ${Text.coins(units)}, ${progress.done} of ${progress.of} done`
  return [head, ...limits.map(Text.limit)].join("; ")
}

const sayOutcome = (outcome: Model.Outcome): string => {
  switch (outcome._tag) {
    case "Refused":
      return Text.refused(codes[outcome.reason])
    case "Award":
      return awarded(outcome.user, outcome.rule, outcome.units > 0)
    case "Transfer":
      return transferred(outcome.user, outcome.units / 10_000)
    case "Undone":
      return Text.say(outcome)
    case "Explained":
      return explained(outcome, outcome.refusal === null ? "" : codes[outcome.refusal.reason])
    case "Wallet":
      return holds(outcome.user, Text.coins(outcome.held))
    case "Member":
      return Text.say(outcome)
    // The answer to a creation shows less of a rule than the answer to an update; the rest is compared with the list of rules.
    case "Rule":
      return created(outcome.rule)
  }
}

/** As much of an expected answer as the interface shows. */
export const say = ({ outcome, replay }: Model.Answer): string =>
  replay ? Text.replayed(sayOutcome(outcome)) : sayOutcome(outcome)
