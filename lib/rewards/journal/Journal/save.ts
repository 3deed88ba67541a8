import type { Context } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { admitMembers } from "../../members/statements.ts"
import { fromUserLimit } from "../../rules/assemble.ts"
import { encodeAnswer } from "./Command.ts"
import type { Page } from "./Page.ts"
import type { Newcomer } from "./recognize.ts"
import { admitParticipants, insertAnswers, insertAwards, writeTallies } from "./statements.ts"

/** Writes what a page has collected. One statement each, and none for what there is nothing of. */
export const makeSave = (ledger: Context.Tag.Service<Ledger>) => {
  const admit = (page: Page, newcomers: ReadonlyArray<Newcomer>, at: Date) => {
    const awarded = new Set(page.awards.map(({ memberId }) => memberId))
    const members = newcomers.filter(({ id }) => awarded.has(id))
    const rows = members.map(({ partnerId, userId, id }) => ({
      partner_id: partnerId,
      id,
      user_id: userId,
      created_at: at.toISOString()
    }))
    return Batch.inOrder([Batch.of(admitMembers, rows), ledger.openWallets(members, at)])
  }

  const tallies = (page: Page) =>
    Batch.of(
      writeTallies,
      Array.from(page.tallies.values(), ({ rule, memberId, tally }) => ({
        partner_id: rule.partnerId,
        rule_id: rule.id,
        member_id: memberId,
        paid: tally.paid,
        progress: tally.progress,
        user_limit: fromUserLimit(rule.userLimitAward)
      }))
    )

  const participants = (page: Page) =>
    Batch.of(
      admitParticipants,
      Array.from(page.joined.values(), ({ rule, count }) => ({
        partner_id: rule.partnerId,
        id: rule.id,
        before: rule.participants,
        joined: count
      }))
    )

  const awards = (page: Page, created_at: string) =>
    Batch.of(
      insertAwards,
      page.awards.map(({ partnerId, ruleId, memberId, ...line }) => ({
        ...line,
        partner_id: partnerId,
        rule_id: ruleId,
        member_id: memberId,
        created_at
      }))
    )

  /** Keys go in their own order, so that two groups that share some wait for each other instead of deadlocking. */
  const answers = (page: Page, created_at: string) =>
    Batch.of(
      insertAnswers,
      Array.from(page.answers.entries())
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { partnerId, key, fingerprint, accepted }]) => ({
          partner_id: partnerId,
          key,
          fingerprint,
          answer: encodeAnswer(accepted),
          created_at
        }))
    )

  return (page: Page, newcomers: ReadonlyArray<Newcomer>, at: Date): Batch.Batch<void> => {
    const created_at = at.toISOString()
    return Batch.inOrder([
      ...(newcomers.length > 0 ? [admit(page, newcomers, at)] : []),
      tallies(page),
      participants(page),
      awards(page, created_at),
      answers(page, created_at)
    ])
  }
}
