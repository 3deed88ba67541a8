/** laurel-rewards: rules, award limits and a double-entry coin ledger, over SQLite or PostgreSQL. */

export type { Award, AwardInput } from "./domain/Award.ts"
export type { CoinsPage, CoinsYear, PointsPage, UserPosition } from "./domain/Board.ts"
export * as Coins from "./domain/Coins.ts"
export * from "./domain/Errors.ts"
export type { AccountId, AwardId, MemberId, PartnerId, RuleId, TransferId } from "./domain/Id.ts"
export { InvalidInput } from "./domain/Input.ts"
export type { Account, AccountKind, Entry, Transfer } from "./domain/Ledger.ts"
export {
  type ListMailsInput,
  type Mail,
  MailDelayed,
  MailRefused,
  MailTransport,
  type OutboxMail
} from "./domain/Mail.ts"
export type { Member, MemberKeyInput, Wallet } from "./domain/Member.ts"
export type { Partner, RegisterPartnerInput } from "./domain/Partner.ts"
export { type Rule, type SubRule, type Terms, UserLimit } from "./domain/Rule.ts"
export type { TransferInput, WalletTransfer } from "./domain/Transfer.ts"
export type { OnboardMemberInput, UserDetails as UserRecord } from "./domain/UserDetails.ts"
export { Ledger } from "./ledger/Ledger.ts"
export type { Divergence } from "./ledger/verify.ts"
export type { QueryClient } from "./open/connection.ts"
export type { MailOptions } from "./open/mail.ts"
export { RewardsError } from "./open/RewardsError.ts"
export {
  type AwardResult,
  type OpenOptions,
  openRewards,
  type RewardsClient,
  type RewardsMethods
} from "./open.ts"
export { ApiKeys } from "./services/ApiKeys.ts"
export { Applications } from "./services/Applications.ts"
export { Audit } from "./services/Audit.ts"
export { Authorizations } from "./services/Authorizations.ts"
export { AwardHistory, type ListAwardsInput } from "./services/AwardHistory.ts"
export { type AwardError, type AwardReceipt, Awards } from "./services/Awards.ts"
export {
  Boards,
  type CoinsBoardInput,
  type CoinsYearInput,
  type PointsBoardInput,
  type PositionInput,
  type RebuildInput
} from "./services/Boards.ts"
export { Caller } from "./services/Caller.ts"
export { Links } from "./services/Links.ts"
export { Mails } from "./services/Mails.ts"
export { type DetailedMember, type Introduced, MemberDetails } from "./services/MemberDetails.ts"
export { Members } from "./services/Members.ts"
export { Partners } from "./services/Partners.ts"
export { Resets } from "./services/Resets.ts"
export * as Rewards from "./services/Rewards.ts"
export {
  type CreateRuleInput,
  type FindRuleInput,
  type ListRulesInput,
  Rules,
  type UpdateRuleInput
} from "./services/Rules.ts"
export { Sessions } from "./services/Sessions.ts"
export { type StatementInput, type TransferReceipt, Transfers } from "./services/Transfers.ts"
export { Users } from "./services/Users.ts"
export { DatabaseTooNew } from "./sql/Migrations.ts"
