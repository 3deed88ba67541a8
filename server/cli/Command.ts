import type { Options, ValuesOf } from "./options.ts"
import type { Terminal } from "./terminal.ts"

/** Exit codes. */
export const exit = { ok: 0, fault: 1, usage: 2 } as const
export type Exit = (typeof exit)[keyof typeof exit]

/** Wrong usage: the message names the option and says what to do. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** An expected failure. Its message is printed without a stack. Exit code 1. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed"
}

export interface Context<O extends Options = Options> {
  readonly options: ValuesOf<O>
  /** The words after the name of the command. */
  readonly words: ReadonlyArray<string>
  readonly terminal: Terminal
  /** The environment, overridden by the options that are settings. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** For a command that runs until it is stopped: from the call on, Ctrl-C and SIGTERM abort the signal and do not end the process. */
  readonly untilStopped: () => AbortSignal
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
  /** The description in the command's own help. */
  readonly about?: string
  readonly words: ReadonlyArray<Word>
  readonly options: Options
  /**
   * The options by the library's fields that they set: errors about a field, or about a field in it, are printed with the option's
   * name.
   */
  readonly fields?: Readonly<Record<string, string>>
  readonly run: (context: Context) => Promise<Exit>
}

interface Definition<O extends Options> extends Omit<Command, "options" | "run" | "words"> {
  readonly words?: ReadonlyArray<Word>
  readonly options: O
  readonly run: (context: Context<O>) => Promise<Exit>
}

/** Defines a command. The types of its options become the types of the values that `run` gets from the parser. */
export const command = <O extends Options>({ words = [], ...definition }: Definition<O>): Command => ({
  ...definition,
  words,
  run: (context) => definition.run(context as Context<O>)
})
