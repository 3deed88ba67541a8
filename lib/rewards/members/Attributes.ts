import { ParseResult, Predicate, Schema } from "effect"
import { type Fault, withoutTokens } from "../../schema/Input.ts"
import { comparable, isAttributeName, isComparable, type Scalar } from "../activities/When.ts"

/**
 * The attributes of a member: what a partner knows about the member, such as the tier, by name. Conditions of rules can compare with
 * attributes. These schemas return the object that they check, because a copy could lose the name "__proto__".
 */

export const maxAttributes = 20

const isAttributes = (value: unknown): value is Readonly<Record<string, Scalar>> =>
  Predicate.isRecord(value) && Object.values(value).every(isComparable)

export const Attributes = Schema.declare(isAttributes, {
  description: "an object of texts, numbers and booleans",
  jsonSchema: { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } }
})
export type Attributes = typeof Attributes.Type

export const noAttributes: Attributes = {}

/** Returns why a member cannot have this number of attributes; undefined if it can. */
export const problemOf = (count: number): string | undefined =>
  count > maxAttributes ? `cannot be more than ${maxAttributes} for one member, got ${count}` : undefined

type Changes = Readonly<Record<string, Scalar | null>>

const expectation = "an object of texts, numbers, booleans and nulls, with names of 1 to 64 characters"

/** Returns the faults of the entries. Faults do not quote values, because values can be personal data. */
const faultsIn = (changes: Readonly<Record<string, unknown>>): ReadonlyArray<Fault> =>
  Object.entries(changes).flatMap(([name, value]) => {
    if (!isAttributeName(name)) {
      const start = JSON.stringify(withoutTokens(name.slice(0, 60)))
      return [{ field: "", problem: `must have names of 1 to 64 characters, got ${start}` }]
    }
    const isValid = value === null || isComparable(value)
    return isValid ? [] : [{ field: name, problem: `must be ${comparable}, or null to remove it` }]
  })

const isChanges = (value: unknown): value is Changes =>
  Predicate.isRecord(value) && faultsIn(value).length === 0

/** Changes of a member's attributes. A value sets the attribute with its name, and null removes the attribute. */
export const AttributeChanges = Schema.declare<Changes, Changes, readonly []>(
  [],
  {
    decode: () => (value, _, ast) =>
      isChanges(value) ? ParseResult.succeed(value) : ParseResult.fail(issueOf(value, ast)),
    encode: () => (value, _, ast) =>
      isChanges(value) ? ParseResult.succeed(value) : ParseResult.fail(issueOf(value, ast))
  },
  {
    description: expectation,
    jsonSchema: {
      type: "object",
      propertyNames: { minLength: 1, maxLength: 64 },
      additionalProperties: { type: ["string", "number", "boolean", "null"], maxLength: 256 }
    }
  }
)
export type AttributeChanges = typeof AttributeChanges.Type

/** Returns an issue for each fault, so that the error of a value names its attribute. */
const issueOf = (value: unknown, ast: Schema.Schema.Any["ast"]): ParseResult.Composite | ParseResult.Type => {
  const faults = Predicate.isRecord(value) ? faultsIn(value) : []
  const [first, ...others] = faults.map(({ field, problem }) => {
    const issue = new ParseResult.Type(ast, value, problem)
    return field === "" ? issue : new ParseResult.Pointer(field, value, issue)
  })
  return first === undefined
    ? new ParseResult.Type(ast, value, `must be ${expectation}`)
    : new ParseResult.Composite(ast, value, [first, ...others])
}

/** Returns the attributes after the changes, in the order of their names. */
export const changed = (attributes: Attributes, changes: AttributeChanges): Attributes => {
  const found = new Map<string, Scalar>(Object.entries(attributes))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) found.delete(name)
    else found.set(name, value)
  }
  return inOrder(found)
}

/** Returns the attributes in the order of their names. Unlike an assignment, `Object.fromEntries` can create an entry named "__proto__". */
export const inOrder = (entries: Iterable<readonly [string, Scalar]>): Attributes =>
  Object.fromEntries(Array.from(entries).sort(([one], [other]) => (one < other ? -1 : 1)))
