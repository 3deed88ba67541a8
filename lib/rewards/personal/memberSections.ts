import { type Context, Effect, Schema, Stream, Struct } from "effect"
import { encoderOf } from "../../schema/Compiled.ts"
import { smallestId } from "../../schema/Id.ts"
import { maxPageSize } from "../../schema/Page.ts"
import type { Database } from "../../sql/Database.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { Activities } from "../activities/Activities.ts"
import { ListedActivity } from "../activities/Activity.ts"
import { ListedAward } from "../awards/Award.ts"
import type { Awards } from "../awards/Awards.ts"
import * as Coins from "../Coins.ts"
import { Member, type MemberRow, Wallet } from "../members/Member.ts"
import type { Members } from "../members/Members.ts"
import { conditions, lots, reversals, tallies, texts, windows } from "../tables.ts"
import { Transaction } from "../transfers/Transfer.ts"
import type { Transfers } from "../transfers/Transfers.ts"
import { type Holder, type PersonalRecord, paged } from "./Holders.ts"
import { type Place, readRecords, start } from "./memberRecords.ts"

/** Reads what the core stores about a member: the member itself, its wallet, its records with their texts, and its counters. */

const ofMember = {
  partnerId: "uuid",
  memberId: "uuid",
  after: "uuid"
} as const

/** How many rows are read at once. */
const size = 100

const Progress = Schema.Struct({
  ruleId: tallies.fields.ruleId,
  ruleName: conditions.fields.name,
  ...Struct.pick(tallies.fields, "paid", "progress")
})

const Counter = Schema.Struct({
  ruleId: tallies.fields.ruleId,
  ruleName: conditions.fields.name,
  ...Struct.pick(windows.fields, "period", "startsAt", "endsAt", "awards"),
  coins: Coins.Amount
})

const Lot = Schema.Struct({
  ...Struct.pick(lots.fields, "expiresAt", "timeZone"),
  coins: Coins.Amount,
  maturing: Coins.Amount,
  expired: Coins.Amount
})

const Reversal = Schema.Struct({
  ...Struct.pick(reversals.fields, "id", "awardId", "transferId", "activityId", "createdAt"),
  /** The coins that this reversal and all earlier reversals of the same record moved back. */
  returned: Coins.Amount,
  narration: Schema.NullOr(texts.fields.value)
})

const findReversals = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({
    ...Struct.pick(reversals.fields, "id", "awardId", "transferId", "activityId", "returned", "createdAt"),
    narration: Schema.NullOr(texts.fields.value)
  }),
  sql: `SELECT v.id, v.award_id, v.transfer_id, v.activity_id, v.returned, v.created_at, (SELECT t.value FROM rewards_text t
      WHERE t.partner_id = input.partner_id AND t.record_id = v.id AND t.name = '') AS narration
    FROM input CROSS JOIN rewards_reversal v
    WHERE v.partner_id = input.partner_id AND v.id = input.id ORDER BY v.id`
})

const ruleName = (row: string): string => `(SELECT c.name FROM rewards_condition c
      WHERE c.partner_id = ${row}.partner_id AND c.rule_id = ${row}.rule_id AND c.ordinal = 0) AS rule_name`

/** Reads the tallies of a member, in pages of rules. */
const findProgress = statement({
  input: ofMember,
  output: Progress,
  sql: `SELECT t.rule_id, ${ruleName("t")}, t.paid, t.progress FROM rewards_tally t
    WHERE t.partner_id = ${given("partner_id")} AND t.member_id = ${given("member_id")} AND t.rule_id > ${given("after")}
    ORDER BY t.rule_id LIMIT ${size}`
})

/** Reads the counters of a member under one rule. */
const findCounters = statement({
  input: { partnerId: "uuid", memberId: "uuid", ruleId: "uuid" },
  output: Schema.Struct({
    ruleId: tallies.fields.ruleId,
    ruleName: conditions.fields.name,
    ...Struct.pick(windows.fields, "period", "startsAt", "endsAt", "awards", "coins")
  }),
  sql: `SELECT w.rule_id, ${ruleName("w")}, w.period, w.starts_at, w.ends_at, w.awards, w.coins
    FROM input CROSS JOIN rewards_window w
    WHERE w.partner_id = input.partner_id AND w.rule_id = input.rule_id AND w.subject_id = input.member_id
    ORDER BY w.starts_at, w.period`
})

