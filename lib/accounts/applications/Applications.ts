import { Context, Effect, Layer, Schema } from "effect"
import { Actor } from "../../rewards/Actor.ts"
import { now } from "../../rewards/clock.ts"
import { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { Partners } from "../../rewards/partners/Partners.ts"
import { partnerName } from "../../rewards/sql.ts"
import { type InvalidInput, invalid, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { EmailTaken, Forbidden, Unauthorized } from "../Errors.ts"
import { checkPasswordsMatch, emailKey } from "../Identity.ts"
import { emailChanged } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords, type PasswordsBusy } from "../passwords/Passwords.ts"
import { deleteExpiredInvitation } from "../people/invitations.ts"
import { findOwners } from "../people/owners.ts"
import { deleteSecrets } from "../resets/resetSecrets.ts"
import { newPublicKey } from "../secret.ts"
import { applications, people } from "../tables.ts"
import {
  Application,
  changeable,
  checkUpdatePartner,
  OnboardPartner,
  type OnboardPartnerInput,
  PartnerOfEcosystem,
  type PartnerOfEcosystemInput,
  type UpdateApplicationInput,
  UpdatePartner,
  type UpdatePartnerInput
} from "./Application.ts"

/** Changes that `prove` has checked. */
export interface ProvedChanges {
  readonly partnerId: PartnerId
  /** The person whose e-mail address the partner's details show. */
  readonly personId: string
  readonly changes: UpdatePartner
  /** The stored hash that the current password matched; undefined if the changes need no password. */
  readonly passwordHash: string | undefined
}

/** Partner accounts. Each has an application and at least one owner. */
export class Applications extends Context.Tag("rewards/Applications")<
  Applications,
  {
    /** Creates a partner, its first owner and its application. */
    readonly onboard: (
      input: OnboardPartnerInput | Unparsed
    ) => Effect.Effect<Application, InvalidInput | EmailTaken | PasswordsBusy | DatabaseFailure>
    /** Returns the partner's application. Fails with `Forbidden` if `ecosystem` is not the partner's own. */
    readonly get: (
      input: PartnerOfEcosystemInput
    ) => Effect.Effect<Application, InvalidInput | PartnerNotFound | Forbidden | DatabaseFailure>
    /**
     * Validates changes, and checks whether the partner may make them. Fails with `Forbidden` if `ecosystem` is not the partner's own. A
     * new e-mail address requires the current password. Must not be called in a transaction, because verifying a password is slow.
     */
    readonly prove: (
      partner: { readonly partnerId: PartnerId; readonly ecosystem: string },
      changes: UpdatePartnerInput | Unparsed
    ) => Effect.Effect<
      ProvedChanges,
      InvalidInput | PartnerNotFound | Forbidden | Unauthorized | PasswordsBusy | DatabaseFailure
    >
    /** Applies checked changes. If the e-mail address changes, sends a mail to the old one and deletes the person's reset links. */
    readonly apply: (
      changes: ProvedChanges
    ) => Effect.Effect<
      Application,
      InvalidInput | EmailTaken | PartnerNotFound | Unauthorized | DatabaseFailure
    >
    /** Calls `prove`, then `apply`. Records `EmailTaken`, `Forbidden` and `Unauthorized` as refusals. */
    readonly update: (
      input: UpdateApplicationInput
    ) => Effect.Effect<
      Application,
      InvalidInput | EmailTaken | PartnerNotFound | Forbidden | Unauthorized | PasswordsBusy | DatabaseFailure
    >
    /** Records a refused change. Must be called outside the refused transaction, because its rollback would undo the record. */
    readonly recordRefusal: (partnerId: PartnerId, detail: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    Applications,
    never,
    Database | Partners | Passwords | Mails | Audit | Ids
  > = Layer.suspend(() => Layer.effect(this, make))
}

const insertPerson = people.insert({ unlessExists: ["ecosystem", "email"], returning: ["id"] })
const findEmail = people.by("ecosystem", "email").find("id")
const findPerson = people.find("id", "ecosystem", "email", "passwordHash")
const updateEmail = people.update("email", "updatedAt")

const insertApplication = applications.insert()
const updateApplication = applications.update(
  ...(["name", "redirectUrl", "webRedirectUrl", "mobileRedirectUrl", "userDetailsUrl"] as const)
)

const lockPerson = people.lock("email", "ecosystem", "passwordHash")

/** An application with its ecosystem, and without the e-mail address, which is stored in `rewards_person`. */
const Registration = Schema.Struct({
  ...Application.omit("email").fields,
  ecosystem: Schema.String,
  id: applications.fields.id,
  partnerId: applications.fields.partnerId
})

const selectRegistration = `SELECT a.name AS application_name, ${partnerName("a.partner_id")} AS partner_name,
    ${applications.list("a", ...applications.except("createdAt", "name"))}
  FROM input CROSS JOIN rewards_application a WHERE a.partner_id = input.partner_id`

const findRegistration = statement({
  input: { partnerId: "uuid" },
  output: Registration,
  sql: selectRegistration
})

/** Like `findRegistration`, but locks the application until commit. */
const lockRegistration = statement({
  input: { partnerId: "uuid" },
  output: Registration,
  sql: ({ lock }) => selectRegistration + lock("a", "a.id")
})

/** Finds the person whose e-mail address the partner's details show: the caller, or the first owner if the caller is not a person. */
const findCaller = (partnerId: PartnerId) =>
  Effect.map(Actor, (actor) =>
    actor?.kind === "person" && actor.id !== null
      ? Batch.of(findPerson, [{ partnerId, id: actor.id }])
      : Batch.of(findOwners, [{ partnerId }])
  )

const parseOnboard = parser(OnboardPartner, checkPasswordsMatch)
const parsePartner = parser(PartnerOfEcosystem)
const parseChanges = parser(UpdatePartner, checkUpdatePartner)

const shown = (
  { ecosystem: _ecosystem, ...registration }: typeof Registration.Type,
  email: string
): Application => ({ ...registration, email })

/** Applies changes: null removes a value, undefined leaves it unchanged. */
const changed = (application: Application, changes: UpdatePartner): Application => {
  const given = changeable.filter((field) => changes[field] !== undefined)
  return { ...application, ...Object.fromEntries(given.map((field) => [field, changes[field]])) }
}

const otherEcosystem = () =>
  new Forbidden({ reason: "the partner of this access token belongs to another ecosystem" })
const passwordMissing = () => invalid("currentPassword", "is required to change email")
const wrongPassword = () => new Unauthorized({ reason: "currentPassword is wrong" })

const make = Effect.gen(function* () {
  const database = yield* Database
  const mails = yield* Mails
  const partners = yield* Partners
  const ids = yield* Ids
  const passwords = yield* Passwords
  const audit = yield* Audit

  const insert = Effect.fnUntraced(function* (partner: OnboardPartner, passwordHash: string) {
    const at = yield* now
    const { password: _password, confirmPassword: _confirmPassword, ecosystem, ...given } = partner
    const { id: partnerId } = yield* partners.register({ name: given.partnerName })
    const application: Application = {
      ...given,
      id: yield* takeOne(ids),
      partnerId,
      clientId: newPublicKey(partnerId),
      webRedirectUrl: given.webRedirectUrl ?? null,
      mobileRedirectUrl: given.mobileRedirectUrl ?? null
    }
    const { applicationName: name, email } = application
    yield* database.run(deleteExpiredInvitation, [{ ecosystem, email: emailKey(email), at }])
    const owner = yield* database.run(insertPerson, [
      {
        partnerId,
        id: yield* takeOne(ids),
        ecosystem,
        email: emailKey(email),
        role: "owner",
        passwordHash,
        inviteHash: null,
        inviteExpiresAt: null,
        alertMails: false,
        alertsDueAt: null,
        createdAt: at,
        updatedAt: at
      }
    ])
    if (owner.length === 0) return yield* new EmailTaken({ email })
    yield* database.run(insertApplication, [{ ...application, ecosystem, name, createdAt: at }])
    yield* audit.record({ action: "partner.onboard", outcome: "done", actor: email, partnerId })
    return application
  })

  const moveEmail = Effect.fnUntraced(function* (
    { email: old, partnerId, partnerName }: Application,
    { ecosystem, id }: { readonly ecosystem: string; readonly id: string },
    email: string
  ) {
    const at = yield* now
    yield* database.run(deleteExpiredInvitation, [{ ecosystem, email: emailKey(email), at }])
    // If another transaction takes the address after this check, the unique key causes a conflict. The retry fails with `EmailTaken`.
    const [holder] = yield* database.run(findEmail, [{ ecosystem, email: emailKey(email) }])
    if (holder !== undefined && holder.id !== id) return yield* new EmailTaken({ email })
    yield* database.run(updateEmail, [{ partnerId, id, email: emailKey(email), updatedAt: at }])
    yield* database.run(deleteSecrets, [{ accountId: id }])
    yield* mails.write({ to: old, letter: emailChanged({ name: partnerName, email }), expiresAt: null })
  })

  const change = Effect.fnUntraced(function* (proved: ProvedChanges) {
    const { changes, partnerId, personId: id } = proved
    const found = yield* database.send(
      Batch.all({
        people: Batch.of(lockPerson, [{ partnerId, id }]),
        registrations: Batch.of(lockRegistration, [{ partnerId }])
      })
    )
    const [person] = found.people
    const [registration] = found.registrations
    if (person === undefined || registration === undefined) return yield* new PartnerNotFound({ partnerId })
    const { ecosystem, email, passwordHash } = person
    const before = shown(registration, email)
    const after = changed(before, changes)
    const stored = { ...after, email: emailKey(after.email) }
    const fields = changeable.filter((field) => stored[field] !== before[field])
    if (fields.length === 0) return after
    if (fields.includes("email")) {
      // The e-mail address or the password may have changed since `prove` read them.
      if (proved.passwordHash === undefined) return yield* passwordMissing()
      if (proved.passwordHash !== passwordHash) return yield* wrongPassword()
      yield* moveEmail(before, { ecosystem, id }, after.email)
    }
    yield* partners.rename({ partnerId, name: after.partnerName })
    yield* database.run(updateApplication, [{ ...after, name: after.applicationName }])
    const detail = fields.join(", ")
    yield* audit.record({ action: "partner.update", outcome: "done", actor: before.email, partnerId, detail })
    return after
  })

  const service = Applications.of({
    onboard: Effect.fn("Applications.onboard")(function* (input) {
      const partner = yield* parseOnboard(input)
      const passwordHash = yield* passwords.hash(partner.password, partner.email)
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
      const found = yield* database.send(
        Batch.all({
          people: yield* findCaller(partnerId),
          registrations: Batch.of(findRegistration, [{ partnerId }])
        })
      )
      const [person] = found.people
      const [registration] = found.registrations
      if (person === undefined || registration === undefined) return yield* new PartnerNotFound({ partnerId })
      return person.ecosystem === ecosystem ? shown(registration, person.email) : yield* otherEcosystem()
    }),

    prove: Effect.fn("Applications.prove")(function* ({ ecosystem, partnerId }, input) {
      const { currentPassword, ...changes } = yield* parseChanges(input)
      const [person] = yield* database.send(yield* findCaller(partnerId))
      if (person === undefined) return yield* new PartnerNotFound({ partnerId })
      if (person.ecosystem !== ecosystem) return yield* otherEcosystem()
      const personId = person.id
      if (changes.email === undefined || emailKey(changes.email) === person.email) {
        return { partnerId, personId, changes, passwordHash: undefined }
      }
      if (currentPassword === undefined) return yield* passwordMissing()
      const passwordHash = person.passwordHash ?? undefined
      if (!(yield* passwords.verify(currentPassword, passwordHash, personId))) return yield* wrongPassword()
      return { partnerId, personId, changes, passwordHash }
    }),

    apply: Effect.fn("Applications.apply")((proved) => database.transaction(change(proved))),

    update: Effect.fn("Applications.update")(function* (input) {
      const { ecosystem, partnerId, ...changes } = input
      const partner = yield* parsePartner({ ecosystem, partnerId })
      const refused = ({ message }: EmailTaken | Forbidden | Unauthorized) =>
        service.recordRefusal(partner.partnerId, message)
      return yield* Effect.flatMap(service.prove(partner, changes), service.apply).pipe(
        Effect.tapErrorTag("EmailTaken", refused),
        Effect.tapErrorTag("Forbidden", refused),
        Effect.tapErrorTag("Unauthorized", refused)
      )
    }),

    recordRefusal: Effect.fn("Applications.recordRefusal")((partnerId, detail) =>
      audit.recordOfPartner({ action: "partner.update", outcome: "refused", partnerId, detail })
    )
  })
  return service
})
