import { Schema } from "effect"
import { isId } from "../../schema/Id.ts"
import { Id, Instant } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { MemberKey } from "./Member.ts"

const memberColumns = { partner_id: "uuid", id: "uuid", user_id: "text", created_at: "instant" } as const

export const insertMembers = statement({
  input: memberColumns,
  output: Schema.Struct({ partnerId: Id("PartnerId"), id: Id("MemberId") }),
  sql: `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
    SELECT input.partner_id, input.id, input.user_id, input.created_at
    FROM input CROSS JOIN rewards_partner p WHERE p.id = input.partner_id
    ON CONFLICT (partner_id, user_id) DO NOTHING
    RETURNING partner_id AS "partnerId", id`
})

/** For members that the caller has just found missing: one that is there by now is a conflict, to be looked at again. */
export const admitMembers = statement({
  input: memberColumns,
  sql: `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
    SELECT partner_id, id, user_id, created_at FROM input`
})

const MemberRow = Schema.Struct({
  id: Id("MemberId"),
  partnerId: Id("PartnerId"),
  userId: Schema.String,
  createdAt: Instant
})

/** By the names that members go by. */
export const findMembers = statement({
  input: { partner_id: "uuid", user_id: "text" },
  output: MemberRow,
  sql: `SELECT m.id, m.partner_id AS "partnerId", m.user_id AS "userId", m.created_at AS "createdAt"
    FROM input CROSS JOIN rewards_member m
    WHERE m.partner_id = input.partner_id AND m.user_id = input.user_id`
})

/** By the users that are linked to them; `name` is the one that was asked for. */
export const findLinkedMembers = statement({
  input: { partner_id: "uuid", user_id: "uuid" },
  output: Schema.Struct({ ...MemberRow.fields, name: Schema.String }),
  sql: `SELECT l.user_id AS name, m.id, m.partner_id AS "partnerId", m.user_id AS "userId",
      m.created_at AS "createdAt"
    FROM input CROSS JOIN rewards_link l CROSS JOIN rewards_member m
    WHERE l.partner_id = input.partner_id AND l.user_id = input.user_id
      AND m.partner_id = l.partner_id AND m.id = l.member_id`
})

/** Both, for those who need no more than the id. */
const MemberIdRow = MemberRow.pick("id", "partnerId", "userId")

export const findMemberIds = statement({
  input: { partner_id: "uuid", user_id: "text" },
  output: MemberIdRow,
  sql: `SELECT m.id, m.partner_id AS "partnerId", m.user_id AS "userId"
    FROM input CROSS JOIN rewards_member m
    WHERE m.partner_id = input.partner_id AND m.user_id = input.user_id`
})

export const findLinkedIds = statement({
  input: { partner_id: "uuid", user_id: "uuid" },
  output: MemberIdRow,
  sql: `SELECT l.member_id AS id, l.partner_id AS "partnerId", l.user_id AS "userId"
    FROM input CROSS JOIN rewards_link l
    WHERE l.partner_id = input.partner_id AND l.user_id = input.user_id`
})

/** The columns by which `namedMember` finds a member. Only what looks like an id can be the id of an account. */
export const nameColumns = { partner_id: "uuid", user_id: "text", account_id: "uuid?" } as const

export const nameRow = ({ partnerId, userId }: MemberKey) => ({
  partner_id: partnerId,
  user_id: userId,
  account_id: isId(userId) ? userId : null
})

/** The member whom a partner means by a name: the one that goes by it, or the one that is linked to the user of that id. */
export const memberNamed = (name: string, account: string): string => `COALESCE(
    (SELECT n.id FROM rewards_member n WHERE n.partner_id = input.partner_id AND n.user_id = input.${name}),
    (SELECT l.member_id FROM rewards_link l WHERE l.partner_id = input.partner_id AND l.user_id = input.${account}))`

/**
 * The id of the one member whom a partner means, by either name, for a statement whose `input` is one row with
 * `nameColumns`. For many rows PostgreSQL would rather read all members than this, so they are looked up in two steps.
 */
export const namedMember = memberNamed("user_id", "account_id")
