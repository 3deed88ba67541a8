import { Schema } from "effect"
import { Rule } from "../../rewards/rules/Rule.ts"

const encode = Schema.encodeSync(Rule)

/** The most characters of a value. A condition has up to a thousand. */
const maxValue = 60

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "none"
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}

const shownLimit = ({ per, period, awards, coins }: (typeof Rule.Encoded)["limits"][number]): string =>
  [
    `${per} ${period}`,
    ...(awards === undefined ? [] : [`${awards} awards`]),
    ...(coins === undefined ? [] : [`${coins} coins`])
  ].join(" ")

/**
 * The fields that the partner decides on, as short texts. What the interface calls text or number is shown in JSON. The
 * long ones come last, because the audit trail truncates its details.
 */
const fieldsOf = (rule: Rule): ReadonlyMap<string, string> => {
  const { id, partnerId, participants, createdAt, updatedAt, terms, name, condition, ...others } =
    encode(rule)
  const { limits, timeZone, startsAt, endsAt, atLimit, ...rest } = others
  const parts =
    terms._tag === "Combined"
      ? terms.subRules.map((part) => [`rules ${shown(part.name)}`, part.status] as const)
      : []
  const completions =
    terms._tag === "Batched" ? [["completionNumber", String(terms.completionNumber)] as const] : []
  return new Map([
    ...Object.entries(rest).map(([field, value]) => [field, shown(value)] as const),
    ["type", terms._tag.toLowerCase()],
    ...completions,
    ["name", shown(name)],
    ...parts,
    // Most rules have none of these.
    ...(limits.length === 0 ? [] : [["limits", limits.map(shownLimit).join("; ")] as const]),
    ...(timeZone === "UTC" ? [] : [["timeZone", timeZone] as const]),
    ...(startsAt === null ? [] : [["startsAt", startsAt] as const]),
    ...(endsAt === null ? [] : [["endsAt", endsAt] as const]),
    ...(atLimit === "reject" ? [] : [["atLimit", atLimit] as const]),
    ["condition", shown(condition)]
  ])
}

export const described = (rule: Rule): string =>
  Array.from(fieldsOf(rule), ([field, value]) => `${field} ${value}`).join(", ")

/** What a rule has where its description does not mention the field. */
const unmentioned: Readonly<Record<string, string>> = { timeZone: "UTC", atLimit: "reject" }

/** The changed fields, each with its old and its new value. */
export const changesBetween = (before: Rule, after: Rule): string => {
  const old = fieldsOf(before)
  const now = fieldsOf(after)
  const changes = Array.from(new Set([...now.keys(), ...old.keys()])).flatMap((field) => {
    const absent = unmentioned[field] ?? "none"
    const [known, value] = [old.get(field) ?? absent, now.get(field) ?? absent]
    return known === value ? [] : [`${field} ${known} -> ${value}`]
  })
  return changes.length === 0 ? "no change" : changes.join(", ")
}
