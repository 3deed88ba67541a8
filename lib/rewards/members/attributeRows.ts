import { Schema } from "effect"
import { maxPageBytes } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import { statement } from "../../sql/Statement.ts"
import type { Scalar } from "../activities/When.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { attributes, memberIds } from "../tables.ts"
import { type Attributes, inOrder, noAttributes } from "./Attributes.ts"

/** Identifies a member of a partner. */
export interface MemberOfPartner {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

interface Row {
  readonly memberId: MemberId
  readonly name: string
  readonly value: Scalar
}

const byMember = (rows: ReadonlyArray<Row>): ReadonlyMap<MemberId, Attributes> => {
  const groups = Map.groupBy(rows, ({ memberId }) => memberId)
  return new Map(
    Array.from(groups, ([memberId, group]) => [
      memberId,
      inOrder(group.map(({ name, value }) => [name, value]))
    ])
  )
}

const find = attributes.by("partnerId", "memberId").find("memberId", "name", "value")

/** Reads the attributes of members. The map has only members with attributes. */
export const readAttributes = (
  members: ReadonlyArray<MemberOfPartner>
): Batch.Batch<ReadonlyMap<MemberId, Attributes>> => Batch.map(Batch.of(find, members), byMember)

/**
 * Locks the ids of members until COMMIT, so that a change of a member's attributes and a `Members.join` of its ids run one after the other.
 * A transaction that also locks a feed must lock these ids first, as `Members.join` does.
 */
export const lockMembers = memberIds.by("partnerId", "memberId").lock("memberId")

const upsert = statement({
  input: attributes.types,
  sql: ({ owner, source }) => `INSERT INTO rewards_attribute (partner_id, member_id, name, value)
    SELECT ${owner()}, input.member_id, input.name, input.value FROM ${source()} WHERE true
    ON CONFLICT (partner_id, member_id, name) DO UPDATE SET value = excluded.value`
})

const remove = attributes.delete()

/** The attributes of a member before and after a change. */
export interface Change {
  readonly member: MemberOfPartner
  readonly before: Attributes
  readonly after: Attributes
}

/** Writes the attributes that differ. */
export const writeChanges = (changes: ReadonlyArray<Change>): Batch.Batch<void> => {
  const removed = changes.flatMap(({ after, before, member }) =>
    Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .map((name) => ({ ...member, name }))
  )
  const set = changes.flatMap(({ after, before, member }) =>
    Object.entries(after)
      .filter(([name, value]) => !Object.hasOwn(before, name) || before[name] !== value)
      .map(([name, value]) => ({ ...member, name, value: JSON.stringify(value) }))
  )
  return Batch.inOrder([Batch.of(remove, removed), Batch.of(upsert, set)])
}

/**
 * Reads the attributes of the first members of a page. Stops before these attributes exceed `maxPageBytes` together, but always reads the
 * attributes of the first member. `place` is the position of the member. The result has at least one row for each member that fits.
 */
export const readFittingAttributes = statement({
  input: { partnerId: "uuid", memberId: "uuid", place: "integer" },
  output: Schema.Struct({
    memberId: attributes.fields.memberId,
    name: Schema.NullOr(attributes.fields.name),
    value: Schema.NullOr(attributes.fields.value)
  }),
  sql: `, sized AS MATERIALIZED (
      SELECT input.partner_id, input.member_id, input.place, COALESCE((
        SELECT SUM(octet_length(s.name) + octet_length(s.value)) FROM rewards_attribute s
        WHERE s.partner_id = input.partner_id AND s.member_id = input.member_id
      ), 0) AS bytes FROM input
    ), summed AS MATERIALIZED (
      SELECT r.partner_id, r.member_id, r.place, SUM(r.bytes) OVER (ORDER BY r.place) AS total FROM sized r
    )
    SELECT f.member_id, a.name, a.value FROM summed f
    LEFT JOIN rewards_attribute a ON a.partner_id = f.partner_id AND a.member_id = f.member_id
    WHERE f.place = 0 OR f.total <= ${maxPageBytes}`
})

/** The attributes of the first members of a page. */
export interface AttributePage {
  /** False for a member that does not fit into the page any more. */
  readonly fits: (id: MemberId) => boolean
  readonly of: (id: MemberId) => Attributes
}

export const pageAttributes = (
  partnerId: PartnerId,
  ids: ReadonlyArray<MemberId>
): Batch.Batch<AttributePage> =>
  Batch.map(
    Batch.of(
      readFittingAttributes,
      ids.map((memberId, place) => ({ partnerId, memberId, place }))
    ),
    (rows) => {
      const fitting = new Set(rows.map(({ memberId }) => memberId))
      const known = byMember(
        rows.flatMap(({ memberId, name, value }) =>
          name === null || value === null ? [] : [{ memberId, name, value }]
        )
      )
      return { fits: (id) => fitting.has(id), of: (id) => known.get(id) ?? noAttributes }
    }
  )
