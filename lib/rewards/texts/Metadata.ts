import { Schema } from "effect"
import { mustBe, storable } from "../../schema/Input.ts"

export const maxMetadata = { entries: 50, key: 40, value: 500 }

const isStorable = (text: string, min: number, max: number): boolean =>
  text.length >= min && text.length <= max && storable(text)

const isMetadata = (value: unknown): value is Readonly<Record<string, string>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const entries: ReadonlyArray<readonly [string, unknown]> = Object.entries(value)
  return (
    entries.length <= maxMetadata.entries &&
    entries.every(
      ([key, text]) =>
        isStorable(key, 1, maxMetadata.key) &&
        typeof text === "string" &&
        isStorable(text, 0, maxMetadata.value)
    )
  )
}

/** Keys and texts that a caller stores with an award, transfer or adjustment. */
export const Metadata = Schema.declare(isMetadata).pipe(
  mustBe(
    `an object of at most ${maxMetadata.entries} texts, with keys of 1 to ${maxMetadata.key} and values of up to ${maxMetadata.value} characters`
  ),
  Schema.annotations({
    jsonSchema: {
      type: "object",
      maxProperties: maxMetadata.entries,
      propertyNames: { minLength: 1, maxLength: maxMetadata.key },
      additionalProperties: { type: "string", maxLength: maxMetadata.value }
    }
  })
)
export type Metadata = typeof Metadata.Type

export const noMetadata: Metadata = {}

/** Returns the entries in the order of their keys, so that equal metadata gives an equal fingerprint. */
export const sorted = (metadata: Metadata): ReadonlyArray<readonly [string, string]> =>
  Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))
