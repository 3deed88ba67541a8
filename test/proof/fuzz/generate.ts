// Values that fit a schema of the document. Fields that name something get what the service has answered before.
import type { Random } from "../random.ts"
import { isList, isObject, type Json, type JsonObject, resolved } from "./document.ts"

/** What the service is known to have, by the name of the field that asks for it. */
export type Known = ReadonlyMap<string, ReadonlyArray<string>>

const oddTexts = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e\u2066rtl",
  "e\u0301\u0301\u0301\u0301",
  "\u{1f469}\u200d\u{1f4bb}",
  "İıſẞ",
  "'; DROP TABLE rewards_rule; --",
  "%00%0a%0d",
  "{{7*7}}",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "\u2028\u2029",
  "\r\nSet-Cookie: a=b",
  "ﬀ".repeat(30),
  "NaN",
  "1e400",
  " "
]
export const oddText = (random: Random): string => random.pick(oddTexts)

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
const hex = "0123456789abcdef"
const chars = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join("")
const digits = (random: Random, most: number): string =>
  `${1 + random.below(9)}${chars(random, "0123456789", random.below(most))}`

export const uuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((length) => chars(random, hex, length)).join("-")

const instant = (random: Random): string => new Date(random.below(2 ** 31) * 2000).toISOString()

const totp = (random: Random): string => chars(random, "0123456789", 6)

/** A text for each pattern of the document. */
const patterns: Readonly<Record<string, (random: Random) => string>> = {
  "^[A-Za-z0-9._~-]{43,128}$": (random) => chars(random, letters, 43 + random.below(86)),
  "^[\\x20-\\x7e]{1,255}$": (random) => chars(random, `${letters} !"#~`, 1 + random.below(60)),
  "^[0-9a-f]{32}$": (random) => chars(random, hex, 32),
  "^[0-9a-f]{64}$": (random) => chars(random, hex, 64),
  "^([1-9][0-9]?|100)$": (random) => String(1 + random.below(100)),
  "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$": uuid,
  "^([0-3]\\.)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$": (random) =>
    `${random.chance(0.3) ? `${random.below(4)}.` : ""}${uuid(random)}`,
  "^[1-9][0-9]{0,14}$": (random) => digits(random, random.chance(0.1) ? 15 : 3),
  "^(0|[1-9][0-9]{0,11})(?:\\.([0-9]{1,4}))?$": (random) =>
    `${digits(random, 3)}${random.chance(0.3) ? `.${digits(random, 4)}` : ""}`,
  "^[a-z][a-z0-9-]{0,31}$": (random) => `e${chars(random, letters, random.below(32))}`,
  // Few types, so that activities meet rules.
  "^[a-z0-9._-]{1,64}$": (random) =>
    random.chance(0.7)
      ? random.pick(["order.placed", "visit"])
      : chars(random, `${letters}._-`, 1 + random.below(64)),
  "^[0-9]{8}$": (random) => chars(random, "0123456789", 8),
  "^([0-9]{3} ?[0-9]{3})$": totp,
  "^([0-9]{3} ?[0-9]{3}|[A-Za-z2-7]{4}([ -]?[A-Za-z2-7]{4}){3})$": (random) =>
    random.chance(0.5) ? totp(random) : chars(random, "abcdefghijklmnopqrstuvwxyz234567", 16),
  "^[0-9]{6}$": (random) => chars(random, "0123456789", 6),
  "^(-1|[1-9][0-9]{0,14})$": (random) => (random.chance(0.3) ? "-1" : digits(random, 3)),
  "^(19[7-9][0-9]|2[0-9]{3})$": (random) => String(1970 + random.below(1030)),
  "^([1-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-5])$": (random) => String(1 + random.below(365)),
  "^P(?=[1-9])(?:([1-9]\\d{0,3})Y)?(?:([1-9]\\d{0,3})M)?(?:([1-9]\\d{0,3})D)?$": (random) =>
    random.pick(["P1Y", "P90D", "P1M", "P1D", "P1Y6M10D", "P11Y"]),
  "^[A-Za-z0-9_-]{43}$": (random) => chars(random, letters, 43),
  "^\\+[1-9][0-9]{0,3}$": (random) => `+${digits(random, 4)}`
}

