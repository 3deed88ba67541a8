import { type Context, Effect, Schema, Struct } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { Coins, Id, Integer } from "../../../sql/Row.ts"
import { type Statement, statement } from "../../../sql/Statement.ts"
import { DebitOrCredit } from "../../adjustments/Adjustment.ts"
import type { StoredRequest } from "../../approvals/Approval.ts"
import { findDecisions, findRequests } from "../../approvals/storedRequests.ts"
import { zero } from "../../Coins.ts"
import type { ReturnedLot, ReversedAward } from "../../reversals/Reversal.ts"
import { memberColumn } from "../../sql.ts"
import {
  activities,
  adjustments as adjustmentRows,
  awards,
  lotEntries,
  lots,
  members,
  pendingAwards,
  rates,
  reversals,
  tallies,
  transfers
} from "../../tables.ts"
import {
  type ApprovableCommand,
  Command,
  type CommandOf,
  movingCommand,
  type Submission
} from "../Command.ts"
import { partnerKey, type State, type Steps, tallyKey, type UndoneRecord } from "./Changes.ts"
import { awardsUndoneBy, type CommandPair, type Commands, distinct, tallyKeysOf } from "./neededRows.ts"

/** Reads the awards, transfers, adjustments and activities that commands undo, and the reversals that exist already. */

/** Returns the awards that commands reverse or confirm. */
const reversedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Reverse" || each._tag === "Confirm"
      ? [{ partnerId: each.command.partnerId, id: each.command.awardId }]
      : []
  )

const refundedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Refund" ? [{ partnerId: each.command.partnerId, id: each.command.transactionId }] : []
  )

const undoneAdjustments = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands
    .map(movingCommand)
    .flatMap((each) =>
      each._tag === "ReverseAdjustment"
        ? [{ partnerId: each.command.partnerId, id: each.command.adjustmentId }]
        : []
    )

/** Returns each activity once, even if several commands reverse it. Otherwise its awards would be listed more than once. */
const undoneActivities = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  distinct(
    commands.flatMap((each) =>
      each._tag === "ReverseActivity"
        ? [{ partnerId: each.command.partnerId, id: each.command.activityId }]
        : []
    ),
    ({ id, partnerId }) => partnerKey(partnerId, id)
  )

const byId = { partnerId: "uuid", id: "uuid" } as const

const shownAward = awards.except("memberId", "cycle")

/**
 * SQL for the cycle of an award `a`, as a cycle of the current member `h.current_id`. If the award's member was merged, its running cycle
 * continues in a cycle of the current member. Its ended cycles become negative numbers, so that they equal no running cycle.
 */
const currentCycle = `CASE WHEN h.current_id = a.member_id THEN a.cycle ELSE COALESCE((SELECT y.continued_in FROM rewards_tally y
       WHERE y.partner_id = a.partner_id AND y.rule_id = a.rule_id AND y.member_id = a.member_id AND y.cycle = a.cycle), -1 - a.cycle) END`

/** Makes a statement that reads awards. `condition` is SQL that compares an award `a` with the input. */
const readAwards = (condition: string) =>
  statement({
    input: byId,
    output: Schema.Struct({
      ...awards.fields,
      userId: Schema.String,
      coins: Coins,
      waitsIn: Schema.NullOr(pendingAwards.fields.timeZone),
      coinsExpire: pendingAwards.fields.coinsExpire,
      unit: Schema.NullOr(rates.fields.unit),
      coinValue: Schema.NullOr(rates.fields.coinValue),
      maxCoins: rates.fields.maxCoins
    }),
    sql: `SELECT ${awards.list("a", ...shownAward)}, h.current_id AS member_id, ${currentCycle} AS cycle, COALESCE(t.amount, 0) AS coins, p.unit, p.coin_value, p.max_coins,
       w.time_zone AS waits_in, w.coins_expire,
       ${memberColumn("user_id", "a.partner_id", "h.current_id")} AS user_id
     FROM input CROSS JOIN rewards_award a
     JOIN rewards_member h ON h.partner_id = a.partner_id AND h.id = a.member_id
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     LEFT JOIN rewards_pending w ON w.partner_id = a.partner_id AND w.id = a.id
     LEFT JOIN rewards_rule_rate p ON p.partner_id = a.partner_id AND p.rule_id = a.rule_id AND p.number = a.rate
     WHERE a.partner_id = input.partner_id AND ${condition}`
  })
const findAwards = readAwards("a.id = input.id")
const findActivityAwards = readAwards("a.activity_id = input.id")

const findActivities = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(activities.fields, "partnerId", "id", "memberId"),
    userId: members.fields.userId
  }),
  sql: `SELECT y.partner_id, y.id, h.current_id AS member_id, ${memberColumn("user_id", "y.partner_id", "h.current_id")} AS user_id
     FROM input CROSS JOIN rewards_activity y JOIN rewards_member h ON h.partner_id = y.partner_id AND h.id = y.member_id
     WHERE y.partner_id = input.partner_id AND y.id = input.id`
})

