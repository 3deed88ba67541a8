import { Effect, Struct } from "effect"
import { EmailTaken, Forbidden, PartnerNotFound } from "../../domain/Errors.ts"
import type { PartnerId } from "../../domain/Id.ts"
import {
  type Application,
  checkUpdatePartner,
  emailKey,
  UpdatePartner,
  type UpdatePartnerInput
} from "../../domain/Identity.ts"
import { parser } from "../../domain/Input.ts"
import { Database } from "../../sql/Database.ts"
import { Audit } from "../Audit.ts"
import { actorOf } from "../actor.ts"
import { now } from "../clock.ts"
import { emailChanged } from "../Mails/letters.ts"
import { Mails } from "../Mails.ts"
import { dropResets } from "../Resets/statements.ts"
import { findEmail, lockApplication, updateApplication, updateEmail, updateName } from "./statements.ts"

const parse = parser(UpdatePartner, checkUpdatePartner)

/** What is null is taken away, what is undefined stays. */
const changed = (application: Application, changes: UpdatePartner): Application => {
  const { mobileRedirectUrl, webRedirectUrl } = changes
  return {
    ...application,
    applicationName: changes.applicationName ?? application.applicationName,
    partnerName: changes.partnerName ?? application.partnerName,
    email: changes.email ?? application.email,
    redirectUrl: changes.redirectUrl ?? application.redirectUrl,
    webRedirectUrl: webRedirectUrl === undefined ? application.webRedirectUrl : webRedirectUrl,
    mobileRedirectUrl: mobileRedirectUrl === undefined ? application.mobileRedirectUrl : mobileRedirectUrl,
    userDetailsUrl: changes.userDetailsUrl ?? application.userDetailsUrl
  }
}

export const makeUpdate = Effect.gen(function* () {
  const database = yield* Database
  const mails = yield* Mails
  const audit = yield* Audit

  const moveEmail = Effect.fnUntraced(function* (
    { email: old, partnerId, partnerName }: Application,
    ecosystem: string,
    email: string
  ) {
    // Somebody may take it after this look; the unique key refuses then, and the second look sees it.
    const [holder] = yield* database.run(findEmail, [{ ecosystem, email: emailKey(email) }])
    if (holder !== undefined && holder.partnerId !== partnerId) return yield* new EmailTaken({ email })
    const updated_at = (yield* now).toISOString()
    yield* database.run(updateEmail, [{ partner_id: partnerId, email: emailKey(email), updated_at }])
    yield* database.run(dropResets, [{ partner_id: partnerId }])
    yield* mails.write({ to: old, letter: emailChanged({ name: partnerName, email }), expiresAt: null })
  })

  const change = Effect.fnUntraced(function* (
    { ecosystem, partnerId }: { readonly partnerId: PartnerId; readonly ecosystem: string },
    changes: UpdatePartner
  ) {
    const [found] = yield* database.run(lockApplication, [{ partner_id: partnerId }])
    if (found === undefined) return yield* new PartnerNotFound({ partnerId })
    const { ecosystem: own, ...before } = found
    if (own !== ecosystem) {
      return yield* new Forbidden({ reason: "the partner of this access token is of another ecosystem" })
    }
    const after = changed(before, changes)
    const stored = { ...after, email: emailKey(after.email) }
    const fields = Struct.keys(UpdatePartner.fields).filter((field) => stored[field] !== before[field])
    if (fields.length === 0) return after
    if (fields.includes("email")) yield* moveEmail(before, ecosystem, after.email)
    yield* database.run(updateName, [{ partner_id: partnerId, name: after.partnerName }])
    yield* database.run(updateApplication, [
      {
        partner_id: partnerId,
        id: after.id,
        name: after.applicationName,
        redirect_url: after.redirectUrl,
        web_redirect_url: after.webRedirectUrl,
        mobile_redirect_url: after.mobileRedirectUrl,
        user_details_url: after.userDetailsUrl
      }
    ])
    yield* audit.record({
      action: "partner.update",
      outcome: "done",
      actor: before.email,
      partnerId,
      detail: fields.join(", ")
    })
    return after
  })

  return {
    update: Effect.fn("Applications.update")(function* (
      partner: { readonly partnerId: PartnerId; readonly ecosystem: string },
      changes: UpdatePartnerInput
    ) {
      return yield* database.transaction(change(partner, yield* parse(changes)))
    }),

    recordRefusal: Effect.fn("Applications.recordRefusal")(function* (partnerId: PartnerId, detail: string) {
      const actor = yield* actorOf(database, partnerId)
      yield* audit.record({ action: "partner.update", outcome: "refused", actor, partnerId, detail })
    })
  }
})
