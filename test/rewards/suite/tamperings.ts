// Ways to falsify a database, as SQL that its owner can run.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { Activities, Adjustments, Approvals, Boards, PersonalData, Settings } from "../../../lib/index.ts"
import { ada, bea, by } from "../../support/orderers.ts"
import { newPartner, type PartnerView, raw, subRules, Time } from "../../support/world.ts"

const day = 86_400_000

/** Adds the id of the transfer that took expired coins back. */
const withExpiredId = <E, R>(reversal: Effect.Effect<{ readonly id: string }, E, R>) =>
  Effect.gen(function* () {
    const { id } = yield* reversal
    const [row] = yield* raw(`SELECT expired_id FROM rewards_reversal WHERE id = UUID '${id}'`)
    assert.equal(typeof row?.expired_id, "string")
    return { id, expiredId: String(row?.expired_id) }
  })

/**
 * fay's first lot expired, and so did a credit; both were taken back after that. One award was confirmed, one matured, each after a part
 * of it was reversed, and one still waits. A refund made a lot. Her latest lots are open.
 */
const coinsInTime = ({
  adjustments,
  award,
  awards,
  onboard,
  partnerId,
  rule,
  transfer,
  transfers
}: PartnerView) =>
  Effect.gen(function* () {
    const watch = yield* Time
    yield* rule({ name: "dated", coinsExpire: "P10D" })
    yield* rule({ name: "slow", coinValue: 40, pendingDays: 14, coinsExpire: "P1M" })
    const [fay] = yield* onboard("fay")
    const dated = yield* award("fay", "dated")
    const spent = yield* transfer("fay", 4)
    const confirmed = yield* award("fay", "slow")
    const matured = yield* award("fay", "slow")
    const beforeMaturity = yield* awards.reverse({ partnerId, awardId: matured.id, coins: 5 })
    const confirmation = yield* awards.confirm({ partnerId, awardId: confirmed.id })
    const credit = yield* adjustments.adjust({
      partnerId,
      userId: "fay",
      coins: 6,
      debitOrCredit: "CR",
      reason: "goodwill",
      coinsExpire: "P5D"
    })
    watch.now += 20 * day
    const open = yield* award("fay", "dated")
    yield* transfers.refund({ partnerId, transactionId: spent.id })
    const datedReversal = yield* withExpiredId(awards.reverse({ partnerId, awardId: dated.id }))
    const creditReversal = yield* withExpiredId(adjustments.reverse({ partnerId, adjustmentId: credit.id }))
    const waiting = yield* award("fay", "slow")
    const afterMaturity = yield* awards.reverse({ partnerId, awardId: matured.id, coins: 3 })
    assert.ok(fay)
    return {
      fay,
      dated,
      open,
      matured,
      waiting,
      confirmation,
      beforeMaturity,
      afterMaturity,
      datedReversal,
      creditReversal
    }
  })

/** A credit of hal was approved, and its reversal waits for approval. Another credit was declined. */
const largeAdjustments = ({ onboard, partnerId }: PartnerView) =>
  Effect.gen(function* () {
    const approvals = yield* Approvals
    yield* (yield* Settings).update({ partnerId, approveAbove: 100 })
    const [hal] = yield* onboard("hal")
    const credit = { partnerId, userId: "hal", coins: 101, debitOrCredit: "CR", reason: "goodwill" } as const
    const first = yield* by(ada)(approvals.adjust({ ...credit, idempotencyKey: "request" }))
    const large = yield* by(bea)(approvals.approve({ partnerId, requestId: first.id }))
    const undoing = yield* by(ada)(approvals.reverse({ partnerId, adjustmentId: large.id }))
    const second = yield* by(ada)(approvals.adjust(credit))
    yield* by(bea)(approvals.decline({ partnerId, requestId: second.id }))
    assert.ok(hal)
    return { hal, large, approved: first.id, undoing: undoing.id, declined: second.id }
  })

/** ian had a credit, was erased, and then the credit was reversed. */
const erasure = ({ onboard, partnerId }: PartnerView) =>
  Effect.gen(function* () {
    const adjustments = yield* Adjustments
    const [ian] = yield* onboard("ian")
    const credit = { partnerId, userId: "ian", coins: 7, debitOrCredit: "CR", reason: "goodwill" } as const
    const { id: adjustmentId } = yield* adjustments.adjust(credit)
    yield* (yield* PersonalData).erase({ partnerId, userId: "ian" })
    yield* adjustments.reverse({ partnerId, adjustmentId })
    assert.ok(ian)
    return { ian }
  })

/** kim was paid, had progress and did something, and was merged into kit, who had the same. */
const merging = ({ award, members, onboard, partnerId, rule }: PartnerView) =>
  Effect.gen(function* () {
    const activities = yield* Activities
    yield* rule({ name: "merged pay", limits: [{ per: "member", period: "ever", coins: 100 }] })
    yield* rule({ name: "merged triple", type: "batched", completionNumber: 3 })
    const [kim, kit] = yield* onboard("kim", "kit")
    for (const userId of ["kim", "kit"]) {
      yield* award(userId, "merged pay")
      yield* award(userId, "merged triple")
      yield* activities.record({ partnerId, userId, type: "merged" })
    }
    yield* members.merge({ partnerId, from: "kim", into: "kit" })
    yield* activities.record({ partnerId, userId: "kim", type: "merged" })
    assert.ok(kim && kit)
    return { kim, kit }
  })

/** jo was paid twice, was erased and came back. Then one of the payments was reversed. */
const comingBack = ({ award, awards, onboard, partnerId, rule }: PartnerView) =>
  Effect.gen(function* () {
    const activities = yield* Activities
    const seen = { partnerId, userId: "jo", type: "seen" }
    yield* rule({ name: "welcome", limits: [{ per: "member", period: "ever", coins: 100 }] })
    const [gone] = yield* onboard("jo")
    const { id: awardId } = yield* award("jo", "welcome")
    yield* award("jo", "welcome")
    yield* activities.record(seen)
    yield* (yield* PersonalData).erase({ partnerId, userId: "jo" })
    const [jo] = yield* onboard("jo")
    yield* awards.reverse({ partnerId, awardId })
    yield* activities.record(seen)
    assert.ok(gone && jo)
    return { gone, jo }
  })

