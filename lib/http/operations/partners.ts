import { Duration, Effect } from "effect"
import type { Application } from "../../accounts/applications/Application.ts"
import { Applications } from "../../accounts/applications/Applications.ts"
import type { EmailTaken, Forbidden, Unauthorized } from "../../accounts/Errors.ts"
import { Resets } from "../../accounts/resets/Resets.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import type { AccessToken as Token } from "../../accounts/sessions/Tokens.ts"
import { type Authorized, type Incoming, type Operation, untrusted } from "../Operation.ts"
import { resetDonePage, resetPage } from "../pages/reset.ts"
import type { Empty } from "../wire/envelope.ts"
import type { AccessToken, Partner } from "../wire/partners.ts"
import { onceAfter } from "./once.ts"

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

export const update: Operation<Authorized, typeof Partner.Encoded> = Effect.fnUntraced(function* (request) {
  const applications = yield* Applications
  const { eco: ecosystem, session } = request
  const { partnerId } = session
  // What a key stands for is kept as a quick hash, which must be of nothing that can be guessed.
  const { currentPassword, ...body } = request.body
  const prove = applications.prove({ partnerId, ecosystem }, untrusted({ ...body, currentPassword }))
  // Out here, since inside of the key's transaction a refusal would be forgotten with it.
  const refused = ({ message }: EmailTaken | Forbidden | Unauthorized) =>
    applications.recordRefusal(partnerId, message)
  const { data, replayed } = yield* onceAfter("partners.update", { ...request, body }, prove, (proved) =>
    Effect.map(applications.apply(proved), partner)
  ).pipe(
    Effect.tapErrorTag("EmailTaken", refused),
    Effect.tapErrorTag("Forbidden", refused),
    Effect.tapErrorTag("Unauthorized", refused)
  )
  return { message: "Partner details updated successfully", data, replayed }
})

export const tokenAnswer = ({ accessToken, expiresIn }: Token) => ({
  message: "Logged in successfully",
  data: { accessToken, tokenType: "Bearer" as const, expiresIn: Duration.toSeconds(expiresIn) }
})

export const login: Operation<Incoming, typeof AccessToken.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco
}) {
  const sessions = yield* Sessions
  return tokenAnswer(yield* sessions.login(untrusted({ ...body, ecosystem: eco })))
})

export const forgotPassword: Operation<Incoming, typeof Empty.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco,
  publicUrl
}) {
  const resets = yield* Resets
  const link = (token: string) => `${publicUrl}/api/v1/${eco}/partners/reset-password?token=${token}`
  yield* resets.forgot(untrusted({ ...body, ecosystem: eco, link }))
  return { message: "If a partner has this e-mail address, a link is on its way to it", data: {} }
})

/** It only looks: whatever scans mails follows links, and must not use this one up. */
export const resetForm: Operation<Incoming, never> = Effect.fnUntraced(function* ({ eco, query }) {
  const resets = yield* Resets
  const { token = "" } = query
  yield* resets.check({ ecosystem: eco, token })
  return resetPage({ status: 200, token })
})

export const resetPassword: Operation<Incoming, typeof Empty.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco,
  isForm
}) {
  const resets = yield* Resets
  const reset = resets.reset(untrusted({ ...body, ecosystem: eco }))
  if (!isForm) {
    yield* reset
    return { message: "Password changed successfully, all sessions have ended", data: {} }
  }
  // A password that will not do leaves the link good: the page asks again.
  return yield* reset.pipe(
    Effect.map(resetDonePage),
    Effect.catchTag("InvalidInput", ({ message }) =>
      Effect.succeed(resetPage({ status: 400, token: String(body.token ?? ""), error: message }))
    )
  )
})
