import { Context, Effect, Layer, Schema } from "effect"
import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import { windowSize } from "../../rewards/listStatements.ts"
import { type ListedRow, ListMembers, type ListMembersInput } from "../../rewards/members/Member.ts"
import { findMembers } from "../../rewards/members/memberIds.ts"
import { notFound } from "../../rewards/members/memberList.ts"
import { Orderers } from "../../rewards/orderers/Orderers.ts"
import {
  findFirstUserId,
  firstUserIdOf,
  makeList,
  memberBy,
  pageAttributes,
  readMembers
} from "../../rewards/sql.ts"
import { smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { firstOf, type Page, startOf } from "../../schema/Page.ts"
import { rangeOf } from "../../schema/Prefix.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Id } from "../../sql/Row.ts"
import { type Fragments, given, statement } from "../../sql/Statement.ts"
import { MemberDetails } from "../details/MemberDetails.ts"
import type { NameScope } from "../tables.ts"
import {
  checkListDirectory,
  type DirectoryPage,
  ListDirectory,
  type ListDirectoryInput,
  placeOf,
  printPlace,
  type SearchPlace
} from "./Directory.ts"
import { covers, searchKey, visibleUsersOf } from "./visibility.ts"

/** A partner's members, with the personal data that the partner may see. */
export class MemberDirectory extends Context.Tag("rewards/MemberDirectory")<
  MemberDirectory,
  {
    /**
     * Returns a page of a partner's members. Without `search`, they are in the order of onboarding. `after` is the `next` of the previous
     * page. With `userIds`, only the members with these ids are listed. Ids that no member has are left out.
     *
     * `search` finds members by the start of one of these texts, in this order: (1) an id of the member, (2) the tag with which the
     * member was onboarded, (3) the full name in the record that the partner's `userDetailsUrl` returned for this tag, (4) the tag of the
     * user's account, (5) the full name of this account. The search for a full name can start at any of its words: `lee jo` finds
     * `Ann Lee Jones`. Texts 2 and 3 count only if `records` is true. Texts 4 and 5 count only if the user allows the partner to see them.
     * Each group is sorted by the matching text. Each member is listed once. Case matters only in ids. A page can be short although
     * `hasMore` is true, because the number of examined names and the bytes of a page are limited.
     */
    readonly list: (
      input: ListDirectoryInput | Unparsed
    ) => Effect.Effect<DirectoryPage, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<MemberDirectory, never, Database | MemberDetails | Orderers> =
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
  /** The smallest id, which no row has as its `tie`. So a range up to (`until`, `endTie`) does not include the name `until`. */
  endTie: "uuid",
  /** Whether the search includes the tags with which members were onboarded, and the names in their records. */
  records: "boolean",
  /** One query examines at most `windowSize` names: its window. `skipped` is the OFFSET of the window's last name: `windowSize` - 1. */
  skipped: "integer",
  size: "integer"
} as const

/** A member that was found. If the window of examined names is full, one more row has the last `tie` of the window and no member. */
const output = Schema.Struct({ memberId: Schema.NullOr(Id("MemberId")), tie: Id("Tie") })

const inRange = (column: string) => `(${column} >= ${given("prefix")} AND ${column} < ${given("until")})`

/** The parts of a query that finds members by name, as SQL. */
interface Names {
  readonly from: string
  readonly name: string
  readonly tie: string
  readonly member: string
  /** Conditions that only select a range of the index. */
  readonly range: string
  /** Conditions that are checked for each name of the window. */
  readonly filters: ReadonlyArray<string>
}

/** Returns SQL that finds members by name, in the order of `name` and `tie`. */
const searchNames = ({ filters, from, member, name, range, tie }: Names): string => {
  const rows = `FROM ${from} WHERE ${range} AND (${name}, ${tie}) > (${given("name")}, ${given("tie")})`
  const order = `ORDER BY ${name}, ${tie}`
  const last = (column: string, end: string) => `COALESCE((SELECT w.${column} FROM last_row w), ${end})`
  const end = `(${last("name", given("until"))}, ${last("tie", given("end_tie"))})`
  return `, last_row AS MATERIALIZED (
      SELECT ${name} AS name, ${tie} AS tie ${rows} AND ${name} < ${given("until")} ${order}
      LIMIT 1 OFFSET ${given("skipped")}
    )
    SELECT page.member_id, page.tie FROM (
      SELECT found.member_id, found.name, found.tie FROM (
        SELECT ${member} AS member_id, ${name} AS name, ${tie} AS tie ${rows}
          AND (${name}, ${tie}) <= ${end} AND ${filters.join(" AND ")}
        ${order} LIMIT ${given("size")}
      ) AS found
      UNION ALL SELECT NULL, w.name, w.tie FROM last_row w
    ) AS page ORDER BY page.name, page.tie`
}

/** Returns an SQL condition: no id of the member matches the search. */
const notById = (partner: string, member: string) =>
  `${firstUserIdOf(partner, member, given("first_id"), given("last_id"))} IS NULL`

/** SQL for the tag with which a member was onboarded; NULL if it does not match the search. */
const tagOf = (partner: string, member: string) =>
  `(SELECT r.tag_key FROM rewards_member_data r
    WHERE r.partner_id = ${partner} AND r.member_id = ${member} AND ${inRange("r.tag_key")})`

/** SQL for the first stored text of the full name in a member's record that matches the search; NULL if no text matches. */
const nameOf = (partner: string, member: string) =>
  `(SELECT min(f.name) FROM rewards_member_name f
    WHERE f.partner_id = ${partner} AND f.member_id = ${member} AND ${inRange("f.name")})`

/** SQL for the first stored text of a user's tag or full name that matches the search; NULL if no text matches. */
const visibleNameOf = (partner: string, user: string, scope: NameScope) =>
  `(SELECT min(f.name) FROM rewards_visible_name f
    WHERE f.partner_id = ${partner} AND f.user_id = ${user} AND f.scope = '${scope}' AND ${inRange("f.name")})`

/**
 * Returns an SQL condition: the row has the first matching text of its member. So a member with two matching words is found once. CASE
 * keeps PostgreSQL from expecting few such rows: it would then sort all of them instead of reading a page in the order of the index.
 */
const isFirst = (name: string, first: string) => `CASE WHEN ${first} = ${name} THEN 1 END IS NOT NULL`

/** Returns an SQL condition: the search does not find the member by the tag or the full name of its record. */
const notByRecord = (partner: string, member: string) =>
  `CASE WHEN ${given("records")} THEN COALESCE(${tagOf(partner, member)}, ${nameOf(partner, member)}) END IS NULL`

/** A kind of name by which members are found. They are found in the order of these names. Equal names are sorted by an id, the tie. */
interface Source {
  /** Whether the names are those of the partner's own records. If so, the tie is the id of the member, otherwise the id of the user. */
  readonly ofRecord: boolean
  readonly read: ReturnType<typeof reading>
  /** Finds the matching name of a member or user. If several names match the search, finds the one that sorts first. */
  readonly first: ReturnType<typeof firstBy>
}

const reading = (sql: string | ((fragments: Fragments) => string)) => statement({ input, output, sql })

const firstBy = (first: string) =>
  statement({
    input: { partnerId: "uuid", tie: "uuid", prefix: "text", until: "text" },
    output: Schema.Struct({ name: Schema.NullOr(Schema.String) }),
    sql: `SELECT ${first} AS name FROM input`
  })

/** Members by the tags with which they were onboarded. */
const byTag: Source = {
  ofRecord: true,
  read: reading(
    searchNames({
      from: "rewards_member_data d",
      name: "d.tag_key",
      tie: "d.member_id",
      member: "d.member_id",
      range: `d.partner_id = ${given("partner_id")}`,
      filters: [notById("d.partner_id", "d.member_id")]
    })
  ),
  first: firstBy(tagOf("input.partner_id", "input.tie"))
}

/** Members by the full names in their records. */
const byRecordName: Source = {
  ofRecord: true,
  read: reading(
    searchNames({
      from: "rewards_member_name d",
      name: "d.name",
      tie: "d.member_id",
      member: "d.member_id",
      range: `d.partner_id = ${given("partner_id")} AND ${isFirst("d.name", nameOf("d.partner_id", "d.member_id"))}`,
      filters: [`${tagOf("d.partner_id", "d.member_id")} IS NULL`, notById("d.partner_id", "d.member_id")]
    })
  ),
  first: firstBy(nameOf("input.partner_id", "input.tie"))
}

/** Members by their user's tag or full name, if the user currently allows the partner to see it. */
const byUser = (scope: NameScope, condition: string): Source => ({
  ofRecord: false,
  read: reading(({ idText }) => {
    const member = memberBy("n.partner_id", idText("n.user_id"))
    return searchNames({
      from: "rewards_visible_name n",
      name: "n.name",
      tie: "n.user_id",
      member,
      range: `n.partner_id = ${given("partner_id")} AND n.scope = '${scope}'
        AND ${isFirst("n.name", visibleNameOf("n.partner_id", "n.user_id", scope))}`,
      filters: [
        covers("n.partner_id", "n.user_id", scope),
        `${member} IS NOT NULL`,
        condition,
        notById("n.partner_id", member),
        notByRecord("n.partner_id", member)
      ]
    })
  }),
  first: firstBy(visibleNameOf("input.partner_id", "input.tie", scope))
})

/** An SQL condition: the search does not find the user by its tag. */
const notByTag = `CASE WHEN ${covers("n.partner_id", "n.user_id", "profile")}
  THEN ${visibleNameOf("n.partner_id", "n.user_id", "profile")} END IS NULL`

/** The kinds of names, in the order in which they are searched. */
export const sources = [byTag, byRecordName, byUser("profile", "TRUE"), byUser("fullname", notByTag)] as const

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

/** Lists members, and refuses an `after` that is not the id of a member. */
type List = (input: ListMembersInput) => Effect.Effect<Page<ListedRow>, InvalidInput | DatabaseFailure>

/** Reads members in the order of `ids`. */
const inOrder = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  partnerId: PartnerId,
  ids: ReadonlyArray<MemberId>
) {
  const rows = yield* readMembers(database, partnerId, ids)
  const known = new Map<string, ListedRow>(rows.map((member) => [member.id, member]))
  return ids.map((id) => known.get(id)).filter((member) => member !== undefined)
})

