import { Context, Duration, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { partners } from "../../rewards/tables.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Bool } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import { Audit } from "../audit/Audit.ts"
import {
  EmailTaken,
  type Forbidden,
  InvitationRefused,
  LastOwner,
  OwnRole,
  PersonNotFound,
  TooManyPeople
} from "../Errors.ts"
import { checkPasswordsMatch, emailKey } from "../Identity.ts"
import { invitation } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords, type PasswordsBusy } from "../passwords/Passwords.ts"
import { deleteAddresses } from "../rates/KnownAddresses.ts"
import { deleteSecrets } from "../resets/resetSecrets.ts"
import { deleteFactor } from "../secondFactor/storedFactors.ts"
import { digest, newSecret } from "../secret.ts"
import { PersonKey, type PersonKeyInput } from "../sessions/Session.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { mailedAlerts, people } from "../tables.ts"
import { callerAmong } from "./caller.ts"
import { deleteExpiredInvitation } from "./invitations.ts"
import {
  AcceptInvitation,
  type AcceptInvitationInput,
  ChangeRole,
  type ChangeRoleInput,
  type InviteInput,
  InvitePerson,
  type ListedPerson,
  maxPeople,
  type Person,
  RemovePerson,
  type RemovePersonInput,
  UpdatePerson,
  type UpdatePersonInput
} from "./Person.ts"

/**
 * The people of a partner. A partner always has an owner who can log in. Every transaction that adds or removes people, or changes their
 * roles, first locks all people of the partner. If a person made the call, the transaction checks again that this person may manage
 * people.
 */
