import { type AccountsClient, openMigrations, openRewards, type RewardsClient } from "../../lib/index.ts"
import { databaseOptionsOf } from "../settings.ts"
import { CommandFailed, type Context } from "./Command.ts"
import { databaseOf, databaseSettings } from "./database.ts"

type Environment = Context["environment"]

const optionsOf = (environment: Environment) => databaseOptionsOf(databaseSettings(environment))

export const openTables = (environment: Environment, database: string, accounts: boolean) =>
  openMigrations({ ...optionsOf(environment), database, accounts })

/** A database has the tables of all of these wings, or of none. */
const wingsOfAccounts = new Set(["webhooks", "accounts"])

/** Returns whether the database has the tables of accounts. Fails if migrations of its tables are pending. */
const checkTables = async (environment: Environment, database: string): Promise<boolean> => {
  const tables = await openTables(environment, database, true)
  const { applied, pending, unknown } = await tables.status().finally(tables.close)
  if (applied.length === 0) {
    throw new CommandFailed(
      'The database has no tables of laurel: check --database or DATABASE_URL, or create them with "laurel migrate up".'
    )
  }
  const [newer] = unknown
  if (newer !== undefined) {
    throw new CommandFailed(
      `The database has the migration ${newer.name} of ${newer.wing}, which this version does not know: use the newer version.`
    )
  }
  const hasAccounts = applied.some(({ wing }) => wingsOfAccounts.has(wing))
  const missing = pending.filter(({ wing }) => hasAccounts || !wingsOfAccounts.has(wing))
  if (missing.length > 0) {
    throw new CommandFailed(
      `The database lacks ${missing.length} migrations: run "laurel migrate up", or start the service.`
    )
  }
  return hasAccounts
}

export interface Existing {
  readonly rewards: RewardsClient
  /** The same with accounts, if the database has their tables. */
  readonly accounts: AccountsClient | undefined
}

/** Opens a database that exists and is up to date: a command that only reads must not change tables. */
export const openExisting = async ({ environment, terminal }: Context): Promise<Existing> => {
  const database = databaseOf(environment)
  const hasAccounts = await checkTables(environment, database)
  const options = { ...optionsOf(environment), database, onWarning: terminal.note }
  if (!hasAccounts) return { rewards: await openRewards(options), accounts: undefined }
  const accounts = await openRewards({ ...options, accounts: { sendWebhooks: false } })
  return { rewards: accounts, accounts }
}

/** The same, for commands that need accounts. */
export const openAccounts = async (context: Context): Promise<AccountsClient> => {
  const { accounts, rewards } = await openExisting(context)
  if (accounts !== undefined) return accounts
  await rewards.close()
  throw new CommandFailed(
    'The database has no tables of accounts: create them with "laurel migrate up", or start the service.'
  )
}

/** Opens a database, and creates it and its tables if they are missing. */
export const openNew = ({ environment, terminal }: Context): Promise<AccountsClient> =>
  openRewards({
    ...optionsOf(environment),
    database: databaseOf(environment, { mayBeNew: true }),
    onWarning: terminal.note,
    accounts: { sendWebhooks: false }
  })
