import { Duration, Effect } from "effect"
import type { Application } from "../../domain/Identity.ts"
import { Applications } from "../../services/Applications.ts"
import { Sessions } from "../../services/Sessions.ts"
import { type Incoming, type Operation, untrusted } from "../Operation.ts"
import type { AccessToken, Partner } from "../wire/partners.ts"

/** The interface has every address as text: one that was not given is empty. */
const partner = (application: Application): typeof Partner.Encoded => ({
  id: application.id,
  applicationName: application.applicationName,
  clientId: application.clientId,
  webRedirectUrl: application.webRedirectUrl ?? "",
  mobileRedirectUrl: application.mobileRedirectUrl ?? "",
  partnerId: application.partnerId,
  redirectUrl: application.redirectUrl,
  email: application.email,
  partnerName: application.partnerName,
  userDetailsUrl: application.userDetailsUrl
})

export const onboard: Operation<Incoming, typeof Partner.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco
}) {
  const applications = yield* Applications
  const application = yield* applications.onboard(untrusted({ ...body, ecosystem: eco }))
  return { message: "Partner details saved successfully", data: partner(application) }
})

export const login: Operation<Incoming, typeof AccessToken.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco
}) {
  const sessions = yield* Sessions
  const { accessToken, expiresIn } = yield* sessions.login(untrusted({ ...body, ecosystem: eco }))
  return {
    message: "Logged in successfully",
    data: { accessToken, tokenType: "Bearer", expiresIn: Duration.toSeconds(expiresIn) }
  }
})