/**
 * ann was paid by every kind of rule and transferred coins; bob has unfinished progress; cy has nothing. dee was paid under
 * limits, twice; one payment was reversed, and one transfer refunded. eve was paid by amount, and a part of it was reversed, twice.
 * bob's balance was adjusted twice, and the second adjustment was reversed. cy has an attribute. bob's order was paid by two rules,
 * and his other order was reversed. For fay see `coinsInTime`, and for jo `comingBack`.
 */
export const history = Effect.gen(function* () {
  const partner = yield* newPartner
  const single = yield* partner.rule({ name: "single", userLimitAward: 2 })
  const batched = yield* partner.rule({ name: "batched", type: "batched", completionNumber: 3 })
  const combined = yield* partner.rule({ name: "combined", type: "combined", rules: subRules("a", "b", "c") })
  const capped = yield* partner.rule({
    name: "capped",
    limits: [
      { per: "member", period: "ever", awards: 5 },
      { per: "rule", period: "year", coins: 100 }
    ]
  })
  const byAmount = yield* partner.rule({ name: "by amount", coinValue: 2, unit: 10, maxCoins: 9 })
  const [ann, bob, cy, dee, eve] = yield* partner.onboard("ann", "bob", "cy", "dee", "eve")
  yield* partner.members.onboard({ partnerId: partner.partnerId, userId: "cy", attributes: { tier: "gold" } })
  for (const name of ["single", "single", "batched", "batched", "batched", "batched", "combined", "a", "c"]) {
    yield* partner.award("ann", name)
  }
  const paid = yield* partner.award("ann", "b")
  yield* partner.award("ann", "c")
  yield* partner.award("bob", "batched")
  const transfer = yield* partner.transfer("ann", 5, { idempotencyKey: "transfer" })
  yield* partner.award("dee", "capped")
  const { partnerId } = partner
  const { id: awardId } = yield* partner.award("dee", "capped")
  const reversal = yield* partner.awards.reverse({ partnerId, awardId, idempotencyKey: "reversal" })
  const { id: transactionId } = yield* partner.transfer("dee", 3)
  const refund = yield* partner.transfers.refund({ partnerId, transactionId })
  const order = yield* partner.award("eve", "by amount", { amount: 35 })
  const part = { partnerId, awardId: order.id }
  const firstPart = yield* partner.awards.reverse({ ...part, amount: 10 })
  const secondPart = yield* partner.awards.reverse({ ...part, coins: "0.5" })
  const adjustments = yield* Adjustments
  const credit = {
    partnerId,
    userId: "bob",
    coins: 4,
    debitOrCredit: "CR",
    reason: "goodwill",
    points: true
  } as const
  const adjustment = yield* adjustments.adjust(credit)
  const debit = yield* adjustments.adjust({ ...credit, coins: 3, debitOrCredit: "DE", points: false })
  const correction = yield* adjustments.reverse({ partnerId, adjustmentId: debit.id })
  const when = { activity: "order.placed" }
  yield* partner.rule({ name: "any order", coinValue: 1, when })
  yield* partner.rule({ name: "by total", coinValue: 1, unit: 10, when: { ...when, amount: "data.total" } })
  const activities = yield* Activities
  const ordered = { partnerId, userId: "bob", type: "order.placed" }
  const activity = yield* activities.record({ ...ordered, data: { total: 25 }, idempotencyKey: "order" })
  const returned = yield* activities.record({ ...ordered, data: { total: 12 } })
  const activityReversal = yield* activities.reverse({ partnerId, activityId: returned.id })
  assert.ok(ann && bob && cy && dee && eve)
  const inTime = yield* coinsInTime(partner)
  const byApproval = yield* largeAdjustments(partner)
  const byErasure = {
    ...(yield* erasure(partner)),
    ...(yield* comingBack(partner)),
    ...(yield* merging(partner))
  }
  // A read folds what is pending.
  yield* (yield* Boards).points({ partnerId: partner.partnerId })
  const byParts = { byAmount, order, firstPart, secondPart }
  const byActivity = { activity, returned, activityReversal }
  return {
    ann,
    bob,
    cy,
    dee,
    single,
    batched,
    combined,
    capped,
    paid,
    transfer,
    reversal,
    refund,
    adjustment,
    debit,
    correction,
    ...byParts,
    ...byActivity,
    ...inTime,
    ...byApproval,
    ...byErasure
  }
})

export type History = Effect.Effect.Success<typeof history>

export type Tampering = (history: History) => ReadonlyArray<string>

