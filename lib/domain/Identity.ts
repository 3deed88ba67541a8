import { Schema, Struct } from "effect"
import { PartnerId } from "./Id.ts"
import { type CrossCheck, mustBe, required } from "./Input.ts"
import { trimmed } from "./Text.ts"

/** The word under which a partner and its users live: `/api/v1/<eco>/…`. */
export const Ecosystem = Schema.String.pipe(
  Schema.pattern(/^[a-z][a-z0-9-]{0,31}$/),
  mustBe("a lower-case word of up to 32 letters, digits and dashes that starts with a letter")
)

/** Control characters: no address holds any, no database takes all of them, and in a mail's head they end a line. */
const control = /\p{Cc}/u
const isPlain = (value: string): boolean => value.isWellFormed() && !control.test(value)

/** Good enough to send to; whether anybody reads it, only a mail can tell. */
export const Email = Schema.Trim.pipe(
  Schema.filter((value) => value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && isPlain(value)),
  mustBe("an e-mail address")
)

/** E-mail addresses are one and the same without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase()

/** Addresses that a browser would run or read from its own machine are no place to return to. */
const forbidden = new Set(["javascript:", "data:", "file:", "blob:", "vbscript:", "about:"])

const isAddress = (value: string, protocols: (protocol: string) => boolean): boolean =>
  value.length <= 2048 && isPlain(value) && URL.canParse(value) && protocols(new URL(value).protocol)

const isRedirect = (value: string): boolean => isAddress(value, (protocol) => !forbidden.has(protocol))

/** A web address or an app's own scheme, as in `acme://signed-in`. */
export const RedirectUrl = Schema.Trim.pipe(
  Schema.filter(isRedirect),
  mustBe("an absolute address, such as https://example.com/return")
)

export const WebUrl = Schema.Trim.pipe(
  Schema.filter((value) => isAddress(value, (protocol) => protocol === "https:" || protocol === "http:")),
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
  Schema.filter((value) => {
    const unmet = parts.filter(([pattern]) => !pattern.test(value)).map(([, part]) => part)
    return unmet.length === 0 ? true : `must have ${unmet.join(", ")}`
  })
)

export const UserPassword = Schema.String.pipe(
  Schema.filter((value) =>
    value.length >= 8 && value.length <= 200 ? true : "must have 8 to 200 characters"
  )
)

/** For inputs that ask for a password twice. */
export const checkPasswordsMatch: CrossCheck = ({ password, confirmPassword }) =>
  typeof confirmPassword !== "string" || password === confirmPassword
    ? []
    : [{ field: "confirmPassword", problem: "must equal password" }]

export const ResetPassword = Schema.Struct({
  ecosystem: required(Ecosystem),
  token: required(Schema.String),
  password: required(PartnerPassword),
  confirmPassword: required(Schema.String)
})
export type ResetPasswordInput = typeof ResetPassword.Encoded

/** What onboarding registers for a partner. `id` is the application's, `partnerId` the partner's. */
export const Application = Schema.Struct({
  id: Schema.String,
  partnerId: PartnerId,
  clientId: Schema.String,
  applicationName: Schema.String,
  partnerName: Schema.String,
  email: Schema.String,
  redirectUrl: Schema.String,
  webRedirectUrl: Schema.NullOr(Schema.String),
  mobileRedirectUrl: Schema.NullOr(Schema.String),
  userDetailsUrl: Schema.String
})
export type Application = typeof Application.Type

export const OnboardPartner = Schema.Struct({
  ecosystem: required(Ecosystem),
  applicationName: required(trimmed(1, 200)),
  redirectUrl: required(RedirectUrl),
  webRedirectUrl: Schema.optional(RedirectUrl),
  mobileRedirectUrl: Schema.optional(RedirectUrl),
  email: required(Email),
  partnerName: required(trimmed(1, 200)),
  password: required(PartnerPassword),
  confirmPassword: required(Schema.String),
  userDetailsUrl: required(WebUrl)
})
export type OnboardPartner = typeof OnboardPartner.Type
export type OnboardPartnerInput = typeof OnboardPartner.Encoded

/** An address that may be taken back: null, or nothing between the quotes. */
const RemovableUrl = Schema.transform(Schema.NullOr(Schema.String), Schema.NullOr(Schema.String), {
  strict: true,
  decode: (value) => value?.trim() || null,
  encode: (value) => value
}).pipe(
  Schema.filter((value) => value === null || isRedirect(value)),
  mustBe("an absolute address, such as https://example.com/return, or empty to remove it")
)

export const UpdatePartner = Schema.Struct({
  applicationName: Schema.optional(trimmed(1, 200)),
  partnerName: Schema.optional(trimmed(1, 200)),
  redirectUrl: Schema.optional(RedirectUrl),
  webRedirectUrl: Schema.optional(RemovableUrl),
  mobileRedirectUrl: Schema.optional(RemovableUrl),
  userDetailsUrl: Schema.optional(WebUrl),
  email: Schema.optional(Email),
  currentPassword: Schema.optional(Schema.String)
})
export type UpdatePartner = typeof UpdatePartner.Type
export type UpdatePartnerInput = typeof UpdatePartner.Encoded

/** All but the password: it proves who asks, and stays as it is. */
export const changeable = Struct.keys(UpdatePartner.omit("currentPassword").fields)

const lasting: Readonly<Record<string, string>> = {
  id: "cannot be changed",
  clientId: "cannot be changed",
  partnerId: "cannot be changed",
  password: "cannot be changed here: ask for a link with /partners/forgot-password",
  confirmPassword: "cannot be changed here: ask for a link with /partners/forgot-password"
}

/** Whoever asks for a change that is not made must not take silence for consent. */
export const checkUpdatePartner: CrossCheck = (input) => {
  const refused = Object.entries(lasting)
    .filter(([field]) => input[field] !== undefined)
    .map(([field, problem]) => ({ field, problem }))
  return refused.length > 0 || changeable.some((field) => input[field] !== undefined)
    ? refused
    : [{ field: "input", problem: `must have at least one of ${changeable.join(", ")}` }]
}