const findTransfers = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(transfers.fields, "partnerId", "id", "month"),
    memberId: tallies.fields.memberId,
    userId: Schema.String,
    coins: Coins
  }),
  sql: `SELECT t.partner_id, t.id, h.current_id AS member_id, t.amount AS coins, t.month,
       ${memberColumn("user_id", "t.partner_id", "h.current_id")} AS user_id
     FROM input CROSS JOIN rewards_transfer t JOIN rewards_member h ON h.partner_id = t.partner_id AND h.id = t.debit_account
     WHERE t.partner_id = input.partner_id AND t.id = input.id AND t.kind = 'user_partner_transfer'`
})

/** Reads adjustments. Only one of the two accounts, the wallet, has the id of a member, so the join finds one member. */
const findAdjustments = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(transfers.fields, "partnerId", "id", "month"),
    userId: members.fields.userId,
    memberId: members.fields.id,
    coins: Coins,
    debitOrCredit: DebitOrCredit,
    reason: adjustmentRows.fields.reason
  }),
  sql: `SELECT t.partner_id, t.id, h.current_id AS member_id, t.amount AS coins, t.month,
       ${memberColumn("user_id", "t.partner_id", "h.current_id")} AS user_id,
       CASE WHEN h.id = t.debit_account THEN 'DE' ELSE 'CR' END AS debit_or_credit, j.reason
     FROM input CROSS JOIN rewards_transfer t CROSS JOIN rewards_member h
     LEFT JOIN rewards_adjustment j ON j.partner_id = t.partner_id AND j.id = t.id
     WHERE t.partner_id = input.partner_id AND t.id = input.id AND t.kind = 'adjustment'
       AND h.partner_id = t.partner_id AND h.id IN (t.debit_account, t.credit_account)`
})

/** Makes a statement that reads how transfers changed lots. `condition` returns SQL that compares the id of a transfer with the input. */
const readLotChanges = (condition: (id: string) => string) =>
  statement({
    input: byId,
    output: Schema.Struct({
      ...Struct.pick(lotEntries.fields, "partnerId", "transferId", "expiresAt", "coins"),
      timeZone: lots.fields.timeZone
    }),
    sql: `SELECT e.partner_id, e.transfer_id, e.expires_at, e.coins, l.time_zone
     FROM input CROSS JOIN rewards_lot_entry e CROSS JOIN rewards_lot l
     WHERE e.partner_id = input.partner_id AND ${condition("e.transfer_id")}
       AND l.partner_id = e.partner_id AND l.member_id = e.member_id AND l.expires_at = e.expires_at
     UNION ALL SELECT t.partner_id, t.id, t.expires_at, t.amount, l.time_zone
     FROM input CROSS JOIN rewards_transfer t CROSS JOIN rewards_lot l
     WHERE t.partner_id = input.partner_id AND ${condition("t.id")}
       AND l.partner_id = t.partner_id AND l.member_id = t.credit_account AND l.expires_at = t.expires_at`
  })
const findLotChanges = readLotChanges((id) => `${id} = input.id`)
const findActivityLotChanges = readLotChanges(
  (id) => `${id} IN (
       SELECT a.id FROM rewards_award a WHERE a.partner_id = input.partner_id AND a.activity_id = input.id)`
)

/** Reads the latest reversal of each award, transfer, adjustment or activity. The caller has locked their rules or wallets. */
const findReturned = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(reversals.fields, "partnerId", "number", "returned", "returnedAmount"),
    id: Id("RecordId")
  }),
  sql: `SELECT v.partner_id, v.award_id AS id, v.number, v.returned, v.returned_amount
     FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.award_id = input.id AND v.number = (
       SELECT MAX(n.number) FROM rewards_reversal n WHERE n.partner_id = input.partner_id AND n.award_id = input.id)
     UNION ALL SELECT v.partner_id, v.transfer_id, v.number, v.returned, v.returned_amount
     FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id
     UNION ALL SELECT v.partner_id, v.activity_id, v.number, v.returned, v.returned_amount
     FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.activity_id = input.id`
})

/**
 * Counts the completions of a rule and of each sub-rule in a member's running cycle. The completions of members that were merged into the
 * member count, too. Reversed awards do not count.
 */
