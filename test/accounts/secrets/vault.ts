// All secrets of a test, and whether a text contains any of them.
import { randomBytes } from "node:crypto"

/** The prefix of all tokens that a test invents, so that texts without it need not be searched for each token. */
const mark = "hunter-"

/** As long as a token of the service. */
export const newToken = (): string => `${mark}${randomBytes(27).toString("base64url")}`

export interface Secret {
  readonly name: string
  readonly value: string
}

const forms = new Map<string, ReadonlyArray<string>>()

/** A secret in plain form, URL-encoded, and in base64 at any offset. */
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

/** Six digits are part of many numbers, so a code must stand alone. */
const isCode = (value: string): boolean => /^\d{6}$/.test(value)

export const holds = (text: string, { value }: Secret): boolean =>
  isCode(value)
    ? new RegExp(`(?<![\\w.:+-])${value}(?![\\w.:+-])`).test(text)
    : formsOf(value).some((form) => text.includes(form))

const isMarked = (text: string): boolean => formsOf(mark).some((form) => text.includes(form))

/** The names of the secrets that a text contains. */
export const heldIn = (text: string, secrets: Iterable<Secret>): ReadonlyArray<string> => {
  const marked = isMarked(text)
  return Array.from(secrets)
    .filter((secret) => (marked || !secret.value.startsWith(mark)) && holds(text, secret))
    .map(({ name }) => name)
}
