import { Schema, Struct } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, mustBe, required } from "../../schema/Input.ts"
import { displayName, WebUrl } from "../../schema/Text.ts"
import { Ecosystem, Email, isRedirect, PartnerPassword, RedirectUrl } from "../Identity.ts"

/** The application that onboarding registers for a partner. */
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
  applicationName: required(displayName(200)),
  redirectUrl: required(RedirectUrl),
  webRedirectUrl: Schema.optional(RedirectUrl),
  mobileRedirectUrl: Schema.optional(RedirectUrl),
  email: required(Email),
  partnerName: required(displayName(200)),
  password: required(PartnerPassword),
  confirmPassword: required(Schema.String),
  userDetailsUrl: required(WebUrl)
})
export type OnboardPartner = typeof OnboardPartner.Type
export type OnboardPartnerInput = Documented.Of<typeof OnboardPartner, Documented.OnboardPartnerInput>

/** A redirect address in an update. Null or an empty text removes the stored address. */
const RemovableUrl = Schema.transform(Schema.NullOr(Schema.String), Schema.NullOr(Schema.String), {
  strict: true,
  decode: (value) => value?.trim() || null,
  encode: (value) => value
}).pipe(
  Schema.filter((value) => value === null || isRedirect(value), { jsonSchema: { maxLength: 2048 } }),
  mustBe("an absolute URL, such as https://example.com/return, or empty to remove it")
)

export const UpdatePartner = Schema.Struct({
  applicationName: Schema.optional(displayName(200)),
  partnerName: Schema.optional(displayName(200)),
  redirectUrl: Schema.optional(RedirectUrl),
  webRedirectUrl: Schema.optional(RemovableUrl),
  mobileRedirectUrl: Schema.optional(RemovableUrl),
  userDetailsUrl: Schema.optional(WebUrl),
  email: Schema.optional(Email),
  /** The current password. It is required if the e-mail address changes. */
  currentPassword: Schema.optional(Schema.String)
})
export type UpdatePartner = typeof UpdatePartner.Type
export type UpdatePartnerInput = Documented.Of<typeof UpdatePartner, Documented.UpdatePartnerInput>

/** A partner, and the ecosystem in the path of the request. */
export const PartnerOfEcosystem = Schema.Struct({
  partnerId: required(PartnerId),
  ecosystem: required(Ecosystem)
})
export type PartnerOfEcosystemInput = Documented.Of<
  typeof PartnerOfEcosystem,
  Documented.PartnerOfEcosystemInput
>
export type UpdateApplicationInput = PartnerOfEcosystemInput & UpdatePartnerInput

/** The fields that an update can change. `currentPassword` is not one of them: it only proves the caller's identity. */
export const changeable = Struct.keys(UpdatePartner.omit("currentPassword").fields)

/** The fields that an update cannot change, with the error for each. */
const fixed: Readonly<Record<string, string>> = {
  id: "cannot be changed",
  clientId: "cannot be changed",
  partnerId: "cannot be changed",
  password: "cannot be changed here: ask for a link with /partners/forgot-password",
  confirmPassword: "cannot be changed here: ask for a link with /partners/forgot-password"
}

/** Refuses an update with a field of `fixed`, or without any field to change. */
export const checkUpdatePartner: CrossCheck = (input) => {
  const refused = Object.entries(fixed)
    .filter(([field]) => input[field] !== undefined)
    .map(([field, problem]) => ({ field, problem }))
  return refused.length > 0 || changeable.some((field) => input[field] !== undefined)
    ? refused
    : [{ field: "input", problem: `must have at least one of ${changeable.join(", ")}` }]
}
