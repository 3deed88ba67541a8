import type { RewardsError } from "../../lib/index.ts"
import { type Command, CommandFailed, type Exit, exit, UsageError } from "./Command.ts"
import { commands } from "./commands.ts"
import { helpAbout, version } from "./help.ts"
import { common } from "./options.ts"
import { findCommand, parseArguments } from "./parse.ts"
import { makeTerminal, type Sink, type Terminal } from "./terminal.ts"

/** Everything that the command line takes from its process. */
export interface Outside {
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: Sink
  readonly err: Sink
  /** Sets up the signal of `Context.untilStopped`. Without it, nothing stops a command. */
  readonly untilStopped?: () => AbortSignal
}

const terminalOf = ({ args, environment, err, out }: Outside): Terminal => {
  const color = !environment.NO_COLOR && environment.TERM !== "dumb"
  return makeTerminal({ out, err, json: args.includes("--json"), color })
}

/** The words before the first option. */
const leading = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = args.findIndex((arg) => arg.startsWith("-"))
  return at === -1 ? args : args.slice(0, at)
}

/** Compares the name, so that help is printed without loading the library, which takes longer than everything else. */
const isRewardsError = (error: unknown): error is RewardsError =>
  error instanceof Error && error.name === "RewardsError"

/** The option that sets a field, or the nearest field around it. The rest of the path is kept, except for indices in a list. */
const optionOf = (path: string, fields: Readonly<Record<string, string>>): string | undefined => {
  const keys = path.split(".")
  for (let count = keys.length; count > 0; count -= 1) {
    const option = fields[keys.slice(0, count).join(".")]
    const rest = keys.slice(count)
    if (option !== undefined) return /^\d+$/.test(rest[0] ?? "") ? option : [option, ...rest].join(".")
  }
  return undefined
}

/** Turns the library's error about a field into one about the option that sets the field. */
const inOptions = (error: unknown, { fields = {} }: Command): unknown => {
  if (!isRewardsError(error) || error.data._tag !== "InvalidInput") return error
  const faults = error.data.faults.map(({ field, problem }) => ({
    option: optionOf(field, fields),
    problem
  }))
  return faults.every(({ option }) => option !== undefined)
    ? new UsageError(faults.map(({ option, problem }) => `${option} ${problem}`).join("\n"))
    : error
}

const runCommand = async (
  { environment, untilStopped = () => new AbortController().signal }: Outside,
  terminal: Terminal,
  command: Command,
  args: ReadonlyArray<string>
): Promise<Exit> => {
  const { settings, values, words } = parseArguments(command, common, args)
  if (Object.keys(settings).length > 0) {
    const { checkSettingOptions } = await import("./database.ts")
    checkSettingOptions(command.options, settings)
  }
  const context = {
    options: values,
    words,
    environment: { ...environment, ...settings },
    terminal,
    untilStopped
  }
  return command.run(context).catch((error: unknown) => {
    throw inOptions(error, command)
  })
}

const start = async (outside: Outside, terminal: Terminal): Promise<Exit> => {
  const { args } = outside
  const words = leading(args)
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  if (flags.includes("--help")) {
    await terminal.out(helpAbout(commands, common, words, terminal))
    return exit.ok
  }
  if (flags.includes("--version")) {
    await terminal.out(version)
    return exit.ok
  }
  if (words.length > 0) {
    const { command, rest } = findCommand(commands, words)
    return runCommand(outside, terminal, command, [...rest, ...args.slice(words.length)])
  }
  if (args.length > 0) {
    throw new UsageError(`The command comes first: laurel <command> ${args.join(" ")}. See --help.`)
  }
  terminal.note(helpAbout(commands, common, [], terminal))
  return exit.usage
}

const messageOf = (error: unknown): string => {
  if (isRewardsError(error) && error._tag === "DatabaseUnavailable") {
    return `The database cannot be used: ${error.message}. Check --database or DATABASE_URL.`
  }
  if (isRewardsError(error) || error instanceof CommandFailed) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs a command line. Resolves to the exit code; errors are printed on stderr. */
export const runCommandLine = async (outside: Outside): Promise<Exit> => {
  const terminal = terminalOf(outside)
  try {
    return await start(outside, terminal)
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(terminal.red(error.message))
      return exit.usage
    }
    terminal.note(terminal.red(messageOf(error)))
    return exit.fault
  }
}
