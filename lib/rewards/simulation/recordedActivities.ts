import { type Context, Effect, Schema } from "effect"
import { endOfIds, firstIdOf } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Bool, Integer } from "../../sql/Row.ts"
import { given, statement } from "../../sql/Statement.ts"
import { readData } from "../activities/activityList.ts"
import { TooManyActivities } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { byFilter } from "../listStatements.ts"
import { noAttributes } from "../members/Attributes.ts"
import { readAttributes } from "../members/attributeRows.ts"
import { currentOf } from "../sql.ts"
import { activities } from "../tables.ts"
import type { RecordedActivity } from "./SimulatedRule.ts"

/** Selects the activities of some types that a partner recorded at or after `from` and before `to`. */
export interface Recordings {
  readonly partnerId: PartnerId
  readonly types: ReadonlyArray<string>
  readonly from: Date
  readonly to: Date
}

/**
 * Returns SQL for the activities of a type, in the order of their recording. It reads a range of the index of types. `first` is the
 * condition on the id at the start of the range, such as `> …`.
 */
const ofType = (columns: string, first: string): string => `SELECT ${columns} FROM rewards_activity x
    WHERE x.partner_id = ${given("partner_id")} AND x.type = ${given("type")}
      AND x.id ${first} AND x.id < ${given("until")} ORDER BY x.id`

const range = { partnerId: "uuid", type: "text", since: "uuid", until: "uuid" } as const

/** Counts the activities of a type, up to `most`. */
export const countOfType = statement({
  input: { ...range, most: "integer" },
  output: Schema.Struct({ count: Integer }),
  sql: `SELECT COUNT(*) AS count FROM (${ofType("x.id", `>= ${given("since")}`)} LIMIT ${given("most")}) AS found`
})

/** Reads the recording time of the activity that follows the first `others` activities of a type. */
export const timeOfNext = statement({
  input: { ...range, others: "integer" },
  output: activities.row("createdAt"),
  sql: `${ofType("x.created_at", `>= ${given("since")}`)} LIMIT 1 OFFSET ${given("others")}`
})

const shown = ["id", "number", "occurredAt", "createdAt"] as const

const currentMember = currentOf("x.partner_id", "x.member_id")
/** SQL for the member of an activity `x`. It replaces a merged member by the current member, and an erased member by its successor. */
const personOf = `COALESCE((SELECT e.successor_id FROM rewards_erasure e
      WHERE e.partner_id = x.partner_id AND e.member_id = ${currentMember}), ${currentMember})`

/**
 * Reads the next activities of a type, even if they are reversed or outside of the chosen time. So each slice has a bounded cost.
 * `memberId` is the same in all activities of one person.
 */
export const readSlice = byFilter(({ readsData }: { readonly readsData: boolean }) =>
  statement({
    input: { partnerId: "uuid", type: "text", after: "uuid", until: "uuid", size: "integer" },
    output: Schema.extend(
      activities.row("memberId", ...shown),
      Schema.Struct({ data: Schema.NullOr(Schema.String), isReversed: Bool })
    ),
    sql: ofType(
      `${activities.list("x", ...shown)}, ${personOf} AS member_id,
      ${
        readsData
          ? `(SELECT t.value FROM rewards_text t
         WHERE t.partner_id = x.partner_id AND t.record_id = x.id AND t.name = '')`
          : "NULL"
      } AS data,
      EXISTS (SELECT 1 FROM rewards_reversal v
        WHERE v.partner_id = x.partner_id AND v.activity_id = x.id) AS is_reversed`,
      `> ${given("after")}`
    ).concat(` LIMIT ${given("size")}`)
  })
)

/** The largest number of activities that a simulation reads. */
export const maxActivities = 200_000

/** How many activities are read at once. Several types share this number. Other calls wait while a slice is read. */
const sliceSize = 250

/** The smallest number of activities in a slice of one type. */
const leastSize = 25

/** A position in the activities of a type. */
interface Cursor {
  readonly type: string
  after: string
  hasEnded: boolean
  /** The activities of the current slice. */
  rows: ReadonlyArray<RecordedActivity & { readonly id: string }>
  /** The index of the first of these activities that was not taken yet. */
  next: number
}

const isEmpty = ({ next, rows }: Cursor): boolean => next >= rows.length

