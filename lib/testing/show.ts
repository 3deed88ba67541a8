import type { AwardBody, Command, Partner, RuleDraft } from "./Command.ts"

const by = (partner: Partner): string => (partner === "home" ? "" : ` by ${partner}`)
const withKey = (key: string | undefined): string => (key === undefined ? "" : ` [key ${key}]`)

const showAward = ({ partner, user, rule, note, key }: AwardBody): string =>
  `${user} ${JSON.stringify(rule)}${note === null ? "" : ` (${note})`}${by(partner)}${withKey(key)}`

const showRule = ({ name, type, coins, max, limit, completions, status, parts }: RuleDraft): string => {
  const shape = {
    single: "single",
    batched: `batched by ${completions}`,
    combined: `combined of ${parts.map((part) => `${part.name}${part.status === "active" ? "" : " (inactive)"}`).join(", ")}`
  }[type]
  const each = limit === -1 ? "no limit each" : `${limit} each`
  return `${JSON.stringify(name)} ${shape}, pays ${coins}, ${max} participants, ${each}${status === "active" ? "" : ", inactive"}`
}

const showHours = (hours: number): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
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
      return `transfer ${command.coins} from ${command.user}${by(command.partner)}${withKey(command.key)}`
    case "Retry":
      return `retry the keyed command ${command.back + 1} ago${command.changed ? ", with another body" : ""}`
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
      return `${showHours(command.hours)} pass`
    case "Extra": {
      const payload = JSON.stringify(command.payload)
      return payload === undefined ? command.name : `${command.name} ${payload}`
    }
  }
}
