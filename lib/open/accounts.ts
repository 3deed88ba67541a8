import { Layer } from "effect"
import { sqliteFilename } from "../drivers/url.ts"
import { Failure } from "../http/failure.ts"
import { type Handler, type HandlerOptions, makeHandler } from "../http/HttpHandler.ts"
import * as Accounts from "../layers/Accounts.ts"
import type { Rewards } from "../layers/Rewards.ts"
import type { Archives } from "../rewards/archive/Archives.ts"
import { type AccountsMethods, accountsMethods } from "./accountsMethods.ts"
import { type EngineOptions, type Opened, openEngine } from "./engine.ts"
import { listenerOf, type MailOptions, transportOf } from "./mail.ts"
import { type RewardsMethods, rewardsMethods } from "./methods.ts"
import { errorOf } from "./promised.ts"

export interface OpenAccountsOptions {
  /** The address of the dashboard's page of alerts, for mails about alerts. Without it, these mails have no link. */
  readonly alertsUrl?: string | undefined
  /** For development: `userDetailsUrl` and webhooks may use addresses of this machine, even with plain HTTP. */
  readonly allowLoopback?: boolean | undefined
  /** How mails are sent: `{ url, from }`, `{ send }` or `{ onMail }`. By default they are not sent: `mails.list` shows them. */
  readonly mail?: MailOptions | undefined
  /**
   * The key that encrypts the secrets of second factors: 32 random bytes in base64. Older keys, which only decrypt, follow after commas.
   * Without it, a key is made when it is first needed, and is stored beside the SQLite file, or else in the database.
   */
  readonly secretsKey?: string | undefined
  /** Whether this process sends webhooks and mails alerts. Default: true. With `false`, other processes must do it. */
  readonly sendWebhooks?: boolean | undefined
}
export type AccountsOption = true | OpenAccountsOptions

type Services = Accounts.Accounts | Rewards | Archives

type Methods = RewardsMethods & AccountsMethods

export interface AccountsClient extends Methods, Opened<Methods> {
  /** Makes the HTTP interface under /api/v1. Its `fetch` answers web-standard requests. */
  readonly handler: (options?: HandlerOptions) => Handler
}

/** Returns the path of the file in which a key is stored if `secretsKey` is not set; undefined if there is no SQLite file. */
const keyFileOf = (database: EngineOptions["database"]): string | undefined => {
  const filename = typeof database === "string" ? sqliteFilename(database) : undefined
  return filename === undefined || filename === ":memory:" ? undefined : `${filename}.key`
}

/** Opens the engine with accounts and the HTTP interface. */
export const openAccounts = async (
  options: EngineOptions,
  accounts: AccountsOption
): Promise<AccountsClient> => {
  const {
    alertsUrl,
    allowLoopback,
    mail,
    secretsKey,
    sendWebhooks = true
  } = accounts === true ? {} : accounts
  const engine = Accounts.layer({
    alertsUrl,
    mailAlerts: sendWebhooks && options.sweep !== false,
    outbound: { allowLoopback },
    secretsKey,
    secretsKeyFile: keyFileOf(options.database),
    lockTimeout: options.lockTimeout,
    sweep: options.sweep,
    ...(sendWebhooks ? {} : { webhookSender: false })
  })
  const { client, runtime } = await openEngine<Services, Failure, Methods>(options, {
    layer: listenerOf(mail).pipe(
      Layer.provideMerge(Layer.merge(engine, Accounts.archives)),
      Layer.provide(transportOf(mail))
    ),
    wings: Accounts.wings,
    methods: (run) => ({ ...rewardsMethods(run), ...accountsMethods(run) }),
    errorOf: errorOf(Failure)
  })
  return { ...client, handler: (handlerOptions) => makeHandler(runtime, handlerOptions) }
}
