import { call } from "../../api.ts"
import type { Activity, Member } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { words } from "../../words/activities.ts"
import { fixedFields, type Kind } from "../rules/whenFields.ts"

/** Field paths and types of activities that were recorded lately, as suggestions for conditions. */

interface Suggestion {
  readonly value: string
  readonly note?: string
}

export interface SeenField {
  readonly field: string
  readonly kind: Kind
  /** What it contained, such as "Number, seen from 1.9 to 64". */
  readonly note: string
}

export interface Seen {
  readonly types: ReadonlyArray<Suggestion>
  /** The fields in the data of one type of activity, in the order of their names. */
  readonly fieldsOf: (type: string) => ReadonlyArray<SeenField>
  readonly attributes: ReadonlyArray<SeenField>
}

export const nothingSeen: Seen = { types: [], fieldsOf: () => [], attributes: [] }

type Value = string | number | boolean
type Found = Map<string, Array<Value>>

const maxLevels = 5
const maxExamples = 4
const maxExample = 24

const isValue = (value: unknown): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const add = (found: Found, field: string, value: Value): void => {
  found.set(field, [...(found.get(field) ?? []), value])
}

/** Adds the values in an object by path. A path does not lead into lists, or through a key that contains a full stop. */
const collect = (found: Found, within: object, prefix: string, levels: number): void => {
  for (const [key, value] of Object.entries(within)) {
    if (key === "" || key.includes(".")) continue
    const field = `${prefix}.${key}`
    if (isValue(value)) add(found, field, value)
    else if (typeof value === "object" && value !== null && !Array.isArray(value) && levels > 1) {
      collect(found, value, field, levels - 1)
    }
  }
}

const shortened = (text: string): string =>
  text.length > maxExample ? `${text.slice(0, maxExample - 1)}…` : text

const seenField = ([field, values]: readonly [string, ReadonlyArray<Value>]): SeenField => {
  const numbers = values.filter((value) => typeof value === "number")
  if (numbers.length * 2 > values.length) {
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
    const note =
      least === most ? words.numberIs(exact(least)) : words.numberBetween(exact(least), exact(most))
    return { field, kind: "number", note }
  }
  const texts = values.filter((value) => typeof value === "string")
  if (texts.length === 0) return { field, kind: "boolean", note: words.trueOrFalse }
  const examples = [...new Set(texts)].toSorted().slice(0, maxExamples).map(shortened)
  return { field, kind: "text", note: words.texts(examples.join(", ")) }
}

const inOrder = (found: Found): ReadonlyArray<SeenField> =>
  [...found].map(seenField).toSorted((one, other) => (one.field < other.field ? -1 : 1))

/** What activities and members contain. */
export const seenIn = (
  activities: ReadonlyArray<Pick<Activity, "type" | "data">>,
  members: ReadonlyArray<Pick<Member, "attributes">>
): Seen => {
  const byType = Map.groupBy(activities, ({ type }) => type)
  const attributes: Found = new Map()
  for (const member of members) {
    for (const [name, value] of Object.entries(member.attributes ?? {})) {
      add(attributes, `member.attributes.${name}`, value)
    }
  }
  return {
    types: [...byType]
      .toSorted(([one, some], [other, others]) => others.length - some.length || (one < other ? -1 : 1))
      .map(([value, of]) => ({
        value,
        note: words.ofNewest(of.length)
      })),
    fieldsOf: (type) => {
      const found: Found = new Map()
      for (const { data } of byType.get(type) ?? []) collect(found, data ?? {}, "data", maxLevels)
      return inOrder(found)
    },
    attributes: inOrder(attributes)
  }
}

/** Reads the newest activities and some members. Suggestions are a help, so a failure gives none. */
export const readSeen = async (signal: AbortSignal): Promise<Seen> => {
  const [activities, members] = await Promise.all([
    call("activities.list", { query: { limit: "100" }, signal }).catch(() => undefined),
    call("members.list", { query: { limit: "100" }, signal }).catch(() => undefined)
  ])
  return seenIn(activities?.data ?? [], members?.data ?? [])
}

/** Suggestions for the field of a condition: the data, the attributes, then what every activity has. */
export const fieldOptions = ({ attributes, fieldsOf }: Seen, type: string): ReadonlyArray<Suggestion> => [
  ...[...fieldsOf(type), ...attributes].map(({ field, note }) => ({ value: field, note })),
  ...fixedFields.map(({ words }) => ({ value: words }))
]
