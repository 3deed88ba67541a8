import type { Leaf } from "../../contract.ts"

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
  { field: "member.activities", content: "count", words: "activities of the member" },
  { field: "member.paid", content: "count", words: "payments to the member" },
  { field: "local.date", content: "date", words: "date" },
  { field: "local.weekday", content: "weekday", words: "day of the week" },
  { field: "local.hour", content: "hour", words: "hour of the day" }
]

export const contentOf = (field: string): Content =>
  fixedFields.find((fixed) => fixed.field === field)?.content ?? "any"

/** The field in words. Paths in the data and attributes are shown as they are written. */
export const shownField = (field: string): string =>
  fixedFields.find((fixed) => fixed.field === field)?.words ?? field

/** The field that a text of the form stands for. */
export const fieldIn = (text: string): string => {
  const given = text.trim()
  return fixedFields.find(({ words }) => words === given.toLowerCase())?.field ?? given
}

type Choices = ReadonlyArray<readonly [value: Comparison, label: string]>

const presence: Choices = [
  ["exists", "is present"],
  ["missing", "is missing"]
]

const equality: Choices = [
  ["equals", "is"],
  ["notEquals", "is not"]
]

const oneOf: Choices = [["in", "is one of"]]

const order: Choices = [
  ["atLeast", "is at least"],
  ["atMost", "is at most"],
  ["moreThan", "is more than"],
  ["lessThan", "is less than"]
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
          : [...equality, ...oneOf, ["startsWith", "starts with"], ...presence, ...order]
    case "count":
      return [...equality, ...order, ...oneOf]
    case "date":
      return [
        ...inTime("is from", "is until", "is after", "is before"),
        ...equality,
        ...oneOf,
        ["startsWith", "starts with"]
      ]
    case "weekday":
      return [...oneOf, ...equality, ...order]
    case "hour":
      return [...inTime("is from", "is until the end of", "is after", "is before"), ...equality, ...oneOf]
  }
}

/** Whether the comparison has a value of its own. */
export const hasValue = (is: Comparison): boolean => is !== "exists" && is !== "missing"

export const weekdays = [
  ["1", "Monday"],
  ["2", "Tuesday"],
  ["3", "Wednesday"],
  ["4", "Thursday"],
  ["5", "Friday"],
  ["6", "Saturday"],
  ["7", "Sunday"]
] as const
