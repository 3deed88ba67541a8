import assert from "node:assert/strict"
import { FastCheck as fc } from "effect"
import { sentenceOf } from "../../lib/rewards/activities/sentence.ts"
import { checkWhen as faultsOf } from "../../lib/rewards/activities/When.ts"
import type { Conditions, Leaf, Rule, When } from "../../server/dashboard/contract.ts"
import { ruleSentence } from "../../server/dashboard/pages/rules/ruleSentence.ts"
import { creationOf, describedOf, newRule, newSubRule } from "../../server/dashboard/pages/rules/values.ts"
import {
  comparisonsOf,
  contentOf,
  fieldIn,
  shownField
} from "../../server/dashboard/pages/rules/whenFields.ts"
import {
  checkWhen,
  type LeafValues,
  newWhen,
  type WhenValues,
  whenOf,
  whenValuesOf
} from "../../server/dashboard/pages/rules/whenValues.ts"
import { conditionsOf as germanOf } from "../../server/dashboard/words/de/conditions.ts"
import { describe, it } from "../support/effect.ts"

const anything = fc.oneof(
  fc.constantFrom("", "gold", "2026-12-01", "5", "true"),
  fc.constantFrom(0, -3, 12.5, 1e-7, 1e21, 123456789012345),
  fc.boolean()
)
const leaf: fc.Arbitrary<Leaf> = fc
  .record({
    field: fc.constantFrom(
      "data.total",
      "data.a.b",
      "member.attributes.tier",
      "member.paid",
      "local.weekday",
      "local.date"
    ),
    is: fc.constantFrom(
      ...([
        "equals",
        "notEquals",
        "atLeast",
        "atMost",
        "moreThan",
        "lessThan",
        "in",
        "exists",
        "startsWith"
      ] as const)
    ),
    value: fc.oneof(anything, fc.array(anything, { minLength: 1, maxLength: 3 }))
  })
  .filter((each) => faultsOf({ activity: "order", conditions: each }).length === 0)

const levels = (depth: number): fc.Arbitrary<Conditions> => {
  if (depth === 1) return leaf
  const list = fc.array(levels(depth - 1), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    leaf,
    list.map((all) => ({ all })),
    list.map((any) => ({ any })),
    levels(depth - 1).map((not) => ({ not }))
  )
}
const when: fc.Arbitrary<When> = levels(4).map((conditions) => ({ activity: "order.placed", conditions }))

/** Conditions without groups of one condition, which mean the same. */
const bare = (conditions: Conditions | undefined): unknown => {
  if (conditions === undefined || "field" in conditions) return conditions
  if ("not" in conditions) return { not: bare(conditions.not) }
  const inner = "all" in conditions ? conditions.all : conditions.any
  const [only, ...others] = inner
  if (others.length === 0) return bare(only)
  return { [Object.keys(conditions)[0] ?? ""]: inner.map(bare) }
}

const row = (
  field: string,
  is: LeafValues["is"],
  kind: LeafValues["kind"],
  ...values: ReadonlyArray<string>
) => ({
  field,
  is,
  kind,
  values
})
const decides: WhenValues = { ...newWhen, decides: true, activity: "order.placed" }

