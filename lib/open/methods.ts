import { Effect, Either } from "effect"
import { CoinsPage, CoinsYear, PointsPage, UserPosition } from "../boards/Board.ts"
import { Boards } from "../boards/Boards.ts"
import { Statistics as FoundStatistics, RuleStatistics } from "../boards/Statistic.ts"
import { Statistics } from "../boards/Statistics.ts"
import type { Rewards } from "../layers/Rewards.ts"
import { verify } from "../layers/Rewards.ts"
import { Activities, type ActivityError, type ActivityReceipt } from "../rewards/activities/Activities.ts"
import { Activity, ActivityOutcome, ActivityPage, ActivityReversal } from "../rewards/activities/Activity.ts"
import { Adjustment } from "../rewards/adjustments/Adjustment.ts"
import { type AdjustError, type AdjustmentReceipt, Adjustments } from "../rewards/adjustments/Adjustments.ts"
import { ApprovedRecord, Declined, ListedRequest } from "../rewards/approvals/Approval.ts"
import { Approvals } from "../rewards/approvals/Approvals.ts"
import type { Archives } from "../rewards/archive/Archives.ts"
import { Award, AwardDetails, AwardPage } from "../rewards/awards/Award.ts"
import {
  type AwardError,
  type AwardReceipt,
  Awards,
  type ConfirmationReceipt,
  type ConfirmError,
  type ReversalReceipt,
  type ReverseError
} from "../rewards/awards/Awards.ts"
import { Explanation } from "../rewards/awards/Explanation.ts"
import { CoreFailure } from "../rewards/CoreFailure.ts"
import type { BulkCheck } from "../rewards/commands/bulk.ts"
import { Liability } from "../rewards/liability/Liability.ts"
import { LiabilitySums } from "../rewards/liability/LiabilitySums.ts"
import { Confirmation } from "../rewards/lots/Confirmation.ts"
import { Sweeper } from "../rewards/lots/Sweeper.ts"
import { Member, type MemberKeyInput, MemberPage, Wallet } from "../rewards/members/Member.ts"
import { Members } from "../rewards/members/Members.ts"
import { Merged } from "../rewards/members/Merge.ts"
import { Partner, PartnerPage } from "../rewards/partners/Partner.ts"
import { PartnerSettings } from "../rewards/partners/PartnerSettings.ts"
import { Partners } from "../rewards/partners/Partners.ts"
import { Settings } from "../rewards/partners/Settings.ts"
import { Erasure, NewErasure } from "../rewards/personal/Erasure.ts"
import { type ExportedRecord, PersonalData } from "../rewards/personal/PersonalData.ts"
import { AdjustmentReversal, Refund, Reversal } from "../rewards/reversals/Reversal.ts"
import { PressingRules } from "../rewards/rules/PressingRule.ts"
import { Rule, RulePage } from "../rewards/rules/Rule.ts"
import { Rules } from "../rewards/rules/Rules.ts"
import { ProgressPage, RuleDetails, RuleUsagePage } from "../rewards/rules/RuleUsage.ts"
import { Simulation } from "../rewards/simulation/Simulation.ts"
import { History, Transaction, TransactionPage, WalletTransfer } from "../rewards/transfers/Transfer.ts"
import { type RefundError, type RefundReceipt, Transfers } from "../rewards/transfers/Transfers.ts"
import { CheckWatcher } from "../rewards/verification/Check.ts"
import type {
  PlainActivity,
  PlainActivityOutcome,
  PlainActivityPage,
  PlainActivityReversal,
  PlainAdjustment,
  PlainAdjustmentReversal,
  PlainAward,
  PlainAwardDetails,
  PlainAwardPage,
  PlainCoinsPage,
  PlainCoinsYear,
  PlainConfirmation,
  PlainDeclined,
  PlainErasure,
  PlainExplanation,
  PlainHistory,
  PlainLiabilitySums,
  PlainListedRequest,
  PlainMember,
  PlainMemberPage,
  PlainMerged,
  PlainNewErasure,
  PlainPartner,
  PlainPartnerPage,
  PlainPartnerSettings,
  PlainPointsPage,
  PlainPressingRules,
  PlainProgressPage,
  PlainRefund,
  PlainReversal,
  PlainRule,
  PlainRuleDetails,
  PlainRulePage,
  PlainRuleStatistics,
  PlainRuleUsagePage,
  PlainSimulation,
  PlainStatistics,
  PlainTransaction,
  PlainTransactionPage,
  PlainUserPosition,
  PlainWallet,
  PlainWalletTransfer,
  Receipt
} from "./answers.ts"
import { archivesMethods } from "./archives.ts"
import { eventsMethods } from "./events.ts"
import {
  errorOf,
  many,
  nothing,
  one,
  outcome,
  promisedInPartnersTime as promised,
  type Run,
  receipt,
  runWith
} from "./promised.ts"
import type { RewardsError } from "./RewardsError.ts"

