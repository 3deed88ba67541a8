import { Effect } from "effect"
import { withParameters } from "../../accounts/authorization/Authorization.ts"
import { Authorizations } from "../../accounts/authorization/Authorizations.ts"
import { type AuthorizedUser, type Incoming, type Operation, untrusted } from "../Operation.ts"
import type { CodeIssued, Me } from "../wire/authorization.ts"
import { issuerOf } from "./authorization/metadata.ts"

export { metadata } from "./authorization/metadata.ts"
export { page, submit } from "./authorization/page.ts"
export { revoke, token } from "./authorization/token.ts"

/** The address names both parameters without a value; that counts as left out. */
const queryOf = ({ query }: Incoming) => ({
  scope: query.scope || undefined,
  deviceType: query.deviceType || undefined
})

export const code: Operation<Incoming, typeof CodeIssued.Encoded> = Effect.fnUntraced(function* (incoming) {
  const authorizations = yield* Authorizations
  const { body, eco } = incoming
  const issued = yield* authorizations.requestCode(
    untrusted({ ...body, ...queryOf(incoming), ecosystem: eco })
  )
  const { redirectUri, state } = issued.request
  const redirectUrl = withParameters(redirectUri, { code: issued.code, state, iss: issuerOf(incoming) })
  return { message: "Authorization code created successfully", data: { redirectUrl } }
})

export const me: Operation<AuthorizedUser, typeof Me.Encoded> = Effect.fnUntraced(function* ({ eco, user }) {
  const authorizations = yield* Authorizations
  const profile = yield* authorizations.profile(user, eco)
  const { id, userId } = profile
  return {
    message: "User returned successfully",
    data: {
      id,
      userId,
      scope: Array.from(user.scopes).join(" "),
      ...(user.scopes.has("profile") && {
        tag: profile.tag,
        phone: profile.phone,
        countryCode: profile.countryCode,
        isAdult: profile.isAdult,
        dateOfBirth: profile.dateOfBirth,
        avatar: null,
        gender: null,
        dateJoined: profile.createdAt.toISOString()
      }),
      ...(user.scopes.has("email") && { email: profile.email, emailVerified: profile.emailVerified }),
      ...(user.scopes.has("fullname") && { fullname: profile.fullname })
    }
  }
})
