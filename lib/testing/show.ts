import type { AwardBody, Command, Edge, Metadata, Partner, RuleDraft, UndoBody } from "./Command.ts"

const by = (partner: Partner): string => (partner === "home" ? "" : ` by ${partner}`)
const withKey = (key: string | undefined): string => (key === undefined ? "" : ` [key ${key}]`)

const withNote = (note: string | null): string => (note === null ? "" : ` (${note})`)
const withTexts = (metadata: Metadata | undefined): string =>
  metadata === undefined ? "" : ` ${JSON.stringify(metadata)}`

const showAward = ({ partner, user, rule, note, metadata, key }: AwardBody): string =>
  `${user} ${JSON.stringify(rule)}${withNote(note)}${withTexts(metadata)}${by(partner)}${withKey(key)}`

const showUndo = ({ partner, back, note, key }: UndoBody, what: string): string =>
  `the ${what} ${back + 1} ago${withNote(note)}${by(partner)}${withKey(key)}`

const milliseconds = (millis: number): string => {
  const [count, unit] = millis % 3_600_000 === 0 ? [millis / 3_600_000, "h"] : [millis, "ms"]
  return `${count < 0 ? "" : "+"}${count} ${unit}`
}

/** What a rule has beyond the interface's own fields. */
const showProgramme = ({ limits, timeZone, startsAt, endsAt, atLimit }: RuleDraft): string =>
  [
    ...limits.map(({ per, period, awards, coins }) => {
      const most = [
        awards === undefined ? [] : `${awards} awards`,
        coins === undefined ? [] : `${coins} coins`
      ]
      return `, ${most.flat().join(" and ") || "no limit"} per ${per} and ${period}`
    }),
    timeZone === "UTC" ? "" : `, in ${timeZone}`,
    startsAt === null ? "" : `, starts at ${milliseconds(startsAt)}`,
    endsAt === null ? "" : `, ends at ${milliseconds(endsAt)}`,
    atLimit === "reject" ? "" : `, ${atLimit} at a limit`
  ].join("")

const showRule = (rule: RuleDraft): string => {
  const { name, type, coins, max, limit, completions, status, parts } = rule
  const shape = {
    single: "single",
    batched: `batched by ${completions}`,
    combined: `combined of ${parts.map((part) => `${part.name}${part.status === "active" ? "" : " (inactive)"}`).join(", ")}`
  }[type]
  const each = limit === -1 ? "no limit each" : `${limit} each`
  return `${JSON.stringify(name)} ${shape}, pays ${coins}, ${max} participants, ${each}${status === "active" ? "" : ", inactive"}${showProgramme(rule)}`
}

const showHours = (hours: number): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

const showEdge = ({ day, millis, timeZone }: Edge): string => {
  const moment = millis === 0 ? "the first moment of" : "the last moment before"
  return `${moment} the next day${day === "next" ? "" : " on which clocks change"} in ${timeZone}`
}

/** Formats a command for the report of a failure. */
export const show = (command: Command): string => {
  switch (command._tag) {
    case "CreateRule":
      return `create rule ${showRule(command.rule)}${by(command.partner)}`
    case "UpdateRule":
      return `update rule ${command.name} ${JSON.stringify(command.change)}${by(command.partner)}`
    case "Onboard":
      return `onboard ${command.user}${by(command.partner)}`
    case "Award":
      return `award ${showAward(command)}`
    case "AwardMany":
      return `award many: ${command.awards.map(showAward).join("; ")}`
    case "Transfer":
      return `transfer ${command.coins} from ${command.user}${withTexts(command.metadata)}${by(command.partner)}${withKey(command.key)}`
    case "Reverse":
      return `reverse ${showUndo(command, "award")}`
    case "Refund":
      return `refund ${showUndo(command, "transfer")}`
    case "Explain":
      return `explain ${command.user} ${JSON.stringify(command.rule)}${by(command.partner)}`
    case "Retry":
      return `retry the keyed command ${command.back + 1} ago${command.changed === "nothing" ? "" : command.changed === "body" ? ", with another body" : ", with other metadata"}`
    case "Look":
      return `look at ${command.user}${by(command.partner)}`
    case "Together":
      return ["all at once:", ...command.calls.map((call) => `    ${show(call)}`)].join("\n")
    case "InTransaction": {
      const end = command.commit ? "then commit" : "then roll back"
      return [
        "in the host's transaction:",
        ...command.calls.map((call) => `    ${show(call)}`),
        `    ${end}`
      ].join("\n")
    }
    case "Restart":
      return "restart"
    case "Travel":
      if (command.edge === undefined) return `${showHours(command.hours)} pass`
      return `${command.hours === 0 ? "" : `${showHours(command.hours)} pass, then `}on to ${showEdge(command.edge)}`
    case "Extra": {
      const payload = JSON.stringify(command.payload)
      return payload === undefined ? command.name : `${command.name} ${payload}`
    }
  }
}
