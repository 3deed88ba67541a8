import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import { RowId } from "../Identity.ts"
import { PersonKey } from "../sessions/Session.ts"
import { Otp, TotpCode } from "./Otp.ts"

/** The secret of a second factor, for an authenticator app. It is shown only once. */
export const TotpSetup = Schema.Struct({
  /** The secret in base32, for people who cannot scan the QR code. */
  secret: Schema.String,
  /** The address that a QR code contains. */
  uri: Schema.String
})
export type TotpSetup = typeof TotpSetup.Type

/** Codes for logins without the authenticator app. Each code works once. They are shown only once. */
export const RecoveryCodes = Schema.Struct({ recoveryCodes: Schema.Array(Schema.String) })
export type RecoveryCodes = typeof RecoveryCodes.Type

export const ConfirmTotp = Schema.Struct({
  ...PersonKey.fields,
  /** The code that the authenticator app shows. */
  otp: required(TotpCode)
})
export type ConfirmTotpInput = Documented.Of<typeof ConfirmTotp, Documented.ConfirmTotpInput>

export const RemoveTotp = Schema.Struct({
  ...PersonKey.fields,
  /** The code that the authenticator app shows, or a recovery code. */
  otp: required(Otp)
})
export type RemoveTotpInput = Documented.Of<typeof RemoveTotp, Documented.RemoveTotpInput>

export const RemoveTotpOf = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the person who lost the second factor. */
  id: required(RowId)
})
export type RemoveTotpOfInput = Documented.Of<typeof RemoveTotpOf, Documented.RemoveTotpOfInput>
