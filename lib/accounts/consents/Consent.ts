import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { UserLogin } from "../users/User.ts"

/** The consents of a user to one application of a partner. */
export const Consent = Schema.Struct({
  clientId: Schema.String,
  applicationName: Schema.String,
  partnerName: Schema.String,
  scopes: Schema.Array(Schema.String),
  /** When the user gave the first of these consents. */
  createdAt: Schema.Date,
  /** When the user gave the last of these consents. */
  updatedAt: Schema.Date
})
export type Consent = typeof Consent.Type

export const ListConsents = Schema.Struct(UserLogin.fields)
export type ListConsentsInput = Documented.Of<typeof ListConsents, Documented.ListConsentsInput>

export const WithdrawConsent = Schema.Struct({
  ...ListConsents.fields,
  clientId: required(
    Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), mustBe("the clientId of a consent"))
  )
})
export type WithdrawConsentInput = Documented.Of<typeof WithdrawConsent, Documented.WithdrawConsentInput>
