/** The texts of commands in a report. */

import { type ActivityFields, sortedJson, whenText } from "./ActivityDraft.ts"
import type {
  AdjustFields,
  AwardFields,
  Call,
  Edge,
  HarnessCommand,
  LimitDraft,
  MemberFields,
  PartnerName,
  ReverseFields,
  RuleDraft
} from "./HarnessCommand.ts"

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

const showAward = (fields: MemberFields & CallOptions & Pick<AwardFields, "rule" | "amount">): string =>
  `${fields.user} ${JSON.stringify(fields.rule)}${fields.amount === undefined ? "" : ` for ${fields.amount}`}${showOptions(fields)}`

const showPart = ({ amount, coins }: ReverseFields): string =>
  `${coins === undefined ? "" : ` by ${coins} coins`}${amount === undefined ? "" : ` by the amount ${amount}`}`

const showAdjustment = (fields: AdjustFields): string => {
  const { coins, coinsExpire, debitOrCredit, points, reason, user } = fields
  const what = debitOrCredit === "CR" ? `credit ${coins} to` : `debit ${coins} from`
  const expires = coinsExpire === undefined ? "" : `, expiring after ${coinsExpire}`
  return `${what} ${user}${points ? " with points" : ""}${expires}, reason ${JSON.stringify(reason)}${showOptions(fields)}`
}

const showOffset = (millis: number): string => {
  const [count, unit] = millis % 3_600_000 === 0 ? [millis / 3_600_000, "h"] : [millis, "ms"]
  return `${count < 0 ? "" : "+"}${count} ${unit}`
}

const showLimit = ({ per, period, awards, coins }: LimitDraft): string => {
  const most = [awards === undefined ? [] : `${awards} awards`, coins === undefined ? [] : `${coins} coins`]
  return `, ${most.flat().join(" and ") || "no limit"} per ${per} and ${period}`
}

const showActivity = (fields: MemberFields & ActivityFields & CallOptions): string => {
  const { data, occurredAt, type, user } = fields
  const at = occurredAt === undefined ? "" : `, at ${showOffset(occurredAt)}`
  return `${type} of ${user} ${sortedJson(data)}${at}${showOptions(fields)}`
}

const showRule = (rule: RuleDraft): string => {
  const { name, type, coins, max, limit, completions, status, parts } = rule
  const shape = {
    single: "single",
    batched: `batched by ${completions}`,
    combined: `combined of ${parts.map((part) => `${part.name}${part.status === "active" ? "" : " (inactive)"}${whenText(part.when)}`).join(", ")}`
  }[type]
  return [
    `${JSON.stringify(name)} ${shape}, pays ${coins}${rule.unit === null ? "" : ` for every ${rule.unit}`}${rule.maxCoins === null ? "" : `, at most ${rule.maxCoins}`}, ${max} participants, ${limit === -1 ? "no limit" : limit} each`,
    status === "active" ? "" : ", inactive",
    ...rule.limits.map(showLimit),
    rule.timeZone === "UTC" ? "" : `, in ${rule.timeZone}`,
    rule.startsAt === null ? "" : `, starts at ${showOffset(rule.startsAt)}`,
    rule.endsAt === null ? "" : `, ends at ${showOffset(rule.endsAt)}`,
    rule.atLimit === "reject" ? "" : `, ${rule.atLimit} at a limit`,
    rule.pendingDays === null ? "" : `, pending for ${rule.pendingDays} days`,
    rule.coinsExpire === null ? "" : `, expiring after ${rule.coinsExpire}`,
    whenText(rule.when)
  ].join("")
}

const showTravel = (hours: number, edge: Edge | undefined): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"]
  const passed = `${count} ${unit}${count === 1 ? "" : "s"} pass`
  if (edge === undefined) return passed
  const { day, millis, timeZone } = edge
  const moment = millis === 0 ? "the first moment of" : "the last moment before"
  if (day === "due") {
    const instant = `the ${millis === 0 ? "" : "last moment before the "}next instant at which coins mature or expire`
    return hours === 0 ? `on to ${instant}` : `${passed}, then on to ${instant}`
  }
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
      return `reverse the award ${command.back + 1} ago${showPart(command)}${showOptions(command)}`
    case "Confirm":
      return `confirm the pending award ${command.back + 1} ago${showOptions(command)}`
    case "Refund":
      return `refund the transfer ${command.back + 1} ago${showOptions(command)}`
    case "RecordMany":
      return `record many: ${command.activities.map(showActivity).join("; ")}`
    case "Adjust":
      return showAdjustment(command)
    case "ReverseAdjustment":
      return `reverse the adjustment ${command.back + 1} ago${showOptions(command)}`
    case "Explain":
      return `explain ${showAward(command)}`
    case "Record":
      return `record ${showActivity(command)}`
    case "ReverseActivity":
      return `reverse the activity ${command.back + 1} ago${showOptions(command)}`
    case "ExplainActivity":
      return `explain ${showActivity(command)}`
    case "SetAttributes":
      return `set attributes of ${command.user} ${sortedJson(command.attributes)}${showOptions(command)}`
    case "Merge":
      return `merge ${command.from} into ${command.into}${command.force ? ", even above limits" : ""}${showOptions(command)}`
    case "Erase":
      return `erase ${command.user}${showOptions(command)}`
    case "RememberErased":
      return `${command.remember ? "remember" : "do not remember"} who is erased${showOptions(command)}`
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
    case "Sweep":
      return "sweep"
    case "Travel":
      return showTravel(command.hours, command.edge)
    case "Extra": {
      const payload = JSON.stringify(command.payload)
      return payload === undefined ? command.name : `${command.name} ${payload}`
    }
  }
}
