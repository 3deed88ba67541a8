import { Schema } from "effect"
import { isId } from "../schema/Id.ts"
import { type CrossCheck, mustBe } from "../schema/Input.ts"
import { isPlain, isUrl, isVisible } from "../schema/Text.ts"

/** The id of a record of `lib/accounts`, such as an API key or a person. */
export const RowId = Schema.String.pipe(
  Schema.filter((value) => isId(value), { jsonSchema: { format: "uuid" } }),
  mustBe("an id made by this service")
)

/** The name of an ecosystem. It is a segment of paths: `/api/v1/<eco>/…`. A partner's login belongs to one ecosystem. */
export const Ecosystem = Schema.String.pipe(
  Schema.pattern(/^[a-z][a-z0-9-]{0,31}$/),
  mustBe("a lower-case word of up to 32 letters, digits and dashes that starts with a letter")
)

export const isEcosystem = Schema.is(Ecosystem)

/** Checks the form only, not whether the address exists. */
export const Email = Schema.Trim.pipe(
  Schema.filter(
    (value) =>
      value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && isPlain(value) && isVisible(value),
    { jsonSchema: { maxLength: 254 } }
  ),
  mustBe("an e-mail address")
)

/** Returns the form in which e-mail addresses are compared, without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase()

const forbiddenSchemes = new Set(["javascript:", "data:", "file:", "blob:", "vbscript:", "about:"])

export const isRedirect = (value: string): boolean =>
  isUrl(value, (protocol) => !forbiddenSchemes.has(protocol))

/** A web address, or an address with the scheme of a native app, such as `acme://signed-in`. */
export const RedirectUrl = Schema.Trim.pipe(
  Schema.filter(isRedirect, { jsonSchema: { maxLength: 2048 } }),
  mustBe("an absolute URL, such as https://example.com/return")
)

const passwordRules: ReadonlyArray<readonly [RegExp, string]> = [
  [/^.{8,}$/s, "at least 8 characters"],
  [/\p{Lu}/u, "one uppercase letter"],
  [/\p{Nd}/u, "one number"],
  [/[^\p{L}\p{N}\s]/u, "one special character"],
  [/^.{0,200}$/s, "at most 200 characters"]
]

export const PartnerPassword = Schema.String.pipe(
  Schema.filter(
    (value) => {
      const unmet = passwordRules.filter(([pattern]) => !pattern.test(value)).map(([, rule]) => rule)
      return unmet.length === 0 ? true : `must have ${unmet.join(", ")}`
    },
    {
      description: `text with ${passwordRules.map(([, rule]) => rule).join(", ")}`,
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

export const checkPasswordsMatch: CrossCheck = ({ password, confirmPassword }) =>
  typeof confirmPassword !== "string" || password === confirmPassword
    ? []
    : [{ field: "confirmPassword", problem: "must equal password" }]
