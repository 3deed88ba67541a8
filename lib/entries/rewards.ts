/**
 * laurel-rewards: rules, award limits, a double-entry coin ledger and leaderboards, on SQLite or PostgreSQL, with promises and plain
 * JSON. The functions of this module load their code when they are called. `laurel-rewards/effect` has the services for programs that
 * use Effect. `laurel-rewards/http` has the HTTP API.
 */
export type { Mail } from "../accounts/mail/Mail.ts"
export type { CorsOptions } from "../http/cors.ts"
export type { ExportOptions, StreamOptions } from "../http/eventStream.ts"
export type { Failure, FailureData } from "../http/failure.ts"
export type { Handler, HandlerOptions, Summary } from "../http/HttpHandler.ts"
export type { RateLimitOptions } from "../http/rateLimits.ts"
export type {
  AccountsClient,
  AccountsOption,
  OpenAccountsOptions as AccountsOptions
} from "../open/accounts.ts"
export type { AccountsMethods } from "../open/accountsMethods.ts"
export type * from "../open/answers.ts"
export type { ExportArchive, ImportArchive } from "../open/archives.ts"
export type { QueryClient } from "../open/connection.ts"
export type { RewardsClient } from "../open/core.ts"
export type { EngineOptions, Enlisting, Opened } from "../open/engine.ts"
export type { PlainEvent, PlainEventPage } from "../open/events.ts"
export type { MailOptions, OwnMail, ShownMail, SmtpMail } from "../open/mail.ts"
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
} from "../open/methods.ts"
export type { MigrationStatus, MigrationsOptions, OpenedMigrations } from "../open/migrations.ts"
export { type OpenOptions, openMigrations, openRewards } from "../open/openRewards.ts"
export { RewardsError } from "../open/RewardsError.ts"
export type { HostClock } from "../rewards/clock.ts"
export type { SweepLag } from "../rewards/lots/sweepLag.ts"
export type { Fault } from "../schema/Input.ts"
export type * from "../schema/inputs.ts"