/** Returns a page of the members with these ids, in the order of onboarding. */
const listOf = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  userIds: ReadonlyArray<string>,
  { after, limit, partnerId }: ListMembers
) {
  const keys = Array.from(new Set(userIds), (userId) => ({ partnerId, userId }))
  const found = yield* findMembers(database, keys)
  const ids = new Set(Array.from(found.values(), ({ id }) => id))
  const asked = Array.from(ids)
    .filter((id) => id > (after ?? smallestId))
    .toSorted()
    .slice(0, limit + 1)
  return firstOf(yield* inOrder(database, partnerId, asked), limit, ({ id }) => id)
})

/** Finds members by ids first, then by names. Each query skips the members that an earlier query finds. */
const makeSearch = (database: Context.Tag.Service<Database>, list: List) => {
  /** Returns the matching name of a member or user that sorts first; null if no name matches the search. */
  const firstName = Effect.fnUntraced(function* (
    { partnerId, search }: NameSearch,
    { source, tie }: SearchPlace
  ) {
    const { from: prefix, until } = rangeOf(searchKey(search))
    const { first } = sources[source] ?? byTag
    const [found] = yield* database.run(first, [{ partnerId, tie, prefix, until }])
    return found?.name ?? null
  })

  /** Returns the position at which the previous page ended. A caller who may not read records is told nothing about names in records. */
  const positionAt = Effect.fnUntraced(function* (request: NameSearch, place: SearchPlace) {
    const isReadable = request.records || sources[place.source]?.ofRecord === false
    const name = isReadable ? yield* firstName(request, place) : null
    return name === null ? yield* notFound() : { ...place, name }
  })

  /** Returns the position of the member with the id `after`. */
  const positionOf = Effect.fnUntraced(function* (request: NameSearch, after: MemberId) {
    const { partnerId, search, records } = request
    const [member] = yield* readMembers(database, partnerId, [after])
    if (member === undefined) return yield* notFound()
    const { from: prefix, until } = rangeOf(search)
    const [byId] = yield* database.run(findFirstUserId, [{ partnerId, memberId: after, prefix, until }])
    if (byId?.userId != null) return start
    const user = (yield* visibleUsersOf(database, partnerId, [member])).get(member.id)
    const record = records ? member.id : undefined
    // In the order of `sources`.
    const ties = [record, record, user?.tag && user.id, user?.name && user.id]
    for (const [source, tie] of ties.entries()) {
      if (!tie) continue
      const name = yield* firstName(request, { source, tie })
      if (name !== null) return { source, name, tie }
    }
    return yield* notFound()
  })

  /**
   * Returns at most `size` members that the search finds by a name and that come after a position. If the limit of examined names stops the
   * search, `place` is where it stopped.
   */
  const byName = Effect.fnUntraced(function* (
    { partnerId, search, records }: NameSearch,
    position: Position,
    size: number
  ) {
    const { from: firstId, until: lastId } = rangeOf(search)
    const { from: prefix, until } = rangeOf(searchKey(search))
    const fixed = { endTie: smallestId, skipped: windowSize - 1 }
    const query = { ...fixed, partnerId, firstId, lastId, prefix, until, records }
    const found: Array<MemberId> = []
    for (const [index, { ofRecord, read }] of sources.entries()) {
      if (index < position.source || found.length === size || (ofRecord && !records)) continue
      const { name, tie } = index === position.source ? position : { name: prefix, tie: smallestId }
      const rows = yield* database.run(read, [{ ...query, name, tie, size: size - found.length }])
      found.push(...rows.flatMap(({ memberId }) => memberId ?? []))
      const last = rows.find(({ memberId }) => memberId === null)
      if (last !== undefined && found.length < size) {
        return { found, place: printPlace({ source: index, tie: last.tie }) }
      }
    }
    return { found, place: null }
  })

  return Effect.fnUntraced(function* (request: NameSearch) {
    const { limit, partnerId, search } = request
    const after = request.after === undefined ? undefined : placeOf(request.after)
    const position =
      after === undefined
        ? start
        : typeof after === "string"
          ? yield* positionOf(request, after)
          : yield* positionAt(request, after)
    const first =
      position.source === -1
        ? yield* list({ partnerId, search, after: request.after, limit })
        : { data: [], hasMore: false, next: null }
    if (first.hasMore) return first
    const left = limit - first.data.length
    const { found, place } = yield* byName(request, position, left + 1)
    const rest = yield* inOrder(database, partnerId, found.slice(0, left))
    const data = [...first.data, ...rest]
    const next = found.length > left ? (data.at(-1)?.id ?? null) : place
    return { data, hasMore: next !== null, next }
  })
}

