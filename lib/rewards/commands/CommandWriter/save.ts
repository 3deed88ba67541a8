import { Array as Arr, type Context, Struct } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import { statement } from "../../../sql/Statement.ts"
import { answerColumns, insertAnswers } from "../../idempotency/StoredAnswer.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { saveCounters } from "../../limits/storedCounters.ts"
import { saveLotEntries, saveWallets } from "../../lots/storedHoldings.ts"
import { type Inheritance, saveInheritance } from "../../personal/inheritance.ts"
import { forgetIds } from "../../personal/returning.ts"
import { fromUserLimit } from "../../rules/ruleRows.ts"
import {
  activities,
  activityCounts,
  adjustments,
  approvalDecisions,
  approvalRequests,
  awards,
  memberIds,
  members,
  reversals,
  tallies,
  texts
} from "../../tables.ts"
import type { Changes } from "./Changes.ts"
import type { Newcomers } from "./findFirst.ts"
import type { Group } from "./Group.ts"

// Each of these inserts fails with a conflict if another transaction has just inserted the same key.
const insertMemberIds = memberIds.insert()
const insertMembers = members.insert()
const insertTallies = tallies.insert()
const insertAwards = awards.insert()
const insertTexts = texts.insert()
const insertRequests = approvalRequests.insert()
const insertDecisions = approvalDecisions.insert()
const insertAdjustments = adjustments.insert()
const insertActivities = activities.insert()
const insertActivityCounts = activityCounts.insert()
const correctActivityCounts = activityCounts.update("count")

/**
 * Inserts reversals. `returned` is NULL if it would be above `paid`. The NOT NULL constraint then aborts this transaction. A unique
 * key aborts it if another transaction has just reversed the same record.
 */
export const insertReversals = statement({
  input: reversals.types,
  sql: ({ owner, source }) => `INSERT INTO rewards_reversal
       (partner_id, id, award_id, transfer_id, activity_id, activity_reversal_id, expired_id, number, paid, returned, returned_amount,
         created_at, ordered_by)
     SELECT ${owner()}, input.id, input.award_id, input.transfer_id, input.activity_id, input.activity_reversal_id, input.expired_id,
       input.number, input.paid,
       CASE WHEN input.returned <= input.paid THEN input.returned END, input.returned_amount, input.created_at, input.ordered_by
     FROM ${source()}`
})

/**
 * Updates tallies. If another transaction changed a tally first, `cycle` becomes NULL, and the NOT NULL constraint aborts this
 * transaction. A CHECK constraint refuses a `paid` above `user_limit`. If `paid` does not rise, the stored `user_limit` stays, because
 * the rule's limit may be below `paid` now.
 */
export const updateTallies = statement({
  input: {
    ...Struct.omit(tallies.types, "merged", "continuedIn"),
    beforePaid: "integer",
    beforeCycle: "integer",
    beforeProgress: "integer"
  },
  sql: `UPDATE rewards_tally SET paid = input.paid, progress = input.progress,
       cycle = CASE WHEN rewards_tally.cycle = input.before_cycle AND rewards_tally.paid = input.before_paid
         AND rewards_tally.progress = input.before_progress THEN input.cycle END,
       user_limit = CASE WHEN input.paid > input.before_paid THEN input.user_limit ELSE rewards_tally.user_limit END
     FROM input
     WHERE rewards_tally.partner_id = input.partner_id AND rewards_tally.rule_id = input.rule_id
       AND rewards_tally.member_id = input.member_id`
})

/**
 * Adds or removes participants. The count becomes NULL if it would be too high, or if another transaction changed it first. The NOT
 * NULL constraint then aborts this transaction.
 */
export const addParticipants = statement({
  input: { partnerId: "uuid", id: "uuid", before: "integer", joined: "integer" },
  sql: `UPDATE rewards_rule SET participants = CASE WHEN rewards_rule.participants = input.before
         AND rewards_rule.participants + input.joined <= rewards_rule.max_number_of_participant
         THEN rewards_rule.participants + input.joined END
     FROM input
     WHERE rewards_rule.partner_id = input.partner_id AND rewards_rule.id = input.id`
})

