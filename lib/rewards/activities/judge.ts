import { BoundedMap } from "../../schema/BoundedMap.ts"
import { localTime } from "../limits/calendar.ts"
import { attributeOf, type Conditions, type Leaf, pathOf, type Scalar } from "./When.ts"

/** Everything that decides whether an activity meets the conditions of a rule. */
export interface Facts {
  readonly data: Readonly<Record<string, unknown>>
  readonly attributes: Readonly<Record<string, Scalar>>
  /** How many activities of this type the member has, including this one. */
  readonly activities: number
  /** How many times the rule has paid the member. */
  readonly paid: number
  readonly occurredAt: Date
  readonly timeZone: string
}

/** A leaf, and whether it held. `value` is the value in the condition, never a value of the member or of the data. */
export interface Reason extends Leaf {
  readonly held: boolean
}

/** Whether conditions are met. `because` has the leaves that decided this. */
export interface Verdict {
  readonly met: boolean
  readonly because: ReadonlyArray<Reason>
}

export const judge = (conditions: Conditions | undefined, facts: Facts): Verdict => {
  if (conditions === undefined) return { met: true, because: [] }
  const because: Array<Reason> = []
  const met = compiled(conditions)(facts, because)
  return { met, because }
}

/** Judges conditions. Appends to `because` the leaves that decided the result. */
type Judge = (facts: Facts, because: Array<Reason>) => boolean

/** Compiled conditions. The conditions of a rule are always the same object, because decoded rules are cached. */
const known = new WeakMap<Conditions, Judge>()

const compiled = (conditions: Conditions): Judge => {
  const found = known.get(conditions)
  if (found !== undefined) return found
  const made = compile(conditions)
  known.set(conditions, made)
  return made
}

const compile = (conditions: Conditions): Judge => {
  if ("all" in conditions) return compileAll(conditions.all.map(compile))
  if ("any" in conditions) return compileAny(conditions.any.map(compile))
  if ("not" in conditions) {
    const inner = compile(conditions.not)
    return (facts, because) => !inner(facts, because)
  }
  const { field, is, value } = conditions
  const holds = compileLeaf(conditions)
  const read = reader(field)
  const yes: Reason = Object.freeze({ field, is, value, held: true })
  const no: Reason = Object.freeze({ field, is, value, held: false })
  return (facts, because) => {
    const held = holds(read(facts), facts)
    because.push(held ? yes : no)
    return held
  }
}

/** Makes a judge of parts that must all hold. If some parts do not hold, these parts decide. If all parts hold, all parts decide. */
const compileAll =
  (parts: ReadonlyArray<Judge>): Judge =>
  (facts, because) => {
    const start = because.length
    let met = true
    for (const part of parts) {
      const end = because.length
      if (part(facts, because)) {
        if (!met) because.length = end
      } else if (met) {
        met = false
        because.splice(start, end - start)
      }
    }
    return met
  }

/** Makes a judge of parts of which one must hold. The first part that holds decides. If none holds, all parts decide. */
const compileAny =
  (parts: ReadonlyArray<Judge>): Judge =>
  (facts, because) => {
    const start = because.length
    for (const part of parts) {
      const end = because.length
      if (!part(facts, because)) continue
      because.splice(start, end - start)
      return true
    }
    return false
  }

const knownFields = new WeakMap<Conditions, ReadonlyArray<string>>()

/** Returns the fields that conditions read. */
export const fieldsRead = (conditions: Conditions | undefined): ReadonlyArray<string> => {
  if (conditions === undefined) return []
  const found = knownFields.get(conditions) ?? fieldsIn(conditions)
  knownFields.set(conditions, found)
  return found
}

const fieldsIn = (conditions: Conditions): ReadonlyArray<string> => {
  if ("all" in conditions) return conditions.all.flatMap(fieldsIn)
  if ("any" in conditions) return conditions.any.flatMap(fieldsIn)
  return "not" in conditions ? fieldsIn(conditions.not) : [conditions.field]
}

const own = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

const along = (data: unknown, path: ReadonlyArray<string>): unknown => {
  let found = data
  for (const key of path) found = own(found, key)
  return found
}

