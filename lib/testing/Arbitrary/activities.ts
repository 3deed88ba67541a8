/** Generates activities, conditions of rules, and attributes. There are few fields and values, so that conditions are often met. */

import * as fc from "fast-check"
import type {
  ActivityData,
  AttributeChanges,
  ConditionsDraft,
  LeafDraft,
  Scalar,
  WhenDraft
} from "../ActivityDraft.ts"
import { mostly, weighted } from "./weights.ts"

const hour = 3_600_000
const day = 24 * hour

export const activityType = weighted([12, "order"], [4, "visit"])

/** The last two texts are in another order by code point than by UTF-16 unit. */
const texts = ["north", "no", "south", "\u{1F600}", "\uFFFD"] as const
const text = fc.constantFrom(...texts)

/** Values of `data.total`. Some are valid amounts of awards. */
const total = weighted<unknown>(
  [6, 10],
  [4, 10.5],
  [3, 5],
  [3, "10"],
  [2, "2.5"],
  [1, 0],
  [1, -1],
  [1, true],
  [1, null],
  [1, "ten"],
  [1, [10]]
)

const fields = {
  total,
  shop: fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(null, false, 1) }),
  cart: weighted<unknown>([4, { items: 1 }], [4, { items: 2 }], [1, { items: null }], [1, [1]], [1, 2])
}

/** The data of activities. Sometimes fields are missing. */
export const data: fc.Arbitrary<ActivityData> = fc.oneof(
  { weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  { weight: 3, arbitrary: fc.record(fields) }
)

/** When activities happened, in milliseconds from now. The last two are too long ago and too far ahead. */
export const occurredAt: fc.Arbitrary<number | undefined> = mostly(
  undefined,
  3,
  fc.constantFrom(
    0,
    -hour,
    -5 * hour,
    -13 * hour,
    -day,
    -7 * day,
    -30 * day,
    5 * 60_000,
    -30 * day - 1,
    300_001
  )
)

const order = fc.constantFrom<LeafDraft["is"]>("atLeast", "atMost", "moreThan", "lessThan")
const equality = fc.constantFrom<LeafDraft["is"]>("equals", "equals", "notEquals")

const leafOf = (
  field: fc.Arbitrary<string>,
  is: fc.Arbitrary<LeafDraft["is"]>,
  value: fc.Arbitrary<LeafDraft["value"]>
): fc.Arbitrary<LeafDraft> => fc.record({ field, is, value })

const numeric = fc.constantFrom("data.total", "data.cart.items", "member.attributes.level")
const textual = fc.constantFrom("data.shop", "member.attributes.tier")
const optional = fc.oneof(numeric, textual)
const count = fc.constantFrom("member.activities", "member.activities", "member.paid")
const scalar = fc.constantFrom<Scalar>(10, 2, "10", "north", true, false)
const listOf = (value: fc.Arbitrary<Scalar>) => fc.array(value, { minLength: 1, maxLength: 3 })
const inList = fc.constant<LeafDraft["is"]>("in")

const leaf: fc.Arbitrary<LeafDraft> = fc.oneof(
  { weight: 5, arbitrary: leafOf(numeric, order, fc.constantFrom(10, 5, 1, 2, 10.5)) },
  { weight: 2, arbitrary: leafOf(textual, order, text) },
  { weight: 3, arbitrary: leafOf(optional, equality, scalar) },
  { weight: 2, arbitrary: leafOf(textual, equality, text) },
  { weight: 1, arbitrary: leafOf(textual, inList, listOf(text)) },
  { weight: 1, arbitrary: leafOf(optional, inList, listOf(fc.oneof(text, scalar))) },
  { weight: 2, arbitrary: leafOf(optional, fc.constant("exists"), fc.boolean()) },
  { weight: 1, arbitrary: leafOf(textual, fc.constant("startsWith"), fc.constantFrom("no", "\u{1F600}")) },
  { weight: 4, arbitrary: leafOf(count, fc.oneof(order, equality), fc.constantFrom(1, 2, 0, 3)) },
  { weight: 2, arbitrary: leafOf(fc.constant("local.weekday"), order, fc.constantFrom(5, 1, 6)) },
  { weight: 2, arbitrary: leafOf(fc.constant("local.weekday"), inList, listOf(fc.constantFrom(1, 5, 6, 7))) },
  { weight: 3, arbitrary: leafOf(fc.constant("local.hour"), order, fc.constantFrom(0, 1, 2, 23, 12)) },
  {
    weight: 2,
    arbitrary: leafOf(
      fc.constant("local.date"),
      fc.oneof(order, equality),
      fc.constantFrom("2027-12-31", "2028-01-01", "2028-03-26")
    )
  },
  {
    weight: 1,
    arbitrary: leafOf(
      fc.constant("local.date"),
      fc.constant("startsWith"),
      fc.constantFrom("2027-12", "2028")
    )
  }
)

/** Leaves in at most two levels of `all`, `any` and `not`. A leaf alone is the simplest. */
const conditions: fc.Arbitrary<ConditionsDraft> = fc.letrec<{ conditions: ConditionsDraft }>((tie) => {
  const inner = fc.array(tie("conditions"), { minLength: 1, maxLength: 3 })
  return {
    conditions: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 6, arbitrary: leaf },
      { weight: 2, arbitrary: fc.record({ all: inner }) },
      { weight: 2, arbitrary: fc.record({ any: inner }) },
      { weight: 1, arbitrary: fc.record({ not: tie("conditions") }) }
    )
  }
}).conditions

const invalid = fc.constantFrom<ConditionsDraft>(
  { all: [] },
  { field: "member.name", is: "equals", value: 1 },
  { field: "local.weekday", is: "equals", value: 8 },
  { field: "data.total", is: "exists", value: 1 },
  { any: [{ field: "data.total", is: "atLeast", value: true }] }
)

/** `when` without an amount. A few are invalid. */
export const when: fc.Arbitrary<WhenDraft> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ activity: activityType }) },
  { weight: 22, arbitrary: fc.record({ activity: activityType, conditions }) },
  { weight: 1, arbitrary: fc.record({ activity: activityType, conditions: invalid }) }
)

export const attributeChanges: fc.Arbitrary<AttributeChanges> = fc.record(
  {
    tier: fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(null, true) }),
    level: fc.constantFrom<Scalar | null>(1, 2, 10, "10", null)
  },
  { requiredKeys: [] }
)