/** What was falsified, which check reports it, and the SQL that does it. */
export const tamperings: ReadonlyArray<readonly [what: string, check: string, how: Tampering]> = [
  [
    "a wallet has a coin more",
    "an account's balance is the sum of its entries",
    ({ ann }) => [`UPDATE rewards_account SET balance = balance + 1 WHERE id = UUID '${ann.id}'`]
  ],
  [
    "a payout was raised",
    "an account's balance is the sum of its entries",
    ({ paid }) => [`UPDATE rewards_transfer SET amount = amount + 1 WHERE id = UUID '${paid.id}'`]
  ],
  [
    "an account has a version more",
    "an account's version is the number of its entries",
    ({ ann }) => [`UPDATE rewards_account SET version = version + 1 WHERE id = UUID '${ann.id}'`]
  ],
  [
    "an entry has another balance",
    "an entry's balance is the balance before it plus its amount",
    ({ paid }) => [
      `UPDATE rewards_transfer SET credit_balance = credit_balance + 1 WHERE id = UUID '${paid.id}'`
    ]
  ],
  [
    "an entry has the number of another",
    "an account's entries are numbered without a gap",
    ({ transfer }) => [
      `UPDATE rewards_transfer SET debit_version = debit_version + 1 WHERE id = UUID '${transfer.id}'`
    ]
  ],
  [
    "issuance has a coin less",
    "a partner's accounts sum to zero",
    () => ["UPDATE rewards_account SET balance = balance - 1 WHERE kind = 'issuance' AND version > 0"]
  ],
  [
    "a wallet was overdrawn",
    "no wallet or pending account was ever below zero",
    ({ transfer }) => [`UPDATE rewards_transfer SET debit_balance = -1 WHERE id = UUID '${transfer.id}'`]
  ],
  [
    "a member vanished",
    "every wallet has its member",
    ({ cy }) => [`DELETE FROM rewards_member WHERE id = UUID '${cy.id}'`]
  ],
  [
    "a member that an id leads to vanished",
    "every id of a member has its member",
    ({ cy }) => [`DELETE FROM rewards_member WHERE id = UUID '${cy.id}'`]
  ],
  [
    "an id leads to another member",
    "every member is found by its own id",
    ({ ann, bob }) => [
      `UPDATE rewards_member_id SET linked = TRUE WHERE member_id = UUID '${ann.id}'`,
      `UPDATE rewards_member_id SET member_id = UUID '${ann.id}' WHERE member_id = UUID '${bob.id}'`
    ]
  ],
  [
    "a member with attributes vanished",
    "every attribute has its member",
    ({ cy }) => [`DELETE FROM rewards_member WHERE id = UUID '${cy.id}'`]
  ],
  [
    "attributes were added",
    "no member has too many attributes",
    ({ cy }) =>
      Array.from(
        { length: 20 },
        (_, index) => `INSERT INTO rewards_attribute (partner_id, member_id, name, value)
          VALUES (UUID '${cy.partnerId}', UUID '${cy.id}', 'name ${index}', '1')`
      )
  ],
  [
    "a payment was forgotten",
    "a member was paid as often as the tally says",
    ({ single }) => [`UPDATE rewards_tally SET paid = 1 WHERE rule_id = UUID '${single.id}'`]
  ],
  [
    "a completion was invented",
    "a member's progress matches the awards of the running cycle",
    ({ bob }) => [`UPDATE rewards_tally SET progress = 2 WHERE member_id = UUID '${bob.id}'`]
  ],
  [
    "a finished sub-rule was exchanged",
    "a member's progress matches the awards of the running cycle",
    ({ combined }) => [`UPDATE rewards_tally SET progress = 1 WHERE rule_id = UUID '${combined.id}'`]
  ],
  [
    "a participant was invented",
    "a rule has as many participants as members it has paid",
    ({ batched }) => [`UPDATE rewards_rule SET participants = 2 WHERE id = UUID '${batched.id}'`]
  ],
  [
    "places were taken away",
    "no rule has more participants than places",
    ({ single }) => [`UPDATE rewards_rule SET max_number_of_participant = 0 WHERE id = UUID '${single.id}'`]
  ],
  [
    "a limit was lowered under its member",
    "no member was paid more often than the limit",
    ({ single }) => [`UPDATE rewards_tally SET user_limit = 1 WHERE rule_id = UUID '${single.id}'`]
  ],
  [
    "a payout vanished",
    "every paid award has its transfer into the member's wallet or pending account",
    ({ paid }) => [`DELETE FROM rewards_transfer WHERE id = UUID '${paid.id}'`]
  ],
  [
    "a payout went to another wallet",
    "every paid award has its transfer into the member's wallet or pending account",
    ({ paid, bob }) => [
      `UPDATE rewards_transfer SET credit_account = UUID '${bob.id}', credit_version = 1000 WHERE id = UUID '${paid.id}'`
    ]
  ],
  [
    "a score was raised",
    "a member's score is the sum of its transfers",
    ({ ann }) => [`UPDATE rewards_score SET score = score + 1 WHERE member_id = UUID '${ann.id}'`]
  ],
  [
    "a score was reached earlier",
    "a member's score is the sum of its transfers",
    ({ ann }) => [`UPDATE rewards_score SET reached_ms = reached_ms - 1 WHERE member_id = UUID '${ann.id}'`]
  ],
  [
    "a score vanished",
    "a member's score is the sum of its transfers",
    ({ ann }) => [`DELETE FROM rewards_score WHERE member_id = UUID '${ann.id}' AND board = 1`]
  ],
  [
    "a member stands on a board without reason",
    "a member's score is the sum of its transfers",
    ({ cy }) => [
      `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
       VALUES (UUID '${cy.partnerId}', 0, UUID '${cy.id}', 1, 1)`
    ]
  ],
  [
    "a day counts an award too many",
    "a day's totals are the sums of its transfers",
    () => ["UPDATE rewards_day SET awards = awards + 1"]
  ],
  [
    "a day has other coins",
    "a day's totals are the sums of its transfers",
    () => ["UPDATE rewards_day SET earned = earned - 1"]
  ],
  ["a day vanished", "a day's totals are the sums of its transfers", () => ["DELETE FROM rewards_day"]],
  [
    "a rule paid more on a day",
    "what a rule paid on a day is the sum of its awards",
    () => ["UPDATE rewards_rule_day SET coins = coins + 1"]
  ],
  [
    "what a rule paid on a day vanished",
    "what a rule paid on a day is the sum of its awards",
    () => ["DELETE FROM rewards_rule_day"]
  ],
  [
    "boards were folded further than the ledger goes",
    "no account has more folded transfers than it has transfers",
    () => ["UPDATE rewards_fold SET version = version + 1"]
  ],
  [
    "a transfer was folded and its mark forgotten",
    "a member's score is the sum of its transfers",
    () => ["UPDATE rewards_fold SET version = version - 1 WHERE version > 0"]
  ],
  [
    "a rung counts one too many",
    "a rung counts the members up to the next rung",
    () => ["UPDATE rewards_rung SET members = members + 1 WHERE board = 0 AND level = 2"]
  ],
  [
    "a rung of the topmost level counts one too few",
    "a rung counts the members up to the next rung",
    () => ["UPDATE rewards_rung SET members = members - 1 WHERE board = 0 AND level = 3"]
  ],
  [
    "the topmost level lost its count",
    "every level counts all members of a board",
    () => ["DELETE FROM rewards_rung WHERE board = 0 AND level = 3"]
  ],
  [
    "a rung of the topmost level lost its footing",
    "a rung is also a rung of the level below",
    () => ["DELETE FROM rewards_rung WHERE board = 0 AND level = 2"]
  ],
  [
    "a level lost its count",
    "every level counts all members of a board",
    () => ["DELETE FROM rewards_rung WHERE board = 0 AND level = 1"]
  ],
  [
    "a rung lost its footing",
    "a rung is also a rung of the level below",
    () => ["DELETE FROM rewards_rung WHERE board = 0 AND level = 1"]
  ],
  [
    "a paid award vanished",
    "every payout has its paid award",
    ({ paid }) => [`DELETE FROM rewards_award WHERE id = UUID '${paid.id}'`]
  ],
  [
    "a counter forgot a payment",
    "a counter equals the number of payments in its window",
    ({ dee }) => [`UPDATE rewards_window SET awards = 0 WHERE subject_id = UUID '${dee.id}'`]
  ],
  [
    "a counter forgot a coin",
    "a counter equals the number of coins that were paid in its window",
    ({ capped }) => [`UPDATE rewards_window SET coins = coins - 1 WHERE subject_id = UUID '${capped.id}'`]
  ],
  [
    "a counter passed its limit",
    "no counter is above its limit",
    ({ dee }) => [`UPDATE rewards_window SET max_awards = 0 WHERE subject_id = UUID '${dee.id}'`]
  ],
  [
    "a reversal did not give a payment back to its counter",
    "a counter equals the number of payments in its window",
    ({ dee }) => [`UPDATE rewards_window SET awards = 2 WHERE subject_id = UUID '${dee.id}'`]
  ],
  [
    "the rule of a counter vanished",
    "every counter has its rule",
    ({ capped }) => [`DELETE FROM rewards_rule WHERE id = UUID '${capped.id}'`]
  ],
  [
    "a cycle was counted twice",
    "every payment of a member ended a cycle",
    ({ dee }) => [`UPDATE rewards_tally SET cycle = cycle + 1 WHERE member_id = UUID '${dee.id}'`]
  ],
  [
    "a cycle paid twice",
    "a cycle of a member pays once",
    ({ dee }) => [`UPDATE rewards_award SET cycle = 0 WHERE member_id = UUID '${dee.id}'`]
  ],
  [
    "a reversed payment counts again",
    "a member was paid as often as the tally says",
    ({ dee }) => [`UPDATE rewards_tally SET paid = 2 WHERE member_id = UUID '${dee.id}'`]
  ],
  [
    "a reversal took fewer coins than were paid",
    "every reversal of a payment has its transfer back to the partner",
    ({ reversal }) => [`UPDATE rewards_transfer SET amount = amount - 1 WHERE id = UUID '${reversal.id}'`]
  ],
  [
    "a reversal counts in another month",
    "every reversal of a payment has its transfer back to the partner",
    ({ reversal }) => [`UPDATE rewards_transfer SET month = month - 1 WHERE id = UUID '${reversal.id}'`]
  ],
  [
    "a refund went to another wallet",
    "every refund has its transfer back to the wallet",
    ({ cy, refund }) => [
      `UPDATE rewards_transfer SET credit_account = UUID '${cy.id}' WHERE id = UUID '${refund.id}'`
    ]
  ],
  [
    "a reversal vanished, and its transfer stayed",
    "every transfer back has its reversal or refund",
    ({ reversal }) => [`DELETE FROM rewards_reversal WHERE id = UUID '${reversal.id}'`]
  ],
  [
    "the reversal of an adjustment went to another wallet",
    "every reversal of an adjustment has its transfer, with the same wallet in the other direction",
    ({ correction, cy }) => [
      `UPDATE rewards_transfer SET credit_account = UUID '${cy.id}' WHERE id = UUID '${correction.id}'`
    ]
  ],
  [
    "the reversal of an adjustment vanished, and its transfer stayed",
    "every transfer back has its reversal or refund",
    ({ correction }) => [`DELETE FROM rewards_reversal WHERE id = UUID '${correction.id}'`]
  ],
  [
    "a member was added by nobody whom the partner knows",
    "every record has its orderer",
    ({ bob }) => [`UPDATE rewards_member SET ordered_by = 7 WHERE id = UUID '${bob.id}'`]
  ],
  [
    "an award got another orderer",
    "an award and its transfer have the same orderer",
    ({ order }) => [
      `INSERT INTO rewards_orderer (partner_id, number, kind, name)
       SELECT partner_id, 9, 'host', 'till' FROM rewards_award WHERE id = UUID '${order.id}'`,
      `UPDATE rewards_award SET ordered_by = 9 WHERE id = UUID '${order.id}'`
    ]
  ],
  [
    "the reason of an adjustment vanished",
    "every adjustment has its reason",
    ({ debit }) => [`DELETE FROM rewards_adjustment WHERE id = UUID '${debit.id}'`]
  ],
  [
    "an adjustment became an award",
    "every reason has its adjustment",
    ({ adjustment }) => [`UPDATE rewards_transfer SET kind = 'award' WHERE id = UUID '${adjustment.id}'`]
  ],
  [
    "a partial reversal returned a coin more than its transfer",
    "every reversal of a payment has its transfer back to the partner",
    ({ secondPart }) => [
      `UPDATE rewards_reversal SET returned = returned + 1 WHERE id = UUID '${secondPart.id}'`
    ]
  ],
  [
    "a reversal says that more was paid",
    "a reversal or refund states the coins that were paid",
    ({ firstPart }) => [`UPDATE rewards_reversal SET paid = paid + 1 WHERE id = UUID '${firstPart.id}'`]
  ],
  [
    "the first of two partial reversals vanished",
    "the reversals of an award are numbered without a gap",
    ({ firstPart }) => [`DELETE FROM rewards_reversal WHERE id = UUID '${firstPart.id}'`]
  ],
  [
    "a reversal returned more than the amount",
    "no reversal returns more than the amount of the award",
    ({ secondPart }) => [
      `UPDATE rewards_reversal SET returned_amount = 350001 WHERE id = UUID '${secondPart.id}'`
    ]
  ],
  [
    "the rate of an award vanished",
    "every award by amount has its rate",
    ({ byAmount }) => [`DELETE FROM rewards_rule_rate WHERE rule_id = UUID '${byAmount.id}'`]
  ],
  [
    "the amount of an award was lowered",
    "no award pays more than its amount earns",
    ({ order }) => [`UPDATE rewards_award SET amount = 299999 WHERE id = UUID '${order.id}'`]
  ],
  [
    "the maximum of a rate was lowered",
    "no award by amount pays more than its maximum",
    ({ byAmount }) => [`UPDATE rewards_rule_rate SET max_coins = 59999 WHERE rule_id = UUID '${byAmount.id}'`]
  ],
  [
    "a rule pays another rate than its current one",
    "a rule has the values of its current rate",
    ({ byAmount }) => [`UPDATE rewards_rule SET unit = unit + 1 WHERE id = UUID '${byAmount.id}'`]
  ],
  [
    "the returned amount of a reversal vanished",
    "a reversal has a returned amount if and only if its award has an amount",
    ({ secondPart }) => [
      `UPDATE rewards_reversal SET returned_amount = NULL WHERE id = UUID '${secondPart.id}'`
    ]
  ],
  [
    "a rate was added that no update made",
    "the rates of a rule are numbered up to its current rate",
    ({ byAmount }) => [
      `INSERT INTO rewards_rule_rate (partner_id, rule_id, number, unit, coin_value)
       VALUES (UUID '${byAmount.partnerId}', UUID '${byAmount.id}', 2, 1, 1)`
    ]
  ],
  [
    "an activity was counted twice",
    "a member has as many activities as the count says",
    ({ bob }) => [`UPDATE rewards_activity_count SET count = 3 WHERE member_id = UUID '${bob.id}'`]
  ],
  [
    "the count of activities vanished",
    "every activity has its count",
    ({ bob }) => [`DELETE FROM rewards_activity_count WHERE member_id = UUID '${bob.id}'`]
  ],
  [
    "an activity has the number of another",
    "the activities of a member are numbered without a gap",
    ({ returned }) => [`UPDATE rewards_activity SET number = 3 WHERE id = UUID '${returned.id}'`]
  ],
  [
    "an activity is of a member that does not exist",
    "every activity has its member",
    ({ activity, single }) => [
      `UPDATE rewards_activity SET member_id = UUID '${single.id}' WHERE id = UUID '${activity.id}'`
    ]
  ],
  [
    "an activity is of another member",
    "every award of an activity is of the activity's member",
    ({ activity, cy }) => [
      `UPDATE rewards_activity SET member_id = UUID '${cy.id}' WHERE id = UUID '${activity.id}'`
    ]
  ],
  [
    "an outcome of an activity has other coins",
    "the outcomes of an activity say what its awards paid",
    ({ activity }) => [
      `UPDATE rewards_activity SET outcomes = replace(outcomes, '20000', '30000') WHERE id = UUID '${activity.id}'`
    ]
  ],
  [
    "the outcomes of an activity vanished",
    "the outcomes of an activity say what its awards paid",
    ({ activity }) => [`UPDATE rewards_activity SET outcomes = NULL WHERE id = UUID '${activity.id}'`]
  ],
  [
    "an award forgot its activity",
    "the outcomes of an activity say what its awards paid",
    ({ activity }) => [
      `UPDATE rewards_award SET activity_id = NULL WHERE activity_id = UUID '${activity.id}'`
    ]
  ],
  [
    "an award of a reversed activity was left out",
    "nothing is left of the payments of a reversed activity",
    ({ activity, returned }) => [
      `UPDATE rewards_award SET activity_id = UUID '${returned.id}' WHERE activity_id = UUID '${activity.id}'`
    ]
  ],
  [
    "the reversal of an activity says that it returned more",
    "the reversal of an activity returned what the reversals of its awards returned",
    ({ activityReversal }) => [
      `UPDATE rewards_reversal SET paid = paid + 1, returned = returned + 1 WHERE id = UUID '${activityReversal.id}'`
    ]
  ],
  [
    "an activity with a key vanished",
    "every idempotency key with the id of a record has its record",
    ({ activity }) => [`DELETE FROM rewards_activity WHERE id = UUID '${activity.id}'`]
  ],
  [
    "a reversal with a key vanished",
    "every idempotency key with the id of a record has its record",
    ({ reversal }) => [
      `DELETE FROM rewards_reversal WHERE id = UUID '${reversal.id}'`,
      `DELETE FROM rewards_transfer WHERE id = UUID '${reversal.id}'`
    ]
  ],
  [
    "a transfer with a key vanished",
    "every idempotency key with the id of a record has its record",
    ({ transfer }) => [`DELETE FROM rewards_transfer WHERE id = UUID '${transfer.id}'`]
  ]
]

