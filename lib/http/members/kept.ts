import { Schema } from "effect"
import type { Incoming, StoredAnswer } from "../handle.ts"
import { Member } from "./api.ts"

type WireMember = typeof Member.Encoded

/** The answer to a write of a member, without the user's id where the request has it: a key stores no copy of that. */
const Kept = Schema.Struct({ ...Member.fields, userId: Schema.optional(Schema.String) })
type Kept = typeof Kept.Encoded
const read = Schema.decodeSync(Schema.parseJson(Kept))

export const kept = ({ body }: Incoming, { userId, ...member }: WireMember): Kept =>
  userId === body.userId ? member : { ...member, userId }

/** The whole answer again, first and replayed ones in the same way. */
export const restored = (
  { body }: Incoming,
  answer: Pick<StoredAnswer, "json"> | { readonly data: Kept }
): WireMember => {
  const {
    id,
    userId = String(body.userId),
    partnerId,
    userData,
    createdAt
  } = "json" in answer ? read(answer.json) : answer.data
  return { id, userId, partnerId, userData, createdAt }
}
