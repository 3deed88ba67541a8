import { Schema } from "effect"
import { PartnerId } from "./Id.ts"
import { Ecosystem } from "./Identity.ts"
import { required } from "./Input.ts"
import { UserId } from "./Text.ts"
import { Tag } from "./User.ts"

export const LinkUser = Schema.Struct({
  partnerId: required(PartnerId),
  ecosystem: required(Ecosystem),
  /** The partner's own id. */
  userId: required(UserId),
  /** The user's. */
  tag: required(Tag)
})
export type LinkUser = typeof LinkUser.Type
export type LinkUserInput = typeof LinkUser.Encoded
