/**
 * laurel-rewards/effect: the functions of `laurel-rewards`, and services, layers and errors for programs with Effect. The module
 * `laurel-rewards/accounts` has the services of logins, users, API keys, authorization and mail.
 */

export type { Mail } from "./accounts/mail/Mail.ts"
export type {
  CoinsEntry,
  CoinsPage,
  CoinsYear,
  PointsEntry,
  PointsPage,
  UserPosition
} from "./boards/Board.ts"
export {
  Boards,
  type CoinsBoardInput,
  type CoinsYearInput,
  type PointsBoardInput,
  type PositionInput,
  type RebuildInput
} from "./boards/Boards.ts"
export type { FoldSchedulerOptions } from "./boards/FoldScheduler.ts"
export type {
  DayStatistics,
  Earner,
  ReadRuleStatisticsInput,
  ReadStatisticsInput,
  RuleCost,
  RuleDay,
  RuleRefusals,
  RuleStatistics,
  Statistics as FoundStatistics
} from "./boards/Statistic.ts"
export { Statistics } from "./boards/Statistics.ts"
export { layerFromUrl, type UrlOptions } from "./drivers/url.ts"
export type {
  Event,
  EventId,
  EventLimits,
  EventOf,
  EventPage,
  EventType,
  FoundEvents,
  ListEventsInput,
  NewestEventsInput,
  StreamEventsInput
} from "./events/Event.ts"
export type { EventsListener } from "./events/EventSignals.ts"
export { Events } from "./events/Events.ts"
export type { CorsOptions } from "./http/cors.ts"
export type { ExportOptions, StreamOptions } from "./http/eventStream.ts"
export type { Failure, FailureData } from "./http/failure.ts"
export type { Handler, HandlerOptions, Summary } from "./http/HttpHandler.ts"
export type { RateLimitOptions } from "./http/rateLimits.ts"
export * as Rewards from "./layers/Rewards.ts"
export type {
  AccountsClient,
  AccountsOption,
  OpenAccountsOptions as AccountsOptions
} from "./open/accounts.ts"
export type { AccountsMethods } from "./open/accountsMethods.ts"
export type * from "./open/answers.ts"
export type { ExportArchive, ImportArchive } from "./open/archives.ts"
export type { QueryClient } from "./open/connection.ts"
export type { RewardsClient } from "./open/core.ts"
export type { EngineOptions, Enlisting, Opened } from "./open/engine.ts"
export type { PlainEvent, PlainEventPage } from "./open/events.ts"
export type { MailOptions, OwnMail, ShownMail, SmtpMail } from "./open/mail.ts"
export type {
  ActivityResult,
  AdjustmentOutcome,
  AwardOutcome,
  BulkItemCheck,
  ConfirmationOutcome,
  RefundOutcome,
  RefusedItem,
  ReversalOutcome,
  RewardsMethods,
  VerifyOptions
} from "./open/methods.ts"
export type { MigrationStatus, MigrationsOptions, OpenedMigrations } from "./open/migrations.ts"
export { type OpenOptions, openMigrations, openRewards } from "./open/openRewards.ts"
export { RewardsError } from "./open/RewardsError.ts"
export { type ActingOrderer, Actor, RequestId } from "./rewards/Actor.ts"
export {
  Activities,
  type ActivityError,
  type ActivityReceipt,
  type ActivityReversalReceipt,
  type ReverseActivityError
} from "./rewards/activities/Activities.ts"
export {
  type Activity,
  type ActivityData,
  type ActivityInput,
  type ActivityOutcome,
  type ActivityPage,
  type ActivityReversal,
  type ExplainActivityInput,
  type ListActivitiesInput,
  type ListedActivity,
  OutcomeRefusal,
  type ReverseActivityInput
} from "./rewards/activities/Activity.ts"
export { phraseOf, sentenceOf } from "./rewards/activities/sentence.ts"
export type { Conditions as RuleConditions, Leaf, When } from "./rewards/activities/When.ts"
export type {
  AdjustInput,
  Adjustment,
  DebitOrCredit,
  ReverseAdjustmentInput
} from "./rewards/adjustments/Adjustment.ts"
export {
  type AdjustError,
  type AdjustmentReceipt,
  type AdjustmentReversalReceipt,
  Adjustments,
  type ReverseAdjustmentError
} from "./rewards/adjustments/Adjustments.ts"
export {
  ApprovedRecord,
  type DecideInput,
  Declined,
  ListedRequest,
  type ListRequestsInput,
  WaitingRequest
} from "./rewards/approvals/Approval.ts"
export { Approvals, type ApproveError, type DeclineError } from "./rewards/approvals/Approvals.ts"
export type {
  Difference,
  Digest,
  Digests,
  Exported,
  ExportInput,
  Imported,
  ImportInput
} from "./rewards/archive/Archive.ts"
export { Archives } from "./rewards/archive/Archives.ts"
export type {
  Award,
  AwardDetails,
  AwardInput,
  AwardPage,
  AwardState,
  GetAwardInput,
  ListAwardsInput,
  ListedAward,
  ReversalOfAward,
  SuppressedBy
} from "./rewards/awards/Award.ts"
export {
  type AwardError,
  type AwardReceipt,
  Awards,
  type ConfirmationReceipt,
  type ConfirmError,
  type ReversalReceipt,
  type ReverseError
} from "./rewards/awards/Awards.ts"
export type { AwardRefusal, LimitRefusal } from "./rewards/awards/decide.ts"
export type { ExplainAwardInput, Explanation, LimitStanding } from "./rewards/awards/Explanation.ts"
export * as Coins from "./rewards/Coins.ts"
export type { Core, CoreOptions, StartFailure } from "./rewards/Core.ts"
export type { CoreFailure } from "./rewards/CoreFailure.ts"
export type { HostClock } from "./rewards/clock.ts"
export type { BulkCheck, BulkRequest } from "./rewards/commands/bulk.ts"
export type {
  ActivityRefused,
  AdjustRefused,
  ApproveRefused,
  AwardRefused,
  ConfirmRefused,
  DecideRefused,
  Recorded,
  RefundRefused,
  ReverseActivityRefused,
  ReverseAdjustmentRefused,
  ReverseRefused,
  TransferRefused
} from "./rewards/commands/Command.ts"
export type { GroupCommitOptions } from "./rewards/commands/GroupCommit.ts"
export * from "./rewards/Errors.ts"
export type { Fact, FactType } from "./rewards/events/Fact.ts"
export type { AccountId, ActivityId, AwardId, MemberId, PartnerId, RuleId, TransferId } from "./rewards/Id.ts"
export { Ids } from "./rewards/Ids.ts"
export { Idempotency } from "./rewards/idempotency/Idempotency.ts"
export type {
  Account,
  AccountKind,
  Entry,
  PartnerSide,
  Transfer,
  TransferKind,
  WalletEntry,
  WalletKind
} from "./rewards/ledger/Account.ts"
export type { Book, FullSide } from "./rewards/ledger/Book.ts"
export { type AccountKey, Ledger } from "./rewards/ledger/Ledger.ts"
export { Liability } from "./rewards/liability/Liability.ts"
export type { LiabilitySums, ReadLiabilityInput } from "./rewards/liability/LiabilitySums.ts"
export type { AtLimit, Limit, Measure, Per, Period } from "./rewards/limits/Limit.ts"
export type { Confirmation, ConfirmInput } from "./rewards/lots/Confirmation.ts"
export { Sweeper, type SweeperOptions } from "./rewards/lots/Sweeper.ts"
export type { SweepLag } from "./rewards/lots/sweepLag.ts"
export type { AttributeChanges, Attributes } from "./rewards/members/Attributes.ts"
export type {
  ListedMember,
  ListMembersInput,
  Member,
  MemberKeyInput,
  MemberPage,
  OnboardUserInput,
  Wallet
} from "./rewards/members/Member.ts"
export { type Joined, Members } from "./rewards/members/Members.ts"
export type { Merged, MergeMembersInput } from "./rewards/members/Merge.ts"
export type { JoinInput } from "./rewards/members/memberJoin.ts"
export type { Orderer, OrdererNumber } from "./rewards/orderers/Orderer.ts"
export { Orderers } from "./rewards/orderers/Orderers.ts"
export type {
  ListPartnersInput,
  Partner,
  PartnerKeyInput,
  PartnerPage,
  RegisterPartnerInput,
  RenamePartnerInput
} from "./rewards/partners/Partner.ts"
export { PartnerClocks } from "./rewards/partners/PartnerClocks.ts"
export type { PartnerSettings, UpdateSettingsInput } from "./rewards/partners/PartnerSettings.ts"
export { Partners } from "./rewards/partners/Partners.ts"
export { Settings } from "./rewards/partners/Settings.ts"
export type { Erasure, ErasureKeyInput, NewErasure } from "./rewards/personal/Erasure.ts"
export type { PersonalRecord, ReadFailure } from "./rewards/personal/Holders.ts"
export { type ExportedRecord, PersonalData } from "./rewards/personal/PersonalData.ts"
export { KnownUsers } from "./rewards/ports.ts"
export type { Reason as RefusalReason, RefusalCode, RefusedAward } from "./rewards/refusals/Refusal.ts"
export type { RefusalCount } from "./rewards/refusals/RefusalCounts.ts"
export { type RefusalRange, Refusals } from "./rewards/refusals/Refusals.ts"
export type {
  AdjustmentReversal,
  Refund,
  RefundInput,
  Reversal,
  ReverseInput
} from "./rewards/reversals/Reversal.ts"
export type { PressingRule, PressingRules } from "./rewards/rules/PressingRule.ts"
export {
  type ListedRule,
  type Rule,
  type RulePage,
  type SubRule,
  type Terms,
  UserLimit
} from "./rewards/rules/Rule.ts"
export {
  type CreateRuleInput,
  type FindRuleInput,
  type GetRuleInput,
  type ListRulesInput,
  Rules,
  type UpdateRuleInput
} from "./rewards/rules/Rules.ts"
export type {
  ListProgressInput,
  MemberProgress,
  ProgressPage,
  RuleDetails,
  RuleUsage,
  RuleUsagePage
} from "./rewards/rules/RuleUsage.ts"
export type { SimulateRuleInput, Simulation } from "./rewards/simulation/Simulation.ts"
export type { Metadata } from "./rewards/texts/Metadata.ts"
export type {
  History,
  ListTransactionsInput,
  Transaction,
  TransactionPage,
  TransferInput,
  WalletTransfer
} from "./rewards/transfers/Transfer.ts"
export {
  type HistoryInput,
  type RefundError,
  type RefundReceipt,
  type StatementInput,
  type TransferReceipt,
  Transfers
} from "./rewards/transfers/Transfers.ts"
export { type Check, CheckWatcher, type Divergence } from "./rewards/verification/Check.ts"
export { Verification } from "./rewards/verification/Verification.ts"
export { type Fault, InvalidInput, type Unparsed } from "./schema/Input.ts"
export type { Conditions } from "./schema/inputs.ts"
export type { Batch } from "./sql/Batch.ts"
export { CannotDistribute, type Cluster, type Distributed } from "./sql/Distribution.ts"
export { DatabaseUnavailable, LockTimeout, TransactionConflict, TransactionRequired } from "./sql/Errors.ts"
export type { DatabaseFailure } from "./sql/Failure.ts"
export { DatabaseTooNew, type MigrationState, MissingRights } from "./sql/Migrations.ts"
export { CannotGrant, type GrantedRole, type HistoryProtection, type RoleOptions } from "./sql/Roles.ts"
