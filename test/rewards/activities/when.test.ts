import assert from "node:assert/strict"
import { Schema } from "effect"
import fc from "fast-check"
import { type Facts, judge } from "../../../lib/rewards/activities/judge.ts"
import { Conditions, checkWhen, isExact, type Leaf } from "../../../lib/rewards/activities/When.ts"
import { describe, it } from "../../support/effect.ts"

const facts: Facts = {
  data: {
    total: 49.99,
    coupon: "WELCOME",
    items: [{ price: 3 }],
    gift: null,
    shop: { city: "Graz", new: true }
  },
  attributes: { tier: "gold", age: 41 },
  activities: 1,
  paid: 0,
  // 23:30 on Monday in Vienna, where the clocks go forward two weeks later.
  occurredAt: new Date("2026-03-16T22:30:00.000Z"),
  timeZone: "Europe/Vienna"
}

const unit = fc.string({ unit: "binary", minLength: 1, maxLength: 1 })

const met = (field: string, is: Leaf["is"], value: Leaf["value"], given: Facts = facts): boolean =>
  judge({ field, is, value }, given).met

describe("a leaf of a condition", () => {
  const rows: ReadonlyArray<readonly [string, Leaf["is"], Leaf["value"], boolean]> = [
    ["data.total", "atLeast", 49.99, true],
    ["data.total", "moreThan", 49.99, false],
    ["data.total", "lessThan", 50, true],
    ["data.total", "atMost", 49.98, false],
    ["data.total", "equals", 49.99, true],
    ["data.total", "equals", "49.99", false],
    ["data.total", "notEquals", 50, true],
    ["data.total", "notEquals", "49.99", false],
    ["data.total", "startsWith", "4", false],
    ["data.missing", "notEquals", 1, false],
    ["data.missing", "lessThan", 1, false],
    ["data.missing", "exists", true, false],
    ["data.missing", "exists", false, true],
    ["data.gift", "exists", true, false],
    ["data.items", "exists", true, true],
    ["data.items", "equals", 1, false],
    ["data.items.0.price", "exists", true, false],
    ["data.items.length", "atLeast", 0, false],
    ["data.toString", "exists", true, false],
    ["data.__proto__.constructor", "exists", true, false],
    ["data.coupon", "in", ["HELLO", "WELCOME"], true],
    ["data.coupon", "in", ["welcome"], false],
    ["data.coupon", "startsWith", "WEL", true],
    ["data.coupon", "moreThan", "V", true],
    ["data.shop.city", "equals", "Graz", true],
    ["data.shop.new", "equals", true, true],
    ["data.shop.new", "notEquals", false, true],
    ["data.shop.new", "atLeast", "a", false],
    ["member.attributes.tier", "equals", "gold", true],
    ["member.attributes.age", "atLeast", 18, true],
    ["member.attributes.constructor", "exists", true, false],
    ["member.activities", "equals", 1, true],
    ["member.paid", "lessThan", 1, true],
    ["local.date", "equals", "2026-03-16", true],
    ["local.date", "startsWith", "2026-03", true],
    ["local.date", "moreThan", "2026-03-09", true],
    ["local.weekday", "equals", 1, true],
    ["local.weekday", "in", [6, 7], false],
    ["local.hour", "equals", 23, true]
  ]
  for (const [field, is, value, expected] of rows) {
    it(`${field} ${is} ${JSON.stringify(value)} is ${expected}`, () => {
      assert.equal(met(field, is, value), expected)
      assert.deepEqual(checkWhen({ activity: "order", conditions: { field, is, value } }), [])
    })
  }

  it("sees the local time of a day on which clocks change", () => {
    const at = (iso: string) => ({ ...facts, occurredAt: new Date(iso) })
    assert.ok(met("local.hour", "equals", 1, at("2026-03-29T00:59:59.999Z")))
    assert.ok(met("local.hour", "equals", 3, at("2026-03-29T01:00:00.000Z")))
    assert.ok(met("local.weekday", "equals", 7, at("2026-03-29T21:59:59.999Z")))
    assert.ok(met("local.weekday", "equals", 1, at("2026-03-29T22:00:00.000Z")))
  })

  it("compares texts by code point", () => {
    const given = { ...facts, data: { mark: "\u{1F600}" } }
    assert.ok(met("data.mark", "moreThan", "\uFFFD", given), "an emoji is above U+FFFD")
    assert.ok(met("data.mark", "moreThan", "z", given))
    const text = fc.string({ unit: fc.oneof(fc.constantFrom("a", "\uE000", "\u{1F600}"), unit) })
    const points = (text: string) => Array.from(text, (each) => each.codePointAt(0) ?? 0)
    fc.assert(
      fc.property(text, text, text, (start, first, second) => {
        const [one, other] = [`${start}${first}`, `${start}${second}`]
        const [a, b] = [points(one), points(other)]
        const index = a.findIndex((point, at) => point !== b[at])
        const isLess = index === -1 ? a.length < b.length : (a[index] ?? 0) < (b[index] ?? -1)
        assert.equal(met("data.text", "lessThan", other, { ...facts, data: { text: one } }), isLess)
      })
    )
  })
})