export const countSteps = statement({
  input: { partnerId: "uuid", ruleId: "uuid", memberId: "uuid" },
  output: Schema.Struct({ ...Struct.pick(awards.fields, "ruleId", "memberId", "ordinal"), count: Integer }),
  sql: ({ holds }) => `SELECT t.rule_id, t.member_id, a.ordinal, COUNT(*) AS count
     FROM (
       SELECT input.partner_id, input.rule_id, input.member_id, input.member_id AS part_id FROM input
       UNION ALL SELECT input.partner_id, input.rule_id, input.member_id, m.id FROM input CROSS JOIN rewards_member m
       WHERE m.partner_id = input.partner_id AND m.current_id = input.member_id AND m.current_id <> m.id
     ) AS part CROSS JOIN rewards_tally t CROSS JOIN rewards_tally o CROSS JOIN rewards_award a
     WHERE t.partner_id = part.partner_id AND t.rule_id = part.rule_id AND t.member_id = part.member_id
       AND o.partner_id = part.partner_id AND o.rule_id = part.rule_id AND o.member_id = part.part_id
       AND (o.member_id = t.member_id OR o.continued_in = t.cycle)
       AND a.partner_id = t.partner_id AND a.rule_id = t.rule_id AND a.member_id = o.member_id AND a.cycle = o.cycle
       AND ${holds("a.awarded", false)} AND a.suppressed_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id)
     GROUP BY t.rule_id, t.member_id, a.ordinal`
})

type AwardRow = typeof findAwards extends Statement<never, infer Row> ? Row : never

const reversedAward = (
  { coinsExpire, coinValue, maxCoins, rate: _, unit, waitsIn, ...award }: AwardRow,
  [lot]: ReadonlyArray<ReturnedLot>
): ReversedAward => ({
  ...award,
  earned: unit === null || coinValue === null ? null : { unit, coinValue, maxCoins },
  waited: waitsIn === null ? null : { coinsExpire, timeZone: waitsIn },
  expiresAt: lot?.expiresAt ?? null
})

type Undone = Pick<State, "returned" | "steps" | "decisions">

export const nothingUndone: Undone = { returned: new Map(), steps: new Map(), decisions: new Map() }

/**
 * Returns whether all commands make new records, as in most groups. Otherwise the records that commands undo, confirm or decide about must
 * be read.
 */
const undoesNothing = (commands: Commands): boolean =>
  commands.every(
    ({ _tag }) => _tag === "Award" || _tag === "Activity" || _tag === "Transfer" || _tag === "Adjust"
  )

/**
 * Reads how much of each record was already returned, and the decisions about requests. Also counts the completions of the cycles that
 * reversals change.
 */
export const readUndone = (commands: Commands, pairs: ReadonlyArray<CommandPair>): Batch.Batch<Undone> => {
  if (undoesNothing(commands)) return Batch.succeed(nothingUndone)
  const records = [
    ...commands.flatMap(awardsUndoneBy).map(({ id, partnerId }) => ({ id, partnerId })),
    ...commands.flatMap((each) =>
      each._tag === "Confirm" && each.award !== undefined
        ? [{ id: each.award.id, partnerId: each.award.partnerId }]
        : []
    ),
    ...refundedBy(commands),
    ...undoneAdjustments(commands),
    ...undoneActivities(commands)
  ]
  const counted = pairs.filter(({ award }) => award?.awarded === false)
  return Batch.map(
    Batch.all({
      returned: Batch.of(findReturned, records),
      completions: Batch.of(countSteps, tallyKeysOf(counted)),
      decisions: Batch.of(
        findDecisions,
        decidedBy(commands).map(({ id: requestId, partnerId }) => ({ partnerId, requestId }))
      )
    }),
    ({ completions, decisions, returned }) => {
      const steps = new Map<string, Steps>(
        counted.map(({ memberId, rule }) => [tallyKey(rule.id, memberId), new Map()])
      )
      for (const { ruleId, memberId, ordinal, count } of completions) {
        const key = tallyKey(ruleId, memberId)
        steps.set(key, new Map([...(steps.get(key) ?? []), [ordinal, count]]))
      }
      const byRecord = returned.map(
        ({ id, number, partnerId, returned: coins, returnedAmount }) =>
          [partnerKey(partnerId, id), { number, coins, amount: returnedAmount ?? zero }] as const
      )
      const ends = new Map(decisions.map((each) => [each.requestId, each]))
      return { returned: new Map(byRecord), steps, decisions: ends }
    }
  )
}

/** Returns the requests that commands decide about. */
const decidedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Approve" || each._tag === "Decline"
      ? [{ partnerId: each.command.partnerId, id: each.command.requestId }]
      : []
  )

/** Returns the command that waits in a request. */
const commandIn = (
  { adjustmentId, coinsExpire, orderedBy, ...request }: StoredRequest,
  { requestId }: CommandOf<"Approve">
): ApprovableCommand => {
  const { partnerId } = request
  const narration = request.narration ?? undefined
  // The adjustment names the person who ordered it. The decision names the person who approves it.
  const cause = { orderedBy, requestId }
  if (adjustmentId !== null) {
    return Command.ReverseAdjustment({ command: { partnerId, adjustmentId, narration }, ...cause })
  }
  const command = {
    ...request,
    narration,
    reason: request.reason ?? "",
    coinsExpire: coinsExpire ?? undefined
  }
  return Command.Adjust({ command, ...cause })
}

