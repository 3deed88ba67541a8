/** laurel-rewards: rules, award limits and a double-entry coin ledger, over SQLite or PostgreSQL. */

export { Applications } from "./accounts/applications/Applications.ts"
export { Audit } from "./accounts/audit/Audit.ts"
export { Caller } from "./accounts/audit/Caller.ts"
export { Authorizations } from "./accounts/authorization/Authorizations.ts"
export { type DetailedMember, type Introduced, MemberDetails } from "./accounts/details/MemberDetails.ts"
export type { OnboardMemberInput, UserDetails as UserRecord } from "./accounts/details/UserRecord.ts"
export { ApiKeys } from "./accounts/keys/ApiKeys.ts"
export { Links } from "./accounts/links/Links.ts"
export {
  type ListMailsInput,
  type Mail,
  MailDelayed,
  MailRefused,
  MailTransport,
  type OutboxMail
} from "./accounts/mail/Mail.ts"
export { Mails } from "./accounts/mail/Mails.ts"
export { Resets } from "./accounts/resets/Resets.ts"
export { Sessions } from "./accounts/sessions/Sessions.ts"
export { Users } from "./accounts/users/Users.ts"
export type { CoinsPage, CoinsYear, PointsPage, UserPosition } from "./boards/Board.ts"
export {
  Boards,
  type CoinsBoardInput,
  type CoinsYearInput,
  type PointsBoardInput,
  type PositionInput,
  type RebuildInput
} from "./boards/Boards.ts"
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
export * as Rewards from "./Rewards.ts"
export type { Award, AwardInput } from "./rewards/awards/Award.ts"
export { AwardHistory, type ListAwardsInput } from "./rewards/awards/AwardHistory.ts"
export { type AwardError, type AwardReceipt, Awards } from "./rewards/awards/Awards.ts"
export * as Coins from "./rewards/Coins.ts"
export * from "./rewards/Errors.ts"
export type { AccountId, AwardId, MemberId, PartnerId, RuleId, TransferId } from "./rewards/Id.ts"
export type { Account, AccountKind, Entry, Transfer } from "./rewards/ledger/Account.ts"
export { Ledger } from "./rewards/ledger/Ledger.ts"
export type { Member, MemberKeyInput, Wallet } from "./rewards/members/Member.ts"
export { Members } from "./rewards/members/Members.ts"
export type { Partner, RegisterPartnerInput } from "./rewards/partners/Partner.ts"
export { Partners } from "./rewards/partners/Partners.ts"
export { type Rule, type SubRule, type Terms, UserLimit } from "./rewards/rules/Rule.ts"
export {
  type CreateRuleInput,
  type FindRuleInput,
  type ListRulesInput,
  Rules,
  type UpdateRuleInput
} from "./rewards/rules/Rules.ts"
export type { TransferInput, WalletTransfer } from "./rewards/transfers/Transfer.ts"
export { type StatementInput, type TransferReceipt, Transfers } from "./rewards/transfers/Transfers.ts"
export type { Divergence } from "./rewards/verify.ts"
export { InvalidInput } from "./schema/Input.ts"
export { DatabaseTooNew } from "./sql/Migrations.ts"
