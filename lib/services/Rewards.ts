import type * as SqlClient from "@effect/sql/SqlClient"
import { Layer } from "effect"
import type { DatabaseUnavailable, TransactionConflict } from "../domain/Errors.ts"
import * as Backfill from "../ledger/Backfill.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { Scores } from "../ledger/Scores.ts"
import { Database } from "../sql/Database.ts"
import * as Migrations from "../sql/Migrations.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Applications } from "./Applications.ts"
import { Audit } from "./Audit.ts"
import { Authorizations } from "./Authorizations.ts"
import { AwardHistory } from "./AwardHistory.ts"
import { Awards } from "./Awards.ts"
import { Boards } from "./Boards.ts"
import type { GroupCommitOptions } from "./GroupCommit.ts"
import { Idempotency } from "./Idempotency.ts"
import { Ids } from "./Ids.ts"
import { Journal } from "./Journal.ts"
import { Links } from "./Links.ts"
import * as MailSender from "./MailSender.ts"
import { Mails } from "./Mails.ts"
import { MemberDetails } from "./MemberDetails.ts"
import { Members } from "./Members.ts"
import { Parties } from "./Parties.ts"
import { Partners } from "./Partners.ts"
import { Passwords } from "./Passwords.ts"
import { RateLeases } from "./RateLeases.ts"
import { Resets } from "./Resets.ts"
import { Rules } from "./Rules.ts"
import { Sessions } from "./Sessions.ts"
import { Tokens } from "./Tokens.ts"
import { Transfers } from "./Transfers.ts"
import { UserDetails, type UserDetailsOptions } from "./UserDetails.ts"
import { UserLogins } from "./UserLogins.ts"
import { Users } from "./Users.ts"

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
