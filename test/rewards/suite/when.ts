import assert from "node:assert/strict"
import { Effect } from "effect"
import type { Conditions } from "../../../lib/rewards/activities/When.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { type Engine, newPartner, type PartnerView, raw, subRules } from "../../support/world.ts"

const total = { field: "data.total", is: "atLeast", value: 49.99 } as const
const conditions: Conditions = {
  all: [
    total,
    { any: [{ not: { field: "member.attributes.tier", is: "exists", value: true } }, total] },
    { field: "local.weekday", is: "in", value: [6, 7] }
  ]
}
const when = { activity: "order.placed", conditions }
const max = 50

/** Creates active rules for `order.placed`. */
const fill = ({ rule }: PartnerView, count: number, prefix = "rule") =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => `${prefix} ${index}`),
    (name) => rule({ name, when: { activity: "order.placed" } })
  )

/** The number of active rules and sub-rules for `order.placed`. */
const activeOf = ({ partnerId }: PartnerView) =>
  Effect.map(
    raw(`SELECT rule_id FROM rewards_condition
      WHERE partner_id = UUID '${partnerId}' AND activity = 'order.placed' AND status = 'active'`),
    (rows) => rows.length
  )

const leaf = (change: object) => ({
  when: { activity: "order", conditions: { all: [{ ...total, ...change }] } }
})

const shape = "must be {all: […]}, {any: […]}, {not: …} or {field, is, value}"
const unit = { unit: "10" }

/** Inputs that create refuses, each with the message. */
const malformed: ReadonlyArray<readonly [object, string]> = [
  [{ when: "order" }, "when must be an object"],
  [{ when: {} }, "when.activity is required"],
  [
    { when: { activity: "Order placed" } },
    'when.activity must be a name of 1 to 64 characters of a-z, 0-9, full stop, underscore and hyphen, got "Order placed"'
  ],
  [
    { when: { activity: "order", conditons: total } },
    "when.conditons is not a known field: did you mean conditions?"
  ],
  [{ when: { activity: "order", conditions: [] } }, `when.conditions ${shape}`],
  [
    leaf({ value: [1] }),
    "when.conditions.all.0.value must be a text of at most 256 characters or a number of at most 15 significant digits"
  ],
  [leaf({ filed: 1 }), "when.conditions.all.0.filed is not a known field: did you mean field?"],
  [
    leaf({ field: "order.total" }),
    "when.conditions.all.0.field must be one of data.<path>, member.attributes.<name>, member.activities, member.paid, local.date, local.weekday, local.hour"
  ],
  [
    { when: { activity: "order", conditions: { any: Array.from({ length: 41 }, () => total) } } },
    "when.conditions must have at most 40 conditions on fields, got 41"
  ],
  [
    leaf({ is: "in", value: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(200, "x")) }),
    "when.conditions must have at most 8192 bytes as JSON, got 10217"
  ],
  [
    { ...unit, when: { activity: "order", amount: "member.paid" } },
    "when.amount must be a field of the data, such as data.total"
  ],
  [
    { ...unit, when: { activity: "order" } },
    "when.amount is required, because the rule has a unit: name the field of the data that is the amount"
  ],
  [
    { when: { activity: "order", amount: "data.total" } },
    "when.amount can only be given together with unit: set unit, or leave out when.amount"
  ],
  [
    { type: "combined", rules: subRules("a"), when },
    'when cannot be given when type is "combined": give it to the sub-rules'
  ],
  [
    { type: "combined", rules: [{ ...subRules("a")[0], when: { activity: "order", amount: "data.total" } }] },
    "rules.0.when.amount cannot be given, because a sub-rule has no unit: leave it out"
  ],
  [
    { type: "combined", rules: [...subRules("a"), { ...subRules("b")[0], ...leaf({ is: "like" }) }] },
    "rules.1.when.conditions.all.0.is must be one of equals, notEquals, atLeast, atMost, moreThan, lessThan, in, exists, startsWith"
  ],
  [
    { type: "combined", rules: [{ ...subRules("a")[0], when: { activty: "order" } }] },
    "rules.0.when.activity is required; rules.0.when.activty is not a known field: did you mean activity?"
  ]
]