export class People extends Context.Tag("rewards/People")<
  People,
  {
    /** Returns all people of the partner, in the order in which they were invited. */
    readonly list: (
      input: PartnerKeyInput
    ) => Effect.Effect<ReadonlyArray<ListedPerson>, InvalidInput | DatabaseFailure>
    /** Returns a person of the partner. */
    readonly get: (
      input: PersonKeyInput
    ) => Effect.Effect<Person, InvalidInput | PersonNotFound | DatabaseFailure>
    /** Invites a person with a mailed link that works once within seven days. Replaces an expired invitation of the address. */
    readonly invite: (
      input: InviteInput | Unparsed
    ) => Effect.Effect<
      Person,
      InvalidInput | EmailTaken | Forbidden | PartnerNotFound | TooManyPeople | DatabaseFailure
    >
    /** Returns the person whom this link invites. The link stays valid, because mail scanners also open links. */
    readonly check: (input: {
      readonly ecosystem: string
      readonly token: string
    }) => Effect.Effect<Person, InvalidInput | InvitationRefused | DatabaseFailure>
    /** Accepts an invitation: stores the password. If the password is refused, the link stays valid. */
    readonly accept: (
      input: AcceptInvitationInput | Unparsed
    ) => Effect.Effect<Person, InvalidInput | InvitationRefused | PasswordsBusy | DatabaseFailure>
    /** Changes the role of another person, and ends all sessions of that person. */
    readonly changeRole: (
      input: ChangeRoleInput | Unparsed
    ) => Effect.Effect<
      Person,
      InvalidInput | Forbidden | LastOwner | OwnRole | PersonNotFound | DatabaseFailure
    >
    /** Changes a person's own setting: whether the person gets mails about alerts. */
    readonly update: (
      input: UpdatePersonInput | Unparsed
    ) => Effect.Effect<Person, InvalidInput | PersonNotFound | DatabaseFailure>
    /** Removes a person or an invitation, and ends all sessions of the person. */
    readonly remove: (
      input: RemovePersonInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | Forbidden | LastOwner | PersonNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<People, never, Audit | Database | Ids | Mails | Passwords | Sessions> =
    Layer.suspend(() => Layer.effect(this, make))
}

const lifetime = Duration.toMillis("7 days")

const columns = people.except("updatedAt", "alertsDueAt", "passwordHash")
type Row = Pick<RowOf<typeof people>, (typeof columns)[number]>

const listPeople = statement({
  onCoordinator: true,
  input: { partnerId: "uuid" },
  output: Schema.extend(people.row(...columns), Schema.Struct({ totp: Bool })),
  sql: `SELECT ${people.list("p", ...columns)}, s.confirmed_at IS NOT NULL AS totp FROM input
    JOIN rewards_person p ON p.partner_id = input.partner_id
    LEFT JOIN rewards_second_factor s ON s.partner_id = p.partner_id AND s.person_id = p.id
    ORDER BY p.partner_id, p.id`
})

const findPerson = people.find(...columns)
const lockPeople = people.by("partnerId").lock("id")

const insertPerson = people.insert({ unlessExists: ["ecosystem", "email"], returning: ["id"] })

const findInvited = statement({
  onCoordinator: true,
  input: { hash: "text", ecosystem: "text", at: "instant" },
  output: people.row(...columns),
  sql: `SELECT ${people.list("p", ...columns)} FROM input
    JOIN rewards_person p ON p.invite_hash = input.hash
    WHERE p.invite_expires_at > input.at AND p.ecosystem = input.ecosystem`
})

/** Stores the password of an invited person. Returns no row if the invitation was used, renewed or removed meanwhile, or has expired. */
const acceptInvitation = statement({
  onCoordinator: true,
  input: { partnerId: "uuid", id: "uuid", hash: "text", passwordHash: "text", at: "instant" },
  output: people.row("id"),
  sql: `UPDATE rewards_person SET password_hash = input.password_hash, invite_hash = NULL,
      invite_expires_at = NULL, updated_at = input.at
    FROM input WHERE rewards_person.partner_id = input.partner_id AND rewards_person.id = input.id
      AND rewards_person.invite_hash = input.hash AND rewards_person.invite_expires_at > input.at
    RETURNING rewards_person.id`
})

const updateRole = people.update("role", "updatedAt")
const deletePerson = people.delete()
const deleteMailedAlerts = mailedAlerts.by("partnerId", "personId").delete()

/** Returns no row if the person was removed or has not accepted the invitation. */
const updateAlertMails = statement({
  onCoordinator: true,
  input: { partnerId: "uuid", id: "uuid", alertMails: "boolean", at: "instant" },
  output: people.row(...columns),
  sql: `UPDATE rewards_person SET alert_mails = input.alert_mails, updated_at = input.at,
      alerts_due_at = COALESCE(rewards_person.alerts_due_at, input.at)
    FROM input WHERE rewards_person.partner_id = input.partner_id AND rewards_person.id = input.id
      AND rewards_person.password_hash IS NOT NULL
    RETURNING ${people.list("rewards_person", ...columns)}`
})
const findName = partners.find("name")

const parseList = parser(PartnerKey)
const parsePerson = parser(PersonKey)
const parseInvite = parser(InvitePerson)
const parseCheck = parser(AcceptInvitation.pick("ecosystem", "token"))
const parseAccept = parser(AcceptInvitation, checkPasswordsMatch)
const parseRole = parser(ChangeRole)
const parseUpdate = parser(UpdatePerson)
const parseRemove = parser(RemovePerson)

const shown = ({ alertMails, createdAt, email, id, inviteExpiresAt, role }: Row): Person => ({
  id,
  email,
  role,
  state: inviteExpiresAt === null ? "active" : "invited",
  createdAt,
  inviteExpiresAt,
  alertMails
})

const isOwner = ({ inviteExpiresAt, role }: Row): boolean => role === "owner" && inviteExpiresAt === null

type StaffAction = "staff.invite" | "staff.role" | "staff.remove"

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const audit = yield* Audit
  const mails = yield* Mails
  const passwords = yield* Passwords
  const sessions = yield* Sessions

  /** Locks the partner's people until COMMIT. Fails if the caller is a person who was removed or may no longer manage people. */
  const lock = Effect.fnUntraced(function* (partnerId: PartnerId) {
    yield* database.run(lockPeople, [{ partnerId }])
    // Only a statement that begins after the lock sees the people whom another transaction has added meanwhile.
    const all = yield* database.run(listPeople, [{ partnerId }])
    return { all, caller: yield* callerAmong(all, "only an owner may manage people") }
  })

  const find = (all: ReadonlyArray<Row>, id: string) => {
    const found = all.find((person) => person.id === id)
    return found === undefined ? Effect.fail(new PersonNotFound({ id })) : Effect.succeed(found)
  }

  const keepAnOwner = (all: ReadonlyArray<Row>, person: Row) =>
    isOwner(person) && all.filter(isOwner).length === 1 ? Effect.fail(new LastOwner()) : Effect.void

  const record = (action: StaffAction, partnerId: PartnerId, detail: string) =>
    audit.recordOfPartner({ action, outcome: "done", partnerId, detail })

  const insert = Effect.fnUntraced(function* ({ email, link, partnerId, role }: typeof InvitePerson.Type) {
    const { all } = yield* lock(partnerId)
    const [partner] = yield* database.run(findName, [{ id: partnerId }])
    const [first] = all
    if (partner === undefined || first === undefined) return yield* new PartnerNotFound({ partnerId })
    const { ecosystem } = first
    const at = yield* now
    const key = emailKey(email)
    yield* database.run(deleteExpiredInvitation, [{ ecosystem, email: key, at }])
    const others = all.filter((each) => each.email !== key)
    if (others.length >= maxPeople) return yield* new TooManyPeople({ max: maxPeople })
    const token = newSecret()
    const inviteExpiresAt = new Date(at.getTime() + lifetime)
    const person: Row = {
      partnerId,
      id: yield* takeOne(ids),
      role,
      ecosystem,
      email: key,
      inviteHash: digest(token),
      inviteExpiresAt,
      alertMails: false,
      createdAt: at
    }
    const added = yield* database.run(insertPerson, [
      { ...person, alertsDueAt: null, passwordHash: null, updatedAt: at }
    ])
    if (added.length === 0) return yield* new EmailTaken({ email })
    const letter = invitation({ partner: partner.name, role, link: link({ ecosystem, token }) })
    yield* mails.write({ to: key, letter, expiresAt: inviteExpiresAt })
    yield* record("staff.invite", partnerId, `${key}: ${role}`)
    return shown(person)
  })

  const findInvitation = Effect.fnUntraced(function* (ecosystem: string, hash: string) {
    const [found] = yield* database.run(findInvited, [{ hash, ecosystem, at: yield* now }])
    return found ?? (yield* new InvitationRefused())
  })

  const activate = Effect.fnUntraced(function* (person: Row, hash: string, passwordHash: string) {
    const { email, id, partnerId } = person
    const accepted = yield* database.run(acceptInvitation, [
      { partnerId, id, hash, passwordHash, at: yield* now }
    ])
    if (accepted.length === 0) return yield* new InvitationRefused()
    yield* audit.record({ action: "staff.accept", outcome: "done", actor: email, partnerId })
    return shown({ ...person, inviteHash: null, inviteExpiresAt: null })
  })

  const change = Effect.fnUntraced(function* ({ id, partnerId, role }: typeof ChangeRole.Type) {
    const { all, caller } = yield* lock(partnerId)
    const person = yield* find(all, id)
    if (caller?.id === id) return yield* new OwnRole()
    if (person.role === role) return shown(person)
    yield* keepAnOwner(all, person)
    yield* database.run(updateRole, [{ partnerId, id, role, updatedAt: yield* now }])
    yield* sessions.endTokens({ partnerId, personId: id })
    yield* record("staff.role", partnerId, `${person.email}: ${person.role} -> ${role}`)
    return shown({ ...person, role })
  })

  const update = Effect.fnUntraced(function* ({ alertMails, partnerId, personId }: typeof UpdatePerson.Type) {
    const [person] = yield* database.run(updateAlertMails, [
      { partnerId, id: personId, alertMails, at: yield* now }
    ])
    if (person === undefined) return yield* new PersonNotFound({ id: personId })
    if (!alertMails) yield* database.run(deleteMailedAlerts, [{ partnerId, personId }])
    return shown(person)
  })

  const remove = Effect.fnUntraced(function* ({ id, partnerId }: typeof RemovePerson.Type) {
    const { all } = yield* lock(partnerId)
    const person = yield* find(all, id)
    yield* keepAnOwner(all, person)
    yield* sessions.endTokens({ partnerId, personId: id })
    yield* database.run(deleteSecrets, [{ accountId: id }])
    yield* database.run(deleteAddresses, [{ accountId: id }])
    yield* database.send(deleteFactor({ partnerId, personId: id }))
    yield* database.run(deleteMailedAlerts, [{ partnerId, personId: id }])
    yield* database.run(deletePerson, [{ partnerId, id }])
    yield* record("staff.remove", partnerId, `${person.email}: ${person.role}`)
  })

  return People.of({
    list: Effect.fn("People.list")(function* (input) {
      const { partnerId } = yield* parseList(input)
      const found = yield* database.run(listPeople, [{ partnerId }])
      return found.map((row) => ({ ...shown(row), totp: row.totp }))
    }),

    get: Effect.fn("People.get")(function* (input) {
      const { partnerId, personId: id } = yield* parsePerson(input)
      const [person] = yield* database.run(findPerson, [{ partnerId, id }])
      return person === undefined ? yield* new PersonNotFound({ id }) : shown(person)
    }),

    invite: Effect.fn("People.invite")(function* (input) {
      return yield* database.transaction(insert(yield* parseInvite(input)))
    }),

    check: Effect.fn("People.check")(function* (input) {
      const { ecosystem, token } = yield* parseCheck(input)
      return shown(yield* findInvitation(ecosystem, digest(token)))
    }),

    accept: Effect.fn("People.accept")(function* (input) {
      const { ecosystem, password, token } = yield* parseAccept(input)
      const hash = digest(token)
      const refuse = (partnerId: PartnerId | undefined, actor: string) =>
        audit.record({ action: "staff.accept", outcome: "refused", actor, partnerId })
      const person = yield* Effect.tapErrorTag(findInvitation(ecosystem, hash), "InvitationRefused", () =>
        refuse(undefined, "unknown")
      )
      // The password is hashed only if the token is valid, because hashing is slow.
      const passwordHash = yield* passwords.hash(password, person.email)
      return yield* database
        .transaction(activate(person, hash, passwordHash))
        .pipe(Effect.tapErrorTag("InvitationRefused", () => refuse(person.partnerId, person.email)))
    }),

    changeRole: Effect.fn("People.changeRole")(function* (input) {
      return yield* database.transaction(change(yield* parseRole(input)))
    }),

    update: Effect.fn("People.update")(function* (input) {
      return yield* database.transaction(update(yield* parseUpdate(input)))
    }),

    remove: Effect.fn("People.remove")(function* (input) {
      yield* database.transaction(remove(yield* parseRemove(input)))
    })
  })
})
