import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { Ecosystem, Email, PartnerPassword, RowId } from "../Identity.ts"
import { Role, roles } from "./Role.ts"

/** A person who works for a partner. */
export const Person = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  role: Role,
  /** `invited` until the person accepts the invitation and chooses a password. */
  state: Schema.Literal("invited", "active"),
  createdAt: Schema.Date,
  /** When the invitation expires; null for an active person. */
  inviteExpiresAt: Schema.NullOr(Schema.Date),
  /** Whether the person gets mails about alerts. */
  alertMails: Schema.Boolean
})
export type Person = typeof Person.Type

/** A person in the list of people. */
export const ListedPerson = Schema.Struct({
  ...Person.fields,
  /** Whether the person has a second factor. */
  totp: Schema.Boolean
})
export type ListedPerson = typeof ListedPerson.Type

/** The maximum number of people of a partner, including invited people. */
export const maxPeople = 100

const GivenRole = Role.pipe(mustBe(`one of ${roles.map((role) => `"${role}"`).join(", ")}`))

export interface InviteInput {
  readonly partnerId: string
  readonly email: string
  readonly role: Role
  /** Returns the URL of the page on which the person chooses a password. The mail contains this URL. */
  readonly link: (invitation: { readonly ecosystem: string; readonly token: string }) => string
}

export const InvitePerson = Schema.Struct({
  partnerId: required(PartnerId),
  email: required(Email),
  role: required(GivenRole),
  link: Schema.declare((value: unknown): value is InviteInput["link"] => typeof value === "function")
})

export const AcceptInvitation = Schema.Struct({
  ecosystem: required(Ecosystem),
  token: required(Schema.String),
  password: required(PartnerPassword),
  confirmPassword: required(Schema.String)
})
export type AcceptInvitationInput = Documented.Of<typeof AcceptInvitation, Documented.AcceptInvitationInput>

export const ChangeRole = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the person. */
  id: required(RowId),
  /** The new role. */
  role: required(GivenRole)
})
export type ChangeRoleInput = Documented.Of<typeof ChangeRole, Documented.ChangeRoleInput>

export const UpdatePerson = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the person. */
  personId: required(RowId),
  /** Whether the person gets mails about alerts: see `AlertMails`. */
  alertMails: required(Schema.Boolean)
})
export type UpdatePersonInput = Documented.Of<typeof UpdatePerson, Documented.UpdatePersonInput>

export const RemovePerson = ChangeRole.omit("role")
export type RemovePersonInput = Documented.Of<typeof RemovePerson, Documented.RemovePersonInput>
