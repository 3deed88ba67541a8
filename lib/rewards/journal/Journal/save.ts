import type { Context } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import { insertAnswers } from "../../idempotency/statements.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { insertIds, insertMembers } from "../../members/statements.ts"
import { fromUserLimit } from "../../rules/assemble.ts"
import type { Group } from "./Group.ts"
import { toColumns } from "./kept.ts"
import type { Newcomer } from "./newcomers.ts"
import { addParticipants, insertAwards, writeTallies } from "./statements.ts"

/** Writes what a group has collected: one statement for each table, and none for a table without rows. */
export const makeSave = (ledger: Context.Tag.Service<Ledger>) => {
  const admit = (group: Group, newcomers: ReadonlyArray<Newcomer>, at: Date) => {
    const awarded = new Set(group.awards.map(({ memberId }) => memberId))
    const members = newcomers.filter(({ id }) => awarded.has(id))
    const created_at = at.toISOString()
    const taken = members.map(({ partnerId, userId, id }) => ({
      partner_id: partnerId,
      user_id: userId,
      member_id: id,
      linked: false
    }))
    const rows = members.map(({ partnerId, userId, id }) => ({
      partner_id: partnerId,
      id,
      user_id: userId,
      created_at
    }))
    return Batch.inOrder([
      ledger.openWallets(members, at),
      Batch.of(insertIds, taken),
      Batch.of(insertMembers, rows)
    ])
  }

  const tallies = (group: Group) =>
    Batch.of(
      writeTallies,
      Array.from(group.tallies.values(), ({ rule, memberId, tally }) => ({
        partner_id: rule.partnerId,
        rule_id: rule.id,
        member_id: memberId,
        paid: tally.paid,
        progress: tally.progress,
        user_limit: fromUserLimit(rule.userLimitAward)
      }))
    )

  const participants = (group: Group) =>
    Batch.of(
      addParticipants,
      Array.from(group.joined.values(), ({ rule, count }) => ({
        partner_id: rule.partnerId,
        id: rule.id,
        before: rule.participants,
        joined: count
      }))
    )

  const awards = (group: Group, created_at: string) =>
    Batch.of(
      insertAwards,
      group.awards.map(({ partnerId, ruleId, memberId, ...line }) => ({
        ...line,
        partner_id: partnerId,
        rule_id: ruleId,
        member_id: memberId,
        created_at
      }))
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
    const created_at = at.toISOString()
    return Batch.inOrder([
      ...(newcomers.length > 0 ? [admit(group, newcomers, at)] : []),
      tallies(group),
      participants(group),
      awards(group, created_at),
      answers(group)
    ])
  }
}
