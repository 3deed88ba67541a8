import { existsSync } from "node:fs"
import { Either } from "effect"
import { readSettings, type Settings } from "../settings.ts"
import { CommandFailed, UsageError } from "./Command.ts"
import type { Options } from "./options.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** Reads only the settings of the database: a command that does not serve must not fail because of other settings. */
export const databaseSettings = (environment: Environment): Settings =>
  settingsOf(Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("DATABASE_"))))

/** All settings of the service. */
export const settingsOf = (environment: Environment): Settings =>
  Either.getOrThrowWith(
    readSettings(environment),
    (faults) =>
      new UsageError(
        ["These settings are invalid:", ...faults.map(({ field, problem }) => `  ${field} ${problem}`)].join(
          "\n"
        )
      )
  )

/** Reports a wrong setting by the option that it comes from. A setting of the environment is reported by its variable, later. */
export const checkSettingOptions = (
  options: Options,
  given: Readonly<Record<string, string | undefined>>
): void => {
  const faults = Object.entries(options).flatMap(([option, { setting }]) => {
    if (setting === null) return []
    const read = readSettings({ [setting]: given[setting] })
    const fault = Either.isLeft(read) ? read.left.find(({ field }) => field === setting) : undefined
    return fault === undefined ? [] : [`--${option} ${fault.problem}`]
  })
  if (faults.length > 0) throw new UsageError(faults.join("\n"))
}

/** The file of a SQLite database; undefined for other databases and `:memory:`. */
export const fileOf = (url: string): string | undefined => {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  return file === ":memory:" ? undefined : file
}

/**
 * The URL of the database. A command that only reads must not create an empty database at a misspelt path and then report that
 * nothing is wrong.
 */
export const databaseOf = (
  environment: Environment,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {}
): string => {
  const { DATABASE_URL: url } = databaseSettings(environment)
  const file = fileOf(url)
  if (!mayBeNew && file !== undefined && !existsSync(file)) {
    throw new CommandFailed(
      `There is no database at ${url}: check --database or DATABASE_URL, or create one with "laurel migrate up".`
    )
  }
  return url
}