const entryOf = (id: string) => `WHERE transfer_id = UUID '${id}'`
/** The lot that a transfer changed. */
const lotOf = (id: string) =>
  `WHERE (member_id, expires_at) IN (SELECT member_id, expires_at FROM rewards_lot_change ${entryOf(id)})`
/** Says that the coins of transfers went into the lot into which those of the transfer `id` went. */
const intoLotOf = (id: string) =>
  `UPDATE rewards_transfer SET expires_at = (SELECT MIN(o.expires_at) FROM rewards_transfer o WHERE o.id = UUID '${id}')`
const addEntry = (id: string, coins: string) =>
  `INSERT INTO rewards_lot_entry (partner_id, transfer_id, member_id, expires_at, coins, expired)
   SELECT partner_id, id, credit_account, expires_at, ${coins}, 0 FROM rewards_transfer WHERE id = UUID '${id}'`

/** The same for the rows of pending awards and lots. */
export const tamperingsOfApprovals: ReadonlyArray<readonly [what: string, check: string, how: Tampering]> = [
  [
    "a request is for the balance of nobody",
    "every request for approval has its member",
    ({ hal }) => [`DELETE FROM rewards_member WHERE id = UUID '${hal.id}'`]
  ],
  [
    "the adjustment of a request vanished",
    "every request to reverse an adjustment has its adjustment",
    ({ large }) => [`DELETE FROM rewards_adjustment WHERE id = UUID '${large.id}'`]
  ],
  [
    "a declined request vanished",
    "every decision has its request",
    ({ declined }) => [`DELETE FROM rewards_approval_request WHERE id = UUID '${declined}'`]
  ],
  [
    "a request was for fewer coins than were moved",
    "every approved request has the adjustment or the reversal that it allowed",
    ({ approved }) => [`UPDATE rewards_approval_request SET coins = coins - 1 WHERE id = UUID '${approved}'`]
  ],
  [
    "a request was for another member",
    "every approved request has the adjustment or the reversal that it allowed",
    ({ ann, approved }) => [
      `UPDATE rewards_approval_request SET member_id = UUID '${ann.id}' WHERE id = UUID '${approved}'`
    ]
  ],
  [
    "the answer of a key vanished with its request",
    "every idempotency key with the id of a record has its record",
    ({ approved }) => [`DELETE FROM rewards_approval_request WHERE id = UUID '${approved}'`]
  ]
]

