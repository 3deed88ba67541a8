import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import { PartnerNotFound, type QueueFull } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { Partners } from "../../rewards/partners/Partners.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { EmailTaken, Forbidden, type Unauthorized } from "../Errors.ts"
import { checkPasswordsMatch, emailKey } from "../Identity.ts"
import type { Mails } from "../mail/Mails.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { applications, logins } from "../tables.ts"
import {
  type Application,
  OnboardPartner,
  type OnboardPartnerInput,
  PartnerOfEcosystem,
  type PartnerOfEcosystemInput,
  type UpdateApplicationInput,
  type UpdatePartnerInput
} from "./Application.ts"
import { findApplication } from "./Applications/account.ts"
import { makeUpdate, otherEcosystem, type ProvedChanges } from "./Applications/update.ts"

export type { ProvedChanges } from "./Applications/update.ts"

/** Partner accounts: each has a login and an application. */
export class Applications extends Context.Tag("rewards/Applications")<
  Applications,
  {
    readonly onboard: (
      input: OnboardPartnerInput | Unparsed
    ) => Effect.Effect<Application, InvalidInput | EmailTaken | QueueFull | DatabaseFailure>
    /** The partner's application. The path must name the partner's own ecosystem. */
    readonly get: (
      input: PartnerOfEcosystemInput
    ) => Effect.Effect<Application, InvalidInput | PartnerNotFound | Forbidden | DatabaseFailure>
    /**
     * Checks whether the caller may make these changes. The path must name the partner's own ecosystem. A new e-mail
     * address requires the current password, because the owner of the address can reset the password. Hashing is
     * slow, so the caller must not call this inside a transaction.
     */
    readonly prove: (
      partner: { readonly partnerId: PartnerId; readonly ecosystem: string },
      changes: UpdatePartnerInput | Unparsed
    ) => Effect.Effect<
      ProvedChanges,
      InvalidInput | PartnerNotFound | Forbidden | Unauthorized | QueueFull | DatabaseFailure
    >
    /**
     * Applies proved changes. A changed e-mail address is announced to the old address, and reset links that were mailed
     * there stop working.
     */
    readonly apply: (
      changes: ProvedChanges
    ) => Effect.Effect<
      Application,
      InvalidInput | EmailTaken | PartnerNotFound | Unauthorized | DatabaseFailure
    >
    /** Proves and applies the given changes, and returns the whole application. Records a refusal. */
    readonly update: (
      input: UpdateApplicationInput
    ) => Effect.Effect<
      Application,
      InvalidInput | EmailTaken | PartnerNotFound | Forbidden | Unauthorized | QueueFull | DatabaseFailure
    >
    /**
     * Records a refused change. The caller must call it outside the refused transaction, whose rollback would undo
     * the record.
     */
    readonly recordRefusal: (partnerId: PartnerId, detail: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    Applications,
    never,
    Database | Partners | Passwords | Mails | Audit | Ids
  > = Layer.suspend(() => Layer.effect(this, make))
}

const insertLogin = logins.insert({ unlessExists: ["ecosystem", "email"], returning: ["partnerId"] })
const insertApplication = applications.insert()

const parseOnboard = parser(OnboardPartner, checkPasswordsMatch)
const parsePartner = parser(PartnerOfEcosystem)

const make = Effect.gen(function* () {
  const database = yield* Database
  const partners = yield* Partners
  const ids = yield* Ids
  const passwords = yield* Passwords
  const audit = yield* Audit

  const insert = (partner: OnboardPartner, passwordHash: string) =>
    Effect.gen(function* () {
      const at = yield* now
      const { password: _password, confirmPassword: _confirmPassword, ecosystem, ...given } = partner
      const { id: partnerId } = yield* partners.register({ name: given.partnerName })
      const application: Application = {
        ...given,
        id: yield* takeOne(ids),
        partnerId,
        clientId: randomBytes(32).toString("hex"),
        webRedirectUrl: given.webRedirectUrl ?? null,
        mobileRedirectUrl: given.mobileRedirectUrl ?? null
      }
      const { applicationName: name, email } = application
      const login = yield* database.run(insertLogin, [
        { partnerId, ecosystem, email: emailKey(email), passwordHash, updatedAt: at }
      ])
      if (login.length === 0) return yield* new EmailTaken({ email })
      yield* database.run(insertApplication, [{ ...application, name, createdAt: at }])
      yield* audit.record({ action: "partner.onboard", outcome: "done", actor: email, partnerId })
      return application
    })

  return Applications.of({
    onboard: Effect.fn("Applications.onboard")(function* (input) {
      const partner = yield* parseOnboard(input)
      const passwordHash = yield* passwords.hash(partner.password)
      const { email: actor } = partner
      return yield* database
        .transaction(insert(partner, passwordHash))
        .pipe(
          Effect.tapErrorTag("EmailTaken", ({ message: detail }) =>
            audit.record({ action: "partner.onboard", outcome: "refused", actor, detail })
          )
        )
    }),

    get: Effect.fn("Applications.get")(function* (input) {
      const { ecosystem, partnerId } = yield* parsePartner(input)
      const [found] = yield* database.run(findApplication, [{ partnerId }])
      if (found === undefined) return yield* new PartnerNotFound({ partnerId })
      const { ecosystem: own, ...application } = found
      return own === ecosystem ? application : yield* new Forbidden({ reason: otherEcosystem })
    }),

    ...(yield* makeUpdate)
  })
})