describe("conditions", () => {
  const yes = { field: "data.total", is: "lessThan", value: 50 } as const
  const no = { field: "data.total", is: "atLeast", value: 50 } as const

  it("explain themselves by the leaves that decided", () => {
    assert.deepEqual(judge(undefined, facts), { met: true, because: [] })
    const cases: ReadonlyArray<readonly [Conditions, boolean, ReadonlyArray<Leaf>]> = [
      [{ all: [yes, no] }, false, [no]],
      [{ all: [yes, yes] }, true, [yes, yes]],
      [{ any: [no, yes] }, true, [yes]],
      [{ any: [no, no] }, false, [no, no]],
      [{ not: yes }, false, [yes]],
      [{ not: { any: [no, { all: [no, yes] }] } }, true, [no, no]]
    ]
    for (const [conditions, expected, because] of cases) {
      const verdict = judge(conditions, facts)
      assert.equal(verdict.met, expected)
      assert.deepEqual(
        verdict.because.map(({ held: _, ...leaf }) => leaf),
        because
      )
    }
  })

  it("show no value of the data or the member", () => {
    const shown = JSON.stringify(judge({ all: [{ field: "data.coupon", is: "equals", value: "X" }] }, facts))
    assert.ok(!shown.includes("WELCOME"))
  })

  it("agree with a naive evaluation", () => {
    const leaf = fc.constantFrom<Leaf>(yes, no, { field: "data.missing", is: "exists", value: true })
    const { tree } = fc.letrec<{ tree: Conditions }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.record({ all: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ any: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie("tree") })
      )
    }))
    const naive = (conditions: Conditions): boolean => {
      if ("all" in conditions) return conditions.all.every(naive)
      if ("any" in conditions) return conditions.any.some(naive)
      return "not" in conditions ? !naive(conditions.not) : conditions === yes
    }
    fc.assert(fc.property(tree, (conditions) => judge(conditions, facts).met === naive(conditions)))
  })
})