const ofMember = (id: string, table: string, values: string) =>
  `INSERT INTO ${table} SELECT ${values} FROM rewards_member WHERE id = UUID '${id}'`
const recordOf = (id: string): string =>
  ofMember(
    id,
    "rewards_member_data (fetched_at, partner_id, member_id, tag, tag_key, data)",
    "created_at, partner_id, id, 'own', 'own', '{}'"
  )
const nameOf = (id: string): string =>
  ofMember(id, "rewards_member_name (partner_id, member_id, name)", "partner_id, id, 'ada lovelace'")
const isLeft = "every record and search name is that of a member who was neither erased nor merged"

export const tamperingsOfNames: ReadonlyArray<readonly [what: string, check: string, how: Tampering]> = [
  ["an erased member has a record", isLeft, ({ ian }) => [recordOf(ian.id), nameOf(ian.id)]],
  ["an erased member has a search name", isLeft, ({ ian }) => [nameOf(ian.id)]],
  ["a merged member has a search name", isLeft, ({ kim }) => [nameOf(kim.id)]],
  [
    "a search name has no member",
    isLeft,
    ({ bob }) => [
      nameOf(bob.id),
      `UPDATE rewards_member_name SET member_id = UUID '01900000-0000-7000-8000-000000000000'`
    ]
  ],
  [
    "a member has a search name, but no record",
    "every search name has its record",
    ({ bob }) => [nameOf(bob.id)]
  ],
  ["a record has no search name", "every record is found by its name", ({ bob }) => [recordOf(bob.id)]]
]

