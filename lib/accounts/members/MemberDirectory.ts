import { Context, Effect, Layer } from "effect"
import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import type { ListedMember } from "../../rewards/members/Member.ts"
import { Members } from "../../rewards/members/Members.ts"
import { notFound } from "../../rewards/members/memberList.ts"
import { firstUserIdOf, memberBy, readMembers } from "../../rewards/sql.ts"
import { smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { firstOf } from "../../schema/Page.ts"
import { rangeOf } from "../../schema/Prefix.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { given, statement } from "../../sql/Statement.ts"
import { MemberDetails } from "../details/MemberDetails.ts"
import { memberRecords } from "../tables.ts"
import { type DirectoryPage, ListDirectory, type ListDirectoryInput } from "./Directory.ts"
import { covers, searchKey, visibleUsersOf } from "./visibility.ts"

/** A partner's members, with the personal data that the partner may see. */
export class MemberDirectory extends Context.Tag("rewards/MemberDirectory")<
  MemberDirectory,
  {
    /**
     * A page of a partner's members in the order of onboarding. `after` is the `next` of the previous page.
     *
     * `search` finds members by the start of one of these texts, in this order: (1) `userId` or `linkedId`, (2) the tag for which the
     * record was fetched, (3) the full name in the record, (4) the user's tag, (5) the user's full name. Texts 2 and 3 count only if
     * `records` is true. Texts 4 and 5 count only if the user allows the partner to see them. Each group is sorted by the matching
     * text. Each member is listed once. Case matters only in ids.
     */
    readonly list: (
      input: ListDirectoryInput | Unparsed
    ) => Effect.Effect<DirectoryPage, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<MemberDirectory, never, Database | MemberDetails | Members> =
    Layer.suspend(() => Layer.effect(this, make))
}

const input = {
  partnerId: "uuid",
  /** The range of ids that match the search. Members with such an id are skipped, because another query lists them. */
  firstId: "text",
  lastId: "text",
  /** The range of names that match the search. */
  prefix: "text",
  until: "text",
  /** The result starts after this name and `tie`. */
  name: "text",
  /** The id of a member or of a user. Equal names are sorted by this id. */
  tie: "uuid",
  /** Whether the search includes the records. */
  records: "boolean",
  size: "integer"
} as const

const output = memberRecords.row("memberId")

const inRange = (column: string) => `(${column} >= ${given("prefix")} AND ${column} < ${given("until")})`

const isAfter = (name: string, tie: string) =>
  `(${name}, ${tie}) > (${given("name")}, ${given("tie")}) AND ${name} < ${given("until")}`

/** An SQL condition: no id of the member matches the search. */
const notById = (partner: string, member: string) =>
  `${firstUserIdOf(partner, member, given("first_id"), given("last_id"))} IS NULL`

/** An SQL condition: the search does not find the member by its record. */
const notByRecord = (partner: string, member: string) =>
  `(SELECT 1 FROM rewards_member_data r WHERE ${given("records")} AND r.partner_id = ${partner} AND r.member_id = ${member}
    AND (${inRange("r.tag_key")} OR ${inRange("r.name_key")})) IS NULL`

/** Finds members by the tag or the full name of their record. */
const records = (key: "tag_key" | "name_key", condition: string) =>
  statement({
    input,
    output,
    sql: `SELECT d.member_id FROM rewards_member_data d
      WHERE d.partner_id = ${given("partner_id")} AND ${isAfter(`d.${key}`, "d.member_id")}
        AND ${condition} AND ${notById("d.partner_id", "d.member_id")}
      ORDER BY d.${key}, d.member_id LIMIT ${given("size")}`
  })

/** Finds members by their user's tag or full name, if the user currently allows the partner to see it. */
const users = (scope: "profile" | "fullname", condition: string) =>
  statement({
    input,
    output,
    sql: ({ idText }) => {
      const member = memberBy("n.partner_id", idText("n.user_id"))
      return `SELECT ${member} AS member_id FROM rewards_visible_name n
        WHERE n.partner_id = ${given("partner_id")} AND n.scope = '${scope}' AND ${isAfter("n.name", "n.user_id")}
          AND ${covers("n.partner_id", "n.user_id", scope)} AND ${member} IS NOT NULL
          AND ${condition} AND ${notById("n.partner_id", member)} AND ${notByRecord("n.partner_id", member)}
        ORDER BY n.name, n.user_id LIMIT ${given("size")}`
    }
  })

const notByTag = `(SELECT 1 FROM rewards_visible_name t WHERE t.partner_id = n.partner_id AND t.user_id = n.user_id
  AND t.scope = 'profile' AND ${inRange("t.name")} AND ${covers("t.partner_id", "t.user_id", "profile")}) IS NULL`

/** The queries by name, in the order of the answer. */
export const sources = [
  { ofRecord: true, read: records("tag_key", "TRUE") },
  { ofRecord: true, read: records("name_key", `NOT ${inRange("d.tag_key")}`) },
  { ofRecord: false, read: users("profile", "TRUE") },
  { ofRecord: false, read: users("fullname", notByTag) }
] as const

export const findRecordNames = memberRecords.find("tagKey", "nameKey")

interface NameSearch extends ListDirectory {
  readonly search: string
}

/** The position of a member in the answer to a search. Members that were found by an id come first. */
interface Position {
  /** The index in `sources`; -1 for a member that was found by an id. */
  readonly source: number
  readonly name: string
  /** The member's id if `source` searches records, otherwise the user's id. */
  readonly tie: string
}

const start: Position = { source: -1, name: "", tie: smallestId }

/** Finds members by ids first, then by names. Each query skips the members that an earlier query finds. */
const makeSearch = (database: Context.Tag.Service<Database>, members: Context.Tag.Service<Members>) => {
  const positionOf = Effect.fnUntraced(function* (
    { partnerId, search, records }: NameSearch,
    after: MemberId
  ) {
    const [member] = yield* database.run(readMembers, [{ partnerId, id: after }])
    if (member === undefined) return yield* notFound()
    const isById = [member.userId, member.linkedId].some((id) => id?.startsWith(search))
    if (isById) return start
    const user = (yield* visibleUsersOf(database, partnerId, [member])).get(member.id)
    const [record] = records ? yield* database.run(findRecordNames, [{ partnerId, memberId: after }]) : []
    // In the order of `sources`.
    const names = [record?.tagKey, record?.nameKey, user?.tag, user?.name].map((name) =>
      searchKey(name ?? "")
    )
    const source = names.findIndex((name) => name.startsWith(searchKey(search)))
    const [name, tie] = [names[source], source < 2 ? member.id : user?.id]
    return name === undefined || tie === undefined ? yield* notFound() : { source, name, tie }
  })

  /** Returns at most `size` members that the search finds by a name and that come after a position. */
  const byName = Effect.fnUntraced(function* (
    { partnerId, search, records }: NameSearch,
    position: Position,
    size: number
  ) {
    const { from: firstId, until: lastId } = rangeOf(search)
    const { from: prefix, until } = rangeOf(searchKey(search))
    const asked = { partnerId, firstId, lastId, prefix, until, records }
    const found: Array<MemberId> = []
    for (const [index, { ofRecord, read }] of sources.entries()) {
      if (index < position.source || found.length === size || (ofRecord && !records)) continue
      const { name, tie } = index === position.source ? position : { name: prefix, tie: smallestId }
      const rows = yield* database.run(read, [{ ...asked, name, tie, size: size - found.length }])
      found.push(...rows.map(({ memberId }) => memberId))
    }
    return found
  })

  const inOrder = Effect.fnUntraced(function* (partnerId: PartnerId, ids: ReadonlyArray<MemberId>) {
    const rows = yield* database.run(
      readMembers,
      ids.map((id) => ({ partnerId, id }))
    )
    const known = new Map<string, ListedMember>(rows.map((member) => [member.id, member]))
    return ids.map((id) => known.get(id)).filter((member) => member !== undefined)
  })

  return Effect.fnUntraced(function* (asked: NameSearch) {
    const { after, limit, partnerId, search } = asked
    const position = after === undefined ? start : yield* positionOf(asked, after)
    const first =
      position.source === -1
        ? yield* members.list({ partnerId, search, after, limit })
        : { data: [], hasMore: false, next: null }
    if (first.hasMore) return first
    const left = limit - first.data.length
    const found = yield* byName(asked, position, left + 1)
    const rest = yield* inOrder(partnerId, found.slice(0, left))
    const data = [...first.data, ...rest]
    const last = found.length > left ? data.at(-1) : undefined
    return { data, hasMore: last !== undefined, next: last?.id ?? null }
  })
}

const parse = parser(ListDirectory)

const make = Effect.gen(function* () {
  const database = yield* Database
  const details = yield* MemberDetails
  const members = yield* Members
  const find = makeSearch(database, members)

  return MemberDirectory.of({
    list: Effect.fn("MemberDirectory.list")(function* (input) {
      const { records, search, ...asked } = yield* parse(input)
      const { partnerId } = asked
      const found =
        search === undefined ? yield* members.list(asked) : yield* find({ ...asked, records, search })
      const known = yield* details.page(partnerId, records ? found.data.map(({ id }) => id) : [])
      const end = found.data.findIndex(({ id }) => !known.fits(id))
      const page = end === -1 ? found : firstOf(found.data, end, ({ id }) => id)
      const users = yield* visibleUsersOf(database, partnerId, page.data)
      return {
        ...page,
        data: page.data.map((member) => ({
          ...member,
          tag: users.get(member.id)?.tag ?? null,
          fullname: users.get(member.id)?.name ?? "",
          userData: known.of(member.id)
        }))
      }
    })
  })
})
