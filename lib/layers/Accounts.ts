import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { tables as accountTables } from "../accounts/archive.ts"
import { Audit } from "../accounts/audit/Audit.ts"
import * as Trail from "../accounts/audit/trail.ts"
import * as AuditOfWebhooks from "../accounts/audit/webhookAudit.ts"
import * as Wing from "../accounts/layer.ts"
import { Mails } from "../accounts/mail/Mails.ts"
import { migrations as accounts } from "../accounts/migrations.ts"
import { TestSides } from "../accounts/testSides/TestSides.ts"
import { knownUsers } from "../accounts/users/Users.ts"
import { AlertMails, type AlertMailsOptions } from "../alerts/AlertMails.ts"
import { Alerts } from "../alerts/Alerts.ts"
import { webhookBodies } from "../http/events/wireEvent.ts"
import { Archives } from "../rewards/archive/Archives.ts"
import type { ArchiveTable } from "../rewards/archive/ArchiveTable.ts"
import * as Core from "../rewards/Core.ts"
import { Ids } from "../rewards/Ids.ts"
import { Holders } from "../rewards/personal/Holders.ts"
import { Backlog } from "../rewards/ports.ts"
import type { InvalidInput } from "../schema/Input.ts"
import { Database, withLockTimeout } from "../sql/Database.ts"
import * as Migrations from "../sql/Migrations.ts"
import { tables as webhookTables } from "../webhooks/archive.ts"
import { migrations as webhooks } from "../webhooks/migrations.ts"
import * as PersonalAnswers from "../webhooks/personalAnswers.ts"
import * as WebhookSender from "../webhooks/WebhookSender.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import * as Rewards from "./Rewards.ts"

export type { WingOptions, WingServices } from "../accounts/layer.ts"

/** The services of accounts and webhooks. */
export type Accounts = AlertMails | Alerts | Wing.WingServices | Webhooks

export interface AccountsOptions extends AlertMailsOptions, Wing.WingOptions, Rewards.RewardsOptions {
  /** Settings of the webhook sender, in addition to the settings in `outbound`. With `false`, this process has no webhook sender. */
  readonly webhookSender?: WebhookSender.WebhookSenderOptions | false | undefined
}

/** The migrations of all wings. A wing is a part of the library with its own tables. */
export const wings: ReadonlyArray<Migrations.WingMigrations> = [...Rewards.wings, webhooks, accounts]

/** Returns the tables in an archive. Accounts come last, so that a partner cannot log in before its other rows are imported. */
export const archived = (): ReadonlyArray<ArchiveTable> => [
  ...Rewards.archived(),
  ...webhookTables(),
  ...accountTables()
]

/** Exports and imports archives. This layer does not start the engine. */
export const archives: Layer.Layer<Archives, never, SqlClient.SqlClient> = Archives.layer(archived).pipe(
  Layer.provide(Database.layer)
)

/** Makes the layer of the rewards engine with accounts and webhooks. It migrates the tables when it starts. */
export const layer = (
  options: AccountsOptions = {}
): Layer.Layer<Accounts | Rewards.Rewards, Core.StartFailure | InvalidInput, SqlClient.SqlClient> =>
  Layer.merge(alertsOf(options), webhooksEnd).pipe(
    Layer.provideMerge(webhooksOf(options)),
    Layer.provideMerge(Wing.layer(options)),
    Layer.provideMerge(
      Rewards.layer(options).pipe(
        Layer.provide(knownUsers),
        Layer.provide(
          Trail.layer.pipe(Layer.provide([Audit.layer, Mails.layer]), Layer.provide(options.ids ?? Ids.layer))
        ),
        Layer.provide(Wing.tables),
        Layer.provide(Database.layer)
      )
    ),
    Layer.provide(withLockTimeout(options.lockTimeout))
  )

/** Removes the webhooks of a test side when it is emptied. */
const webhooksEnd = Layer.effectDiscard(
  Effect.flatMap(Effect.zip(TestSides, Webhooks), ([testSides, webhooks]) =>
    testSides.onRetire((partnerId) =>
      webhooks.list({ partnerId }).pipe(
        Effect.flatMap((found) =>
          Effect.forEach(found, ({ id }) => webhooks.remove({ partnerId, id }), { discard: true })
        ),
        // The input is valid, and the transaction has locked the partner: no webhook can be added or removed meanwhile.
        Effect.catchTag("InvalidInput", "WebhookNotFound", Effect.die)
      )
    )
  )
)

const alertsOf = (options: AccountsOptions) =>
  AlertMails.layer(options).pipe(Layer.provideMerge(Alerts.layer), Layer.provide(Database.layer))

const webhooksOf = ({ ids, outbound, webhookSender = {} }: AccountsOptions) => {
  const options = { ...outbound, ...webhookSender }
  const service = Webhooks.layer(options)
  const sender = WebhookSender.layer(options).pipe(Layer.provide(Backlog.layer))
  const answers = PersonalAnswers.layer.pipe(Layer.provide(Holders.layer))
  return Layer.merge(webhookSender === false ? service : Layer.provideMerge(sender, service), answers).pipe(
    Layer.provide([AuditOfWebhooks.layer, webhookBodies, ids ?? Ids.layer]),
    Layer.provide(Migrations.layer(webhooks).pipe(Layer.provide(Core.tables))),
    Layer.provide(Database.layer)
  )
}