/** Adds the request to each command that decides about one. */
const withRequests = (
  database: Context.Tag.Service<Database>,
  submissions: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> => {
  const decided = decidedBy(submissions.flatMap((each) => each.commands))
  if (decided.length === 0) return Effect.succeed(submissions)
  return Effect.map(database.send(findRequests(decided)), (found) => {
    const requests = new Map(found.map((each) => [partnerKey(each.partnerId, each.id), each]))
    const withRequest = (each: Command): Command => {
      if (each._tag !== "Approve" && each._tag !== "Decline") return each
      const request = requests.get(partnerKey(each.command.partnerId, each.command.requestId))
      if (request === undefined || each._tag === "Decline") return { ...each, request }
      return { ...each, request, approved: commandIn(request, each) }
    }
    return submissions.map((each) =>
      each.once === undefined ? { commands: each.commands.map(withRequest) } : each
    )
  })
}

/**
 * Adds to each command the record that it undoes, confirms or decides about. It runs before rules and wallets are locked, because these
 * records tell which rules and wallets to lock. The columns that it reads from these records never change, so they are read without a lock.
 */
export const withUndoneRecords = (
  database: Context.Tag.Service<Database>,
  submissions: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> =>
  undoesNothing(submissions.flatMap((each) => each.commands))
    ? Effect.succeed(submissions)
    : Effect.flatMap(withRequests(database, submissions), (found) => addUndone(database, found))

const addUndone = (
  database: Context.Tag.Service<Database>,
  submissions: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> => {
  const commands = submissions.flatMap((each) => each.commands)
  const reversed = reversedBy(commands)
  const refunded = refundedBy(commands)
  const corrected = undoneAdjustments(commands)
  const recorded = undoneActivities(commands)
  const records = Batch.all({
    awards: Batch.of(findAwards, reversed),
    transfers: Batch.of(findTransfers, refunded),
    adjustments: Batch.of(findAdjustments, corrected),
    activities: Batch.of(findActivities, recorded),
    activityAwards: Batch.of(findActivityAwards, recorded),
    lots: Batch.of(findLotChanges, [...reversed, ...refunded, ...corrected]),
    activityLots: Batch.of(findActivityLotChanges, recorded)
  })
  return Effect.map(database.send(records), (found) => {
    const lots = Map.groupBy([...found.lots, ...found.activityLots], ({ partnerId, transferId }) =>
      partnerKey(partnerId, transferId)
    )
    const lotsOf = ({ id, partnerId }: UndoneRecord): ReadonlyArray<ReturnedLot> =>
      lots.get(partnerKey(partnerId, id)) ?? []
    const awardOf = (row: AwardRow): ReversedAward => reversedAward(row, lotsOf(row))
    const withLots = <Row extends UndoneRecord>(row: Row) =>
      [partnerKey(row.partnerId, row.id), { ...row, lots: lotsOf(row) }] as const
    const awards = new Map(found.awards.map((row) => [partnerKey(row.partnerId, row.id), awardOf(row)]))
    const transfers = new Map(found.transfers.map(withLots))
    const adjustments = new Map(found.adjustments.map(withLots))
    const awardsOf = Map.groupBy(found.activityAwards.map(awardOf), ({ activityId }) => activityId)
    const activities = new Map(
      found.activities.map((row) => {
        const awards = (awardsOf.get(row.id) ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1))
        return [partnerKey(row.partnerId, row.id), { ...row, awards }]
      })
    )
    const withAdjustment = (each: CommandOf<"ReverseAdjustment">) => ({
      ...each,
      adjustment: adjustments.get(partnerKey(each.command.partnerId, each.command.adjustmentId))
    })
    const withRecord = (each: Command): Command => {
      const { partnerId } = each.command
      switch (each._tag) {
        case "Reverse":
        case "Confirm":
          return { ...each, award: awards.get(partnerKey(partnerId, each.command.awardId)) }
        case "Refund":
          return { ...each, transfer: transfers.get(partnerKey(partnerId, each.command.transactionId)) }
        case "ReverseAdjustment":
          return withAdjustment(each)
        case "Approve":
          return each.approved?._tag === "ReverseAdjustment"
            ? { ...each, approved: withAdjustment(each.approved) }
            : each
        case "ReverseActivity":
          return { ...each, activity: activities.get(partnerKey(partnerId, each.command.activityId)) }
        default:
          return each
      }
    }
    return submissions.map((each) =>
      each.once === undefined ? { commands: each.commands.map(withRecord) } : each
    )
  })
}
