import { type Either, Schema } from "effect"
import { Ecosystem } from "../lib/domain/Identity.ts"
import { type InvalidInput, mustBe, parser } from "../lib/domain/Input.ts"

const Port = Schema.NumberFromString.pipe(
  Schema.int(),
  Schema.between(0, 65_535),
  mustBe("a port from 0 to 65535")
)

const DatabaseUrl = Schema.String.pipe(
  Schema.filter(
    (url) => /^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(url) || "must start with sqlite: or postgres://"
  )
)

const Ecosystems = Schema.split(",").pipe(Schema.compose(Schema.Array(Ecosystem)))

const Settings = Schema.Struct({
  PORT: Schema.optionalWith(Port, { default: () => 3000 }),
  HOST: Schema.optionalWith(Schema.NonEmptyString, { default: () => "0.0.0.0" }),
  DATABASE_URL: Schema.optionalWith(DatabaseUrl, { default: () => "sqlite:./data/rewards.db" }),
  DATABASE_CONNECTIONS: Schema.optionalWith(
    Schema.NumberFromString.pipe(
      Schema.int(),
      Schema.between(1, 1000),
      mustBe("a whole number from 1 to 1000")
    ),
    { default: () => 10 }
  ),
  ECOSYSTEMS: Schema.optional(Ecosystems),
  PUBLIC_URL: Schema.optional(
    Schema.String.pipe(
      Schema.filter((url) => URL.canParse(url)),
      mustBe("an absolute address, such as https://rewards.example.com")
    )
  ),
  LOG_FORMAT: Schema.optionalWith(Schema.Literal("pretty", "json").pipe(mustBe('"pretty" or "json"')), {
    default: () => "pretty"
  })
})
export type Settings = typeof Settings.Type

const parse = parser(Settings)

/** The settings from the environment; what is wrong is reported all at once, by name. An empty variable is none. */
export const readSettings = (
  environment: Readonly<Record<string, string | undefined>>
): Either.Either<Settings, InvalidInput> => {
  const given = Object.entries(environment).filter(([name, value]) => name in Settings.fields && value)
  return parse(Object.fromEntries(given))
}

/** An address as it may be printed: without its password. */
export const redacted = (url: string): string => url.replace(/(:\/\/[^:/@]*):[^@]*@/, "$1:***@")
