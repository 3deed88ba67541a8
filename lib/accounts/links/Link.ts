import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { Member, UserId } from "../../rewards/members/Member.ts"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import { Ecosystem } from "../Identity.ts"
import { Tag } from "../users/User.ts"

export const LinkUser = Schema.Struct({
  partnerId: required(PartnerId),
  ecosystem: required(Ecosystem),
  /** The partner's own id for the user. */
  userId: required(UserId),
  tag: required(Tag)
})
export type LinkUser = typeof LinkUser.Type
export type LinkUserInput = Documented.Of<typeof LinkUser, Documented.LinkUserInput>

/** The member to which the user is linked, with the user's tag. */
export const Linked = Schema.Struct({ ...Member.fields, tag: Schema.String })
export type Linked = typeof Linked.Type