const formats: Readonly<Record<string, (random: Random) => string>> = {
  uuid,
  "date-time": instant,
  date: (random) => instant(random).slice(0, 10),
  password: (random) => `Aa1!${chars(random, letters, 8)}`
}

const leaves: ReadonlyArray<(random: Random) => JsonObject> = [
  (random) => ({ field: "data.total", is: "atLeast", value: random.below(100) }),
  (random) => ({ field: "data.items", is: "in", value: [random.below(5), oddText(random)] }),
  (random) => ({ field: "member.activities", is: "lessThan", value: random.below(50) }),
  (random) => ({ field: "member.attributes.tier", is: "exists", value: random.chance(0.5) }),
  (random) => ({ field: "local.weekday", is: "notEquals", value: random.below(9) })
]

/** Conditions of rules. Their schema is recursive, and says of a field only that it is a text. */
const conditionsOf = (random: Random, depth: number): JsonObject => {
  const some = () => Array.from({ length: 1 + random.below(3) }, () => conditionsOf(random, depth + 1))
  if (depth > 4 || random.chance(0.5)) return random.pick(leaves)(random)
  return random.pick([
    () => ({ all: some() }),
    () => ({ any: some() }),
    () => ({ not: conditionsOf(random, depth + 1) })
  ])()
}

const numberOr = (value: Json | undefined, otherwise: number): number =>
  typeof value === "number" ? value : otherwise

const textOf = (schema: JsonObject, random: Random): string => {
  const { examples, format, maxLength, minLength, pattern } = schema
  if (typeof pattern === "string") {
    const make = patterns[pattern]
    if (make === undefined) throw new Error(`no text is known for the pattern ${pattern}`)
    return make(random)
  }
  const make = typeof format === "string" ? formats[format] : undefined
  if (make !== undefined) return make(random)
  if (isList(examples) && examples.length > 0 && random.chance(0.5)) return String(random.pick(examples))
  const [least, most] = [numberOr(minLength, 0), numberOr(maxLength, 200)]
  if (random.chance(0.15)) return oddText(random).padEnd(least, "x").slice(0, most)
  if (random.chance(0.05)) return "x".repeat(most)
  return chars(random, letters, least + random.below(Math.min(most - least, 24) + 1))
}

const numberOf = ({ exclusiveMinimum, maximum, minimum }: JsonObject, random: Random): number => {
  const least = numberOr(minimum, numberOr(exclusiveMinimum, -1) + 1)
  return Math.min(least + random.below(random.chance(0.1) ? 2 ** 31 : 50), numberOr(maximum, 2 ** 40))
}

const objectOf = (schema: JsonObject, random: Random, known: Known): JsonObject => {
  const { additionalProperties, examples, properties, required } = schema
  const example = isList(examples) && random.chance(0.5) ? random.pick(examples) : undefined
  if (example !== undefined && isObject(example)) return example
  const needed = isList(required) ? required : []
  const fields = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, part]) =>
    needed.includes(name) || random.chance(0.4) ? [[name, generate(part, name, random, known)] as const] : []
  )
  const free =
    isObject(additionalProperties) && properties === undefined
      ? Array.from(
          { length: random.below(4) },
          (_, index) => [`key ${index}`, generate(additionalProperties, "", random, known)] as const
        )
      : []
  return Object.fromEntries([...fields, ...free])
}

/** A value for the field of this name. */
export const generate = (schema: Json, name: string, random: Random, known: Known): Json => {
  if (isObject(schema) && schema.$ref === "#/components/schemas/Conditions") return conditionsOf(random, 1)
  const whole = resolved(schema)
  const { anyOf, enum: words, items, maxItems, minItems, type } = whole
  const names = known.get(name)
  if (names !== undefined && names.length > 0 && random.chance(0.75)) return random.pick(names)
  if (isList(words)) return random.pick(words)
  if (isList(anyOf)) return generate(random.pick(anyOf), name, random, known)
  switch (isList(type) ? random.pick(type) : type) {
    case "object":
      return objectOf(whole, random, known)
    case "array": {
      const length = numberOr(minItems, 0) + random.below(Math.min(numberOr(maxItems, 4), 4) + 1)
      return Array.from({ length }, () => generate(items ?? {}, name, random, known))
    }
    case "number":
    case "integer":
      return numberOf(whole, random)
    case "boolean":
      return random.chance(0.5)
    case "null":
      return null
    default:
      return textOf(whole, random)
  }
}
