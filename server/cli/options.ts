/** The value of an option, or the problem with its text. */
export type Reading<A> = { readonly value: A } | { readonly problem: string }

/** An option of a command. A problem that `read` returns is printed after the option's name. */
export interface Option<A> {
  readonly summary: string
  /** The placeholder of the value in help; null for an option without a value. */
  readonly value: string | null
  readonly required: boolean
  /** The setting of the service that the option overrides. */
  readonly setting: string | null
  readonly read: (text: string | undefined) => Reading<A>
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type ValuesOf<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer A> ? A : never
}

const right = <A>(value: A): Reading<A> => ({ value })
const wrong = (problem: string): Reading<never> => ({ problem })

const plain = { required: false, setting: null }

/** True if the option is given. */
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
  required: true,
  summary: `${summary} (required)`,
  value,
  read: (text) => (text === undefined || text === "" ? wrong(`is required: ${summary}`) : right(text))
})

/** An option that overrides a setting of the service. Its text is checked by `checkSettingOptions`. */
export const setting = (name: string, value: string, summary: string): Option<string | undefined> => ({
  ...text(value, `${summary} (${name})`),
  setting: name
})

export const whole = (
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
  summary: string
): Option<number> => ({
  ...plain,
  summary: `${summary} (default ${fallback})`,
  value: "number",
  read: (text) => {
    if (text === undefined) return right(fallback)
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

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

export const jsonObject = (summary: string): Option<Readonly<Record<string, unknown>> | undefined> => ({
  ...plain,
  summary,
  value: "json",
  read: (text) => {
    if (text === undefined) return right(undefined)
    const value = parseObject(text)
    return value === undefined ? wrong(`must be a JSON object, got ${JSON.stringify(text)}`) : right(value)
  }
})

/** The options that every command has. */
export const common: Options = {
  json: flag("Prints the result as JSON"),
  help: flag("Shows this help"),
  version: flag("Shows the version")
}
