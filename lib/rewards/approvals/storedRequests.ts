import { Schema, Struct } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { PartnerId } from "../Id.ts"
import { currentOf, memberColumn, partsOf } from "../sql.ts"
import { approvalDecisions, approvalRequests, members, orderers, texts } from "../tables.ts"
import { noTexts, textsIn } from "../texts/Texts.ts"
import { lapsesAfter, type StoredRequest } from "./Approval.ts"

/** Reads requests for approval. Their rows never change, except that texts can be erased, so they can be read before locks are taken. */

interface RequestKey {
  readonly partnerId: PartnerId
  readonly id: string
}

const row = Schema.extend(
  approvalRequests.row(),
  Schema.Struct({ userId: members.fields.userId, ordererId: orderers.fields.ref })
)
// If the member was merged since, `member_id` is the member that it was merged into.
const columns = `${approvalRequests.list("q", ...approvalRequests.except("memberId"))},
       ${currentOf("q.partner_id", "q.member_id")} AS member_id, ${memberColumn("user_id", "q.partner_id", "q.member_id")} AS user_id,
       o.ref AS orderer_id`

export const readRequests = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: row,
  sql: `SELECT ${columns} FROM input CROSS JOIN rewards_approval_request q
     LEFT JOIN rewards_orderer o ON o.partner_id = q.partner_id AND o.number = q.ordered_by
     WHERE q.partner_id = input.partner_id AND q.id = input.id`
})

const readTexts = texts.by("partnerId", "recordId").find("partnerId", "recordId", "name", "value")

/** Reads requests with their texts. */
export const findRequests = (keys: ReadonlyArray<RequestKey>): Batch.Batch<ReadonlyArray<StoredRequest>> =>
  Batch.map(
    Batch.all({
      requests: Batch.of(readRequests, keys),
      texts: Batch.of(
        readTexts,
        keys.map(({ id: recordId, partnerId }) => ({ partnerId, recordId }))
      )
    }),
    (found) => {
      const texts = textsIn(found.texts)
      return found.requests.map((request) => ({ ...request, ...(texts.get(request.id) ?? noTexts) }))
    }
  )

/** Reads the decisions about requests. Decisions are written under the lock of the member's wallet. */
export const findDecisions = approvalDecisions.find()

const page = { partnerId: "uuid", before: "uuid", since: "uuid", size: "integer" } as const
const listed = Schema.Struct(Struct.pick(approvalRequests.fields, "id"))

/** Lists the newest requests with an id below `before` and not below `since`. */
export const listRequests = statement({
  input: page,
  output: listed,
  sql: `SELECT q.id FROM rewards_approval_request q
    WHERE q.partner_id = ${given("partner_id")} AND q.id < ${given("before")} AND q.id >= ${given("since")}
    ORDER BY q.id DESC LIMIT ${given("size")}`
})

/** Like `listRequests`, for requests without a decision. */
export const listWaiting = statement({
  input: page,
  output: listed,
  sql: `SELECT q.id FROM rewards_approval_request q
    WHERE q.partner_id = ${given("partner_id")} AND q.id < ${given("before")} AND q.id >= ${given("since")}
      AND NOT EXISTS (SELECT 1 FROM rewards_approval_decision d
        WHERE d.partner_id = ${given("partner_id")} AND d.request_id = q.id)
    ORDER BY q.id DESC LIMIT ${given("size")}`
})

/** Reads when the newest request of a partner was made. */
export const findNewest = statement({
  input: { partnerId: "uuid" },
  output: approvalRequests.row("createdAt"),
  sql: `SELECT q.created_at FROM rewards_approval_request q WHERE q.partner_id = ${given("partner_id")}
    ORDER BY q.id DESC LIMIT 1`
})

/** Returns the earliest time of a request that still waits at `at`. */
export const waitsSince = (at: Date): Date => new Date(at.getTime() - lapsesAfter)

/** How many requests of a member are read at once. */
export const memberPage = 100

/** Lists the newest requests of a member with an id below `before`. They include the requests of members that were merged into it. */
export const listOfMember = statement({
  input: { partnerId: "uuid", memberId: "uuid", before: "uuid" },
  output: listed,
  sql: `SELECT q.id FROM rewards_approval_request q
    WHERE q.partner_id = ${given("partner_id")} AND q.member_id IN (${partsOf(given("partner_id"), given("member_id"))})
      AND q.id < ${given("before")}
    ORDER BY q.id DESC LIMIT ${memberPage}`
})
