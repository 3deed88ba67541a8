import { Effect } from "effect"
import { type Consent as Allowed, ListConsents, WithdrawConsent } from "../../accounts/consents/Consent.ts"
import { Consents } from "../../accounts/consents/Consents.ts"
import { checkPasswordsMatch } from "../../accounts/Identity.ts"
import { ForgotUserPassword, ResetUserPassword } from "../../accounts/users/User.ts"
import { UserResets } from "../../accounts/users/UserResets.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { consents, forgotPassword, resetPassword, revokeConsent } from "./api.ts"
import type { Consent } from "./wire.ts"

const forgotInput = inputOf(ForgotUserPassword)
const resetInput = inputOf(ResetUserPassword, checkPasswordsMatch)
const listInput = inputOf(ListConsents)
const withdrawInput = inputOf(WithdrawConsent)

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
      yield* resets.forgot(yield* forgotInput(body))
      return { message: "If a user has this e-mail address, an OTP was sent to it", data: {} }
    })
  ),

  handle(
    resetPassword,
    Effect.fnUntraced(function* ({ body }) {
      const resets = yield* UserResets
      yield* resets.reset(yield* resetInput(body))
      return { message: "Password changed successfully, all consents were revoked", data: {} }
    })
  ),

  handle(
    consents,
    Effect.fnUntraced(function* ({ body }) {
      const consents = yield* Consents
      const found = yield* consents.list(yield* listInput(body))
      return { message: "Consents returned successfully", data: found.map(consent) }
    })
  ),

  handle(
    revokeConsent,
    Effect.fnUntraced(function* ({ body }) {
      const consents = yield* Consents
      yield* consents.withdraw(yield* withdrawInput(body))
      return { message: "Consent revoked successfully", data: {} }
    })
  )
]