export const tamperingsOfErasures: ReadonlyArray<readonly [what: string, check: string, how: Tampering]> = [
  [
    "the wallet of an erased member is open again",
    "every erased member has a closed wallet",
    ({ ian }) => [`UPDATE rewards_account SET closed_at = NULL WHERE id = UUID '${ian.id}'`]
  ],
  [
    "an erasure vanished",
    "every closed wallet is that of an erased or merged member",
    ({ ian }) => [`DELETE FROM rewards_erasure WHERE member_id = UUID '${ian.id}'`]
  ],
  [
    "the wallet of a merged member is open again",
    "every merged member has a closed wallet",
    ({ kim }) => [`UPDATE rewards_account SET closed_at = NULL WHERE id = UUID '${kim.id}'`]
  ],
  [
    "a member was merged into a merged one",
    "the member into which another was merged is not merged itself",
    ({ kim, ian }) => [`UPDATE rewards_member SET current_id = UUID '${kim.id}' WHERE id = UUID '${ian.id}'`]
  ],
  [
    "a member leads to another without a merge",
    "every merged member has one merge, and no other member has one",
    ({ kit, ian }) => [`UPDATE rewards_member SET current_id = UUID '${kit.id}' WHERE id = UUID '${ian.id}'`]
  ],
  [
    "a merged member has an attribute",
    "nothing is left with a merged member",
    ({ kim }) => [
      `INSERT INTO rewards_attribute (partner_id, member_id, name, value)
       SELECT partner_id, id, 'tier', '1' FROM rewards_member WHERE id = UUID '${kim.id}'`
    ]
  ],
  [
    "a payment to a merged member no longer counts",
    "a member was paid as often as the tally says",
    ({ kit }) => [`UPDATE rewards_tally SET paid = paid - 1 WHERE member_id = UUID '${kit.id}'`]
  ],
  [
    "the running cycle of a merged member does not go on",
    "a member's progress matches the awards of the running cycle",
    ({ kim }) => [
      `UPDATE rewards_tally SET continued_in = NULL WHERE member_id = UUID '${kim.id}' AND continued_in IS NOT NULL`
    ]
  ],
  [
    "an erased member has an attribute",
    "an erased member has one id and no attributes",
    ({ ian }) => [
      `INSERT INTO rewards_attribute (partner_id, member_id, name, value)
       SELECT partner_id, id, 'tier', '1' FROM rewards_member WHERE id = UUID '${ian.id}'`
    ]
  ],
  [
    "an erased member had fewer coins than were taken back",
    "reversals took back no more coins from an erased member than had expired",
    ({ ian }) => [
      `UPDATE rewards_transfer SET amount = amount - 1 WHERE kind = 'erasure' AND debit_account = UUID '${ian.id}'`
    ]
  ],
  [
    "who came back vanished",
    "every successor of an erased member is a member",
    ({ jo }) => [`DELETE FROM rewards_member WHERE id = UUID '${jo.id}'`]
  ],
  [
    "an id of a member who was not erased is remembered",
    "every remembered id is that of an erased member",
    ({ ian, kit }) => [
      `UPDATE rewards_erased_id SET member_id = UUID '${kit.id}' WHERE member_id = UUID '${ian.id}'`
    ]
  ],
  [
    "a cycle of a merged member is forgotten",
    "every payment of a member ended a cycle",
    ({ kit }) => [
      `UPDATE rewards_tally SET merged = merged - 1 WHERE member_id = UUID '${kit.id}' AND merged > 0`
    ]
  ],
  [
    "an erased member who came back succeeds another one",
    "no successor of an erased member has a successor",
    ({ gone, ian }) => [
      `UPDATE rewards_erasure SET successor_id = UUID '${gone.id}' WHERE member_id = UUID '${ian.id}'`
    ]
  ],
  [
    "a payment to the erased member no longer counts for who came back",
    "a member was paid as often as the tally says",
    ({ jo }) => [`UPDATE rewards_tally SET paid = 0 WHERE member_id = UUID '${jo.id}'`]
  ],
  [
    "a payment counts for the erased member and for who came back",
    "a member was paid as often as the tally says",
    ({ gone }) => [`UPDATE rewards_tally SET paid = 1 WHERE member_id = UUID '${gone.id}'`]
  ],
  [
    "who came back begins with another cycle",
    "every payment of a member ended a cycle",
    ({ jo }) => [`UPDATE rewards_tally SET cycle = cycle + 1 WHERE member_id = UUID '${jo.id}'`]
  ],
  [
    "the window of who came back is empty",
    "a counter equals the number of payments in its window",
    ({ jo }) => [`UPDATE rewards_window SET awards = 0 WHERE subject_id = UUID '${jo.id}'`]
  ],
  [
    "the window of the erased member still counts",
    "a counter equals the number of coins that were paid in its window",
    ({ gone }) => [`UPDATE rewards_window SET coins = 1 WHERE subject_id = UUID '${gone.id}'`]
  ],
  [
    "an activity of the erased member no longer counts",
    "a member has as many activities as the count says",
    ({ jo }) => [`UPDATE rewards_activity_count SET count = 1 WHERE member_id = UUID '${jo.id}'`]
  ],
  [
    "the activities of who came back are numbered anew",
    "the activities of a member are numbered without a gap",
    ({ jo }) => [`UPDATE rewards_activity SET number = 1 WHERE member_id = UUID '${jo.id}'`]
  ]
]