/** The activities that rules and sub-rules are awarded for. */
export const whens = (it: Tests<Engine>): void => {
  it.live("a rule is found with its activity, its conditions and its amount", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const single = yield* rule({ when })
      assert.deepEqual(single.when, when)
      const batched = yield* rule({ name: "five", type: "batched", completionNumber: 5, when })
      const byAmount = { activity: "order.placed", amount: "data.total" }
      const cashback = yield* rule({ name: "cashback", ...unit, when: byAmount })
      assert.deepEqual(cashback.when, byAmount)
      const without = yield* rule({ name: "by name", when: null })
      assert.equal(without.when, null)
      assert.deepEqual(yield* rules.get({ partnerId, id: single.id }), single)
      const unnamed = { orderedBy: null, changedBy: null }
      assert.deepEqual(
        (yield* rules.list({ partnerId })).data,
        [single, batched, cashback, without].map((each) => ({ ...each, ...unnamed }))
      )
    })
  )

  it.live("each sub-rule of a combined rule has its own, and the rule itself has none", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const parts = [{ name: "a", condition: "did a", when }, ...subRules("b")]
      const { id, terms, when: own } = yield* rule({ name: "all", type: "combined", rules: parts })
      assert.equal(own, null)
      const whensOf = (of: typeof terms) =>
        of._tag === "Combined" ? of.subRules.map(({ when }) => when) : assert.fail()
      assert.deepEqual(whensOf(terms), [when, null])
      const change = { name: "b", when: { activity: "review.written" } }
      const one = yield* rules.update({ partnerId, id, rules: [change] })
      assert.deepEqual(whensOf(one.terms), [when, change.when])
      const other = yield* rules.update({
        partnerId,
        id,
        rules: [
          { name: "a", when: null },
          { name: "b", status: "inactive" }
        ]
      })
      assert.deepEqual(whensOf(other.terms), [null, change.when])
      const both = yield* rules.update({ partnerId, id, rules: [{ name: "b", status: "active", when }] })
      assert.deepEqual(whensOf(both.terms), [null, when])
      const refusal = yield* refused("InvalidInput")(rules.update({ partnerId, id, when }))
      assert.equal(refusal.message, 'when cannot be given when type is "combined": give it to the sub-rules')
      const idle = yield* refused("InvalidInput")(rules.update({ partnerId, id, rules: [{ name: "a" }] }))
      assert.equal(idle.message, "rules.0.status is required if the field when is missing")
    })
  )

  it.live("an update replaces it whole, null removes it, and other updates do not change it", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const { id } = yield* rule({ when })
      const update = (fields: object) =>
        Effect.map(rules.update({ partnerId, id, ...fields }), (each) => each.when)
      assert.deepEqual(yield* update({ coinValue: "3", status: "inactive" }), when)
      assert.deepEqual(yield* update({ when: { activity: "visit" } }), { activity: "visit" })
      assert.equal(yield* update({ when: null }), null)
      assert.equal(yield* update({ status: "active" }), null)
      assert.deepEqual(yield* update({ when }), when)
    })
  )

  it.live("a rule has an amount in `when` if it has a unit, after each update", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const { id } = yield* rule({ when })
      const update = (fields: object) => rules.update({ partnerId, id, ...fields })
      const message = (fields: object) =>
        Effect.map(refused("InvalidInput")(update(fields)), (error) => error.message)
      const amount = "data.total"
      const missing =
        "when.amount is required, because the rule has a unit: name the field of the data that is the amount"
      const needless = "when.amount can only be given together with unit: set unit, or leave out when.amount"
      assert.equal(yield* message(unit), missing)
      assert.equal(yield* message({ when: { ...when, amount } }), needless)
      assert.equal((yield* update({ ...unit, when: { ...when, amount } })).when?.amount, amount)
      assert.equal(yield* message({ unit: null }), needless)
      assert.equal(yield* message({ when }), missing)
      assert.equal((yield* update({ when: null })).unit, 100_000)
      assert.equal((yield* update({ unit: null, when })).when?.amount, undefined)
    })
  )

  it.live("a fault is named by its field, with its fix, and nothing is written", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const { id } = yield* rule()
      const before = yield* dump
      for (const [fields, message] of malformed) {
        const error = yield* refused("InvalidInput")(rule({ name: "another", ...fields }))
        assert.equal(error.message, message)
      }
      for (const [fields, message] of malformed) {
        if ("type" in fields || "unit" in fields) continue
        const error = yield* refused("InvalidInput")(rules.update({ partnerId, id, ...fields }))
        assert.equal(error.message, message)
      }
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("the table refuses an activity without criteria", () =>
    Effect.gen(function* () {
      const { partnerId, rule } = yield* newPartner
      yield* rule({ when })
      const result = yield* Effect.exit(
        raw(`UPDATE rewards_condition SET criteria = NULL WHERE partner_id = UUID '${partnerId}'`)
      )
      assert.equal(result._tag, "Failure")
    })
  )

  it.live("a rule is awarded by name whatever its conditions ask", () =>
    Effect.gen(function* () {
      const { award, onboard, rule } = yield* newPartner
      yield* rule({ when })
      yield* onboard("ann")
      assert.equal((yield* award("ann")).awarded, true)
    })
  )

  it.live("the 51st active rule of an activity is refused when it is created, activated or changed", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { partnerId, rule, rules } = partner
      const [first] = yield* fill(partner, max - 2)
      const part = { condition: "did it", when }
      const all = yield* rule({
        name: "all",
        type: "combined",
        rules: [
          { name: "a", ...part },
          { name: "b", ...part },
          { name: "c", ...part, status: "inactive" },
          ...subRules("d")
        ]
      })
      const asleep = yield* rule({ name: "asleep", status: "inactive", when })
      const other = yield* rule({ name: "other", when: { activity: "visit" } })
      const before = yield* rules.list({ partnerId })
      const update = (id: string, fields: object) => rules.update({ partnerId, id, ...fields })
      const tooMany = refused("TooManyRulesOfActivity")
      for (const refusal of [
        tooMany(rule({ name: "new", when })),
        tooMany(rule({ name: "new", type: "combined", rules: [{ name: "new part", ...part }] })),
        tooMany(update(asleep.id, { status: "active" })),
        tooMany(update(other.id, { when })),
        tooMany(update(all.id, { rules: [{ name: "c", status: "active" }] })),
        tooMany(update(all.id, { rules: [{ name: "d", when }] }))
      ]) {
        const error = yield* refusal
        assert.deepEqual([error.activity, error.max], ["order.placed", max])
      }
      assert.deepEqual(yield* rules.list({ partnerId }), before)
      // Writes that add none are accepted.
      yield* update(all.id, { status: "inactive" })
      yield* update(all.id, {
        status: "active",
        rules: [{ name: "a", when: { ...when, conditions: total } }]
      })
      yield* update(asleep.id, { when: { activity: "order.placed" } })
      yield* rule({ name: "another asleep", status: "inactive", when })
      // One makes room for another.
      yield* update(all.id, {
        rules: [
          { name: "a", status: "inactive" },
          { name: "c", status: "active" }
        ]
      })
      yield* tooMany(update(asleep.id, { status: "active" }))
      yield* update(first?.id ?? "", { status: "inactive" })
      yield* update(asleep.id, { status: "active" })
      assert.equal(yield* activeOf(partner), max)
      yield* Effect.flatMap(newPartner, ({ rule }) => rule({ when }))
    })
  )

  it.live("concurrent writes never leave more than 50 active rules of an activity", () =>
    Effect.gen(function* () {
      const partner = yield* newPartner
      const { partnerId, rule, rules } = partner
      yield* fill(partner, max - 2)
      const asleep = yield* Effect.forEach([1, 2, 3, 4], (each) =>
        rule({ name: `asleep ${each}`, status: "inactive", when })
      )
      const others = yield* Effect.forEach([1, 2, 3, 4], (each) => rule({ name: `other ${each}` }))
      const writes = [
        ...[1, 2, 3, 4].map((each) => outcome(rule({ name: `new ${each}`, when }))),
        ...asleep.map(({ id }) => outcome(rules.update({ partnerId, id, status: "active" }))),
        ...others.map(({ id }) => outcome(rules.update({ partnerId, id, when })))
      ]
      const outcomes = yield* Effect.all(writes, { concurrency: "unbounded" })
      assert.deepEqual(tally(outcomes), { ok: 2, TooManyRulesOfActivity: 10 })
      assert.equal(yield* activeOf(partner), max)
    })
  )
}
