import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import * as Coins from "../../lib/rewards/Coins.ts"
import { describe, it } from "../support/effect.ts"

const units = fc.integer({ min: 0, max: 5e15 })

/** An exact decimal of the amount, possibly with trailing zeros. */
const written = fc.tuple(units, fc.nat(4)).map(([count, zeros]) => {
  const text = Coins.format(Coins.make(count))
  const decimals = text.split(".")[1]?.length ?? 0
  const padding = "0".repeat(Math.min(zeros, 4 - decimals))
  return { count, text: padding === "" ? text : `${text}${decimals === 0 ? "." : ""}${padding}` }
})

const refusedTexts = [
  "-1",
  "-0",
  "+1",
  "NaN",
  "Infinity",
  "1e3",
  "1E3",
  "0x10",
  "1.",
  ".5",
  ".",
  "01",
  "00",
  "1.00001",
  "0.12345",
  "500000000000.0001",
  "500000000001",
  "1000000000000",
  "9".repeat(40),
  "",
  " ",
  " 1",
  "1 ",
  "1\n",
  "1,5",
  "1_000",
  "١",
  "1.2.3"
]

const refusedNumbers = [
  -1,
  -0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0.00001,
  1e-7,
  1e21,
  5e11 + 1,
  5e11 + 0.0001,
  1.23456
]

describe("coins", () => {
  it("a formatted amount is parsed back to the same amount", () =>
    fc.assert(fc.property(units, (count) => Coins.parse(Coins.format(Coins.make(count))) === count)))

  it("a decimal is parsed exactly, in units of 1/10 000 coin", () =>
    fc.assert(
      fc.property(written, ({ count, text }) => {
        const [whole = "", decimals = ""] = text.split(".")
        assert.equal(BigInt(count), BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, "0")))
        assert.equal(Coins.parse(text), count)
      })
    ))

  it("an amount is formatted without sign, exponent or superfluous zeros", () =>
    fc.assert(
      fc.property(units, (count) => /^(0|[1-9]\d*)(\.\d{0,3}[1-9])?$/.test(Coins.format(Coins.make(count))))
    ))

  it("a number is parsed as its shortest decimal", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 9e9 }), (count) => Coins.parse(count / 10_000) === count))
    assert.equal(Coins.parse(0.1), 1_000)
    assert.equal(Coins.parse(500_000_000_000), 5e15)
  })

  it("negative, inexact, exponential, padded and oversized forms are refused", () => {
    for (const text of refusedTexts) assert.equal(Coins.parse(text), undefined, JSON.stringify(text))
    for (const number of refusedNumbers) assert.equal(Coins.parse(number), undefined, String(number))
  })

  it("text that is not a plain decimal is never parsed as an amount", () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const coins = Coins.parse(text)
        return coins === undefined || /^\d+(\.\d{1,4})?$/.test(text)
      })
    ))

  it("every amount within bounds is a safe integer, and so is its negative", () => {
    assert.ok(Number.isSafeInteger(Coins.max) && Number.isSafeInteger(-Coins.max))
    assert.equal(Coins.format(Coins.max), "500000000000")
    assert.equal(Coins.parse("500000000000"), Coins.max)
  })

  it("a negative balance is formatted with its sign in front", () => {
    const encode = Schema.encodeSync(Coins.Amount)
    const decode = Schema.decodeSync(Coins.Amount)
    fc.assert(
      fc.property(
        fc.integer({ min: -5e15, max: 5e15 }),
        (count) => decode(encode(Coins.make(count))) === count
      )
    )
    assert.equal(encode(Coins.make(-32_500)), "-3.25")
  })

  it("an amount to move must be above zero", () => {
    const decode = Schema.decodeUnknownEither(Coins.PositiveAmount)
    for (const nothing of ["0", "0.0", "0.0000", 0, null, undefined, {}, true, 10n]) {
      assert.ok(Either.isLeft(decode(nothing)), String(nothing))
    }
    assert.deepEqual(decode("0.0001"), Either.right(1))
    assert.deepEqual(decode(0.5), Either.right(5_000))
  })
})