export const tamperingsInTime: ReadonlyArray<readonly [what: string, check: string, how: Tampering]> = [
  [
    "the member of a pending account vanished",
    "every pending account has its member",
    ({ fay }) => [`DELETE FROM rewards_member WHERE id = UUID '${fay.id}'`]
  ],
  [
    "a pending account is of another member",
    "every paid award has its transfer into the member's wallet or pending account",
    ({ ann, fay }) => [`UPDATE rewards_account SET owner = UUID '${ann.id}' WHERE owner = UUID '${fay.id}'`]
  ],
  [
    "a member has another pending account",
    "a member has one pending account",
    ({ fay, paid }) => [
      `INSERT INTO rewards_account (partner_id, id, kind, owner, created_at)
       SELECT partner_id, UUID '${paid.id}', kind, owner, created_at FROM rewards_account WHERE owner = UUID '${fay.id}'`
    ]
  ],
  [
    "a pending account was overdrawn",
    "no wallet or pending account was ever below zero",
    ({ beforeMaturity }) => [
      `UPDATE rewards_transfer SET debit_balance = -1 WHERE id = UUID '${beforeMaturity.id}'`
    ]
  ],
  [
    "a pending account has a coin more",
    "a pending account has the coins of its pending awards",
    ({ fay }) => [`UPDATE rewards_account SET balance = balance + 1 WHERE owner = UUID '${fay.id}'`]
  ],
  [
    "an award that waits is of another member",
    "every pending award has its award",
    ({ ann, waiting }) => [
      `UPDATE rewards_pending SET member_id = UUID '${ann.id}' WHERE id = UUID '${waiting.id}'`
    ]
  ],
  [
    "an award that waits was paid at once",
    "every pending award has its transfer",
    ({ waiting }) => [`UPDATE rewards_transfer SET kind = 'award' WHERE id = UUID '${waiting.id}'`]
  ],
  [
    "the transfer of an award that waits has no award",
    "every payout has its paid award",
    ({ waiting }) => [`UPDATE rewards_award SET awarded = FALSE WHERE id = UUID '${waiting.id}'`]
  ],
  [
    "a pending award vanished",
    "every award into a pending account has its pending award",
    ({ waiting }) => [`DELETE FROM rewards_pending WHERE id = UUID '${waiting.id}'`]
  ],
  [
    "the lot of a pending award vanished",
    "every pending award whose coins will expire has its lot",
    () => ["DELETE FROM rewards_lot WHERE maturing > 0"]
  ],
  [
    "a pending award has a coin more",
    "a pending award has the coins that were not reversed",
    ({ waiting }) => [`UPDATE rewards_pending SET coins = coins + 1 WHERE id = UUID '${waiting.id}'`]
  ],
  [
    "a reversed part of a pending award waits again",
    "every reversal of a payment has its transfer back to the partner",
    ({ beforeMaturity }) => [`DELETE FROM rewards_transfer WHERE id = UUID '${beforeMaturity.id}'`]
  ],
  [
    "a reversal took coins of the wallet as if they still waited",
    "every reversal of a payment has its transfer back to the partner",
    ({ afterMaturity }) => [
      `UPDATE rewards_transfer SET kind = 'pending_reversal' WHERE id = UUID '${afterMaturity.id}'`
    ]
  ],
  [
    "the reversal of a pending award vanished, and its transfer stayed",
    "every transfer back has its reversal or refund",
    ({ beforeMaturity }) => [`DELETE FROM rewards_reversal WHERE id = UUID '${beforeMaturity.id}'`]
  ],
  [
    "an award matured with a coin less",
    "a matured award has one transfer of the coins that were not reversed before",
    ({ matured }) => [
      `UPDATE rewards_transfer SET amount = amount - 1
       WHERE id IN (SELECT maturity_id FROM rewards_pending WHERE id = UUID '${matured.id}')`
    ]
  ],
  [
    "an award that was confirmed says that it matured with another transfer",
    "a matured award has one transfer of the coins that were not reversed before",
    ({ confirmation, paid }) => [
      `UPDATE rewards_pending SET maturity_id = UUID '${paid.id}' WHERE maturity_id = UUID '${confirmation.id}'`
    ]
  ],
  [
    "an award that matured waits again",
    "every maturity has its award",
    ({ matured }) => [`UPDATE rewards_pending SET matured_at = NULL WHERE id = UUID '${matured.id}'`]
  ],
  [
    "coins matured into another lot",
    "coins that matured are in the lot of their award",
    ({ confirmation, open }) => [`${intoLotOf(open.id)} WHERE id = UUID '${confirmation.id}'`]
  ],
  [
    "the member of lots vanished",
    "every lot has its member",
    ({ fay }) => [`DELETE FROM rewards_member WHERE id = UUID '${fay.id}'`]
  ],
  [
    "the transfer of a lot's change vanished",
    "every change of a lot has its transfer",
    () => ["DELETE FROM rewards_transfer WHERE kind = 'expiry'"]
  ],
  [
    "the lot of a change vanished",
    "every change of a lot has its lot",
    ({ open }) => [`DELETE FROM rewards_lot ${lotOf(open.id)}`]
  ],
  [
    "a lot has a coin more",
    "the coins of a lot are the sum of its changes",
    ({ open }) => [`UPDATE rewards_lot SET coins = coins + 1 ${lotOf(open.id)}`]
  ],
  [
    "a lot forgot an expired coin",
    "the expired coins of a lot are the sum of its changes",
    ({ creditReversal }) => [
      `UPDATE rewards_lot SET expired = expired + 1 ${lotOf(creditReversal.expiredId)}`
    ]
  ],
  [
    "a coin of a lot expired into nothing",
    "the coins that a lot received are left, spent, expired or reversed",
    ({ datedReversal }) => [
      `UPDATE rewards_lot SET expired = expired + 1 ${lotOf(datedReversal.expiredId)}`,
      `UPDATE rewards_lot_entry SET expired = expired + 1 ${lotOf(datedReversal.expiredId)} AND expired > 0`
    ]
  ],
  [
    "a lot expired once more",
    "the expirations of a lot are the number of its expiries",
    ({ dated }) => [`UPDATE rewards_lot SET expirations = expirations + 1 ${lotOf(dated.id)}`]
  ],
  [
    "a lot waits for a coin more",
    "the maturing coins of a lot are those of its pending awards",
    () => ["UPDATE rewards_lot SET maturing = maturing + 1 WHERE maturing > 0"]
  ],
  [
    "a lot has more coins than its wallet",
    "no wallet has fewer coins than its lots",
    ({ open }) => [`UPDATE rewards_lot SET coins = 1000000000 ${lotOf(open.id)}`]
  ],
  [
    "a wallet forgot that something is due",
    "a wallet says when something is due next",
    ({ fay }) => [`UPDATE rewards_account SET next_due = NULL WHERE id = UUID '${fay.id}'`]
  ],
  [
    "a wallet without lots waits for something",
    "a wallet says when something is due next",
    ({ ann, fay }) => [
      `UPDATE rewards_account SET next_due = (SELECT MIN(f.next_due) FROM rewards_account f WHERE f.id = UUID '${fay.id}')
       WHERE id = UUID '${ann.id}'`
    ]
  ],
  [
    "a spend put coins into a lot",
    "a transfer changes lots as its kind says",
    () => ["UPDATE rewards_lot_entry SET coins = -coins WHERE coins < 0 AND expired = 0"]
  ],
  [
    "all coins of a spend went into a lot",
    "a transfer changes lots as its kind says",
    ({ open }) => [`${intoLotOf(open.id)} WHERE kind = 'user_partner_transfer'`]
  ],
  [
    "a lot expired before its instant",
    "a transfer changes lots as its kind says",
    () => [
      "UPDATE rewards_transfer SET created_at = (SELECT MIN(o.created_at) FROM rewards_transfer o) WHERE kind = 'expiry'"
    ]
  ],
  [
    "only a part of an award went into its lot",
    "a transfer changes lots by at most its coins, and by exactly its coins if it paid into a lot",
    ({ open }) => [
      addEntry(open.id, "amount - 1"),
      `UPDATE rewards_transfer SET expires_at = NULL WHERE id = UUID '${open.id}'`
    ]
  ],
  [
    "an award went into its lot twice",
    "a transfer changes lots by at most its coins, and by exactly its coins if it paid into a lot",
    ({ open }) => [addEntry(open.id, "amount")]
  ],
  [
    "the change of an expired lot vanished",
    "every expiry has its lot",
    () => [
      "DELETE FROM rewards_lot_entry WHERE transfer_id IN (SELECT t.id FROM rewards_transfer t WHERE t.kind = 'expiry')"
    ]
  ],
  [
    "the transfer of expired coins that were taken back vanished",
    "every reversal of expired coins has its transfer",
    ({ creditReversal }) => [`DELETE FROM rewards_transfer WHERE id = UUID '${creditReversal.expiredId}'`]
  ],
  [
    "the reversal of a credit took fewer expired coins",
    "every reversal of an adjustment has its transfer, with the same wallet in the other direction",
    ({ creditReversal }) => [
      `UPDATE rewards_transfer SET amount = amount - 1 WHERE id = UUID '${creditReversal.expiredId}'`
    ]
  ],
  [
    "a reversal took fewer expired coins",
    "every reversal of a payment has its transfer back to the partner",
    ({ datedReversal }) => [
      `UPDATE rewards_transfer SET amount = amount - 1 WHERE id = UUID '${datedReversal.expiredId}'`
    ]
  ],
  [
    "a reversal forgot the expired coins that it took",
    "every transfer of expired coins back to issuance has its reversal",
    ({ datedReversal }) => [
      `UPDATE rewards_reversal SET expired_id = NULL WHERE id = UUID '${datedReversal.id}'`
    ]
  ],
  [
    "a reversal took the expired coins of another lot",
    "expired coins were taken back from the lot that the reversed coins were paid into",
    ({ creditReversal, datedReversal }) => [
      `UPDATE rewards_lot_entry SET expires_at = (
         SELECT MIN(o.expires_at) FROM rewards_lot_entry o WHERE o.transfer_id = UUID '${creditReversal.expiredId}')
       ${entryOf(datedReversal.expiredId)}`
    ]
  ],
  [
    "a lot is to expire with a transfer that exists",
    "no transfer has the id of a future expiry or maturity",
    ({ open }) => [`UPDATE rewards_lot SET expiry_id = UUID '${open.id}' ${lotOf(open.id)}`]
  ]
]

/** Deleted rows. At least one check must report each; the test does not say which. */
export const vanished: ReadonlyArray<readonly [what: string, how: Tampering]> = [
  ["a wallet", ({ ann }) => [`DELETE FROM rewards_account WHERE id = UUID '${ann.id}'`]],
  ["an empty wallet", ({ cy }) => [`DELETE FROM rewards_account WHERE id = UUID '${cy.id}'`]],
  [
    "a tally of a paid member",
    ({ single }) => [`DELETE FROM rewards_tally WHERE rule_id = UUID '${single.id}'`]
  ],
  [
    "a tally of a member who has only begun",
    ({ bob }) => [`DELETE FROM rewards_tally WHERE member_id = UUID '${bob.id}'`]
  ],
  ["a rule", ({ single }) => [`DELETE FROM rewards_rule WHERE id = UUID '${single.id}'`]],
  [
    "a rule's condition",
    ({ single }) => [`DELETE FROM rewards_condition WHERE rule_id = UUID '${single.id}'`]
  ],
  [
    "a transfer out of a wallet",
    ({ transfer }) => [`DELETE FROM rewards_transfer WHERE id = UUID '${transfer.id}'`]
  ]
]
