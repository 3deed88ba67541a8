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
  readonly coins: string
  readonly max: number
  /** -1 means no limit, as in the interface. */
  readonly limit: number
  readonly completions: number
  readonly status: Status
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

export type Call = Create | Update | Onboard | Award | AwardMany | Transfer | Retry | Look

export type Command =
  | Call
  /** All calls run concurrently. */
  | { readonly _tag: "Together"; readonly calls: ReadonlyArray<Call> }
  /** The calls run one after the other in a transaction of the host, which then commits or rolls back. */
  | { readonly _tag: "InTransaction"; readonly calls: ReadonlyArray<Call>; readonly commit: boolean }
  /** Closes everything and opens it again on the same database. */
  | { readonly _tag: "Restart" }

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
  }
}
