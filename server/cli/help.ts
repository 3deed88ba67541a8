import manifest from "../../package.json" with { type: "json" }
import { type Command, command, exit, type Word } from "./Command.ts"
import type { Options } from "./options.ts"
import { findCommand } from "./parse.ts"
import type { Terminal } from "./terminal.ts"

export const { version } = manifest

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const optionText = (name: string, value: string | null): string =>
  value === null ? `--${name}` : `--${name} <${value}>`

const optionRows = (options: Options): ReadonlyArray<readonly [string, string]> =>
  Object.entries(options).map(([name, { summary, value }]) => [optionText(name, value), summary])

const wordText = ({ name, optional }: Word): string => (optional === true ? `[${name}]` : `<${name}>`)

const usageOf = ({ name, words }: Command): string => [name, ...words.map(wordText)].join(" ")

const requiredOf = (options: Options): ReadonlyArray<string> =>
  Object.entries(options).flatMap(([name, { required, value }]) =>
    required ? [optionText(name, value)] : []
  )

const helpOf = (command: Command, common: Options, { bold }: Terminal): string =>
  [
    `${command.summary}.`,
    ...(command.about === undefined ? [] : ["", command.about]),
    "",
    [`${bold("Usage")}  laurel ${usageOf(command)}`, ...requiredOf(command.options), "[options]"].join(" "),
    ...(command.words.length === 0
      ? []
      : ["", ...columns(command.words.map((word) => [wordText(word), word.summary]))]),
    "",
    bold("Options"),
    ...columns(optionRows({ ...command.options, ...common }))
  ].join("\n")

const overviewOf = (commands: ReadonlyArray<Command>, common: Options, { bold }: Terminal): string =>
  [
    `laurel ${version}: rewards, award limits, coins and leaderboards.`,
    "",
    `${bold("Usage")}  laurel <command> [options]`,
    "",
    bold("Commands"),
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    "",
    bold("Options of every command"),
    ...columns(optionRows(common)),
    "",
    'The options of a command: "laurel help <command>".',
    "Settings are read from the service's environment variables; an option overrides its variable.",
    "Exit codes: 0 done, 1 a fault was found or something failed, 2 the command was not understood."
  ].join("\n")

/** The help of one command, or of all commands that begin with the given word. Without words, the help of all commands. */
export const helpAbout = (
  commands: ReadonlyArray<Command>,
  common: Options,
  words: ReadonlyArray<string>,
  terminal: Terminal
): string => {
  const [first, second] = words
  const family = second === undefined ? commands.filter(({ name }) => name.startsWith(`${first} `)) : []
  if (first === undefined || family.length > 0) {
    return overviewOf(family.length > 0 ? family : commands, common, terminal)
  }
  return helpOf(findCommand(commands, words).command, common, terminal)
}

export const makeHelp = (commands: () => ReadonlyArray<Command>, common: Options): Command =>
  command({
    name: "help",
    summary: "Shows the options of a command, like the command with --help",
    words: [
      { name: "command", summary: "The command; without it, all commands are listed", optional: true },
      { name: "subcommand", summary: 'Its second word, such as "create" of "keys create"', optional: true }
    ],
    options: {},
    run: async ({ terminal, words }) => {
      await terminal.out(helpAbout(commands(), common, words, terminal))
      return exit.ok
    }
  })
