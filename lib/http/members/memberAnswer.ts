import { Schema } from "effect"
import { type Incoming, type PartnerRequest, readsRecords, type StoredAnswer } from "../handle.ts"
import { MemberAnswer } from "./api.ts"

/**
 * Whether the answer to a write may hold a member's record. The answer to an idempotency key is stored permanently and
 * replayed to every token that may write, so it holds no personal data.
 */
export const answersWithRecord = (request: PartnerRequest): boolean =>
  request.idempotencyKey === undefined && readsRecords(request)

type Member = typeof MemberAnswer.Encoded

/** The answer to a write of a member as a key stores it: without the user's id if the request has it already. */
const StoredMember = Schema.Struct({ ...MemberAnswer.fields, userId: Schema.optional(Schema.String) })
type StoredMember = typeof StoredMember.Encoded
const read = Schema.decodeSync(Schema.parseJson(StoredMember))

export const stored = ({ body }: Incoming, { userId, ...member }: Member): StoredMember =>
  userId === body.userId ? member : { ...member, userId }

/** The whole answer, made in the same way for a first call and for a replay. */
export const restored = (
  { body }: Incoming,
  answer: Pick<StoredAnswer, "json"> | { readonly data: StoredMember }
): Member => {
  const {
    id,
    userId = String(body.userId),
    partnerId,
    userData,
    createdAt
  } = "json" in answer ? read(answer.json) : answer.data
  return { id, userId, partnerId, userData, createdAt }
}