/** An item of a bulk call that was refused. The other items are not affected. */
export interface RefusedItem {
  readonly ok: false
  readonly error: RewardsError
}

/** The outcome of one award of `awardMany`. */
export type AwardOutcome = { readonly ok: true; readonly award: Receipt<PlainAward> } | RefusedItem

/** The outcome of one reversal of `reverseMany`. */
export type ReversalOutcome = { readonly ok: true; readonly reversal: Receipt<PlainReversal> } | RefusedItem

/** The outcome of one confirmation of `confirmMany`. */
export type ConfirmationOutcome =
  | { readonly ok: true; readonly confirmation: Receipt<PlainConfirmation> }
  | RefusedItem

/** The outcome of one refund of `refundMany`. */
export type RefundOutcome = { readonly ok: true; readonly refund: Receipt<PlainRefund> } | RefusedItem

/** The result of one activity of `recordMany`. */
export type ActivityResult = { readonly ok: true; readonly activity: Receipt<PlainActivity> } | RefusedItem

/** The outcome of one adjustment of `adjustMany`. */
export type AdjustmentOutcome =
  | { readonly ok: true; readonly adjustment: Receipt<PlainAdjustment> }
  | RefusedItem

/** Whether an activity or adjustment of `checkMany` is valid and its member is known. */
export type BulkItemCheck = { readonly ok: true } | RefusedItem

const award = receipt<PlainAward>()(Award)
const errorIn = errorOf(CoreFailure)
const outcomeOf: (result: Either.Either<AwardReceipt, AwardError>) => AwardOutcome = outcome(
  "award",
  award,
  errorIn
)
const reversalOf: (result: Either.Either<ReversalReceipt, ReverseError>) => ReversalOutcome = outcome(
  "reversal",
  receipt<PlainReversal>()(Reversal),
  errorIn
)
const confirmationOf: (result: Either.Either<ConfirmationReceipt, ConfirmError>) => ConfirmationOutcome =
  outcome("confirmation", receipt<PlainConfirmation>()(Confirmation), errorIn)
const refundOf: (result: Either.Either<RefundReceipt, RefundError>) => RefundOutcome = outcome(
  "refund",
  receipt<PlainRefund>()(Refund),
  errorIn
)

/** The adjustment or the reversal that was approved. */
const approvedOf = receipt<PlainAdjustment | PlainAdjustmentReversal>()(ApprovedRecord)

const adjustmentOf: (result: Either.Either<AdjustmentReceipt, AdjustError>) => AdjustmentOutcome = outcome(
  "adjustment",
  receipt<PlainAdjustment>()(Adjustment),
  errorIn
)

const activityOf: (result: Either.Either<ActivityReceipt, ActivityError>) => ActivityResult = outcome(
  "activity",
  receipt<PlainActivity>()(Activity),
  errorIn
)

const checkOf: (result: BulkCheck) => BulkItemCheck = Either.match({
  onLeft: (failure) => ({ ok: false, error: errorIn(failure) }),
  onRight: () => ({ ok: true })
})

