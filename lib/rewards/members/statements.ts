import { Schema } from "effect"
import { Bool, Id, Instant } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

const asked = { partner_id: "uuid", user_id: "text" } as const

/** The id that is linked to the member of `i`: the one that is not its own. */
const linkedId = `(SELECT l.user_id FROM rewards_member_id l
  WHERE l.partner_id = i.partner_id AND l.member_id = i.member_id
    AND l.user_id <> (SELECT o.user_id FROM rewards_member o WHERE o.partner_id = i.partner_id AND o.id = i.member_id))`

/** Members by any id that leads to them; `asked` is the id that was asked for. */
export const findMembers = statement({
  input: asked,
  output: Schema.Struct({
    asked: Schema.String,
    id: Id("MemberId"),
    partnerId: Id("PartnerId"),
    userId: Schema.String,
    linkedId: Schema.NullOr(Schema.String),
    createdAt: Instant
  }),
  sql: `SELECT i.user_id AS asked, m.id, m.partner_id AS "partnerId", m.user_id AS "userId",
      ${linkedId} AS "linkedId", m.created_at AS "createdAt"
    FROM input CROSS JOIN rewards_member_id i CROSS JOIN rewards_member m
    WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id
      AND m.partner_id = i.partner_id AND m.id = i.member_id`
})

/** The same, for callers that need the member's id alone: one index, no second table. */
export const findMemberIds = statement({
  input: asked,
  output: Schema.Struct({ id: Id("MemberId"), partnerId: Id("PartnerId"), userId: Schema.String }),
  sql: `SELECT i.member_id AS id, i.partner_id AS "partnerId", i.user_id AS "userId"
    FROM input CROSS JOIN rewards_member_id i
    WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id`
})

const newId = { partner_id: "uuid", user_id: "text", member_id: "uuid" } as const

/** Takes ids for new members of partners that exist. An id that already leads to a member does not come back. */
export const claimIds = statement({
  input: newId,
  output: Schema.Struct({ partnerId: Id("PartnerId"), id: Id("MemberId"), userId: Schema.String }),
  sql: `INSERT INTO rewards_member_id (partner_id, user_id, member_id, linked)
    SELECT input.partner_id, input.user_id, input.member_id, FALSE
    FROM input CROSS JOIN rewards_partner p WHERE p.id = input.partner_id
    ON CONFLICT (partner_id, user_id) DO NOTHING
    RETURNING partner_id AS "partnerId", member_id AS id, user_id AS "userId"`
})

/** The same for ids that were just found free. One that was taken meanwhile is a conflict: the transaction starts over. */
export const insertIds = statement({
  input: { ...newId, linked: "boolean" },
  sql: `INSERT INTO rewards_member_id (partner_id, user_id, member_id, linked)
    SELECT partner_id, user_id, member_id, linked FROM input`
})

export const insertMembers = statement({
  input: { partner_id: "uuid", id: "uuid", user_id: "text", created_at: "instant" },
  sql: `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
    SELECT partner_id, id, user_id, created_at FROM input`
})

/** Locks ids until commit, so that two joins of the same ids run one after the other. */
export const lockIds = statement({
  input: asked,
  output: Schema.Struct({ userId: Schema.String }),
  sql: ({ lock }) => `SELECT i.user_id AS "userId" FROM input CROSS JOIN rewards_member_id i
    WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id${lock("i", "i.user_id")}`
})

/** The members behind these ids, each with the id that is linked to it. */
export const readLinks = statement({
  input: asked,
  output: Schema.Struct({
    userId: Schema.String,
    memberId: Id("MemberId"),
    linked: Bool,
    linkedId: Schema.NullOr(Schema.String)
  }),
  sql: `SELECT i.user_id AS "userId", i.member_id AS "memberId", i.linked,
      ${linkedId} AS "linkedId"
    FROM input CROSS JOIN rewards_member_id i
    WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id`
})

/** A member's awards; one is enough to know that there are some. */
export const findAward = statement({
  input: { partner_id: "uuid", member_id: "uuid" },
  output: Schema.Struct({ id: Id("AwardId") }),
  sql: `SELECT a.id FROM input CROSS JOIN rewards_award a
    WHERE a.partner_id = input.partner_id AND a.member_id = input.member_id LIMIT 1`
})

/** The member's own id becomes its linked id. */
export const turnIntoLink = statement({
  input: asked,
  sql: `UPDATE rewards_member_id SET linked = TRUE FROM input
    WHERE rewards_member_id.partner_id = input.partner_id AND rewards_member_id.user_id = input.user_id`
})

export const renameMember = statement({
  input: { partner_id: "uuid", id: "uuid", user_id: "text" },
  sql: `UPDATE rewards_member SET user_id = input.user_id FROM input
    WHERE rewards_member.partner_id = input.partner_id AND rewards_member.id = input.id`
})

export const deleteIds = statement({
  input: { partner_id: "uuid", member_id: "uuid" },
  sql: `DELETE FROM rewards_member_id
    WHERE (partner_id, member_id) IN (SELECT partner_id, member_id FROM input)`
})

export const deleteMember = statement({
  input: { partner_id: "uuid", id: "uuid" },
  sql: "DELETE FROM rewards_member WHERE (partner_id, id) IN (SELECT partner_id, id FROM input)"
})
