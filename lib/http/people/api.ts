import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  AcceptInvitation,
  ChangeRole,
  InvitePerson,
  ListedPerson,
  Person
} from "../../accounts/people/Person.ts"
import { forAnyone, forPartner } from "../access.ts"
import { attempts, byPartner, created, eco, FailuresAs, Html } from "../annotations.ts"
import { answer, Empty, Id } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import {
  confirmPassword,
  parameter,
  partnerEmail,
  password,
  requestBody,
  requestQuery
} from "../requestSchemas.ts"

const role = {
  description:
    "owner may do everything; manager may do everything except manage people and settings; support may read, award and refund; viewer may read",
  example: "support"
}

export const InviteBody = requestBody("InvitePerson", InvitePerson.pick("email", "role"), {
  email: { ...partnerEmail, example: "colleague@acme.example" },
  role
})

export const ChangeRoleBody = requestBody("ChangeRole", ChangeRole.omit("partnerId"), {
  id: { description: "The id of the person", example: "0198c3b2-7f6e-7c11-9d5e-2f0b7a1c4e88" },
  role
})

export const AcceptBody = requestBody("AcceptInvitation", AcceptInvitation.omit("ecosystem"), {
  token: { description: "The value of token= in the mailed link", example: "pyb0l5…" },
  password: password("The new password"),
  confirmPassword
})

export const AcceptQuery = requestQuery(Schema.Struct({ token: Schema.optional(Schema.String) }), {
  token: { description: "The token of the mailed link" }
})

const state = { description: "`invited` until the person has accepted the invitation" }

export const PersonAnswer = answer("Person", ListedPerson, {
  id: Id,
  state,
  inviteExpiresAt: { description: "When the invitation expires; null if the person has accepted it" },
  totp: { description: "Whether the person has a second factor" },
  alertMails: { description: "Whether the person gets mails about alerts" }
})

export const NewPersonAnswer = answer("PersonSaved", Person.pick("id", "email", "role", "state"), {
  id: Id,
  state
})

export const list = HttpApiEndpoint.get("list", "/laas/iam/staff")
  .addSuccess(success(Schema.Array(PersonAnswer)))
  .annotate(OpenApi.Summary, "The partner's people, in the order in which they were invited")
  .annotate(
    OpenApi.Description,
    "The list includes invitations, even if they have expired. A partner has at most 100 people."
  )
  .pipe(forPartner("staff"))

export const invite = HttpApiEndpoint.post("invite", "/laas/iam/staff")
  .setPayload(InviteBody)
  .addSuccess(success(NewPersonAnswer), created)
  .annotateContext(attempts("requests", "invite", byPartner))
  .annotate(OpenApi.Summary, "Invite a person by mail")
  .annotate(
    OpenApi.Description,
    "The mail contains a link that works once within seven days. The page of the link asks for a password. An address can be invited again after its invitation has expired or was removed."
  )
  .pipe(forPartner("staff"))

export const changeRole = HttpApiEndpoint.post("changeRole", "/laas/iam/staff/role")
  .setPayload(ChangeRoleBody)
  .addSuccess(success(NewPersonAnswer))
  .annotate(OpenApi.Summary, "Change the role of another person")
  .annotate(
    OpenApi.Description,
    "All sessions of the person end: every process of the service refuses their tokens within three seconds. Nobody can change their own role. The last owner keeps the role."
  )
  .pipe(forPartner("staff"))

const id = HttpApiSchema.param("id", parameter(Schema.String, { description: "The id of the person" }))

export const remove = HttpApiEndpoint.del("remove")`/laas/iam/staff/${id}`
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "Remove a person, or withdraw an invitation")
  .annotate(
    OpenApi.Description,
    "All sessions of the person end: every process of the service refuses their tokens within three seconds. Records that the person has ordered stay, and still name the person. API keys stay valid. The last owner cannot be removed."
  )
  .pipe(forPartner("staff"))

export const acceptForm = HttpApiEndpoint.get("acceptForm")`/${eco}/partners/staff/accept`
  .setUrlParams(AcceptQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "The page of an invitation, with the form for a password")
  .annotate(OpenApi.Description, "Opening the page does not use up the link. The page has no scripts.")
  .pipe(forAnyone())

export const accept = HttpApiEndpoint.post("accept")`/${eco}/partners/staff/accept`
  .setPayload(Schema.Union(AcceptBody, AcceptBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" }))))
  .addSuccess(success(NewPersonAnswer))
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "Accept an invitation with a password")
  .annotate(
    OpenApi.Description,
    "The token of the mailed link works once. Afterwards the person can log in. The answer to a form is a page."
  )
  .pipe(forAnyone())

export const people = HttpApiGroup.make("people")
  .add(list)
  .add(invite)
  .add(changeRole)
  .add(remove)
  .add(acceptForm)
  .add(accept)
  .annotate(OpenApi.Description, "The people of a partner, their roles and invitations")