/** Returns the cursor whose next activity was recorded first. */
const firstOf = (cursors: ReadonlyArray<Cursor>): Cursor | undefined => {
  let first: Cursor | undefined
  for (const cursor of cursors) {
    if (isEmpty(cursor)) continue
    if (first === undefined || nextId(cursor) < nextId(first)) first = cursor
  }
  return first
}

const nextId = ({ next, rows }: Cursor): string => rows[next]?.id ?? ""

/**
 * Takes activities in the order of recording. Stops when the slice of a type is used up, because the next slice of this type may contain
 * the next activity.
 */
const takeReady = (cursors: ReadonlyArray<Cursor>, take: (activity: RecordedActivity) => void): void => {
  for (;;) {
    const first = firstOf(cursors)
    const activity = first?.rows[first.next]
    if (first === undefined || activity === undefined) return
    first.next += 1
    take(activity)
    if (isEmpty(first) && !first.hasEnded) return
  }
}

/** Runs a function whose errors need no stack, such as refusals that are only counted. Making stacks would take most of the time. */
const withoutStacks = (run: () => void): void => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

interface Reading {
  readonly readsData: boolean
  readonly readsAttributes: boolean
  /** Called for each activity, in the order of recording. */
  readonly take: (activity: RecordedActivity) => void
  /** Runs after each slice. */
  readonly pause: Effect.Effect<void>
}

/** Reads recorded activities. `most` is the largest number of them that `check` accepts. */
export const makeRecordedActivities = (database: Context.Tag.Service<Database>, most = maxActivities) => {
  const rangesOf = ({ from, partnerId, to, types }: Recordings) =>
    types.map((type) => ({ partnerId, type, since: firstIdOf(from), until: firstIdOf(to) }))

  /** Fails if there are more than `most` activities. With several types, the time in the error can be earlier than necessary. */
  const check = Effect.fnUntraced(function* (recordings: Recordings) {
    const ranges = rangesOf(recordings)
    const counts = yield* Effect.forEach(ranges, (each) =>
      database.run(countOfType, [{ ...each, most: most + 1 }])
    )
    if (counts.flat().reduce((sum, { count }) => sum + count, 0) <= most) return
    const others = Math.floor(most / ranges.length)
    const times = yield* Effect.forEach(ranges, (each) => database.run(timeOfNext, [{ ...each, others }]))
    const found = times.flat().map(({ createdAt }) => createdAt.getTime())
    const { from, to } = recordings
    return yield* new TooManyActivities({ from, to, fits: new Date(Math.min(...found)), max: most })
  })

  /** Reads the next slice of a type. */
  const fill = Effect.fnUntraced(function* (
    cursor: Cursor,
    { from, partnerId, to }: Recordings,
    { readsAttributes, readsData }: Reading,
    size: number
  ): Effect.fn.Return<void, DatabaseFailure> {
    const { after, type } = cursor
    const until = endOfIds(to)
    const rows = yield* database.run(readSlice({ readsData }), [{ partnerId, type, after, until, size }])
    cursor.after = rows.at(-1)?.id ?? after
    cursor.hasEnded = rows.length < size
    const wanted = rows.filter(
      ({ createdAt, isReversed }) => !isReversed && createdAt >= from && createdAt < to
    )
    const members = readsAttributes ? Array.from(new Set(wanted.map(({ memberId }) => memberId))) : []
    const attributes = yield* database.send(
      readAttributes(members.map((memberId) => ({ partnerId, memberId })))
    )
    cursor.next = 0
    cursor.rows = wanted.map(({ createdAt, data, id, memberId, number, occurredAt }) => ({
      id,
      memberId,
      type,
      activities: number,
      occurredAt,
      at: createdAt,
      attributes: attributes.get(memberId) ?? noAttributes,
      data: readData(data)
    }))
  })

  /** Reads the activities in slices. Each slice sees what was committed when it was read. */
  const read = Effect.fnUntraced(function* (recordings: Recordings, reading: Reading) {
    const { from, types } = recordings
    const size = Math.max(leastSize, Math.floor(sliceSize / types.length))
    const after = firstIdOf(from)
    const cursors = types.map((type): Cursor => ({ type, after, hasEnded: false, rows: [], next: 0 }))
    for (;;) {
      for (const cursor of cursors) {
        while (isEmpty(cursor) && !cursor.hasEnded) {
          yield* fill(cursor, recordings, reading, size)
          yield* reading.pause
        }
      }
      if (cursors.every(isEmpty)) return
      withoutStacks(() => takeReady(cursors, reading.take))
    }
  })

  return { check, read }
}