describe("the builder of conditions", () => {
  it("keeps every condition that the API accepts: at most groups of one condition come or go", () => {
    fc.assert(
      fc.property(when, (given) => {
        const values = whenValuesOf(given)
        const sent = whenOf(values)
        assert.deepEqual(bare(sent?.conditions), bare(given.conditions))
        assert.deepEqual(faultsOf(sent), [])
        assert.deepEqual(checkWhen(values, "when", ""), [])
        assert.equal(sentenceOf(sent ?? given), sentenceOf(given))
      }),
      { numRuns: 500 }
    )
  })

  it("offers for each field the comparisons that the API accepts for it", () => {
    const fields = ["data.x", "member.activities", "member.paid", "local.date", "local.weekday", "local.hour"]
    const first = {
      any: ["1", "a"],
      count: ["1"],
      date: ["2026-01-31"],
      weekday: ["7"],
      hour: ["23"]
    } as const
    for (const field of fields) {
      for (const kind of ["text", "number"] as const) {
        for (const [is] of comparisonsOf(contentOf(field), kind)) {
          const content = contentOf(field)
          const value = content === "any" && kind === "text" ? "a" : (first[content][0] ?? "")
          const sent = whenOf({ ...decides, parts: [row(field, is, kind, value)] })
          assert.deepEqual(faultsOf(sent), [], `${field} ${is}`)
        }
      }
      assert.equal(fieldIn(shownField(field)), field)
    }
  })

  it("builds what its rows say, with numbers as numbers and one nested group", () => {
    const values: WhenValues = {
      ...decides,
      amount: "data.total",
      parts: [
        row("data.total", "atLeast", "number", " 50.5 "),
        row("local.weekday", "in", "text", "2", "6"),
        {
          joined: "any",
          parts: [row("data.code", "equals", "text", "05"), row("data.gift", "missing", "text")]
        }
      ]
    }
    assert.deepEqual(whenOf(values), {
      activity: "order.placed",
      conditions: {
        all: [
          { field: "data.total", is: "atLeast", value: 50.5 },
          { field: "local.weekday", is: "in", value: [2, 6] },
          {
            any: [
              { field: "data.code", is: "equals", value: "05" },
              { field: "data.gift", is: "exists", value: false }
            ]
          }
        ]
      },
      amount: "data.total"
    })
    assert.equal(whenOf({ ...values, decides: false }), null)
  })

  it("names each fault by the path of the API", () => {
    const values: WhenValues = {
      ...decides,
      activity: " ",
      joined: "any",
      parts: [
        row("", "equals", "text", "x"),
        row("data.total", "atLeast", "number", "1e3"),
        row("data.total", "atLeast", "number", "1.0000000000000001"),
        row("data.code", "in", "text"),
        { joined: "all", parts: [] }
      ]
    }
    const number = "must be a number of at most 15 significant digits, got"
    assert.deepEqual(checkWhen(values, "rules.1.when", "10"), [
      ["rules.1.when.activity", "is required"],
      ["rules.1.when.conditions.any.0.field", "is required"],
      ["rules.1.when.conditions.any.1.value", `${number} "1e3"`],
      ["rules.1.when.conditions.any.2.value", `${number} "1.0000000000000001"`],
      ["rules.1.when.conditions.any.3.value", "is required"],
      ["rules.1.when.conditions.any.4.all", "must be a list of at least one condition"],
      [
        "rules.1.when.amount",
        "is required, because the rule has a unit: name the field of the data that is the amount"
      ]
    ])
    assert.deepEqual(checkWhen({ ...values, decides: false }, "when", "10"), [])
  })

  it("is sent with the rule, and with the sub-rules of a combined one", () => {
    const form = { ...newRule, when: { ...decides, amount: "data.total" } }
    // Without a unit, an award has no amount.
    assert.deepEqual(creationOf(form).when, { activity: "order.placed" })
    assert.equal(creationOf({ ...form, unit: "10" }).when?.amount, "data.total")
    const rules = [{ ...newSubRule, name: "a", when: decides }, newSubRule]
    const combined = creationOf({ ...form, type: "combined", rules })
    assert.equal(combined.when, undefined)
    assert.deepEqual(
      combined.rules?.map((each) => each.when),
      [{ activity: "order.placed" }, undefined]
    )
  })

  it("is in the sentence of the rule", () => {
    const form = { ...newRule, coinValue: "5", maxNumberOfParticipant: "9", when: decides }
    const said = (change: Partial<typeof newRule>) => ruleSentence(describedOf({ ...form, ...change })) ?? ""
    const parts = [
      row("data.total", "atLeast", "number", "50"),
      row("local.weekday", "equals", "number", "2")
    ]
    assert.equal(
      said({ unit: "10", when: { ...decides, parts, amount: "data.total" } }),
      "Pays 5 coins for every 10, to at most 9 members, as often as they earn it. " +
        "It is awarded for order.placed with data.total at least 50, on Tuesdays; the amount is data.total. " +
        "Days and hours are those of UTC."
    )
    const rules: Rule["rules"] = [
      { name: "one", condition: "", status: "active", when: { activity: "visit" } },
      { name: "two", condition: "", status: "inactive", when: { activity: "visit" } }
    ]
    assert.match(
      ruleSentence({ ...describedOf({ ...form, type: "combined" }), rules }) ?? "",
      /earn it\. “one” is awarded for visit\.$/
    )
  })
})

const weekdays = ["montags", "dienstags", "mittwochs", "donnerstags", "freitags", "samstags", "sonntags"]
const english = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"]
const weekday = weekdays.join("|")

/** The German words of a phrase with their English ones, longer phrases first. */
const phrases: ReadonlyArray<readonly [RegExp, string]> = [
  [new RegExp(`(?:${weekday})(?:(?:, | und )(?:${weekday}))*`, "g"), "on $&"],
  ...weekdays.map((day, index) => [new RegExp(day, "g"), english[index] ?? ""] as const),
  [/\b(\d\d)\.(\d\d)\.(\d{4})\b/g, "$3-$2-$1"],
  [/(\d),(?=\d)/g, "$1."],
  [/nicht vorhanden/g, "missing"],
  [/vorhanden/g, "present"],
  [/ungleich/g, "not equal to"],
  [/gleich/g, "equal to"],
  [/mindestens/g, "at least"],
  [/höchstens/g, "at most"],
  [/mehr als/g, "more than"],
  [/weniger als/g, "less than"],
  [/beginnend mit/g, "starting with"],
  [/eines von/g, "one of"],
  [/\bnicht\b/g, "not"],
  [/\bmit\b/g, "with"],
  [/\bam\b/g, "on"],
  [/\bab\b/g, "from"],
  [/\bvor\b/g, "before"],
  [/\bnach\b/g, "after"],
  [/\bbis\b/g, "until"],
  [/\bund\b/g, "and"],
  [/\boder\b/g, "or"]
]

/** The English sentence that a German one stands for. Quoted values stay as they are. */
const inEnglish = (german: string): string =>
  german
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) =>
      part.startsWith('"') ? part : phrases.reduce((text, [from, to]) => text.replace(from, to), part)
    )
    .join("")

describe("the German sentence about conditions", () => {
  it("says what the English one says", () => {
    fc.assert(
      fc.property(when, (given) => assert.equal(inEnglish(germanOf(given)), sentenceOf(given))),
      { numRuns: 500 }
    )
  })

  it("says hours as the English one does", () => {
    const said = (is: Leaf["is"]) =>
      germanOf({ activity: "visit", conditions: { field: "local.hour", is, value: 11 } })
    assert.deepEqual((["atLeast", "moreThan", "lessThan", "atMost", "equals"] as const).map(said), [
      "visit, ab 11:00",
      "visit, ab 12:00",
      "visit, vor 11:00",
      "visit, vor 12:00",
      "visit, von 11:00 bis 12:00"
    ])
  })
})
