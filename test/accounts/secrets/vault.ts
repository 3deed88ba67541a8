// Everything that was ever secret in a test, and whether a text holds any of it.
import { randomBytes } from "node:crypto"

/** What all tokens of a test's own begin with, so that a text without it need not be searched for each of them. */
const mark = "hunter-"

/** As long as a token of the service. */
export const newToken = (): string => `${mark}${randomBytes(27).toString("base64url")}`

export interface Secret {
  readonly name: string
  readonly value: string
}

const forms = new Map<string, ReadonlyArray<string>>()

/** A secret as it is, in an address, and in base64, whatever number of bytes stands before it. */
const formsOf = (value: string): ReadonlyArray<string> => {
  const known = forms.get(value)
  if (known !== undefined) return known
  const encoded = ["", "x", "xx"].map((before) =>
    Buffer.from(`${before}${value}`)
      .toString("base64")
      .slice(before === "" ? 0 : 4, -4)
  )
  const found = [value, encodeURIComponent(value), ...encoded]
  forms.set(value, found)
  return found
}

/** Six digits are in many a number; a code stands alone. */
const isCode = (value: string): boolean => /^\d{6}$/.test(value)

export const holds = (text: string, { value }: Secret): boolean =>
  isCode(value)
    ? new RegExp(`(?<![\\w.:+-])${value}(?![\\w.:+-])`).test(text)
    : formsOf(value).some((form) => text.includes(form))

const isMarked = (text: string): boolean => formsOf(mark).some((form) => text.includes(form))

/** The names of those that a text holds. */
export const heldIn = (text: string, secrets: Iterable<Secret>): ReadonlyArray<string> => {
  const marked = isMarked(text)
  return Array.from(secrets)
    .filter((secret) => (marked || !secret.value.startsWith(mark)) && holds(text, secret))
    .map(({ name }) => name)
}
