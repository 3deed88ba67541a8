import type { Context } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import { insertAnswers } from "../../idempotency/statements.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { saveCounters } from "../../limits/windows.ts"
import { insertIds, insertMembers } from "../../members/memberIds.ts"
import { insertReversals } from "../../reversals/statements.ts"
import { fromUserLimit } from "../../rules/ruleRows.ts"
import { insertTexts, rowsOf } from "../../texts/Texts.ts"
import type { Changes } from "./Changes.ts"
import type { Group } from "./Group.ts"
import { toColumns } from "./kept.ts"
import type { Newcomer } from "./newcomers.ts"
import { addParticipants, insertAwards, moveTallies, openTallies } from "./statements.ts"

type TallyColumns = Parameters<typeof openTallies.parameters>[1][number]
type MovedTally = Parameters<typeof moveTallies.parameters>[1][number]

/** Writes what a group has collected: one statement for each table, and none for a table without rows. */
export const makeSave = (ledger: Context.Tag.Service<Ledger>) => {
  const admit = (changes: Changes, newcomers: ReadonlyArray<Newcomer>, at: Date) => {
    const awarded = new Set(changes.awards.map(({ memberId }) => memberId))
    const members = newcomers.filter(({ id }) => awarded.has(id))
    const taken = members.map(({ id, ...key }) => ({ ...key, memberId: id, linked: false }))
    const rows = members.map((member) => ({ ...member, createdAt: at }))
    return Batch.inOrder([
      ledger.openWallets(members, at),
      Batch.of(insertIds, taken),
      Batch.of(insertMembers, rows)
    ])
  }

  const tallies = (changes: Changes) => {
    const opened: Array<TallyColumns> = []
    const moved: Array<MovedTally> = []
    for (const { before, rule, memberId, tally } of changes.tallies()) {
      const row = {
        partner_id: rule.partnerId,
        rule_id: rule.id,
        member_id: memberId,
        paid: tally.paid,
        cycle: tally.cycle,
        progress: tally.progress,
        user_limit: fromUserLimit(rule.userLimitAward)
      }
      if (before === undefined) opened.push(row)
      else {
        const { paid, cycle, progress } = before
        moved.push({ ...row, before_paid: paid, before_cycle: cycle, before_progress: progress })
      }
    }
    return Batch.inOrder([Batch.of(openTallies, opened), Batch.of(moveTallies, moved)])
  }

  const participants = (changes: Changes) =>
    Batch.of(
      addParticipants,
      changes.joined().map(({ rule, count }) => ({
        partner_id: rule.partnerId,
        id: rule.id,
        before: rule.participants,
        joined: count
      }))
    )

  const awards = (changes: Changes, created_at: string) =>
    Batch.of(
      insertAwards,
      changes.awards.map(({ partnerId, id, ruleId, ordinal, memberId, cycle, awarded, suppressedBy }) => ({
        partner_id: partnerId,
        id,
        rule_id: ruleId,
        ordinal,
        member_id: memberId,
        cycle,
        awarded,
        suppressed_by: suppressedBy,
        created_at
      }))
    )

  const reversals = (changes: Changes, created_at: string) =>
    Batch.of(
      insertReversals,
      changes.reversals.map(({ partnerId, id, awardId, transferId }) => ({
        partner_id: partnerId,
        id,
        award_id: awardId,
        transfer_id: transferId,
        created_at
      }))
    )

  const texts = (changes: Changes) =>
    Batch.of(
      insertTexts,
      changes.texts.flatMap(({ partnerId, recordId, texts }) => rowsOf(partnerId, recordId, texts))
    )

  /** Keys go in their own order, so that two groups that share some wait for each other instead of deadlocking. */
  const answers = (group: Group) =>
    Batch.of(
      insertAnswers,
      Array.from(group.answers.entries())
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { partnerId, key, fingerprint, kept }]) => ({
          partner_id: partnerId,
          key,
          fingerprint,
          ...toColumns(kept)
        }))
    )

  return (group: Group, newcomers: ReadonlyArray<Newcomer>, at: Date): Batch.Batch<void> => {
    const { changes } = group
    const created_at = at.toISOString()
    return Batch.inOrder([
      ...(newcomers.length > 0 ? [admit(changes, newcomers, at)] : []),
      tallies(changes),
      participants(changes),
      saveCounters(changes.state.counters),
      awards(changes, created_at),
      reversals(changes, created_at),
      texts(changes),
      answers(group)
    ])
  }
}
