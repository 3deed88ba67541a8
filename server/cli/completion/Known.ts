/** What a shell has to know about a command. */
export interface Known {
  /** One or two words. */
  readonly name: string
  readonly summary: string
  /** The words that may follow. */
  readonly choices: ReadonlyArray<string>
  readonly takesFiles: boolean
  readonly options: ReadonlyArray<{
    readonly name: string
    readonly summary: string
    readonly takesValue: boolean
  }>
}

/** The first words of all commands, each once. */
export const firstWords = (known: ReadonlyArray<Known>): ReadonlyArray<string> =>
  Array.from(new Set(known.map(({ name }) => name.split(" ")[0] ?? "")))

/** The second words that follow a first one; none for a command of one word. */
export const secondWords = (known: ReadonlyArray<Known>, first: string): ReadonlyArray<string> =>
  known.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
