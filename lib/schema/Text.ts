import { Schema } from "effect"
import { mustBe } from "./Input.ts"

const control = /\p{Cc}/u

/**
 * True if the text is well-formed Unicode without control characters. PostgreSQL rejects NUL, and a line break would end a mail
 * header.
 */
export const isPlain = (value: string): boolean => value.isWellFormed() && !control.test(value)

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
