export interface DemoOptions {
  /** `sqlite:./demo.db` or `postgres://…`. Existing rows are not changed. */
  readonly database: string
  /** How many awards and activities are requested in total. Some of the awards are refused. */
  readonly awards?: number | undefined
  /** The same seed, size and end create the same demo, except for ids and secrets. */
  readonly seed?: number | undefined
  /** The end of the year. By default now. */
  readonly until?: Date | undefined
  readonly ecosystem?: string | undefined
  /** The host name of the e-mail addresses that partners log in with. */
  readonly domain?: string | undefined
  readonly password?: string | undefined
  /** Called about a hundred times. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly onWarning?: ((message: string) => void) | undefined
  /** Stops the demo. Rows that were written stay. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of the options. In a file without imports, because `demo --help` shows them. */
export const defaults = {
  awards: 3000,
  seed: 1,
  ecosystem: "laas",
  domain: "laurel.example",
  password: "Laurel-demo-1"
} as const