/** Returns the value of a field of the data, such as `data.total`; undefined if there is none. A path does not lead into lists. */
export const valueIn = (data: Facts["data"], field: string): unknown => {
  const path = pathOf(field)
  return path === undefined ? undefined : along(data, path)
}

/** Makes a function that reads a field. The function returns undefined if the field has no value. */
const reader = (field: string): ((facts: Facts) => unknown) => {
  const path = pathOf(field)
  if (path !== undefined) return ({ data }) => along(data, path)
  const attribute = attributeOf(field)
  if (attribute !== undefined) return ({ attributes }) => own(attributes, attribute)
  switch (field) {
    case "member.activities":
      return ({ activities }) => activities
    case "member.paid":
      return ({ paid }) => paid
    case "local.date":
      return (facts) => localOf(facts).toISOString().slice(0, 10)
    case "local.weekday":
      return (facts) => localOf(facts).getUTCDay() || 7
    case "local.hour":
      return (facts) => localOf(facts).getUTCHours()
    default:
      return () => undefined
  }
}

const localOf = ({ occurredAt, timeZone }: Facts): Date => localTime(timeZone, occurredAt)

const byUnit = (one: string, other: string): number => (one < other ? -1 : one === other ? 0 : 1)

/** Compares texts by code point. JavaScript compares UTF-16 units, which sorts U+10000 and above before U+E000 to U+FFFF. */
export const compareTexts = (one: string, other: string): number => byUnit(sortable(one), sortable(other))

/** UTF-16 units of U+D800 and above. If one of two texts has none, comparing by unit gives the same as comparing by code point. */
const high = /[\ud800-\uffff]/g

/** Maps the high units so that surrogates come last. Comparing the results by unit then compares the texts by code point. */
const sortable = (text: string): string =>
  text.replace(high, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })

/** Caches the sortable texts of an activity, because many conditions can compare the same text. */
const sortables = new WeakMap<Facts["data"], BoundedMap<string>>()

const sortableOf = ({ data }: Facts, text: string): string => {
  const known = sortables.get(data) ?? new BoundedMap<string>(200)
  sortables.set(data, known)
  return known.get(text) ?? known.remember(text, sortable(text))
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/**
 * Makes a function that says whether a leaf holds for a value. A missing field or a value of another type makes a leaf false. But `exists`
 * only asks whether the field has a value.
 */
const compileLeaf = ({ is, value: wanted }: Leaf): ((found: unknown, facts: Facts) => boolean) => {
  switch (is) {
    case "exists":
      return (found) => (found !== undefined && found !== null) === wanted
    case "equals":
      return (found) => isScalar(found) && found === wanted
    case "notEquals":
      return (found) => isScalar(found) && typeof found === typeof wanted && found !== wanted
    case "in": {
      const values = new Set<unknown>(Array.isArray(wanted) ? wanted : [])
      return (found) => isScalar(found) && values.has(found)
    }
    case "startsWith":
      return (found) => typeof found === "string" && typeof wanted === "string" && found.startsWith(wanted)
    case "atLeast":
      return holdsOrder(wanted, (order) => order >= 0)
    case "atMost":
      return holdsOrder(wanted, (order) => order <= 0)
    case "moreThan":
      return holdsOrder(wanted, (order) => order > 0)
    case "lessThan":
      return holdsOrder(wanted, (order) => order < 0)
  }
}

/** Compares values by order. Does not hold for values of different types, or for values without an order, such as booleans. */
const holdsOrder = (
  wanted: Leaf["value"],
  fits: (order: number) => boolean
): ((found: unknown, facts: Facts) => boolean) => {
  if (typeof wanted === "number") return (found) => typeof found === "number" && fits(found - wanted)
  if (typeof wanted !== "string") return () => false
  const sorted = sortable(wanted)
  // `wanted` has no high units, so comparing by unit gives the same as comparing by code point (see `high`).
  if (sorted === wanted) return (found) => typeof found === "string" && fits(byUnit(found, wanted))
  return (found, facts) => typeof found === "string" && fits(byUnit(sortableOf(facts, found), sorted))
}
