import { Schema } from "effect"
import { type Incoming, type PartnerRequest, readsPersonalData, type StoredAnswer } from "../handle.ts"
import { MemberAnswer } from "./api.ts"

/**
 * Returns whether the answer to a write may contain a member's personal data (`userData` and `attributes`). With an idempotency key it may
 * not: the answer is stored forever, and a caller that may not read personal data can get the stored answer again.
 */
export const answersPersonalData = (request: PartnerRequest): boolean =>
  request.idempotencyKey === undefined && readsPersonalData(request)

/** Replaces the personal data in an answer that must not contain it. */
export const hidden = { userData: null, attributes: null } as const

type Member = typeof MemberAnswer.Encoded

/** The stored answer. It omits the user's id if the request contains the same id. */
const StoredMember = Schema.Struct({ ...MemberAnswer.fields, userId: Schema.optional(Schema.String) })
type StoredMember = typeof StoredMember.Encoded
const read = Schema.decodeSync(Schema.parseJson(StoredMember))

export const stored = ({ body }: Incoming, { userId, ...member }: Member): StoredMember =>
  userId === body.userId ? member : { ...member, userId }

/** Restores the answer from its stored form: takes an omitted user id from the request. */
export const restored = (
  { body }: Incoming,
  answer: Pick<StoredAnswer, "json"> | { readonly data: StoredMember }
): Member => {
  const {
    id,
    userId = String(body.userId),
    partnerId,
    attributes,
    userData,
    createdAt
  } = "json" in answer ? read(answer.json) : answer.data
  return { id, userId, partnerId, attributes, userData, createdAt }
}
