import { type Context, Effect } from "effect"
import type { MemberId, PartnerId } from "../../../rewards/Id.ts"
import type { ListedMember } from "../../../rewards/members/Member.ts"
import type { Members } from "../../../rewards/members/Members.ts"
import { notFound } from "../../../rewards/members/memberList.ts"
import { readMembers } from "../../../rewards/sql.ts"
import { rangeOf } from "../../../schema/Prefix.ts"
import type { Database } from "../../../sql/Database.ts"
import type { ListDirectory } from "../Directory.ts"
import { nameKey } from "../nameKey.ts"
import { findKeys, sources } from "./sources.ts"
import type { VisibleUsers } from "./visibleUsers.ts"

export interface Search extends ListDirectory {
  readonly search: string
}

/** Where a member is in the answer to a search. Ids come before all sources of names. */
interface Place {
  /** The index of the source, or -1 for ids. */
  readonly source: number
  readonly name: string
  /** The id of the record's member, or of the user. */
  readonly tie: string
}

/** Below every id that can be made. */
const start = "00000000-0000-0000-0000-000000000000"

/**
 * Finds members by ids first, then by names. A search takes a fixed number of statements, and each reads a range of an index
 * no further than the page needs, but for members that an earlier part has found: over all pages, few times each.
 */
export const makeSearch = (
  database: Context.Tag.Service<Database>,
  members: Context.Tag.Service<Members>,
  usersOf: VisibleUsers
) => {
  const placeOf = Effect.fnUntraced(function* ({ partnerId, search, records }: Search, after: MemberId) {
    const [member] = yield* database.run(readMembers, [{ partnerId, id: after }])
    if (member === undefined) return yield* notFound()
    const isById = [member.userId, member.linkedId].some((id) => id?.startsWith(search))
    if (isById) return { source: -1, name: "", tie: start }
    const user = (yield* usersOf(partnerId, [member])).get(member.id)
    const [record] = records
      ? yield* database.run(findKeys, [{ partner_id: partnerId, member_id: after }])
      : []
    // In the order of `sources`.
    const names = [record?.tag, record?.name, user?.tag, user?.name].map((name) => nameKey(name ?? ""))
    const source = names.findIndex((name) => name.startsWith(nameKey(search)))
    const [name, tie] = [names[source], source < 2 ? member.id : user?.id]
    return name === undefined || tie === undefined ? yield* notFound() : { source, name, tie }
  })

  /** The members found by a name behind a place, no more than `size`. */
  const byName = Effect.fnUntraced(function* (
    { partnerId, search, records }: Search,
    place: Place,
    size: number
  ) {
    const ids = rangeOf(search)
    const { from: prefix, until } = rangeOf(nameKey(search))
    const found: Array<MemberId> = []
    for (const [index, { ofRecord, read }] of sources.entries()) {
      if (index < place.source || found.length === size || (ofRecord && !records)) continue
      const { name, tie } = index === place.source ? place : { name: prefix, tie: start }
      const rows = yield* database.run(read, [
        {
          partner_id: partnerId,
          first_id: ids.from,
          last_id: ids.until,
          prefix,
          until,
          name,
          tie,
          records,
          size: size - found.length
        }
      ])
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

  return Effect.fnUntraced(function* (asked: Search) {
    const { after, limit, partnerId, search } = asked
    const place: Place =
      after === undefined ? { source: -1, name: "", tie: start } : yield* placeOf(asked, after)
    const first =
      place.source === -1
        ? yield* members.list({ partnerId, search, after, limit })
        : { data: [], hasMore: false }
    if (first.hasMore) return first
    const left = limit - first.data.length
    const found = yield* byName(asked, place, left + 1)
    const rest = yield* inOrder(partnerId, found.slice(0, left))
    return { data: [...first.data, ...rest], hasMore: found.length > left }
  })
}
