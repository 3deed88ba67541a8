import { type Context, Effect, Either, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { MemberNotFound } from "../Errors.ts"
import { members } from "../tables.ts"
import { type MemberKey, type MemberRow, memberKey } from "./Member.ts"
import { findMerged } from "./mergeRows.ts"

/**
 * Reads and writes the user ids of members. A member has its own id, and at most one linked id. After merges, or if a person came back
 * under several ids, further ids lead to the member.
 */

const byUserId = { partnerId: "uuid", userId: "text" } as const

const shown = members.except("currentId", "orderedBy")

/** Reads members by any of their ids. `asked` is the id in the input. */
const readByIds = statement({
  input: byUserId,
  output: Schema.extend(
    members.row(...shown),
    Schema.Struct({ asked: Schema.String, linkedId: Schema.NullOr(Schema.String) })
  ),
  sql: `SELECT i.user_id AS asked, ${members.list("m", ...shown)}, (SELECT l.user_id FROM rewards_member_id l
      WHERE l.partner_id = i.partner_id AND l.member_id = i.member_id AND l.linked) AS linked_id
    FROM input CROSS JOIN rewards_member_id i CROSS JOIN rewards_member m
    WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id
      AND m.partner_id = i.partner_id AND m.id = i.member_id`
})

/** Reads the members to which these ids lead. The keys of the map are the `memberKey`s of the input. */
export const findMembers = (database: Context.Tag.Service<Database>, keys: ReadonlyArray<MemberKey>) =>
  Effect.map(
    database.run(readByIds, keys),
    (rows): ReadonlyMap<string, MemberRow> =>
      new Map(
        rows.map(({ asked, ...member }) => [
          memberKey({ partnerId: member.partnerId, userId: asked }),
          member
        ])
      )
  )

/** Reads the member to which the id `key.userId` leads. Fails if there is none. */
export const findMember = (database: Context.Tag.Service<Database>, key: MemberKey) =>
  Effect.flatMap(findMembers(database, [key]), (known) =>
    Either.fromNullable(known.get(memberKey(key)), () => new MemberNotFound({ userId: key.userId }))
  )

/** Whether other members were merged into a member. */
export const isMerged = (
  database: Context.Tag.Service<Database>,
  { id: memberId, partnerId }: Pick<MemberRow, "id" | "partnerId">
) => Effect.map(database.run(findMerged, [{ partnerId, memberId }]), (merged) => merged.length > 0)

/**
 * Sets `linked` to FALSE for a linked id that is the `userId` of a merged member. `Members.unlink` deletes only linked ids, so this id
 * stays, and leads to the member that remained after the merge.
 */
export const keepOwnIds = statement({
  input: byUserId,
  sql: `UPDATE rewards_member_id SET linked = FALSE FROM input
    WHERE rewards_member_id.partner_id = input.partner_id AND rewards_member_id.user_id = input.user_id
      AND EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = input.partner_id
        AND m.current_id = rewards_member_id.member_id AND m.current_id <> m.id AND m.user_id = input.user_id)`
})

/** Inserts the ids of new members. Skips an id that a member of the partner already has, or whose partner does not exist. */
export const claimIds = statement({
  input: { ...byUserId, memberId: "uuid" },
  output: members.row("id", "partnerId", "userId"),
  sql: `INSERT INTO rewards_member_id (partner_id, user_id, member_id, linked)
    SELECT p.id, input.user_id, input.member_id, FALSE
    FROM input CROSS JOIN rewards_partner p WHERE p.id = input.partner_id
    ON CONFLICT (partner_id, user_id) DO NOTHING
    RETURNING partner_id, member_id AS id, user_id`
})
