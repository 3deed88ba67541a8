import { Either, Schema } from "effect"
import type { InvalidInput } from "../../lib/index.ts"

/** Sets the error message: the expectation and the actual value. */
export const mustBe =
  (expectation: string) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      message: ({ actual }) => ({
        message: `must be ${expectation}, got ${JSON.stringify(actual)}`,
        override: true
      })
    })

export const whole = (min: number, max: number, what = "a whole number") =>
  Schema.NumberFromString.pipe(
    Schema.int(),
    Schema.between(min, max),
    mustBe(`${what} from ${min} to ${max}`)
  )

export const or = <A, I>(schema: Schema.Schema<A, I>, value: A) =>
  Schema.optionalWith(schema, { default: () => value })

export const words = (text: string): ReadonlyArray<string> => text.split(",").map((word) => word.trim())

/** A list in one setting. An error in one word is reported under the name of the setting. */
export const list = (isWord: (word: string) => boolean, expectation: string) =>
  Schema.String.pipe(
    Schema.filter((text) => words(text).every(isWord)),
    mustBe(expectation)
  )

/** The message does not quote the URL, because it may contain a password. */
export const DatabaseUrl = Schema.String.pipe(
  Schema.filter(
    (url) => /^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(url) || "must start with sqlite: or postgres://"
  )
)

/** A text that another parser checks. The error is that parser's message, because it quotes no part that may be secret. */
export const readableBy = (read: (text: string) => Either.Either<unknown, InvalidInput>) =>
  Schema.String.pipe(
    Schema.filter((text) =>
      Either.match(read(text), { onLeft: ({ faults }) => faults[0]?.problem ?? false, onRight: () => true })
    )
  )

export const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export const isOrigin = (word: string): boolean => URL.canParse(word) && new URL(word).origin === word

export const choice = <const Word extends string>(...options: ReadonlyArray<Word>) =>
  Schema.Literal(...options).pipe(mustBe(options.map((option) => `"${option}"`).join(" or ")))
