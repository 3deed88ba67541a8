/**
 * What a random sequence is made of. Commands name things by words from small pools and not by ids, so that any command
 * can be taken out of a sequence and the rest still means something: that is what makes failures shrink well.
 */

/** Every sequence has two partners of its own; "nobody" stands for a partner that was never registered. */
export type Partner = "home" | "away" | "nobody"

export type Status = "active" | "inactive"

export interface RuleDraft {
  readonly name: string
  readonly type: "single" | "batched" | "combined"
  readonly coins: string
  readonly max: number
  /** -1 is no maximum, as in the interface. */
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
}

export interface AwardBody {
  readonly partner: Partner
  readonly user: string
  /** As the caller spells it: upper case and white space included. */
  readonly rule: string
  readonly note: string | null
  readonly key: string | undefined
}

export interface TransferBody {
  readonly partner: Partner
  readonly user: string
  /** A decimal; or, in a command, "all" the wallet holds, or "more" than it holds by the smallest amount there is. */
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
/** Sends a command that had an idempotency key once more, `back` of them ago; `changed` sends another body. */
type Retry = { readonly _tag: "Retry"; readonly back: number; readonly changed: boolean }

/** One call of one service. */
export type Call = Create | Update | Onboard | Award | AwardMany | Transfer | Retry | Look

export type Command =
  | Call
  /** All at once, with unbounded concurrency. */
  | { readonly _tag: "Together"; readonly calls: ReadonlyArray<Call> }
  /** One after the other, inside a transaction that the host opens and then commits or rolls back. */
  | { readonly _tag: "InTransaction"; readonly calls: ReadonlyArray<Call>; readonly commit: boolean }
  /** Everything is closed and opened again on the same database. */
  | { readonly _tag: "Restart" }

/** A call whose words have been looked up: `rule` is the model's number of a rule, -1 for one that does not exist. */
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

/** A command as the report of a failure prints it. */
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