const parse = parser(ListDirectory, checkListDirectory)
const parseList = parser(ListMembers)

const make = Effect.gen(function* () {
  const database = yield* Database
  const details = yield* MemberDetails
  const orderers = yield* Orderers
  const listRows = makeList(database)
  const list: List = (input) => Effect.flatMap(parseList(input), listRows)
  const find = makeSearch(database, list)

  return MemberDirectory.of({
    list: Effect.fn("MemberDirectory.list")(function* (input) {
      const { records, search, userIds, ...request } = yield* parse(input)
      const { partnerId } = request
      const found = yield* userIds !== undefined
        ? Effect.flatMap(parseList(request), (asked) => listOf(database, userIds, asked))
        : search === undefined
          ? list(request)
          : find({ ...request, records, search })
      const ids = records ? found.data.map(({ id }) => id) : []
      const stored = yield* details.page(partnerId, ids)
      const attributes = yield* database.send(pageAttributes(partnerId, ids))
      const fits = (id: MemberId) => stored.fits(id) && attributes.fits(id)
      const page = records ? startOf(found, fits) : found
      const users = yield* visibleUsersOf(database, partnerId, page.data)
      const named = yield* orderers.named(
        partnerId,
        page.data.map(({ orderedBy }) => orderedBy)
      )
      return {
        ...page,
        data: page.data.map((member) => ({
          ...member,
          attributes: records ? attributes.of(member.id) : null,
          tag: users.get(member.id)?.tag ?? null,
          fullname: users.get(member.id)?.name ?? "",
          userData: stored.of(member.id),
          orderedBy: named(member.orderedBy)
        }))
      }
    })
  })
})
