import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import type { OutboundOptions } from "../outbound/Outbound.ts"
import * as Core from "../rewards/Core.ts"
import { Ids } from "../rewards/Ids.ts"
import { Holders } from "../rewards/personal/Holders.ts"
import { Verification } from "../rewards/verification/Verification.ts"
import type { InvalidInput } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import * as Migrations from "../sql/Migrations.ts"
import { Applications } from "./applications/Applications.ts"
import { Audit } from "./audit/Audit.ts"
import { Authorizations } from "./authorization/Authorizations.ts"
import { Consents } from "./consents/Consents.ts"
import { MemberDetails } from "./details/MemberDetails.ts"
import { UserDetails } from "./details/UserDetails.ts"
import { Encryption, type EncryptionOptions } from "./encryption/Encryption.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"
import { Links } from "./links/Links.ts"
import * as MailSender from "./mail/MailSender.ts"
import { Mails } from "./mail/Mails.ts"
import { MemberDirectory } from "./members/MemberDirectory.ts"
import { nameChecks } from "./members/nameChecks.ts"
import * as PersonalAccounts from "./members/personalAccounts.ts"
import { migrations } from "./migrations.ts"
import { Parties } from "./parties/Parties.ts"
import { Passwords } from "./passwords/Passwords.ts"
import { People } from "./people/People.ts"
import { KnownAddresses } from "./rates/KnownAddresses.ts"
import { RateLeases } from "./rates/RateLeases.ts"
import { Resets } from "./resets/Resets.ts"
import { AuditedRules } from "./rules/AuditedRules.ts"
import { SecondFactors } from "./secondFactor/SecondFactors.ts"
import { Sessions } from "./sessions/Sessions.ts"
import { AuditedSettings } from "./settings/AuditedSettings.ts"
import { TestSides } from "./testSides/TestSides.ts"
import { UserErasures } from "./users/UserErasures.ts"
import { UserResets } from "./users/UserResets.ts"
import { Users } from "./users/Users.ts"

/** The services that this wing (the part of the library for accounts) adds to the core. */
export type WingServices =
  | ApiKeys
  | Applications
  | Audit
  | AuditedRules
  | AuditedSettings
  | Authorizations
  | Consents
  | KnownAddresses
  | Links
  | Mails
  | MemberDetails
  | MemberDirectory
  | Parties
  | People
  | RateLeases
  | Resets
  | SecondFactors
  | Sessions
  | TestSides
  | UserErasures
  | UserResets
  | Users

export interface WingOptions extends EncryptionOptions {
  /** Settings of the mail sender, which runs only if a `MailTransport` is provided. */
  readonly mailSender?: MailSender.MailSenderOptions | undefined
  /** Settings for requests to addresses that partners choose. */
  readonly outbound?: OutboundOptions | undefined
  /** Creates the ids of new rows. Must be the layer that the core uses. */
  readonly ids?: Layer.Layer<Ids> | undefined
}

/** Makes the layer of the accounts services. Without a `MailTransport`, mails stay in the outbox. */
export const layer = (
  options: WingOptions = {}
): Layer.Layer<WingServices, Core.StartFailure | InvalidInput, Core.Core | SqlClient.SqlClient> =>
  Layer.mergeAll(
    TestSides.layer.pipe(Layer.provideMerge(ApiKeys.layer)),
    Applications.layer,
    AuditedRules.layer,
    AuditedSettings.layer,
    Authorizations.layer,
    Consents.layer,
    Links.layer,
    MemberDirectory.layer.pipe(Layer.provideMerge(MemberDetails.layer)),
    Parties.layer,
    People.layer,
    PersonalAccounts.layer.pipe(Layer.provide(Holders.layer)),
    checks,
    RateLeases.layer,
    Resets.layer,
    SecondFactors.layer,
    UserErasures.layer,
    UserResets.layer,
    Users.layer
  ).pipe(
    Layer.provideMerge(Sessions.layer),
    Layer.provideMerge(KnownAddresses.layer),
    Layer.provide([Encryption.layer(options), Passwords.layer, UserDetails.layer(options.outbound)]),
    Layer.provideMerge(Layer.provideMerge(MailSender.layer(options.mailSender), Mails.layer)),
    Layer.provideMerge(Audit.layer),
    Layer.provide(options.ids ?? Ids.layer),
    Layer.provide(tables),
    Layer.provide(Database.layer)
  )

const checks = Layer.effectDiscard(Effect.flatMap(Verification, ({ add }) => add(nameChecks)))

/** Creates the tables of accounts. They reference the tables of the core, which are created first. */
export const tables: Layer.Layer<never, Core.StartFailure, Database> = Migrations.layer(migrations).pipe(
  Layer.provide(Core.tables)
)
