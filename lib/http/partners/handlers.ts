import { Effect } from "effect"
import type { Application } from "../../accounts/applications/Application.ts"
import { Applications } from "../../accounts/applications/Applications.ts"
import type { EmailTaken, Forbidden, Unauthorized } from "../../accounts/Errors.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type Handled, handle } from "../handle.ts"
import { onceAfter } from "../idempotency.ts"
import { details, login, onboard, type Partner, update } from "./api.ts"
import { resets } from "./reset.ts"
import { loggedIn } from "./token.ts"

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

export const partners: ReadonlyArray<Handled> = [
  handle(
    onboard,
    Effect.fnUntraced(function* ({ body, eco }) {
      const applications = yield* Applications
      const application = yield* applications.onboard(new Unparsed({ ...body, ecosystem: eco }))
      return { message: "Partner details saved successfully", data: partner(application) }
    })
  ),

  handle(
    details,
    Effect.fnUntraced(function* ({ eco: ecosystem, session }) {
      const applications = yield* Applications
      const application = yield* applications.get({ partnerId: session.partnerId, ecosystem })
      return { message: "Partner details returned successfully", data: partner(application) }
    })
  ),

  handle(
    update,
    Effect.fnUntraced(function* (request) {
      const applications = yield* Applications
      const { eco: ecosystem, session } = request
      const { partnerId } = session
      // A fast hash of the body is stored with the idempotency key, and must not be one of a password.
      const { currentPassword, ...body } = request.body
      const changes = new Unparsed({ ...body, currentPassword })
      const prove = applications.prove({ partnerId, ecosystem }, changes)
      // Recorded here, since the transaction of the idempotency key is rolled back with a refusal.
      const refused = ({ message }: EmailTaken | Forbidden | Unauthorized) =>
        applications.recordRefusal(partnerId, message)
      const answer = yield* onceAfter({ ...request, body }, prove, (proved) =>
        Effect.map(applications.apply(proved), partner)
      ).pipe(
        Effect.tapErrorTag("EmailTaken", refused),
        Effect.tapErrorTag("Forbidden", refused),
        Effect.tapErrorTag("Unauthorized", refused)
      )
      return { message: "Partner details updated successfully", ...answer }
    })
  ),

  handle(
    login,
    Effect.fnUntraced(function* ({ body, eco }) {
      const sessions = yield* Sessions
      return loggedIn(yield* sessions.login(new Unparsed({ ...body, ecosystem: eco })))
    })
  ),

  ...resets
]