/**
 * Creates a member for each newcomer with an accepted award, activity or adjustment. Several newcomers can be one person under several ids:
 * then one member is created for the first of them, and the ids of the others lead to it. A newcomer in `joining` is a member already, and
 * only gets a further id. The rows that new members inherit are inserted here, so that later statements update them like other stored rows.
 */
const saveMembers = (
  ledger: Context.Tag.Service<Ledger>,
  changes: Changes,
  { joining, newcomers, returning }: Newcomers,
  inheritance: Inheritance
): Batch.Batch<void> => {
  const { at: createdAt } = changes.state
  const onboarded = newcomers.flatMap(({ id, partnerId, userId }) => {
    const orderedBy = changes.onboardedBy({ partnerId, userId })
    return orderedBy === undefined
      ? []
      : [{ id, currentId: id, memberId: id, partnerId, userId, linked: false, createdAt, orderedBy }]
  })
  const members = new Set(joining.map(({ id }) => id))
  const created = onboarded.filter(({ id }) => !members.has(id) && members.add(id))
  return Batch.inOrder([
    ledger.openWallets(created, createdAt),
    Batch.of(insertMemberIds, onboarded),
    Batch.of(insertMembers, created),
    saveInheritance(inheritance, (memberId) => created.some(({ id }) => id === memberId)),
    forgetIds(returning.filter((each) => changes.onboardedBy(each) !== undefined))
  ])
}

const saveTallies = (changes: Changes): Batch.Batch<void> => {
  const rows = changes.tallies().map((tally) => ({
    ...tally,
    partnerId: tally.rule.partnerId,
    ruleId: tally.rule.id,
    userLimit: fromUserLimit(tally.rule.userLimitAward),
    merged: 0,
    continuedIn: null,
    beforePaid: tally.before?.paid ?? 0,
    beforeCycle: tally.before?.cycle ?? 0,
    beforeProgress: tally.before?.progress ?? 0
  }))
  const [created, updated] = Arr.partition(rows, ({ before }) => before !== undefined)
  return Batch.inOrder([Batch.of(insertTallies, created), Batch.of(updateTallies, updated)])
}

const saveActivities = (changes: Changes): Batch.Batch<void> =>
  Batch.inOrder([
    Batch.of(insertActivityCounts, changes.newActivityCounts()),
    Batch.of(correctActivityCounts, changes.correctedActivityCounts()),
    Batch.of(insertActivities, changes.activities)
  ])

/** Stores the answers in the order of their keys, so that two groups with the same keys do not deadlock. */
const saveAnswers = ({ answers }: Group): Batch.Batch<unknown> =>
  Batch.of(
    insertAnswers,
    Array.from(answers.entries())
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { answer, ...key }]) => ({ ...key, ...answerColumns(answer) }))
  )

/** Writes the changes of a group. */
export const save = (
  ledger: Context.Tag.Service<Ledger>,
  group: Group,
  newMembers: Newcomers,
  inheritance: Inheritance
): Batch.Batch<void> => {
  const { changes } = group
  const { at, book } = changes.state
  const wallets = changes.state.wallets.changes()
  for (const { memberId, nextDue } of wallets) book.setNextDue(walletOf(memberId), nextDue)
  return Batch.inOrder([
    ...(newMembers.newcomers.length > 0 ? [saveMembers(ledger, changes, newMembers, inheritance)] : []),
    saveTallies(changes),
    Batch.of(
      addParticipants,
      changes.joined().map(({ count, rule: { id, participants, partnerId } }) => ({
        partnerId,
        id,
        before: participants,
        joined: count
      }))
    ),
    saveCounters(changes.state.counters),
    // Awards and reversals refer to activities.
    saveActivities(changes),
    Batch.of(insertAwards, changes.awards),
    ...(wallets.length > 0 ? [ledger.openPending(book.openedPending(), at), saveWallets(wallets)] : []),
    Batch.of(insertReversals, changes.reversals),
    Batch.of(insertTexts, changes.texts),
    saveAnswers(group),
    ledger.post(book),
    saveLotEntries(book.lotEntries),
    // Adjustments refer to transfers, which `post` inserts.
    Batch.of(insertAdjustments, changes.adjustments),
    Batch.of(insertRequests, changes.requests),
    Batch.of(insertDecisions, changes.decisions())
  ])
}
