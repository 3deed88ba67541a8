import { Schema } from "effect"
import { mustBe, required } from "../../schema/Input.ts"
import { text } from "../../schema/Text.ts"

/** What a user allows one application of a partner. */
export interface Consent {
  readonly clientId: string
  readonly applicationName: string
  readonly partnerName: string
  readonly scopes: ReadonlyArray<string>
  /** When the user allowed it first, and last. */
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const ListConsents = Schema.Struct({
  /** The user's tag or e-mail address. */
  tag: required(text(1, 254)),
  password: required(Schema.String)
})
export type ListConsentsInput = typeof ListConsents.Encoded

export const WithdrawConsent = Schema.Struct({
  ...ListConsents.fields,
  clientId: required(
    Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), mustBe("the clientId of a consent"))
  )
})
export type WithdrawConsentInput = typeof WithdrawConsent.Encoded
