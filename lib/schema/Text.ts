import { Schema } from "effect"
import { mustBe, trimmed, withoutTokens } from "./Input.ts"

const control = /\p{Cc}/u

/**
 * Returns true if the text is well-formed Unicode without control characters. PostgreSQL rejects NUL, and a line break would end a mail
 * header.
 */
export const isPlain = (value: string): boolean => value.isWellFormed() && !control.test(value)

/** Cleans text from outside this service: removes NUL, secrets of this service and lone surrogates, and truncates the text. */
export const cleaned = (text: string, max: number): string =>
  withoutTokens(text.replaceAll("\u0000", "")).slice(0, max).toWellFormed()

/**
 * Characters that change the direction of text, or that are not displayed. A name with them can look like another name. Variation
 * selectors are allowed, because many emoji need one.
 */
const deceptive = /[\p{Bidi_Control}[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]]/v

/** Returns true if the text has no `deceptive` characters. */
export const isVisible = (value: string): boolean => !deceptive.test(value)

const codePointOf = (value: string): string =>
  `U+${(deceptive.exec(value)?.[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

/** Makes the schema of a name that other people read: text of 1 to `max` characters, none of them `deceptive`. */
export const displayName = (max: number) =>
  trimmed(1, max).pipe(
    Schema.filter(
      (value) =>
        isVisible(value) ? true : `must have only visible characters: remove ${codePointOf(value)}`,
      { description: `text of 1 to ${max} visible characters`, jsonSchema: {} }
    )
  )

export const isUrl = (value: string, hasProtocol: (protocol: string) => boolean): boolean =>
  value.length <= 2048 && isPlain(value) && URL.canParse(value) && hasProtocol(new URL(value).protocol)

export const WebUrl = Schema.Trim.pipe(
  Schema.filter((value) => isUrl(value, (protocol) => protocol === "https:" || protocol === "http:"), {
    jsonSchema: { maxLength: 2048 }
  }),
  mustBe("an absolute http or https address")
)

/** Escapes text for HTML, both for the content of an element and for an attribute's value in quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