const services = {
  partners: promised(Partners, {
    register: one<PlainPartner>()(Partner),
    get: one<PlainPartner>()(Partner),
    list: one<PlainPartnerPage>()(PartnerPage),
    rename: nothing
  }),
  settings: promised(Settings, {
    get: one<PlainPartnerSettings>()(PartnerSettings),
    update: one<PlainPartnerSettings>()(PartnerSettings)
  }),
  rules: promised(Rules, {
    create: one<PlainRule>()(Rule),
    update: one<PlainRule>()(Rule),
    simulate: one<PlainSimulation>()(Simulation),
    get: one<PlainRule>()(Rule),
    details: one<PlainRuleDetails>()(RuleDetails),
    progress: one<PlainProgressPage>()(ProgressPage),
    find: one<PlainRule>()(Rule),
    list: one<PlainRulePage>()(RulePage),
    usage: one<PlainRuleUsagePage>()(RuleUsagePage),
    pressing: one<PlainPressingRules>()(PressingRules)
  }),
  members: promised(Members, {
    onboard: one<PlainMember>()(Member),
    onboardMany: many<PlainMember>()(Member),
    get: one<PlainMember>()(Member),
    wallet: one<PlainWallet>()(Wallet),
    list: one<PlainMemberPage>()(MemberPage),
    merge: one<PlainMerged>()(Merged)
  }),
  awards: promised(Awards, {
    award,
    awardMany: (results) => results.map(outcomeOf),
    explain: one<PlainExplanation>()(Explanation),
    reverse: receipt<PlainReversal>()(Reversal),
    reverseMany: (results) => results.map(reversalOf),
    confirm: receipt<PlainConfirmation>()(Confirmation),
    confirmMany: (results) => results.map(confirmationOf),
    list: one<PlainAwardPage>()(AwardPage),
    details: one<PlainAwardDetails>()(AwardDetails)
  }),
  activities: promised(Activities, {
    record: receipt<PlainActivity>()(Activity),
    recordMany: (results) => results.map(activityOf),
    checkMany: (results) => results.map(checkOf),
    explain: many<PlainActivityOutcome>()(ActivityOutcome),
    reverse: receipt<PlainActivityReversal>()(ActivityReversal),
    list: one<PlainActivityPage>()(ActivityPage)
  }),
  transfers: promised(Transfers, {
    transfer: receipt<PlainWalletTransfer>()(WalletTransfer),
    refund: receipt<PlainRefund>()(Refund),
    refundMany: (results) => results.map(refundOf),
    list: one<PlainTransactionPage>()(TransactionPage),
    history: one<PlainHistory>()(History),
    statement: many<PlainTransaction>()(Transaction)
  }),
  adjustments: promised(Adjustments, {
    adjust: receipt<PlainAdjustment>()(Adjustment),
    adjustMany: (results) => results.map(adjustmentOf),
    checkMany: (results) => results.map(checkOf),
    reverse: receipt<PlainAdjustmentReversal>()(AdjustmentReversal)
  }),
  approvals: promised(Approvals, {
    approve: approvedOf,
    decline: receipt<PlainDeclined>()(Declined),
    list: many<PlainListedRequest>()(ListedRequest)
  }),
  boards: promised(Boards, {
    points: one<PlainPointsPage>()(PointsPage),
    coins: one<PlainCoinsPage>()(CoinsPage),
    year: one<PlainCoinsYear>()(CoinsYear),
    position: one<PlainUserPosition>()(UserPosition),
    rebuild: nothing
  }),
  personalData: promised(PersonalData, {
    erase: one<PlainNewErasure>()(NewErasure),
    erasure: one<PlainErasure>()(Erasure),
    resume: nothing
  }),
  liability: promised(Liability, { at: one<PlainLiabilitySums>()(LiabilitySums) }),
  statistics: promised(Statistics, {
    ofPartner: one<PlainStatistics>()(FoundStatistics),
    ofRule: one<PlainRuleStatistics>()(RuleStatistics)
  })
}

export interface VerifyOptions {
  /** Is called with the name of each check before it runs. */
  readonly onCheck?: ((name: string) => void) | undefined
}

/** Makes the methods of the rewards engine for hosts without Effect. If a method fails, its promise rejects with a `RewardsError`. */
export const rewardsMethods = (run: Run<Rewards | Archives, CoreFailure>) => ({
  ...runWith(run, services),
  events: eventsMethods(run),
  archives: archivesMethods(run),
  /**
   * Passes everything that is stored about a member to `take`, a few records at a time. Each call of `take` waits until the promise of the
   * previous call has resolved.
   */
  exportMember: (
    input: MemberKeyInput,
    take: (records: ReadonlyArray<ExportedRecord>) => Promise<void>
  ): Promise<void> =>
    run(
      Effect.flatMap(PersonalData, (personal) =>
        personal.export(input, (records) => Effect.promise(() => take(records)))
      )
    ),
  /** Writes what is due now in wallets, and records the events about coins that will expire. Returns the number of changed wallets. */
  sweep: () => run(Effect.flatMap(Sweeper, (sweeper) => sweeper.sweep())),
  /**
   * Recomputes balances, counters and boards, and compares them with the stored values. Checks references, limits and events. Returns
   * every divergence.
   */
  verify: ({ onCheck = () => {} }: VerifyOptions = {}) =>
    run(Effect.provideService(verify(), CheckWatcher, onCheck))
})
export type RewardsMethods = ReturnType<typeof rewardsMethods>
