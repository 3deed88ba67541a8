type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }

/** An attribute in the JSON form of OTLP, where whole numbers are texts. */
export interface Attribute {
  readonly key: string
  readonly value: Value
}

const encode = (value: unknown): Value => {
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { stringValue: String(value) }
}

export const attributesOf = (entries: Iterable<readonly [string, unknown]>): ReadonlyArray<Attribute> =>
  Array.from(entries, ([key, value]) => ({ key, value: encode(value) }))
