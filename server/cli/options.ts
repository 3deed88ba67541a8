import { Either } from "effect"

/** One option of a command: how it is shown, and how its text is read. What is wrong with a text is said after its name. */
export interface Option<A> {
  readonly summary: string
  /** What stands for the value in help; null for an option without one. */
  readonly value: string | null
  readonly choices: ReadonlyArray<string>
  /** A setting of the service that the option stands for, and wins over. */
  readonly setting: string | null
  readonly read: (text: string | undefined) => Either.Either<A, string>
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type ValuesOf<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer A> ? A : never
}

const plain = { choices: [], setting: null }

/** On when it is given. */
export const flag = (summary: string): Option<boolean> => ({
  ...plain,
  summary,
  value: null,
  read: (text) => Either.right(text !== undefined)
})

export const text = (value: string, summary: string): Option<string | undefined> => ({
  ...plain,
  summary,
  value,
  read: (text) => (text === "" ? Either.left("must not be empty") : Either.right(text))
})

export const requiredText = (value: string, summary: string): Option<string> => ({
  ...plain,
  summary,
  value,
  read: (text) =>
    text === undefined || text === "" ? Either.left(`is required: ${value}`) : Either.right(text)
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
    if (text === undefined) return Either.right(otherwise)
    const number = /^-?\d{1,16}$/.test(text.replaceAll("_", ""))
      ? Number(text.replaceAll("_", ""))
      : Number.NaN
    return number >= min && number <= max
      ? Either.right(number)
      : Either.left(`must be a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`)
  }
})

export const instant = (summary: string): Option<Date | undefined> => ({
  ...plain,
  summary,
  value: "instant",
  read: (text) => {
    if (text === undefined) return Either.right(undefined)
    const at = new Date(text)
    return Number.isNaN(at.getTime())
      ? Either.left(`must be an instant, such as 2026-01-31T12:00:00Z, got ${JSON.stringify(text)}`)
      : Either.right(at)
  }
})
