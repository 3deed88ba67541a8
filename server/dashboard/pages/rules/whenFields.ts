import type { Leaf } from "../../contract.ts"
import { words } from "../../words/rules.ts"

/** What a field contains. `any` is for data and attributes, whose values the partner chooses. For these, the form asks for the kind. */
export type Content = "any" | "count" | "date" | "weekday" | "hour"
export type Kind = "text" | "number" | "boolean"

/** A choice of the form: an operator of the API, or "missing", which the API writes as `exists` with the value false. */
export type Comparison = Leaf["is"] | "missing"

interface FixedField {
  readonly field: string
  readonly content: Content
  /** Shown instead of the field. */
  readonly words: string
}

/** The fields that every activity has. */
export const fixedFields: ReadonlyArray<FixedField> = [
  { field: "member.activities", content: "count", words: words.fixedFields.activities },
  { field: "member.paid", content: "count", words: words.fixedFields.paid },
  { field: "local.date", content: "date", words: words.fixedFields.date },
  { field: "local.weekday", content: "weekday", words: words.fixedFields.weekday },
  { field: "local.hour", content: "hour", words: words.fixedFields.hour }
]

export const contentOf = (field: string): Content =>
  fixedFields.find((fixed) => fixed.field === field)?.content ?? "any"

/** The field in words. Paths in the data and attributes are shown as they are written. */
export const shownField = (field: string): string =>
  fixedFields.find((fixed) => fixed.field === field)?.words ?? field

/** The field that a text of the form stands for. */
export const fieldIn = (text: string): string => {
  const given = text.trim()
  return fixedFields.find(({ words }) => words.toLowerCase() === given.toLowerCase())?.field ?? given
}

type Choices = ReadonlyArray<readonly [value: Comparison, label: string]>

const { comparisons, comparisonsInTime: times } = words

const presence: Choices = [
  ["exists", comparisons.exists],
  ["missing", comparisons.missing]
]

const equality: Choices = [
  ["equals", comparisons.equals],
  ["notEquals", comparisons.notEquals]
]

const oneOf: Choices = [["in", comparisons.in]]

const order: Choices = [
  ["atLeast", comparisons.atLeast],
  ["atMost", comparisons.atMost],
  ["moreThan", comparisons.moreThan],
  ["lessThan", comparisons.lessThan]
]

const inTime = (from: string, until: string, after: string, before: string): Choices => [
  ["atLeast", from],
  ["atMost", until],
  ["moreThan", after],
  ["lessThan", before]
]

/** The comparisons of a field, in words. `kind` matters only for data and attributes. */
export const comparisonsOf = (content: Content, kind: Kind): Choices => {
  switch (content) {
    case "any":
      return kind === "boolean"
        ? [...equality, ...presence]
        : kind === "number"
          ? [...order, ...equality, ...oneOf, ...presence]
          : [...equality, ...oneOf, ["startsWith", comparisons.startsWith], ...presence, ...order]
    case "count":
      return [...equality, ...order, ...oneOf]
    case "date":
      return [
        ...inTime(times.from, times.until, times.after, times.before),
        ...equality,
        ...oneOf,
        ["startsWith", comparisons.startsWith]
      ]
    case "weekday":
      return [...oneOf, ...equality, ...order]
    case "hour":
      return [...inTime(times.from, times.untilEndOf, times.after, times.before), ...equality, ...oneOf]
  }
}

/** Whether the comparison has a value of its own. */
export const hasValue = (is: Comparison): boolean => is !== "exists" && is !== "missing"

export const weekdays = [
  ["1", words.weekdays[1], words.shortWeekdays[1]],
  ["2", words.weekdays[2], words.shortWeekdays[2]],
  ["3", words.weekdays[3], words.shortWeekdays[3]],
  ["4", words.weekdays[4], words.shortWeekdays[4]],
  ["5", words.weekdays[5], words.shortWeekdays[5]],
  ["6", words.weekdays[6], words.shortWeekdays[6]],
  ["7", words.weekdays[7], words.shortWeekdays[7]]
] as const
