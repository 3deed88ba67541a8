import { RewardsError } from "../../lib/index.ts"
import { type Command, CommandFailed, type Exit, exit, UsageError } from "./Command.ts"
import { commands } from "./commands.ts"
import { helpOf, overviewOf } from "./help.ts"
import { flag, type Options } from "./options.ts"
import { findCommand, parseArguments } from "./parse.ts"
import { makeTerminal, type Sink, type Terminal } from "./terminal.ts"
import { version } from "./version.ts"

export interface Outside {
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: Sink
  readonly err: Sink
}

export const common: Options = {
  json: flag("Prints the result as JSON"),
  help: flag("Shows this"),
  version: flag("Shows the version")
}

const terminalOf = ({ args, environment, err, out }: Outside, to: Sink): Terminal => {
  const color = to.isTerminal && !environment.NO_COLOR && environment.TERM !== "dumb"
  return makeTerminal({ out, err, json: args.includes("--json"), color })
}

/** The words before the first option; an option without a command is about the whole. */
const leading = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = args.findIndex((arg) => arg.startsWith("-"))
  return at === -1 ? args : args.slice(0, at)
}

const runCommand = async (outside: Outside, command: Command, args: ReadonlyArray<string>): Promise<Exit> => {
  const { settings, values, words } = parseArguments(command, common, args)
  if (values.help === true) {
    const terminal = terminalOf(outside, outside.out)
    await terminal.out(helpOf(command, common, terminal))
    return exit.ok
  }
  const environment = { ...outside.environment, ...settings }
  return command.run({ options: values, words, environment, terminal: terminalOf(outside, outside.err) })
}

const overview = async (outside: Outside): Promise<Exit> => {
  const terminal = terminalOf(outside, outside.out)
  await terminal.out(overviewOf(commands, common, version, terminal))
  return exit.ok
}

const start = async (outside: Outside): Promise<Exit> => {
  const { args } = outside
  const words = leading(args)
  if (words.length > 0 && words[0] !== "help") {
    const { command, rest } = findCommand(commands, words)
    return runCommand(outside, command, [...rest, ...args.slice(words.length)])
  }
  if (args.includes("--version")) {
    await outside.out.write(`${version}\n`)
    return exit.ok
  }
  if (args.includes("--help") || words[0] === "help") return overview(outside)
  if (args.length > 0) {
    throw new UsageError(`The command comes first: laurel <command> ${args.join(" ")}. See --help.`)
  }
  await overview({ ...outside, out: outside.err })
  return exit.usage
}

const messageOf = (error: unknown): string => {
  if (error instanceof RewardsError && error._tag === "DatabaseUnavailable") {
    return `The database cannot be used: ${error.message}. Check --database or DATABASE_URL.`
  }
  if (error instanceof RewardsError || error instanceof CommandFailed) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs a command line. Answers with the exit code; what went wrong is said on stderr. */
export const runCommandLine = async (outside: Outside): Promise<Exit> => {
  const terminal = terminalOf(outside, outside.err)
  try {
    return await start(outside)
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(terminal.red(error.message))
      return exit.usage
    }
    terminal.note(terminal.red(messageOf(error)))
    return exit.fault
  }
}
