import type { Command } from "./Command.ts"
import type { Options } from "./options.ts"
import type { Terminal } from "./terminal.ts"

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const optionRows = (options: Options): ReadonlyArray<readonly [string, string]> =>
  Object.entries(options).map(([name, { summary, value }]) => [
    value === null ? `--${name}` : `--${name} <${value}>`,
    summary
  ])

const usageOf = ({ name, words }: Command): string =>
  [
    `laurel ${name}`,
    ...words.map(({ name, optional }) => (optional === true ? `[${name}]` : `<${name}>`))
  ].join(" ")

export const helpOf = (command: Command, common: Options, { bold }: Terminal): string =>
  [
    `${command.summary}.`,
    ...(command.about === undefined ? [] : ["", command.about]),
    "",
    `${bold("Usage")}  ${usageOf(command)} [options]`,
    ...(command.words.length === 0
      ? []
      : ["", ...columns(command.words.map(({ name, summary }) => [`<${name}>`, summary]))]),
    "",
    bold("Options"),
    ...columns(optionRows({ ...command.options, ...common }))
  ].join("\n")

export const overviewOf = (
  commands: ReadonlyArray<Command>,
  common: Options,
  version: string,
  { bold }: Terminal
): string =>
  [
    `laurel ${version}: rewards, award limits, coins and leaderboards.`,
    "",
    `${bold("Usage")}  laurel <command> [options]`,
    "",
    bold("Commands"),
    ...columns(commands.map((command) => [usageOf(command).slice("laurel ".length), command.summary])),
    "",
    bold("Options of every command"),
    ...columns(optionRows(common)),
    "",
    "Settings are read from the service's environment variables; an option overrides its variable.",
    "Exit codes: 0 done, 1 a fault was found or something failed, 2 the command was not understood."
  ].join("\n")
