import type { Command } from "../Command.ts"
import type { Options } from "../options.ts"

/** A command, as a completion script needs it. */
export interface CommandSpec {
  /** One or two words. */
  readonly name: string
  readonly summary: string
  /** The words that may follow the name. */
  readonly choices: ReadonlyArray<string>
  readonly takesFiles: boolean
  readonly options: ReadonlyArray<{
    readonly name: string
    readonly summary: string
    readonly takesValue: boolean
  }>
}

export const specOf = (
  { name, options, summary, words }: Command,
  common: Options,
  all: ReadonlyArray<Command>
): CommandSpec => ({
  name,
  summary,
  choices: words[0]?.name === "command" ? firstWords(all) : (words[0]?.choices ?? []),
  takesFiles: words[0]?.name === "file",
  options: Object.entries({ ...options, ...common }).map(([name, { summary, value }]) => ({
    name,
    summary,
    takesValue: value !== null
  }))
})

/** The distinct first words of all commands. */
export const firstWords = (all: ReadonlyArray<Pick<CommandSpec, "name">>): ReadonlyArray<string> =>
  Array.from(new Set(all.map(({ name }) => name.split(" ")[0] ?? "")))

/** The second words of the commands that begin with `first`; empty for a command of one word. */
export const secondWords = (specs: ReadonlyArray<CommandSpec>, first: string): ReadonlyArray<string> =>
  specs.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
