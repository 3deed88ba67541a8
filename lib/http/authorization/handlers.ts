import { withParameters } from "../../accounts/authorization/Authorization.ts"
import { Authorizations } from "../../accounts/authorization/Authorizations.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import * as api from "./api.ts"
import { decide, show } from "./consent.ts"
import { issuerOf, showMetadata } from "./metadata.ts"
import { issueTokens, revokeToken } from "./tokens.ts"

export const authorization: ReadonlyArray<HandledEndpoint> = [
  handle(api.page, show),
  handle(api.submit, decide),

  handle(api.code, function* (incoming) {
    const { body, eco: ecosystem, query } = incoming
    const { scope, deviceType } = query
    const input = new Unparsed(body, { scope, deviceType, ecosystem })
    const issued = yield* (yield* Authorizations).requestCode(input)
    const { redirectUri, state } = issued.request
    const redirectUrl = withParameters(redirectUri, { code: issued.code, state, iss: issuerOf(incoming) })
    return { message: "Authorization code created successfully", data: { redirectUrl } }
  }),

  handle(api.token, issueTokens),
  handle(api.revoke, revokeToken),

  handle(api.me, function* ({ eco, user }) {
    const profile = yield* (yield* Authorizations).profile(user, eco)
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
        ...(user.scopes.has("email") && {
          email: profile.email ?? undefined,
          emailVerified: profile.emailVerified
        }),
        ...(user.scopes.has("fullname") && { fullname: profile.fullname })
      }
    }
  }),

  handle(api.metadata, showMetadata)
]
