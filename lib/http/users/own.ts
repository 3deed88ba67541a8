import { Effect } from "effect"
import type { Consent as Allowed } from "../../accounts/consents/Consent.ts"
import { Consents } from "../../accounts/consents/Consents.ts"
import { UserResets } from "../../accounts/users/UserResets.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type Handled, handle } from "../handle.ts"
import { type Consent, consents, forgotPassword, resetPassword, revokeConsent } from "./api.ts"

const consent = (allowed: Allowed): typeof Consent.Encoded => ({
  clientId: allowed.clientId,
  applicationName: allowed.applicationName,
  partnerName: allowed.partnerName,
  scopes: allowed.scopes,
  createdAt: allowed.createdAt.toISOString(),
  updatedAt: allowed.updatedAt.toISOString()
})

/** What users do with their own accounts: a new password, and the consents that they gave. */
export const ownAccount: ReadonlyArray<Handled> = [
  handle(
    forgotPassword,
    Effect.fnUntraced(function* ({ body }) {
      const resets = yield* UserResets
      yield* resets.forgot(new Unparsed(body))
      return { message: "If a user has this e-mail address, an OTP was sent to it", data: {} }
    })
  ),

  handle(
    resetPassword,
    Effect.fnUntraced(function* ({ body }) {
      const resets = yield* UserResets
      yield* resets.reset(new Unparsed(body))
      return { message: "Password changed successfully, all consents were revoked", data: {} }
    })
  ),

  handle(
    consents,
    Effect.fnUntraced(function* ({ body }) {
      const consents = yield* Consents
      const found = yield* consents.list(new Unparsed(body))
      return { message: "Consents returned successfully", data: found.map(consent) }
    })
  ),

  handle(
    revokeConsent,
    Effect.fnUntraced(function* ({ body }) {
      const consents = yield* Consents
      yield* consents.withdraw(new Unparsed(body))
      return { message: "Consent revoked successfully", data: {} }
    })
  )
]
