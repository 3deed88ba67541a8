import { type Context, Effect, Schema } from "effect"
import { maxPageBytes } from "../../schema/Page.ts"
import type { Database } from "../../sql/Database.ts"
import { Integer } from "../../sql/Row.ts"
import { given, statement } from "../../sql/Statement.ts"
import {
  byFilter,
  fittingIds,
  foundPage,
  foundRow,
  inTime,
  isBefore,
  lastOfWindow,
  ownColumn,
  type Scan,
  searchScans
} from "../listStatements.ts"
import { listRow } from "../lists.ts"
import { findMember, isMerged } from "../members/memberIds.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import { isPseudonym } from "../personal/pseudonym.ts"
import { partsOf } from "../sql.ts"
import { activities, members, reversals } from "../tables.ts"
import { fittingTexts } from "../texts/fittingTexts.ts"
import type { ListActivities, ListedActivity } from "./Activity.ts"
import { readOutcomes } from "./storedOutcomes.ts"

interface Filter {
  readonly member: boolean
  /** Whether other members were merged into the member. The list then also has their activities. */
  readonly merged: boolean
  readonly type: boolean
  /** Whether the list has a `from` or a `to`. */
  readonly timed: boolean
}

const memberIs = (merged: boolean): string =>
  merged
    ? `x.member_id IN (${partsOf(given("partner_id"), given("member_id"))})`
    : `x.member_id = ${given("member_id")}`

/**
 * Chooses the index that finds the rows. For a list of a member and a type, it is the index by member, because a member has fewer
 * activities than a type.
 */
const scanOf = ({ member, merged, type }: Filter): Scan => ({
  from: "rewards_activity x",
  where: [...(member ? [memberIs(merged)] : type ? [`x.type = ${given("type")}`] : []), isBefore("x.id")],
  id: "x.id",
  column: ownColumn
})

const filtersOf = ({ member, timed, type }: Filter): ReadonlyArray<string> => [
  ...(member && type ? [`x.type = ${given("type")}`] : []),
  ...(timed ? inTime("x.created_at") : [])
]

const searchActivities = byFilter((filter: Filter) => {
  const scan = scanOf(filter)
  const end = given("since")
  return statement({
    input: {
      partnerId: "uuid",
      before: "uuid",
      size: "integer",
      since: "uuid",
      fromAt: "instant",
      toAt: "instant",
      memberId: "uuid?",
      type: "text?"
    },
    output: foundRow("ActivityId"),
    sql: searchScans({
      scans: [scan],
      filters: () => filtersOf(filter),
      last: lastOfWindow([scan], { end }),
      end
    })
  })
})

const shown = activities.except("number", "memberId")

export const readActivities = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.extend(
    activities.row(...shown),
    Schema.Struct({ userId: members.fields.userId, reversedAt: Schema.NullOr(reversals.fields.createdAt) })
  ),
  sql: `SELECT ${activities.list("y", ...shown)}, m.user_id,
      (SELECT v.created_at FROM rewards_reversal v
       WHERE v.partner_id = y.partner_id AND v.activity_id = y.id) AS reversed_at
    FROM input CROSS JOIN rewards_activity y CROSS JOIN rewards_member m
    WHERE y.partner_id = input.partner_id AND y.id = input.id
      AND m.partner_id = y.partner_id AND m.id = y.member_id`
})

const readSizes = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({ id: activities.fields.id, bytes: Integer }),
  sql: `SELECT y.id, COALESCE(octet_length(y.outcomes), 0) AS bytes FROM input CROSS JOIN rewards_activity y
    WHERE y.partner_id = input.partner_id AND y.id = input.id`
})

/** Reads the stored data of an activity. The text is null if the activity had no data, or if its data was erased. */
export const readData = (text: string | null): ListedActivity["data"] =>
  text === null ? {} : JSON.parse(text)

export const makeList = (database: Context.Tag.Service<Database>, orderers: Context.Tag.Service<Orderers>) =>
  Effect.fnUntraced(function* ({ partnerId, type, userId, ...listing }: ListActivities) {
    const member = userId === undefined ? undefined : yield* findMember(database, { partnerId, userId })
    const search = searchActivities({
      member: member !== undefined,
      merged: member !== undefined && (yield* isMerged(database, member)),
      type: type !== undefined,
      timed: listing.from !== undefined || listing.to !== undefined
    })
    const { name: _, value: __, ...range } = listRow(listing)
    const row = { partnerId, ...range, memberId: member?.id ?? null, type: type ?? null }
    const found = foundPage(yield* database.run(search, [row]), listing.limit)
    const keys = found.ids.map((id) => ({ partnerId, id }))
    const sizes = new Map((yield* database.run(readSizes, keys)).map(({ bytes, id }) => [id, bytes]))
    const entries = found.ids.map((id) => ({ size: sizes.get(id) ?? 0, records: [id] }))
    const texts = yield* database.send(fittingTexts(partnerId, entries, maxPageBytes))
    const left = new Set(found.ids.slice(texts.count))
    const page = fittingIds(found, (id) => !left.has(id))
    const rows = yield* database.run(readActivities, keys.slice(0, texts.count))
    const named = yield* orderers.named(
      partnerId,
      rows.map(({ orderedBy }) => orderedBy)
    )
    const known = new Map(rows.map((each) => [each.id, each]))
    const data = page.ids.flatMap((id): ReadonlyArray<ListedActivity> => {
      const each = known.get(id)
      if (each === undefined) return []
      const [orderedBy, outcomes] = [named(each.orderedBy), readOutcomes(each.outcomes)]
      const data = readData(isPseudonym(each.userId) ? null : texts.of(id).narration)
      return [{ ...each, orderedBy, outcomes, data }]
    })
    return { data, hasMore: page.next !== null, next: page.next }
  })
