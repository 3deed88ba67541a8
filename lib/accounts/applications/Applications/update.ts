import { Effect } from "effect"
import { now } from "../../../rewards/clock.ts"
import { PartnerNotFound } from "../../../rewards/Errors.ts"
import type { PartnerId } from "../../../rewards/Id.ts"
import { Partners } from "../../../rewards/partners/Partners.ts"
import { invalid, parser, type Unparsed } from "../../../schema/Input.ts"
import { Database } from "../../../sql/Database.ts"
import { statement } from "../../../sql/Statement.ts"
import { Audit } from "../../audit/Audit.ts"
import { actorOf } from "../../audit/Caller.ts"
import { EmailTaken, Forbidden, Unauthorized } from "../../Errors.ts"
import { emailKey } from "../../Identity.ts"
import { emailChanged } from "../../mail/letters.ts"
import { Mails } from "../../mail/Mails.ts"
import { Passwords } from "../../passwords/Passwords.ts"
import { deleteResetLinks } from "../../resets/Resets.ts"
import { applications, logins } from "../../tables.ts"
import {
  type Application,
  changeable,
  checkUpdatePartner,
  PartnerOfEcosystem,
  type UpdateApplicationInput,
  UpdatePartner,
  type UpdatePartnerInput
} from "../Application.ts"
import { lockApplication } from "./account.ts"

/** Changes that passed all checks for this partner. */
export interface ProvedChanges {
  readonly partnerId: PartnerId
  readonly changes: UpdatePartner
  /** The password hash that the given password was verified against; undefined if no password was needed. */
  readonly passwordHash: string | undefined
}

const findLogin = logins.find("email", "ecosystem", "passwordHash")
const updateEmail = logins.update("email", "updatedAt")

const findEmail = statement({
  input: { ecosystem: "text", email: "text" },
  output: logins.row("partnerId"),
  sql: `SELECT l.partner_id FROM input CROSS JOIN rewards_login l
    WHERE l.ecosystem = input.ecosystem AND l.email = input.email`
})

const updateApplication = applications.update(
  "name",
  "redirectUrl",
  "webRedirectUrl",
  "mobileRedirectUrl",
  "userDetailsUrl"
)

const parse = parser(UpdatePartner, checkUpdatePartner)
const parsePartner = parser(PartnerOfEcosystem)

/** Applies the changes: null removes a value, undefined keeps it. */
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

export const otherEcosystem = "the partner of this access token belongs to another ecosystem"

const unproved = () => invalid("currentPassword", "is required to change email")
const wrongPassword = () => new Unauthorized({ reason: "currentPassword is wrong" })

export const makeUpdate = Effect.gen(function* () {
  const database = yield* Database
  const mails = yield* Mails
  const partners = yield* Partners
  const audit = yield* Audit
  const passwords = yield* Passwords

  const moveEmail = Effect.fnUntraced(function* (
    { email: old, partnerId, partnerName }: Application,
    ecosystem: string,
    email: string
  ) {
    // Another transaction may take the address after this check. The unique key then makes this transaction fail and
    // start over, and the repeated check finds the address taken.
    const [holder] = yield* database.run(findEmail, [{ ecosystem, email: emailKey(email) }])
    if (holder !== undefined && holder.partnerId !== partnerId) return yield* new EmailTaken({ email })
    yield* database.run(updateEmail, [{ partnerId, email: emailKey(email), updatedAt: yield* now }])
    yield* database.run(deleteResetLinks, [{ partnerId }])
    yield* mails.write({ to: old, letter: emailChanged({ name: partnerName, email }), expiresAt: null })
  })

  const change = Effect.fnUntraced(function* ({ changes, partnerId, passwordHash: proved }: ProvedChanges) {
    const [found] = yield* database.run(lockApplication, [{ partnerId }])
    if (found === undefined) return yield* new PartnerNotFound({ partnerId })
    const { ecosystem, passwordHash, ...before } = found
    const after = changed(before, changes)
    const stored = { ...after, email: emailKey(after.email) }
    const fields = changeable.filter((field) => stored[field] !== before[field])
    if (fields.length === 0) return after
    if (fields.includes("email")) {
      // The address or the password may have changed since `prove` read them.
      if (proved === undefined) return yield* unproved()
      if (proved !== passwordHash) return yield* wrongPassword()
      yield* moveEmail(before, ecosystem, after.email)
    }
    yield* partners.rename({ partnerId, name: after.partnerName })
    yield* database.run(updateApplication, [{ ...after, name: after.applicationName }])
    yield* audit.record({
      action: "partner.update",
      outcome: "done",
      actor: before.email,
      partnerId,
      detail: fields.join(", ")
    })
    return after
  })

  const prove = Effect.fn("Applications.prove")(function* (
    { ecosystem, partnerId }: { readonly partnerId: PartnerId; readonly ecosystem: string },
    input: UpdatePartnerInput | Unparsed
  ) {
    const { currentPassword, ...changes } = yield* parse(input)
    const [login] = yield* database.run(findLogin, [{ partnerId }])
    if (login === undefined) return yield* new PartnerNotFound({ partnerId })
    if (login.ecosystem !== ecosystem) {
      return yield* new Forbidden({ reason: otherEcosystem })
    }
    if (changes.email === undefined || emailKey(changes.email) === login.email) {
      return { partnerId, changes, passwordHash: undefined }
    }
    if (currentPassword === undefined) return yield* unproved()
    const { passwordHash } = login
    if (!(yield* passwords.verify(currentPassword, passwordHash))) return yield* wrongPassword()
    return { partnerId, changes, passwordHash }
  })

  const apply = Effect.fn("Applications.apply")(function* (proved: ProvedChanges) {
    return yield* database.transaction(change(proved))
  })

  const recordRefusal = Effect.fn("Applications.recordRefusal")(function* (
    partnerId: PartnerId,
    detail: string
  ) {
    const actor = yield* actorOf(database, partnerId)
    yield* audit.record({ action: "partner.update", outcome: "refused", actor, partnerId, detail })
  })

  const update = Effect.fn("Applications.update")(function* (input: UpdateApplicationInput) {
    const partner = yield* parsePartner(input)
    const { ecosystem: _ecosystem, partnerId: _partnerId, ...changes } = input
    const refused = ({ message }: EmailTaken | Forbidden | Unauthorized) =>
      recordRefusal(partner.partnerId, message)
    return yield* Effect.flatMap(prove(partner, changes), apply).pipe(
      Effect.tapErrorTag("EmailTaken", refused),
      Effect.tapErrorTag("Forbidden", refused),
      Effect.tapErrorTag("Unauthorized", refused)
    )
  })

  return { prove, apply, update, recordRefusal }
})