describe("a malformed when", () => {
  const faults = (conditions: unknown) => checkWhen({ activity: "order", conditions })
  const good = { field: "data.total", is: "atLeast", value: 1 }
  const rows: ReadonlyArray<readonly [string, unknown, string, RegExp]> = [
    ["no object", 3, "when.conditions", /must be \{all/],
    ["two groups", { all: [good], any: [good] }, "when.conditions", /must be \{all/],
    ["an empty group", { any: [] }, "when.conditions.any", /at least one condition/],
    ["an unknown root", { ...good, field: "order.total" }, "when.conditions.field", /must be one of data/],
    [
      "an empty part of a path",
      { ...good, field: "data.a..b" },
      "when.conditions.field",
      /must have a path of 1 to 5 keys after "data\."/
    ],
    [
      "a path of six keys",
      { ...good, field: "data.a.b.c.d.e.f" },
      "when.conditions.field",
      /must have a path of 1 to 5 keys/
    ],
    [
      "an attribute without a name",
      { ...good, field: "member.attributes." },
      "when.conditions.field",
      /must have a name of 1 to 64 characters after "member\.attributes\."/
    ],
    ["a number as field", { ...good, field: 3 }, "when.conditions.field", /must be text/],
    ["a name of Object", { ...good, field: "toString" }, "when.conditions.field", /must be one of data/],
    ["no field", { is: "atLeast", value: 1 }, "when.conditions.field", /is required/],
    ["another field", { ...good, values: [1] }, "when.conditions.values", /did you mean value\?/],
    ["an unknown operator", { ...good, is: "matches" }, "when.conditions.is", /must be one of equals/],
    ["17 digits", { ...good, value: 0.1 + 0.2 }, "when.conditions.value", /15 significant digits/],
    ["an order of booleans", { ...good, value: true }, "when.conditions.value", /must be a text/],
    ["no list", { ...good, is: "in" }, "when.conditions.value", /must be a list/],
    ["an empty prefix", { ...good, is: "startsWith", value: "" }, "when.conditions.value", /must be a text/],
    ["no boolean", { ...good, is: "exists", value: 1 }, "when.conditions.value", /must be true or false/],
    [
      "a member's number as text",
      { field: "member.paid", is: "equals", value: "1" },
      "when.conditions.value",
      /must be a whole number/
    ],
    [
      "a number that always exists",
      { field: "member.paid", is: "exists", value: true },
      "when.conditions.is",
      /always exists/
    ],
    [
      "a prefix of a number",
      { field: "local.hour", is: "startsWith", value: "1" },
      "when.conditions.is",
      /is a number/
    ],
    [
      "a day that does not exist",
      { field: "local.date", is: "equals", value: "2026-02-29" },
      "when.conditions.value",
      /must be a date/
    ],
    [
      "an eighth weekday",
      { all: [good, { field: "local.weekday", is: "in", value: [8] }] },
      "when.conditions.all.1.value",
      /from 1 \(Monday\)/
    ],
    [
      "five levels",
      { not: { not: { not: { not: good } } } },
      "when.conditions.not.not.not.not",
      /must be nested at most 4 levels deep/
    ],
    [
      "41 leaves",
      { any: Array.from({ length: 41 }, () => good) },
      "when.conditions",
      /at most 40 conditions on fields, got 41/
    ]
  ]
  for (const [name, conditions, field, problem] of rows) {
    it(`with ${name} is refused`, () => {
      const [fault] = faults(conditions)
      assert.equal(fault?.field, field)
      assert.match(fault?.problem ?? "", problem)
    })
  }

  it("has an amount that is not in the data", () => {
    for (const amount of ["member.paid", "data.", "total", 3]) {
      const [fault] = checkWhen({ activity: "order", amount })
      assert.equal(fault?.field, "when.amount")
    }
    assert.deepEqual(checkWhen({ activity: "order", amount: "data.total" }), [])
  })

  it("of any depth does not exhaust the stack", () => {
    let deep: unknown = good
    for (let level = 0; level < 100_000; level++) deep = { not: deep }
    assert.equal(faults(deep).length, 1)
    assert.equal(Schema.is(Conditions)(deep), false)
    assert.equal(Schema.is(Conditions)({ not: { not: { not: good } } }), true)
  })
})

describe("a number", () => {
  it("is exact with at most 15 significant digits", () => {
    for (const value of [0, -1, 0.1, 1e21, 1e-7, 123456789012345, 0.000123456789012345, 1.5e300]) {
      assert.ok(isExact(value), String(value))
    }
    for (const value of [0.1 + 0.2, 1234567890123456, 1 / 3, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.ok(!isExact(value), String(value))
    }
  })

  it("is exact if and only if its shortest decimal has at most 15 significant digits", () => {
    const digitsOf = (value: number): number => {
      const [mantissa = ""] = String(Math.abs(value)).split("e")
      return mantissa.replace(".", "").replace(/^0+/, "").replace(/0+$/, "").length
    }
    const decimal = fc
      .tuple(fc.maxSafeInteger(), fc.integer({ min: -30, max: 30 }))
      .map(([digits, exponent]) => Number(`${digits}e${exponent}`))
    const price = fc
      .tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(10, 100, 10_000))
      .map(([units, scale]) => units / scale)
    const sum = fc.tuple(price, price).map(([one, other]) => one + other)
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true }), decimal, price, sum), (value) => {
        assert.equal(isExact(value), Number.isFinite(value) && digitsOf(value) <= 15)
      }),
      { numRuns: 5000 }
    )
  })
})
