import { Duration, Effect } from "effect"
import type { Application } from "../../accounts/applications/Application.ts"
import { Applications } from "../../accounts/applications/Applications.ts"
import type { EmailTaken, Forbidden, Unauthorized } from "../../accounts/Errors.ts"
import { Resets } from "../../accounts/resets/Resets.ts"
import type { AccessToken as Token } from "../../accounts/sessions/Session.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type Answer, type HandledEndpoint, handle } from "../handle.ts"
import { onceAfter } from "../idempotency.ts"
import * as api from "./api.ts"
import { answeredWithPage, resetDonePage, resetPage } from "./passwordPage.ts"

/** Returns the answer to a login with a password or an API key. */
export const loggedIn = ({ accessToken, expiresIn }: Token): Answer<typeof api.AccessToken.Encoded> => ({
  message: "Logged in successfully",
  data: { accessToken, tokenType: "Bearer", expiresIn: Duration.toSeconds(expiresIn) }
})

/** Encodes a partner. If the partner has not given one of the optional redirect addresses, the HTTP API shows an empty text. */
const partner = (application: Application): typeof api.Partner.Encoded => ({
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

export const partners: ReadonlyArray<HandledEndpoint> = [
  handle(api.onboard, function* ({ body, eco }) {
    const application = yield* (yield* Applications).onboard(new Unparsed(body, { ecosystem: eco }))
    return { message: "Partner details saved successfully", data: partner(application) }
  }),

  handle(api.details, function* (request) {
    const { eco: ecosystem, session } = request
    // The test side has no application of its own.
    const { accountId: partnerId } = session
    const application = yield* (yield* Applications).get({ partnerId, ecosystem })
    return { message: "Partner details returned successfully", data: partner(application) }
  }),

  handle(api.update, function* (request) {
    const applications = yield* Applications
    const { eco: ecosystem, session } = request
    const { partnerId } = session
    // A fast hash of `body` is stored with the idempotency key. A password could be guessed from this hash, so `body` contains none.
    const { currentPassword, ...body } = request.body
    const changes = new Unparsed(request.body)
    const prove = applications.prove({ partnerId, ecosystem }, changes)
    // A refusal by `apply` rolls back the transaction of the idempotency key. So the audit entry is written here, after the rollback.
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
  }),

  handle(api.login, function* ({ body, eco }) {
    return loggedIn(yield* (yield* Sessions).login(new Unparsed(body, { ecosystem: eco })))
  }),

  handle(api.forgotPassword, function* ({ body, eco, publicUrl }) {
    const link = (token: string) => `${publicUrl}/api/v1/${eco}/partners/reset-password?token=${token}`
    yield* (yield* Resets).forgot(new Unparsed(body, { ecosystem: eco, link }))
    return { message: "If this e-mail address belongs to a person of a partner, a link is sent", data: {} }
  }),

  // Opening the page does not use up the link, because mail scanners open links.
  handle(api.resetForm, function* ({ eco, query }) {
    const { token = "" } = query
    yield* (yield* Resets).check({ ecosystem: eco, token })
    return resetPage({ status: 200, token })
  }),

  handle(api.resetPassword, function* (request) {
    const reset = (yield* Resets).reset(new Unparsed(request.body, { ecosystem: request.eco }))
    if (request.isForm) {
      return yield* answeredWithPage(request, reset, { done: resetDonePage, again: resetPage })
    }
    yield* reset
    return { message: "Password changed successfully, all sessions have ended", data: {} }
  })
]
