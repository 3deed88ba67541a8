import assert from "node:assert/strict"
import { Effect } from "effect"
import { Boards } from "../../../lib/boards/Boards.ts"
import { dataIn, get } from "../../support/calls.ts"
import { badRequest, meets } from "../../support/table.ts"
import type { Test } from "./stage.ts"

const nothing = {
  awards: 0,
  awarded: "0",
  reversals: 0,
  reversed: "0",
  transfers: 0,
  returned: "0",
  refunds: 0,
  refunded: "0",
  adjustments: 0,
  credited: "0",
  debited: "0"
}

const place = (used: string, max: string) => ({
  per: "rule",
  period: "ever",
  measure: "participants",
  used,
  max,
  resetsAt: null
})

/** What the overview of a programme shows: totals by day, and what rules have used. */
export const totals = (test: Test): void => {
  test("totals by day are what was paid, reversed, returned and refunded on each, and stay so when folded anew", async (stage) => {
    const today = () => stage.now().toISOString().slice(0, 10)
    const read = async (search = "") => dataIn((await stage.send(get(`/laas/coins/totals${search}`))).body)
    await stage.rule({ coinValue: "10.5" })
    for (const userId of ["ada", "bob"]) await stage.onboard(userId)
    const first = today()
    const empty = await read()
    assert.ok(Array.isArray(empty.days))
    assert.deepEqual(
      [empty.outstanding, empty.days.length, empty.days.at(-1)],
      ["0", 30, { day: first, ...nothing }]
    )

    const paid = await stage.awardId("ada")
    await stage.awardId("bob")
    const given = await stage.transferId("bob", 4)
    await stage.later(24)
    const second = today()
    await stage.reverse(paid)
    await stage.refund(given)
    const days = [
      { day: first, ...nothing, awards: 2, awarded: "21", transfers: 1, returned: "4" },
      { day: second, ...nothing, reversals: 1, reversed: "10.5", refunds: 1, refunded: "4" }
    ]
    const expected = { outstanding: "10.5", days }
    assert.deepEqual(await read(`?from=${first}&to=${second}`), expected)
    assert.deepEqual(await read(`?from=${first}`), expected)
    const divergences = Effect.flatMap(Boards, (boards) =>
      Effect.zipRight(boards.rebuild({ partnerId: stage.partnerId }), boards.verify())
    )
    assert.deepEqual(await stage.world.run(divergences), [])
    assert.deepEqual(await read(`?from=${first}&to=${second}`), expected)
  })

  test("another partner's totals and usage are not among them", async (stage) => {
    const other = await stage.world.partner(`other-of-${stage.email}`.replace(/@.*/, ""))
    await other.rule()
    await other.onboard("ada")
    await other.award("ada")
    const { outstanding } = dataIn((await stage.send(get("/laas/coins/totals"))).body)
    assert.equal(outstanding, "0")
    assert.deepEqual(
      await stage.send(get("/laas/rules/usage")).then(({ text }) => JSON.parse(text).data.data),
      []
    )
  })

  test("days that are no days, or too many, are named", async (stage) => {
    const ask = (search: string) => stage.send(get(`/laas/coins/totals?${search}`))
    meets(
      await ask("from=2026-02-30"),
      badRequest('from must be a day, such as 2026-01-31, got "2026-02-30"')
    )
    meets(
      await ask("from=2026-02-02&to=2026-02-01"),
      badRequest("to must not be before from, which is 2026-02-02")
    )
    meets(
      await ask("from=2025-01-01&to=2026-02-01"),
      badRequest("from must be less than 366 days before to, which is 2026-02-01")
    )
  })

  test("usage of rules is places, and the running windows of limits per rule", async (stage) => {
    const limits = [
      { per: "rule", period: "day", awards: 2, coins: "30" },
      { per: "member", period: "day", awards: 1 },
      { per: "rule", period: "ever", coins: "100" }
    ]
    const id = await stage.rule({ limits, maxNumberOfParticipant: "5" })
    await stage.rule({ name: "plain", status: "inactive" })
    const usage = async (search = "") => {
      const { data } = JSON.parse((await stage.send(get(`/laas/rules/usage${search}`))).text)
      return data.data
    }
    const standing = (used: readonly [string, string, string], resetsAt: string) => [
      { per: "rule", period: "day", measure: "awards", used: used[0], max: "2", resetsAt },
      { per: "rule", period: "day", measure: "coins", used: used[1], max: "30", resetsAt },
      { per: "rule", period: "ever", measure: "coins", used: used[2], max: "100", resetsAt: null }
    ]
    await stage.onboard("ada")
    await stage.award("ada")
    const [used, plain] = await usage()
    assert.deepEqual(used, {
      ruleId: id,
      ruleName: "signup",
      limits: [place("1", "5"), ...standing(["1", "10", "10"], stage.midnight())]
    })
    assert.deepEqual(plain.limits, [place("0", "1000")])
    assert.deepEqual(
      (await usage("?status=inactive")).map(({ ruleName }: { ruleName: string }) => ruleName),
      ["plain"]
    )
    await stage.later(24)
    assert.deepEqual((await usage("?limit=1"))[0].limits, [
      place("1", "5"),
      ...standing(["0", "0", "10"], stage.midnight())
    ])
  })

  test("a limit that is added counts what was paid before it", async (stage) => {
    const id = await stage.rule()
    await stage.onboard("ada")
    await stage.award("ada")
    await stage.update({ id, limits: [{ per: "rule", period: "month", coins: "50" }] })
    const { data } = JSON.parse((await stage.send(get("/laas/rules/usage"))).text)
    const [{ limits }] = data.data
    assert.deepEqual([limits[1].used, limits[1].max], ["10", "50"])
  })
}
