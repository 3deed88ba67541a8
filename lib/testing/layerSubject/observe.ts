import { Cause, Exit } from "effect"
import type { AwardReceipt } from "../../rewards/awards/Awards.ts"
import type { Rule } from "../../rewards/rules/Rule.ts"
import type { TransferReceipt } from "../../rewards/transfers/Transfers.ts"
import type { RuleDraft } from "../Command.ts"
import type { Observed } from "../Subject.ts"
import * as Text from "../Text.ts"

const record = <A extends { readonly replayed: boolean }>({ replayed, ...rest }: A): string =>
  JSON.stringify(rest)

const observed = <A extends { readonly replayed: boolean }>(receipt: A, line: string): Observed => ({
  line: receipt.replayed ? Text.replayed(line) : line,
  record: record(receipt),
  replayed: receipt.replayed
})

export const award = (receipt: AwardReceipt): Observed => {
  const { userId: user, ruleName, coins: units } = receipt
  const line = Text.say({ _tag: "Award", user, rule: ruleName, units })
  return observed(receipt, receipt.awarded === units > 0 ? line : `${line}, awarded ${receipt.awarded}`)
}

export const transfer = (receipt: TransferReceipt): Observed => {
  const { userId: user, coins: units, balance: left } = receipt
  return observed(receipt, Text.say({ _tag: "Transfer", user, units, left }))
}

const draftOf = ({ terms, ...rule }: Rule): RuleDraft => ({
  name: rule.name,
  type: terms._tag === "Batched" ? "batched" : terms._tag === "Combined" ? "combined" : "single",
  coins: Text.coins(rule.coinValue),
  max: rule.maxNumberOfParticipant,
  limit: rule.userLimitAward._tag === "AtMost" ? rule.userLimitAward.awards : -1,
  completions: terms._tag === "Batched" ? terms.completionNumber : 1,
  status: rule.status,
  parts: terms._tag === "Combined" ? terms.subRules : []
})

export const rule = (rule: Rule): Observed => ({
  ruleId: rule.id,
  line: Text.say({ _tag: "Rule", rule: draftOf(rule), participants: rule.participants })
})

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text)

/** Reads a field of an error. The field names are the public ones of `lib/rewards/Errors.ts`. */
const field = (error: object, name: string): unknown => Reflect.get(error, name)

const facts = (error: object, tag: string): string => {
  switch (tag) {
    case "RuleNotFound": {
      const name = String(field(error, "rule"))
      return isId(name) ? "" : name
    }
    case "MemberNotFound":
      return `${field(error, "userId")}`
    case "NameTaken":
      return `${field(error, "name")}`
    case "RuleInactive":
      return `${field(error, "ruleName")}`
    case "UserLimitReached":
    case "ParticipantLimitReached":
      return `${field(error, "ruleName")} ${field(error, "max")}`
    case "TooFewPlaces":
      return `${field(error, "participants")} of ${field(error, "max")}`
    case "InsufficientCoins":
      return `have ${Text.coins(Number(field(error, "have")))} need ${Text.coins(Number(field(error, "need")))}`
    case "IdempotencyMismatch":
      return `${field(error, "key")}`
    default:
      return ""
  }
}

export const refused = (error: { readonly _tag: string; readonly message: string }): Observed => {
  const known = Text.refused(error._tag, facts(error, error._tag))
  if (error._tag === "TransactionConflict") return { line: known, conflict: true }
  const infrastructure = error._tag === "DatabaseUnavailable" || error._tag === "QueueFull"
  return { line: infrastructure ? `${known}: ${error.message}` : known }
}

export const fromExit = (
  exit: Exit.Exit<ReadonlyArray<Observed>, { readonly _tag: string; readonly message: string }>
): ReadonlyArray<Observed> =>
  Exit.match(exit, {
    onSuccess: (observed) => observed,
    onFailure: (cause) =>
      cause._tag === "Fail"
        ? [refused(cause.error)]
        : [{ line: `died: ${Cause.pretty(cause, { renderErrorCause: true })}` }]
  })
