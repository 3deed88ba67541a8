import { ParseResult, Schema } from "effect"
import { mustBe } from "../schema/Input.ts"

const scale = 10_000

/**
 * The largest amount and the largest balance, in whole coins. Up to this value, two different amounts with four decimals are never the
 * same JavaScript number.
 */
export const largest = 500_000_000_000

const largestUnits = largest * scale

/** An exact amount: a whole number of units of 1/10 000 coin. The largest amount is below 2^53, so no number is rounded. */
export const Coins = Schema.Int.pipe(Schema.between(-largestUnits, largestUnits), Schema.brand("Coins"))
export type Coins = typeof Coins.Type

const pattern = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,4}))?$/

export const make = (units: number): Coins => Coins.make(units, { disableValidation: true })

export const zero: Coins = make(0)

/** `largest` as an amount. */
export const max: Coins = make(largestUnits)

/** Parses a plain decimal up to the maximum. Returns undefined for other text, such as "-1", "1e3" or "0.00001". */
export const parse = (input: string | number): Coins | undefined => {
  const match = pattern.exec(String(input))
  if (match === null) return undefined
  const units = Number(match[1]) * scale + Number((match[2] ?? "").padEnd(4, "0"))
  return units <= max ? make(units) : undefined
}

/** Formats a decimal without trailing zeros: "10", "0.5", "-3.25". A sum over several accounts can exceed `max`, so it is a bigint. */
export const format = (coins: Coins | bigint): string => {
  const units = coins < 0 ? -BigInt(coins) : BigInt(coins)
  const rest = units % BigInt(scale)
  const decimals = rest === 0n ? "" : `.${String(rest).padStart(4, "0").replace(/0+$/, "")}`
  return `${coins < 0 ? "-" : ""}${units / BigInt(scale)}${decimals}`
}

/** Returns the amount in coins as a number, for fields that the HTTP API defines as numbers. No decimals are lost: see `largest`. */
export const toNumber = (coins: Coins): number => Number(format(coins))

const amountFrom = (least: 0 | 1, what: string) =>
  Schema.transformOrFail(Schema.Union(Schema.String, Schema.Number), Schema.typeSchema(Coins), {
    strict: true,
    decode: (input, _, ast) => {
      const coins = parse(input)
      return coins === undefined || coins < least
        ? ParseResult.fail(new ParseResult.Type(ast, input))
        : ParseResult.succeed(coins)
    },
    encode: (coins) => ParseResult.succeed(format(coins))
  }).pipe(
    mustBe(
      `${what} ${least === 0 ? "of 0 or more" : "above 0"}, with at most 4 decimals and no more than ${largest}`
    ),
    Schema.annotations({
      jsonSchema: {
        type: ["string", "number"],
        pattern: pattern.source,
        ...(least === 0 ? { minimum: 0 } : { exclusiveMinimum: 0 }),
        maximum: largest
      }
    })
  )

/** An amount of coins above 0 in a caller's input: text or a number. */
export const PositiveAmount = amountFrom(1, "an amount of coins")

/** Like `PositiveAmount`, but it may be 0. */
export const AnyAmount = amountFrom(0, "an amount of coins")

/** A decimal above 0 that is not coins, such as the price of an order. It has the same form and the same precision as coins. */
export const PositiveDecimal = amountFrom(1, "a decimal")

/** An amount or balance as a decimal string. The amount of a debit and the balance of a partner's account can be negative. */
export const Amount = Schema.transformOrFail(Schema.String, Schema.typeSchema(Coins), {
  strict: true,
  decode: (input, _, ast) => {
    const negative = input.startsWith("-")
    const coins = parse(negative ? input.slice(1) : input)
    return coins === undefined
      ? ParseResult.fail(new ParseResult.Type(ast, input))
      : ParseResult.succeed(negative ? make(-coins) : coins)
  },
  encode: (coins) => ParseResult.succeed(format(coins))
})
