/** Activities, the conditions of rules, and the attributes of members, in the form in which commands contain them. */

/** A text, a number or a boolean. */
export type Scalar = string | number | boolean

/** A condition on one field. */
export interface LeafDraft {
  /** `data.<path>`, `member.attributes.<name>`, `member.activities`, `member.paid`, `local.date`, `local.weekday` or `local.hour`. */
  readonly field: string
  readonly is:
    | "equals"
    | "notEquals"
    | "atLeast"
    | "atMost"
    | "moreThan"
    | "lessThan"
    | "in"
    | "exists"
    | "startsWith"
  /** For `in`, a list. For `exists`, whether the field must exist. */
  readonly value: Scalar | ReadonlyArray<Scalar>
}

/** A condition, or a group: all conditions must be true (`all`), at least one (`any`), or the condition must be false (`not`). */
export type ConditionsDraft =
  | LeafDraft
  | { readonly all: ReadonlyArray<ConditionsDraft> }
  | { readonly any: ReadonlyArray<ConditionsDraft> }
  | { readonly not: ConditionsDraft }

/** The activities for which a rule or sub-rule is awarded. */
export interface WhenDraft {
  /** The type of these activities. */
  readonly activity: string
  readonly conditions?: ConditionsDraft | undefined
  /** The field of the data that is the amount of the award. A rule with a unit needs it. */
  readonly amount?: string | undefined
}

export type ActivityData = Readonly<Record<string, unknown>>

/** An activity of a member. */
export interface ActivityFields {
  readonly user: string
  readonly type: string
  readonly data: ActivityData
  /**
   * When it happened, in milliseconds since 1970. If undefined, it happens at the time of the command. In a generated command, the number
   * is relative to this time.
   */
  readonly occurredAt: number | undefined
}

/** Changes of a member's attributes. Null removes an attribute. */
export type AttributeChanges = Readonly<Record<string, Scalar | null>>

/** A condition that decided the outcome of a rule. `held` is true if the condition was met. */
export interface DecidingLeaf extends LeafDraft {
  readonly held: boolean
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null

/** Returns JSON whose keys are sorted, so that equal values have equal texts. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).toSorted()) : each
  )

export const whenText = (when: WhenDraft | null): string => (when === null ? "" : ` when ${sortedJson(when)}`)

export const leafText = ({ field, held, is, value }: DecidingLeaf): string =>
  `${field} ${is} ${JSON.stringify(value)} ${held ? "held" : "did not hold"}`
