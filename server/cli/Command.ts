import type { Options, ValuesOf } from "./options.ts"
import type { Terminal } from "./terminal.ts"

/** What a command ends with. */
export const exit = { ok: 0, fault: 1, usage: 2 } as const
export type Exit = (typeof exit)[keyof typeof exit]

/** A mistake of the caller's: the message names the option, and what to do. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** What could not be done, in words for the caller. Ends with exit code 1, without a stack. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed"
}

export interface Context<O extends Options = Options> {
  readonly options: ValuesOf<O>
  /** The words after the name of the command. */
  readonly words: ReadonlyArray<string>
  readonly terminal: Terminal
  /** The environment, with the options that stand for settings put over it. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** A word that follows the name of a command. */
export interface Word {
  readonly name: string
  readonly summary: string
  readonly optional?: boolean
  readonly choices?: ReadonlyArray<string>
}

export interface Command {
  /** One or two words. */
  readonly name: string
  readonly summary: string
  /** More about it, for its own help. */
  readonly about?: string
  readonly words: ReadonlyArray<Word>
  readonly options: Options
  /** The options that stand for fields of the library, by the names of the fields, for what the library finds wrong. */
  readonly fields?: Readonly<Record<string, string>>
  readonly run: (context: Context) => Promise<Exit>
}

interface Definition<O extends Options> extends Omit<Command, "options" | "run" | "words"> {
  readonly words?: ReadonlyArray<Word>
  readonly options: O
  readonly run: (context: Context<O>) => Promise<Exit>
}

/** A command whose options type what it runs with. The parser makes the values by the same options. */
export const command = <O extends Options>({ words = [], ...definition }: Definition<O>): Command => ({
  ...definition,
  words,
  run: (context) => definition.run(context as Context<O>)
})
