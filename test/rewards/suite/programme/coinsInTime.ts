import assert from "node:assert/strict"
import { Effect } from "effect"
import { Activities, Adjustments, type CreateRuleInput } from "../../../../lib/index.ts"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { subRules } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const days = "must be a whole number of days from 1 to 365"
const period =
  "must be a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on"

const faulty: ReadonlyArray<
  readonly [field: "pendingDays" | "coinsExpire", value: unknown, problem: string]
> = [
  ...[0, 366, -1, 1.5, "0", "366", " 7", "two", "P14D", true, []].map(
    (value) => ["pendingDays", value, days] as const
  ),
  ...["P0D", "P1W", "PT1H", "P11Y", "P10Y1D", "P3651D", "p1y", "P1.5Y", "-P1Y", "P", "", "1Y", 365, {}].map(
    (value) => ["coinsExpire", value, period] as const
  )
]

const types: ReadonlyArray<Partial<CreateRuleInput>> = [
  { type: "single" },
  { type: "single", unit: 10 },
  { type: "batched", completionNumber: 5 },
  { type: "combined", rules: subRules("a", "b") }
]

export const coinsInTime = (it: Tests<ProgrammeEngine>): void => {
  it.live(
    "a rule of any type says when coins mature and expire; a change sets either, and null removes it",
    () =>
      Effect.gen(function* () {
        const { partnerId, rule, rules, verify } = yield* newProgramme
        for (const [index, type] of types.entries()) {
          const name = `rule ${index}`
          const parts = type.rules?.map((part) => ({ ...part, name: `${name} ${part.name}` }))
          const fields = { ...type, name, ...(parts && { rules: parts }) }
          const made = yield* rule({ ...fields, pendingDays: "14", coinsExpire: "P1Y6M10D" })
          assert.deepEqual([made.pendingDays, made.coinsExpire], [14, "P1Y6M10D"])
          assert.deepEqual(yield* rules.find({ partnerId, name }), made)
          assert.deepEqual(yield* rules.get({ partnerId, id: made.id }), made)
          const change = (fields: object) =>
            Effect.map(rules.update({ partnerId, id: made.id, ...fields }), (after) => {
              const { coinsExpire, pendingDays, updatedAt } = after
              assert.deepEqual({ ...made, coinsExpire, pendingDays, updatedAt }, after)
              return [pendingDays, coinsExpire]
            })
          assert.deepEqual(yield* change({}), [14, "P1Y6M10D"])
          assert.deepEqual(yield* change({ pendingDays: 365 }), [365, "P1Y6M10D"])
          assert.deepEqual(yield* change({ coinsExpire: "P10Y" }), [365, "P10Y"])
          assert.deepEqual(yield* change({ pendingDays: null }), [null, "P10Y"])
          assert.deepEqual(yield* change({ coinsExpire: null }), [null, null])
        }
        const none = yield* rule({ name: "none", pendingDays: null, coinsExpire: null })
        const plain = yield* rule({ name: "plain" })
        for (const each of [none, plain]) assert.deepEqual([each.pendingDays, each.coinsExpire], [null, null])
        const { data } = yield* rules.list({ partnerId })
        assert.deepEqual(
          data.map(({ coinsExpire, pendingDays }) => [pendingDays, coinsExpire]),
          Array.from({ length: types.length + 2 }, () => [null, null])
        )
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("other days and periods are refused by name, in a new rule, a change and a simulation", () =>
    Effect.gen(function* () {
      const { now, partnerId, rule, rules } = yield* newProgramme
      const { id } = yield* rule({ pendingDays: 14, coinsExpire: "P1Y" })
      const before = yield* dump
      const times = { from: now().toISOString(), to: new Date(now().getTime() + 1).toISOString() }
      for (const [field, value, problem] of faulty) {
        // Callers of the library may write JavaScript.
        const fields = { [field]: value } as { readonly pendingDays?: string }
        const created = yield* refused("InvalidInput")(rule({ name: "other", ...fields }))
        const changed = yield* refused("InvalidInput")(rules.update({ partnerId, id, ...fields }))
        const fault = { field, problem: `${problem}, got ${JSON.stringify(value)}` }
        assert.deepEqual([created.faults, changed.faults], [[fault], [fault]])
        const simulate = rules.simulate({ partnerId, rule: { id, ...fields }, ...times })
        const { faults } = yield* refused("InvalidInput")(simulate)
        assert.deepEqual(
          faults.map((fault) => fault.field),
          [`rule.${field}`]
        )
      }
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live(
    "a credit can say when its coins expire, a debit cannot, and other periods are refused by name",
    () =>
      Effect.gen(function* () {
        const { coins, onboard, partnerId } = yield* newProgramme
        const { adjust, adjustMany } = yield* Adjustments
        yield* onboard("ann")
        const order = { partnerId, userId: "ann", coins: 5, reason: "goodwill" }
        const credit = { ...order, debitOrCredit: "CR" } as const
        const debit = { ...order, debitOrCredit: "DE", coinsExpire: "P1Y" } as const
        const before = yield* dump
        const onlyCredits = "cannot be given for a debit: only the coins of a credit can expire"
        const { faults } = yield* refused("InvalidInput")(adjust(debit))
        assert.deepEqual(faults, [{ field: "coinsExpire", problem: onlyCredits }])
        for (const [field, value, problem] of faulty) {
          if (field !== "coinsExpire") continue
          const wrong = { ...credit, coinsExpire: value as string }
          const { faults } = yield* refused("InvalidInput")(adjust(wrong))
          assert.deepEqual(faults, [{ field, problem: `${problem}, got ${JSON.stringify(value)}` }])
        }
        const outcomes = yield* adjustMany([debit, { ...credit, coinsExpire: "P0D" }])
        assert.deepEqual(
          outcomes.map((each) => (each._tag === "Left" ? each.left._tag : "ok")),
          ["InvalidInput", "InvalidInput"]
        )
        assert.deepEqual(yield* dump, before)
        yield* adjust({ ...credit, coinsExpire: "P90D" })
        assert.equal(yield* coins("ann"), "5")
      })
  )

  it.live(
    "the reversal of an activity takes expired coins of a lot once, however many awards paid into it",
    () =>
      Effect.gen(function* () {
        const { coins, later, onboard, partnerId, rule, transfer, verify } = yield* newProgramme
        const activities = yield* Activities
        const when = { activity: "order" }
        for (const name of ["first", "second"]) yield* rule({ name, coinsExpire: "P1D", when })
        yield* onboard("ann")
        const { id: activityId } = yield* activities.record({ partnerId, userId: "ann", type: "order" })
        yield* transfer("ann", 5)
        later(72)
        // 15 of the 20 coins expired, so 5 have to come from the wallet.
        const reverse = activities.reverse({ partnerId, activityId })
        yield* refused("ActivityNotReversed")(reverse)
        yield* (yield* Adjustments).adjust({
          partnerId,
          userId: "ann",
          coins: 6,
          debitOrCredit: "CR",
          reason: "goodwill"
        })
        assert.equal((yield* reverse).coins, 200_000)
        assert.equal(yield* coins("ann"), "1")
        assert.deepEqual(yield* verify(), [])
      })
  )
}
