import type * as SqlClient from "@effect/sql/SqlClient"
import { Layer } from "effect"
import { Applications } from "./accounts/applications/Applications.ts"
import { Audit } from "./accounts/audit/Audit.ts"
import { Authorizations } from "./accounts/authorization/Authorizations.ts"
import { MemberDetails } from "./accounts/details/MemberDetails.ts"
import { UserDetails, type UserDetailsOptions } from "./accounts/details/UserDetails.ts"
import { ApiKeys } from "./accounts/keys/ApiKeys.ts"
import { Links } from "./accounts/links/Links.ts"
import * as MailSender from "./accounts/mail/MailSender.ts"
import { Mails } from "./accounts/mail/Mails.ts"
import { Parties } from "./accounts/parties/Parties.ts"
import { Passwords } from "./accounts/passwords/Passwords.ts"
import { RateLeases } from "./accounts/rates/RateLeases.ts"
import { Resets } from "./accounts/resets/Resets.ts"
import { Sessions } from "./accounts/sessions/Sessions.ts"
import { Tokens } from "./accounts/sessions/Tokens.ts"
import { UserLogins } from "./accounts/users/UserLogins.ts"
import { Users } from "./accounts/users/Users.ts"
import * as Backfill from "./boards/Backfill.ts"
import { Boards } from "./boards/Boards.ts"
import { Scores } from "./boards/Scores.ts"
import { AwardHistory } from "./rewards/awards/AwardHistory.ts"
import { Awards } from "./rewards/awards/Awards.ts"
import { Ids } from "./rewards/Ids.ts"
import { Idempotency } from "./rewards/idempotency/Idempotency.ts"
import type { GroupCommitOptions } from "./rewards/journal/GroupCommit.ts"
import { Journal } from "./rewards/journal/Journal.ts"
import { Ledger } from "./rewards/ledger/Ledger.ts"
import { Members } from "./rewards/members/Members.ts"
import { Partners } from "./rewards/partners/Partners.ts"
import { Rules } from "./rewards/rules/Rules.ts"
import { Transfers } from "./rewards/transfers/Transfers.ts"
import { Database } from "./sql/Database.ts"
import type { DatabaseUnavailable, TransactionConflict } from "./sql/Errors.ts"
import * as Migrations from "./sql/Migrations.ts"

/** Everything that the engine offers. */
export type Rewards =
  | ApiKeys
  | Applications
  | Audit
  | Authorizations
  | AwardHistory
  | Awards
  | Boards
  | Idempotency
  | Ledger
  | Links
  | Mails
  | MemberDetails
  | Members
  | Parties
  | Partners
  | RateLeases
  | Resets
  | Rules
  | Sessions
  | Transfers
  | Users

export interface RewardsOptions {
  /** How award and transfer calls that run at the same time are gathered; the defaults suit one busy process. */
  readonly groups?: GroupCommitOptions
  /** How mails are sent, where a `MailTransport` is provided. */
  readonly mailSender?: MailSender.MailSenderOptions
  /** How partners' own addresses are asked for the records of their users. */
  readonly userDetails?: UserDetailsOptions
}

/**
 * The whole engine over any `SqlClient` for SQLite or PostgreSQL. Its tables are brought up to date first. Mails stay in
 * the outbox unless a `MailTransport` is provided, too. The bench gives other `scores` to see what boards cost; with any
 * but our own, boards are wrong.
 */
export const layer = (
  options: RewardsOptions = {},
  scores: Layer.Layer<Scores, never, Database> = Scores.layer
): Layer.Layer<
  Rewards,
  DatabaseUnavailable | TransactionConflict | Migrations.DatabaseTooNew,
  SqlClient.SqlClient
> =>
  Layer.mergeAll(
    ApiKeys.layer,
    Applications.layer,
    Authorizations.layer.pipe(Layer.provide(UserLogins.layer)),
    AwardHistory.layer,
    Awards.layer,
    Boards.layer,
    Idempotency.layer,
    Links.layer,
    MemberDetails.layer,
    Parties.layer,
    Partners.layer,
    RateLeases.layer,
    Resets.layer,
    Rules.layer,
    Sessions.layer,
    Transfers.layer,
    Users.layer
  ).pipe(
    Layer.provideMerge(Members.layer),
    Layer.provide([Journal.layer(options.groups), Passwords.layer, UserDetails.layer(options.userDetails)]),
    Layer.provideMerge(Layer.provideMerge(MailSender.layer(options.mailSender), Mails.layer)),
    Layer.provide(Tokens.layer),
    Layer.provideMerge(Audit.layer),
    Layer.provideMerge(Ledger.layer),
    Layer.provide(Ids.layer),
    Layer.provide(Backfill.layer),
    Layer.provide(scores),
    Layer.provide(Migrations.layer),
    Layer.provide(Database.layer)
  )
