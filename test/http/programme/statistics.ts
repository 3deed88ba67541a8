import assert from "node:assert/strict"
import { Effect } from "effect"
import { Boards } from "../../../lib/boards/Boards.ts"
import { dataIn, get, post } from "../../support/calls.ts"
import { badRequest, meets, notFound } from "../../support/table.ts"
import type { Test } from "./stage.ts"

const nothing = {
  awards: 0,
  earned: "0",
  reversals: 0,
  reversed: "0",
  transfers: 0,
  spent: "0",
  refunds: 0,
  refunded: "0",
  expired: "0",
  unexpired: "0",
  adjustments: 0,
  credited: "0",
  debited: "0",
  refused: 0,
  owed: "0"
}

const place = (used: string, max: string) => ({
  per: "rule",
  period: "ever",
  measure: "participants",
  used,
  max,
  resetsAt: null
})

/** What the overview of a programme shows: statistics by day, and what rules have used. */
export const statistics = (test: Test): void => {
  test("statistics by day are what was paid, reversed, spent, refunded and owed on each, and stay so when folded anew", async (stage) => {
    const today = () => stage.now().toISOString().slice(0, 10)
    const read = async (search = "") => dataIn((await stage.send(get(`/laas/statistics${search}`))).body)
    const ruleId = await stage.rule({ coinValue: "10.5" })
    for (const userId of ["ada", "bob"]) await stage.onboard(userId)
    const first = today()
    const empty = await read()
    assert.ok(Array.isArray(empty.days))
    assert.deepEqual(
      [empty.outstanding, empty.days.length, empty.days.at(-1), empty.rules, empty.refusals],
      ["0", 30, { day: first, ...nothing }, [], []]
    )

    const paid = await stage.awardId("ada")
    await stage.awardId("bob")
    const given = await stage.transferId("bob", 4)
    await stage.later(24)
    const second = today()
    await stage.reverse(paid)
    await stage.refund(given)
    await stage.update({ id: ruleId, status: "inactive" })
    await stage.tryAward("ada")
    const expected = {
      from: first,
      to: second,
      at: stage.now().toISOString(),
      owed: "10.5",
      outstanding: "10.5",
      pending: "0",
      days: [
        { day: first, ...nothing, awards: 2, earned: "21", transfers: 1, spent: "4", owed: "17" },
        {
          day: second,
          ...nothing,
          reversals: 1,
          reversed: "10.5",
          refunds: 1,
          refunded: "4",
          refused: 1,
          owed: "10.5"
        }
      ],
      rules: [{ ruleId, ruleName: "signup", awards: 2, coins: "21", reversed: "10.5" }],
      otherRules: { rules: 0, awards: 0, coins: "0", reversed: "0" },
      members: {
        from: first,
        to: second,
        data: ["ada", "bob"].map((userId) => ({ userId, awards: 1, coins: "10.5" }))
      },
      refusals: [{ ruleId, ruleName: "signup", code: "rule_inactive", limit: null, count: 1 }],
      otherRefusals: 0
    }
    assert.deepEqual(await read(`?from=${first}&to=${second}`), expected)
    assert.deepEqual(await read(`?from=${first}`), expected)
    const divergences = Effect.flatMap(Boards, (boards) =>
      Effect.zipRight(boards.rebuild({ partnerId: stage.partnerId }), boards.verify())
    )
    assert.deepEqual(await stage.world.run(divergences), [])
    assert.deepEqual(await read(`?from=${first}&to=${second}`), expected)
  })

  test("the days of a rule are those of its time zone when it paid, and a reversal counts on the day of its award", async (stage) => {
    const id = await stage.rule({ timeZone: "Asia/Tokyo", userLimitAward: "2" })
    await stage.onboard("ada")
    const days = async () => {
      const { data } = JSON.parse((await stage.send(get(`/laas/rules/${id}/statistics`))).text)
      return [data.timeZone, data.days.filter(({ awards }: { awards: number }) => awards > 0), data.refusals]
    }
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(stage.now())
    const paid = await stage.awardId("ada")
    const first = dayIn("Asia/Tokyo")
    await stage.later(24)
    await stage.update({ id, timeZone: "America/Anchorage" })
    await stage.awardId("ada")
    await stage.tryAward("ada")
    await stage.reverse(paid)
    assert.deepEqual(await days(), [
      "America/Anchorage",
      [
        { day: first, awards: 1, coins: "10", reversed: "10" },
        { day: dayIn("America/Anchorage"), awards: 1, coins: "10", reversed: "0" }
      ],
      [{ code: "user_limit_reached", limit: null, count: 1 }]
    ])
    meets(
      await stage.send(get(`/laas/rules/${stage.partnerId}/statistics`)),
      notFound(`rule ${stage.partnerId} was not found: create the rule first`, "rule_not_found")
    )
  })

  test("the members whom a rule paid most are those of its days, with its sub-rules, pending coins and merged members", async (stage) => {
    const rules = [
      { name: "visit", condition: "Visits" },
      { name: "call", condition: "Calls" }
    ]
    const id = await stage.rule({ type: "combined", rules, coinValue: "3", pendingDays: 9 })
    const twice = await stage.rule({ name: "twice", type: "batched", completionNumber: "2", coinValue: "7" })
    for (const userId of ["ada", "bob", "cy", "old-cy", "dora"]) await stage.onboard(userId)
    const before = stage.now().toISOString().slice(0, 10)
    await stage.awardId("dora", "signup")
    await stage.later(24)
    for (const ruleName of ["visit", "call", "signup", "twice", "twice", "twice"]) {
      await stage.awardId("ada", ruleName)
    }
    await stage.awardId("bob", "visit")
    const reversed = await stage.awardId("bob", "call")
    await stage.reverse(reversed)
    await stage.awardId("cy", "signup")
    await stage.awardId("old-cy", "signup")
    await stage.awardId("old-cy", "signup")
    await stage.send(post("/laas/users/merge", { from: "old-cy", into: "cy" }))
    const today = stage.now().toISOString().slice(0, 10)
    const members = async (ruleId: string, search: string) =>
      JSON.parse((await stage.send(get(`/laas/rules/${ruleId}/statistics${search}`))).text).data.members
    assert.deepEqual(await members(id, `?from=${today}`), {
      after: null,
      data: [
        { userId: "cy", awards: 3, coins: "9" },
        { userId: "ada", awards: 2, coins: "6" },
        { userId: "bob", awards: 1, coins: "3" }
      ]
    })
    const { data } = await members(id, "")
    assert.deepEqual(data.at(-1), { userId: "dora", awards: 1, coins: "3" })
    assert.equal(data.length, 4)
    assert.deepEqual(await members(id, `?from=${before}&to=${before}`), {
      after: null,
      data: [{ userId: "dora", awards: 1, coins: "3" }]
    })
    assert.deepEqual((await members(twice, "")).data, [{ userId: "ada", awards: 1, coins: "7" }])
  })

  test("a day on which a rule got another time zone is one day of it", async (stage) => {
    const id = await stage.rule()
    await stage.onboard("ada")
    await stage.award("ada")
    // Its clocks show UTC, so its day is the same, but only its awards store it.
    await stage.update({ id, timeZone: "Africa/Abidjan" })
    await stage.award("ada")
    const { data } = JSON.parse((await stage.send(get(`/laas/rules/${id}/statistics`))).text)
    assert.deepEqual(data.days.at(-1), {
      day: stage.now().toISOString().slice(0, 10),
      awards: 2,
      coins: "20",
      reversed: "0"
    })
    assert.deepEqual(await stage.world.run(Effect.flatMap(Boards, (boards) => boards.verify())), [])
  })

  test("awards that a limit refuses or suppresses are counted by the limit", async (stage) => {
    const limits = [{ per: "member", period: "week", awards: 1 }]
    const id = await stage.rule({ limits })
    const suppressing = await stage.rule({ name: "quiet", atLimit: "suppress", limits })
    await stage.onboard("ada")
    for (const ruleName of ["signup", "signup", "quiet", "quiet", "quiet"]) {
      await stage.tryAward("ada", { ruleName })
    }
    const limit = { per: "member", period: "week", measure: "awards" }
    const { days, refusals } = dataIn((await stage.send(get("/laas/statistics"))).body)
    assert.deepEqual(refusals, [
      { ruleId: suppressing, ruleName: "quiet", code: "limit_reached", limit, count: 2 },
      { ruleId: id, ruleName: "signup", code: "limit_reached", limit, count: 1 }
    ])
    assert.ok(Array.isArray(days))
    assert.equal(days.at(-1).refused, 3)
  })

  test("another partner's statistics and usage are not among them", async (stage) => {
    const other = await stage.world.partner(`other-of-${stage.email}`.replace(/@.*/, ""))
    const id = await other.rule()
    await other.onboard("ada")
    await other.award("ada")
    const found = dataIn((await stage.send(get("/laas/statistics"))).body)
    const { data } = Object(found.members)
    assert.deepEqual([found.owed, found.rules, data, found.refusals], ["0", [], [], []])
    meets(
      await stage.send(get(`/laas/rules/${id}/statistics`)),
      notFound(`rule ${id} was not found: create the rule first`, "rule_not_found")
    )
    assert.deepEqual(
      await stage.send(get("/laas/rules/usage")).then(({ text }) => JSON.parse(text).data.data),
      []
    )
  })

  test("days that are no days, or too many, are named", async (stage) => {
    const ask = (search: string) => stage.send(get(`/laas/statistics?${search}`))
    meets(
      await ask("from=2026-02-30"),
      badRequest('from must be a day, such as 2026-01-31, got "2026-02-30"')
    )
    meets(
      await ask("from=2026-02-02&to=2026-02-01"),
      badRequest("to must not be before from, which is 2026-02-02")
    )
    meets(
      await ask("from=2025-01-01&to=2026-02-05"),
      badRequest("from must be less than 400 days before to, which is 2026-02-05")
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
