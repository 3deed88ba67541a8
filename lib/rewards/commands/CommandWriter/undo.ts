import { type Context, Effect, Schema, Struct } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { Coins, Id, Integer } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"
import { memberColumn } from "../../sql.ts"
import { awards, reversals, tallies, transfers } from "../../tables.ts"
import type { Command, Submission } from "../Command.ts"
import { partnerKey, type State, type Steps, tallyKey, type UndoneRecord } from "./Changes.ts"
import { type CommandPair, type Commands, tallyKeysOf } from "./neededRows.ts"

/** Reads the awards and transfers that commands undo, and the reversals that exist already. */

const reversedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Reverse" ? [{ partnerId: each.command.partnerId, id: each.command.awardId }] : []
  )

const refundedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Refund" ? [{ partnerId: each.command.partnerId, id: each.command.transactionId }] : []
  )

const byId = { partnerId: "uuid", id: "uuid" } as const

const findAwards = statement({
  input: byId,
  output: Schema.Struct({ ...awards.fields, userId: Schema.String, coins: Coins }),
  sql: `SELECT ${awards.list("a")}, COALESCE(t.amount, 0) AS coins,
       ${memberColumn("user_id", "a.partner_id", "a.member_id")} AS user_id
     FROM input CROSS JOIN rewards_award a
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

const findTransfers = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(transfers.fields, "partnerId", "id", "month"),
    memberId: tallies.fields.memberId,
    userId: Schema.String,
    coins: Coins
  }),
  sql: `SELECT t.partner_id, t.id, t.debit_account AS member_id, t.amount AS coins, t.month,
       ${memberColumn("user_id", "t.partner_id", "t.debit_account")} AS user_id
     FROM input CROSS JOIN rewards_transfer t
     WHERE t.partner_id = input.partner_id AND t.id = input.id AND t.kind = 'user_partner_transfer'`
})

/** Reads which of these awards and transfers were reversed. The caller has locked their rules or wallets. */
const findReversed = statement({
  input: byId,
  output: Schema.Struct({ partnerId: reversals.fields.partnerId, id: Id("RecordId") }),
  sql: `SELECT v.partner_id, v.award_id AS id FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.award_id = input.id
     UNION ALL SELECT v.partner_id, v.transfer_id FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id`
})

/** Counts the completions of a rule and of each sub-rule in a member's running cycle. Reversed awards do not count. */
export const countSteps = statement({
  input: { partnerId: "uuid", ruleId: "uuid", memberId: "uuid" },
  output: Schema.Struct({ ...Struct.pick(awards.fields, "ruleId", "memberId", "ordinal"), count: Integer }),
  sql: ({ holds }) => `SELECT a.rule_id, a.member_id, a.ordinal, COUNT(*) AS count
     FROM input CROSS JOIN rewards_tally t CROSS JOIN rewards_award a
     WHERE t.partner_id = input.partner_id AND t.rule_id = input.rule_id AND t.member_id = input.member_id
       AND a.partner_id = t.partner_id AND a.rule_id = t.rule_id AND a.member_id = t.member_id AND a.cycle = t.cycle
       AND ${holds("a.awarded", false)} AND a.suppressed_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id)
     GROUP BY a.rule_id, a.member_id, a.ordinal`
})

type Undone = Pick<State, "reversed" | "steps">

const nothingUndone: Undone = { reversed: new Set(), steps: new Map() }

/** Reads which records were already undone. Also counts the completions of the cycles that reversals change. */
export const readUndone = (commands: Commands, pairs: ReadonlyArray<CommandPair>): Batch.Batch<Undone> => {
  const records = [...reversedBy(commands), ...refundedBy(commands)]
  if (records.length === 0) return Batch.succeed(nothingUndone)
  const counted = pairs.filter(({ each }) => each._tag === "Reverse" && each.award?.awarded === false)
  return Batch.map(
    Batch.all({
      reversed: Batch.of(findReversed, records),
      completions: Batch.of(countSteps, tallyKeysOf(counted))
    }),
    ({ completions, reversed }) => {
      const steps = new Map<string, Steps>(
        counted.map(({ memberId, rule }) => [tallyKey(rule.id, memberId), new Map()])
      )
      for (const { ruleId, memberId, ordinal, count } of completions) {
        const key = tallyKey(ruleId, memberId)
        steps.set(key, new Map([...(steps.get(key) ?? []), [ordinal, count]]))
      }
      return { reversed: new Set(reversed.map(({ id, partnerId }) => partnerKey(partnerId, id))), steps }
    }
  )
}

/**
 * Adds to each reversal and refund the award or transfer that it undoes. It runs before rules and wallets are locked, because these
 * records tell which ones to lock. Rows of awards and transfers never change, so they are read without a lock.
 */
export const withUndoneRecords = (
  database: Context.Tag.Service<Database>,
  submissions: ReadonlyArray<Submission>
): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> => {
  const commands = submissions.flatMap((each) => each.commands)
  const reversed = reversedBy(commands)
  const refunded = refundedBy(commands)
  if (reversed.length === 0 && refunded.length === 0) return Effect.succeed(submissions)
  const records = Batch.all({
    awards: Batch.of(findAwards, reversed),
    transfers: Batch.of(findTransfers, refunded)
  })
  return Effect.map(database.send(records), (found) => {
    const awards = new Map(found.awards.map((row) => [partnerKey(row.partnerId, row.id), row]))
    const transfers = new Map(found.transfers.map((row) => [partnerKey(row.partnerId, row.id), row]))
    const withRecord = (each: Command): Command => {
      const { partnerId } = each.command
      if (each._tag === "Reverse") {
        return { ...each, award: awards.get(partnerKey(partnerId, each.command.awardId)) }
      }
      return each._tag === "Refund"
        ? { ...each, transfer: transfers.get(partnerKey(partnerId, each.command.transactionId)) }
        : each
    }
    return submissions.map((each) =>
      each.once === undefined ? { commands: each.commands.map(withRecord) } : each
    )
  })
}
