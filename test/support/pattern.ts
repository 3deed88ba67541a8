// Patterns for answers: exact values, with a kind for each generated value.
import assert from "node:assert/strict"

/** Matches every value of a kind, in an otherwise exact answer. */
export class Kind {
  readonly name: string
  readonly holds: (value: unknown) => boolean
  constructor(name: string, holds: (value: unknown) => boolean) {
    this.name = name
    this.holds = holds
  }
}

const matching = (name: string, pattern: RegExp) =>
  new Kind(name, (value) => typeof value === "string" && pattern.test(value))

export const id = matching("id", /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
export const instant = matching("instant", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const hex32 = matching("hex32", /^[0-9a-f]{32}$/)
export const hex64 = matching("hex64", /^[0-9a-f]{64}$/)
export const token = matching("token", /^(?:[A-Za-z0-9_-]{22})?[A-Za-z0-9_-]{43}$/)
export const containing = (...parts: ReadonlyArray<string>) =>
  new Kind(
    `text with ${parts.join(", ")}`,
    (value) => typeof value === "string" && parts.every((part) => value.includes(part))
  )

export type Pattern =
  | Kind
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Pattern>
  | { readonly [field: string]: Pattern }

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined

/** The pattern with each kind replaced by the matching value, or by its name if the value does not match. */
const filled = (pattern: Pattern, actual: unknown): unknown => {
  if (pattern instanceof Kind) return pattern.holds(actual) ? actual : `<${pattern.name}>`
  if (typeof pattern !== "object" || pattern === null) return pattern
  if (isList(pattern))
    return pattern.map((each, index) => filled(each, isList(actual) ? actual[index] : undefined))
  return Object.fromEntries(
    Object.entries(pattern).map(([name, each]) => [name, filled(each, fieldOf(actual, name))])
  )
}

/** Asserts an exact match: no additional, missing or differently typed field. */
export const matches = (actual: unknown, pattern: Pattern): void =>
  assert.deepStrictEqual(actual, filled(pattern, actual))
