import { existsSync } from "node:fs"
import { Either } from "effect"
import { readSettings, type Settings } from "../settings.ts"
import { CommandFailed, UsageError } from "./Command.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** The settings about the database; other settings, which may be wrong, are no concern of a command that does not serve. */
export const databaseSettings = (environment: Environment): Settings =>
  settingsOf(Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("DATABASE_"))))

/** All settings of the service. */
export const settingsOf = (environment: Environment): Settings =>
  Either.getOrThrowWith(
    readSettings(environment),
    (faults) =>
      new UsageError(
        [
          "These settings cannot be used:",
          ...faults.map(({ field, problem }) => `  ${field} ${problem}`)
        ].join("\n")
      )
  )

/** The file of a SQLite database, if the address is of one. */
export const fileOf = (url: string): string | undefined => {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  return file === ":memory:" ? undefined : file
}

/**
 * The address of the database. A command that reads must not make an empty database of a misspelt path and find nothing
 * wrong with it.
 */
export const databaseOf = (
  environment: Environment,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {}
): string => {
  const { DATABASE_URL: url } = databaseSettings(environment)
  const file = fileOf(url)
  if (!mayBeNew && file !== undefined && !existsSync(file)) {
    throw new CommandFailed(
      `There is no database at ${url}: check --database or DATABASE_URL, or make one with "laurel migrate up".`
    )
  }
  return url
}
