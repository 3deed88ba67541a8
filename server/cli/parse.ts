import { type Command, UsageError } from "./Command.ts"
import type { Options } from "./options.ts"
import { suggestion } from "./suggest.ts"

export interface Parsed {
  readonly words: ReadonlyArray<string>
  readonly values: Readonly<Record<string, unknown>>
  /** The settings that options override, by the settings' names. */
  readonly settings: Readonly<Record<string, string>>
}

/** Finds the command that the first words name, and returns the remaining words. */
export const findCommand = (
  commands: ReadonlyArray<Command>,
  words: ReadonlyArray<string>
): { readonly command: Command; readonly rest: ReadonlyArray<string> } => {
  const [first = "", second] = words
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  if (found !== undefined) return { command: found, rest: words.slice(found.name.split(" ").length) }
  const family = commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.slice(first.length + 1))
  if (family.length === 0) {
    const known = Array.from(new Set(commands.map(({ name }) => name.split(" ")[0] ?? "")))
    throw new UsageError(`There is no command "${first}".${suggestion(first, known)} See --help.`)
  }
  throw new UsageError(
    second === undefined
      ? `"${first}" needs one of: ${family.join(", ")}.`
      : `There is no command "${first} ${second}".${suggestion(second, family, `${first} `)} It has: ${family.join(", ")}.`
  )
}

interface Given {
  readonly words: ReadonlyArray<string>
  /** The texts of the options by their names. Of a repeated option the last one is used. */
  readonly texts: ReadonlyMap<string, string>
}

/** Separates options from words. `--` ends the options. A word that starts with `--` is never taken as the value of an option. */
const take = (options: Options, args: ReadonlyArray<string>): Given => {
  const words: Array<string> = []
  const texts = new Map<string, string>()
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--") {
      words.push(...rest.splice(0))
    } else if (!arg.startsWith("-") || arg === "-") {
      words.push(arg)
    } else {
      const [, name = "", given] = /^--?([^=]*)(?:=(.*))?$/s.exec(arg) ?? []
      const option = options[name]
      if (option === undefined || !arg.startsWith("--")) {
        throw new UsageError(
          `There is no option ${arg.split("=")[0]}.${suggestion(name, Object.keys(options), "--")}`
        )
      }
      if (option.value === null && given !== undefined) throw new UsageError(`--${name} takes no value.`)
      const text =
        option.value === null ? "" : (given ?? (rest[0]?.startsWith("--") ? undefined : rest.shift()))
      if (text === undefined) {
        throw new UsageError(
          `--${name} needs a value: --${name} <${option.value}>. A value that starts with -- needs an equals sign: --${name}=<${option.value}>.`
        )
      }
      texts.set(name, text)
    }
  }
  return { words, texts }
}

const checkWords = ({ name, words: wanted }: Command, words: ReadonlyArray<string>): void => {
  const missing = wanted.find(({ optional }, index) => optional !== true && words[index] === undefined)
  if (missing !== undefined) throw new UsageError(`"${name}" needs <${missing.name}>: ${missing.summary}.`)
  const surplus = words[wanted.length]
  if (surplus !== undefined) throw new UsageError(`"${name}" does not take "${surplus}".`)
  for (const [index, { choices = [], name: word }] of wanted.entries()) {
    const given = words[index]
    if (given !== undefined && choices.length > 0 && !choices.includes(given)) {
      throw new UsageError(
        `<${word}> must be one of ${choices.join(", ")}, got "${given}".${suggestion(given, choices)}`
      )
    }
  }
}

/** Reads the arguments of a command. The error names every wrong option. */
export const parseArguments = (command: Command, common: Options, args: ReadonlyArray<string>): Parsed => {
  const options: Options = { ...common, ...command.options }
  const { texts, words } = take(options, args)
  const values: Record<string, unknown> = {}
  const settings: Record<string, string> = {}
  const faults: Array<string> = []
  for (const [name, option] of Object.entries(options)) {
    const text = texts.get(name)
    const reading = option.read(text)
    if ("problem" in reading) faults.push(`--${name} ${reading.problem}`)
    else {
      values[name] = reading.value
      if (option.setting !== null && text !== undefined) settings[option.setting] = text
    }
  }
  if (faults.length > 0) throw new UsageError(faults.join("\n"))
  checkWords(command, words)
  return { words, values, settings }
}
