import { Schema } from "effect"
import { type CrossCheck, mustBe } from "../schema/Input.ts"

/** The word under which a partner and its users live: `/api/v1/<eco>/…`. */
export const Ecosystem = Schema.String.pipe(
  Schema.pattern(/^[a-z][a-z0-9-]{0,31}$/),
  mustBe("a lower-case word of up to 32 letters, digits and dashes that starts with a letter")
)

/** Whether a text can be an ecosystem. */
export const isEcosystem = Schema.is(Ecosystem)

/** Control characters: no address holds any, no database takes all of them, and in a mail's head they end a line. */
const control = /\p{Cc}/u
const isPlain = (value: string): boolean => value.isWellFormed() && !control.test(value)

/** Good enough to send to; whether anybody reads it, only a mail can tell. */
export const Email = Schema.Trim.pipe(
  Schema.filter(
    (value) => value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && isPlain(value),
    { jsonSchema: { maxLength: 254 } }
  ),
  mustBe("an e-mail address")
)

/** E-mail addresses are one and the same without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase()

/** Addresses that a browser would run or read from its own machine are no place to return to. */
const forbidden = new Set(["javascript:", "data:", "file:", "blob:", "vbscript:", "about:"])

const isAddress = (value: string, protocols: (protocol: string) => boolean): boolean =>
  value.length <= 2048 && isPlain(value) && URL.canParse(value) && protocols(new URL(value).protocol)

export const isRedirect = (value: string): boolean => isAddress(value, (protocol) => !forbidden.has(protocol))

/** A web address or an app's own scheme, as in `acme://signed-in`. */
export const RedirectUrl = Schema.Trim.pipe(
  Schema.filter(isRedirect, { jsonSchema: { maxLength: 2048 } }),
  mustBe("an absolute address, such as https://example.com/return")
)

export const WebUrl = Schema.Trim.pipe(
  Schema.filter((value) => isAddress(value, (protocol) => protocol === "https:" || protocol === "http:"), {
    jsonSchema: { maxLength: 2048 }
  }),
  mustBe("an absolute http or https address")
)

/** What the interface asks of a partner's password; the message names every part that is unmet. */
const parts: ReadonlyArray<readonly [RegExp, string]> = [
  [/^.{8,}$/s, "at least 8 characters"],
  [/\p{Lu}/u, "one uppercase letter"],
  [/\p{Nd}/u, "one number"],
  [/[^\p{L}\p{N}\s]/u, "one special character"],
  [/^.{0,200}$/s, "at most 200 characters"]
]

export const PartnerPassword = Schema.String.pipe(
  Schema.filter(
    (value) => {
      const unmet = parts.filter(([pattern]) => !pattern.test(value)).map(([, part]) => part)
      return unmet.length === 0 ? true : `must have ${unmet.join(", ")}`
    },
    {
      description: `text with ${parts.map(([, part]) => part).join(", ")}`,
      jsonSchema: { minLength: 8, maxLength: 200 }
    }
  )
)

export const UserPassword = Schema.String.pipe(
  Schema.filter(
    (value) => (value.length >= 8 && value.length <= 200 ? true : "must have 8 to 200 characters"),
    { description: "text of 8 to 200 characters", jsonSchema: { minLength: 8, maxLength: 200 } }
  )
)

/** For inputs that ask for a password twice. */
export const checkPasswordsMatch: CrossCheck = ({ password, confirmPassword }) =>
  typeof confirmPassword !== "string" || password === confirmPassword
    ? []
    : [{ field: "confirmPassword", problem: "must equal password" }]
