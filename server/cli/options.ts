/** A value that was read, or what is wrong with its text. */
export type Reading<A> = { readonly value: A } | { readonly problem: string }

/** One option of a command: how it is shown, and how its text is read. What is wrong with a text is said after its name. */
export interface Option<A> {
  readonly summary: string
  /** What stands for the value in help; null for an option without one. */
  readonly value: string | null
  readonly choices: ReadonlyArray<string>
  /** A setting of the service that the option stands for, and wins over. */
  readonly setting: string | null
  readonly read: (text: string | undefined) => Reading<A>
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type ValuesOf<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer A> ? A : never
}

const right = <A>(value: A): Reading<A> => ({ value })
const wrong = (problem: string): Reading<never> => ({ problem })

const plain = { choices: [], setting: null }

/** On when it is given. */
export const flag = (summary: string): Option<boolean> => ({
  ...plain,
  summary,
  value: null,
  read: (text) => right(text !== undefined)
})

export const text = (value: string, summary: string): Option<string | undefined> => ({
  ...plain,
  summary,
  value,
  read: (text) => (text === "" ? wrong("must not be empty") : right(text))
})

export const requiredText = (value: string, summary: string): Option<string> => ({
  ...plain,
  summary,
  value,
  read: (text) => (text === undefined || text === "" ? wrong(`is required: ${value}`) : right(text))
})

/** A setting of the service by another name. Its text is checked with the other settings. */
export const setting = (name: string, value: string, summary: string): Option<string | undefined> => ({
  ...text(value, `${summary} (${name})`),
  setting: name
})

export const whole = (
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise: number },
  summary: string
): Option<number> => ({
  ...plain,
  summary: `${summary}; ${otherwise} unless told`,
  value: "number",
  read: (text) => {
    if (text === undefined) return right(otherwise)
    const number = /^-?\d{1,16}$/.test(text.replaceAll("_", ""))
      ? Number(text.replaceAll("_", ""))
      : Number.NaN
    return number >= min && number <= max
      ? right(number)
      : wrong(`must be a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`)
  }
})

export const instant = (summary: string): Option<Date | undefined> => ({
  ...plain,
  summary,
  value: "instant",
  read: (text) => {
    if (text === undefined) return right(undefined)
    const at = new Date(text)
    return Number.isNaN(at.getTime())
      ? wrong(`must be an instant, such as 2026-01-31T12:00:00Z, got ${JSON.stringify(text)}`)
      : right(at)
  }
})