const findLots = statement({
  input: { partnerId: "uuid", memberId: "uuid", after: "instant" },
  output: lots.row("expiresAt", "timeZone", "coins", "maturing", "expired"),
  sql: `SELECT l.expires_at, l.time_zone, l.coins, l.maturing, l.expired FROM rewards_lot l
    WHERE l.partner_id = ${given("partner_id")} AND l.member_id = ${given("member_id")} AND l.expires_at > ${given("after")}
    ORDER BY l.expires_at LIMIT ${size}`
})

interface Services {
  readonly database: Context.Tag.Service<Database>
  readonly members: Context.Tag.Service<Members>
  readonly awards: Context.Tag.Service<Awards>
  readonly activities: Context.Tag.Service<Activities>
  readonly transfers: Context.Tag.Service<Transfers>
}

/** Converts records to plain JSON. */
const encoded =
  <A, I extends PersonalRecord>(schema: Schema.Schema<A, I>) =>
  <E>(records: Stream.Stream<A, E>): Stream.Stream<PersonalRecord, E> => {
    const encode = encoderOf(schema)
    return Stream.map(records, (record) => encode(record))
  }

const nextOf = <A, Key>(rows: ReadonlyArray<A>, keyOf: (row: A) => Key): Key | null => {
  const last = rows.at(-1)
  return last === undefined || rows.length < size ? null : keyOf(last)
}

export const memberHolder = ({ activities, awards, database, members, transfers }: Services): Holder => {
  const pageInput = (
    { partnerId, userId }: Pick<MemberRow, "partnerId" | "userId">,
    after: string | undefined
  ) => ({
    partnerId,
    userId,
    limit: maxPageSize,
    ...(after !== undefined && { after })
  })

  const progress = ({ id: memberId, partnerId }: MemberRow) =>
    paged((after: string = smallestId) =>
      Effect.map(database.run(findProgress, [{ partnerId, memberId, after }]), (data) => ({
        data,
        next: nextOf(data, ({ ruleId }): string => ruleId)
      }))
    )

  return {
    name: "core",
    sections: {
      member: ({ partnerId, userId }) =>
        encoded(Member)(Stream.fromEffect(members.get({ partnerId, userId }))),
      wallet: ({ partnerId, userId }) =>
        encoded(Wallet)(Stream.fromEffect(members.wallet({ partnerId, userId }))),
      awards: (member) =>
        encoded(ListedAward)(
          paged((after: string | undefined) =>
            Effect.catchTag(awards.list(pageInput(member, after)), "RuleNotFound", Effect.die)
          )
        ),
      reversals: ({ partnerId, parts }) =>
        Stream.flatMap(Stream.fromIterable(parts), (memberId) =>
          paged((place: Place = start) =>
            Effect.gen(function* () {
              const page = yield* readRecords(database, { partnerId, memberId }, place)
              const keys = page.reversals.map((id) => ({ partnerId, id }))
              return { data: yield* database.run(findReversals, keys), next: page.next }
            })
          )
        ).pipe(encoded(Reversal)),
      transactions: (member) =>
        encoded(Transaction)(
          paged((after: string | undefined) => transfers.list({ ...pageInput(member, after) }))
        ),
      activities: (member) =>
        encoded(ListedActivity)(
          paged((after: string | undefined) => activities.list(pageInput(member, after)))
        ),
      progress: (member) => encoded(Progress)(progress(member)),
      counters: (member) =>
        Stream.mapConcatEffect(progress(member), ({ ruleId }) =>
          database.run(findCounters, [{ partnerId: member.partnerId, memberId: member.id, ruleId }])
        ).pipe(encoded(Counter)),
      lots: ({ id: memberId, partnerId }) =>
        paged((after: Date = new Date(0)) =>
          Effect.map(database.run(findLots, [{ partnerId, memberId, after }]), (data) => ({
            data,
            next: nextOf(data, ({ expiresAt }) => expiresAt)
          }))
        ).pipe(encoded(Lot))
    }
  }
}
