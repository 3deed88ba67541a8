import assert from "node:assert/strict"
import { dataIn, get, post } from "../../support/calls.ts"
import { containing, id, instant, matches, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, notFound, refused, success } from "../../support/table.ts"
import type { Stage, Test } from "./stage.ts"

const daily = { limits: [{ per: "member", period: "day", awards: 1 }] }

const record = ({ partnerId }: Stage, change: Readonly<Record<string, Pattern>> = {}) => ({
  id,
  ruleId: id,
  ruleName: "signup",
  userId: "ann",
  awarded: true,
  note: null,
  partnerId,
  ...change
})

const standing = (
  per: string,
  period: string,
  measure: string,
  used: string,
  max: string,
  resetsAt: string | null
) => ({
  per,
  period,
  measure,
  used,
  max,
  resetsAt
})
const places = (used: string) => standing("rule", "ever", "participants", used, "1000", null)

export const awards = (test: Test): void => {
  test("limit_reached says which limit, what is used, and when it resets", async (stage) => {
    const { award, later, midnight, onboard, rule, tryAward } = stage
    await rule(daily)
    await onboard("ann")
    await award("ann")
    meets(
      await tryAward("ann"),
      refused(
        "limit_reached",
        `rule signup has used 1 of 1 awards per member and day: award from ${midnight()} on, or raise the limit`
      )
    )
    await later(24)
    meets(await tryAward("ann"), success(201, "Rule award created successfully", record(stage)))
  })

  test("a budget is spent to the last coin, and not beyond", async ({ onboard, rule, tryAward }) => {
    await rule({ limits: [{ per: "rule", period: "ever", coins: 25 }] })
    for (const userId of ["ann", "bob"]) {
      await onboard(userId)
      assert.equal((await tryAward(userId)).status, 201)
    }
    meets(
      await tryAward("ann"),
      refused("limit_reached", "rule signup has used 20 of 25 coins per rule: raise the limit")
    )
  })

  test("rule_not_running before the start and from the end on", async ({
    later,
    now,
    onboard,
    rule,
    tryAward
  }) => {
    const [startsAt, endsAt] = [24, 48].map((hours) =>
      new Date(now().getTime() + hours * 3_600_000).toISOString()
    )
    await rule({ startsAt, endsAt })
    await onboard("ann")
    const outside = refused(
      "rule_not_running",
      `ruleName signup runs from ${startsAt} on until ${endsAt}: award it in that time, or change startsAt and endsAt`
    )
    meets(await tryAward("ann"), outside)
    await later(24)
    assert.equal((await tryAward("ann")).status, 201)
    await later(24)
    meets(await tryAward("ann"), outside)
  })

  test("suppress answers 201 with awarded false, and the list says why", async (stage) => {
    const { award, coins, list, onboard, rule, send, tryAward } = stage
    await rule({ ...daily, atLimit: "suppress" })
    await onboard("ann")
    await award("ann")
    meets(
      await tryAward("ann", { narration: "again" }),
      success(201, "Rule award suppressed by a limit", record(stage, { awarded: false, note: "again" }))
    )
    assert.equal(await coins("ann"), "10")
    matches(await list("/laas/rules/awards?state=suppressed"), [
      {
        ...record(stage, { awarded: false, note: "again" }),
        coins: "0",
        amount: null,
        state: "suppressed",
        coinsLeft: "0",
        amountLeft: null,
        activityId: null,
        suppressedBy: "limit_reached",
        metadata: {},
        createdAt: instant,
        maturesAt: null,
        expiresAt: null,
        reversedAt: null,
        orderedBy: stage.person
      }
    ])
    const bulk = { awards: [{ userId: "ann", ruleName: "signup" }] }
    meets(
      await send(post("/laas/rules/awards", bulk)),
      success(201, "1 of 1 awards created", {
        accepted: 1,
        refused: 0,
        outcomes: [{ status: "success", data: record(stage, { awarded: false }) }]
      })
    )
  })

  test("clamp pays what the budget leaves, then refuses", async ({
    coins,
    list,
    onboard,
    rule,
    tryAward
  }) => {
    await rule({ atLimit: "clamp", limits: [{ per: "rule", period: "ever", coins: "12.5" }] })
    await onboard("ann")
    for (const _ of [1, 2]) assert.equal((await tryAward("ann")).status, 201)
    assert.equal(await coins("ann"), "12.5")
    assert.deepEqual(
      (await list("/laas/rules/awards")).map((award) => award.coins),
      ["2.5", "10"]
    )
    meets(await tryAward("ann"), refused("limit_reached", "12.5 of 12.5 coins per rule"))
  })

  test("explain says what an award would do, with every limit, and writes nothing", async (stage) => {
    const { award, coins, explain, list, midnight, onboard, rule } = stage
    await rule({ type: "batched", completionNumber: 2, userLimitAward: 2, ...daily })
    await onboard("ann")
    const limits = (paid: string) => [
      places(paid),
      standing("member", "ever", "awards", paid, "2", null),
      standing("member", "day", "awards", paid, "1", midnight())
    ]
    const explained = (change: Readonly<Record<string, Pattern>>) =>
      success(200, "Award explained, nothing was written", {
        outcome: "counts",
        wouldPay: false,
        coins: "0",
        maturesAt: null,
        expiresAt: null,
        refusal: null,
        suppressedBy: null,
        progress: { done: 0, of: 2 },
        alreadyDone: false,
        limits: limits("0"),
        ...change
      })
    meets(await explain("ann"), explained({}))
    await award("ann")
    for (const _ of [1, 2]) {
      meets(
        await explain("ann", " SIGNUP "),
        explained({ outcome: "pays", wouldPay: true, coins: "10", progress: { done: 1, of: 2 } })
      )
    }
    await award("ann")
    await award("ann")
    meets(
      await explain("ann"),
      explained({
        outcome: "refused",
        refusal: {
          appErrorCode: "limit_reached",
          error: containing("has used 1 of 1 awards per member and day")
        },
        progress: { done: 1, of: 2 },
        limits: limits("1")
      })
    )
    assert.equal(await coins("ann"), "10")
    assert.equal((await list("/laas/rules/awards")).length, 3)
  })

  test("explain of a suppressed award names the limit", async ({
    award,
    explain,
    midnight,
    onboard,
    rule
  }) => {
    await rule({ ...daily, atLimit: "suppress" })
    await onboard("ann")
    await award("ann")
    meets(
      await explain("ann"),
      success(200, "Award explained, nothing was written", {
        outcome: "suppressed",
        wouldPay: false,
        coins: "0",
        maturesAt: null,
        expiresAt: null,
        refusal: null,
        suppressedBy: "limit_reached",
        progress: { done: 0, of: 1 },
        alreadyDone: false,
        limits: [places("1"), standing("member", "day", "awards", "1", "1", midnight())]
      })
    )
  })

  test("explain fails for a rule or user that is not there, as the award would", async ({
    explain,
    onboard,
    rule
  }) => {
    await rule()
    await onboard("ann")
    meets(
      await explain("ann", "ghost"),
      notFound("rule ghost was not found: create the rule first", "rule_not_found")
    )
    meets(await explain("ghost"), notFound("userId ghost was not found: onboard the user first"))
    meets(await explain(""), badRequest('userId must be text of 1 to 128 characters, got ""'))
  })

  test("metadata comes back in lists, which can be filtered by it", async (stage) => {
    const { list, onboard, rule, send, tryAward } = stage
    await rule()
    await onboard("ann")
    for (const order of ["1", "2"]) {
      const reply = await tryAward("ann", { metadata: { order, shop: "main street" } })
      meets(reply, success(201, "Rule award created successfully", record(stage)))
    }
    const transfer = { userId: "ann", coins: 1, metadata: { order: "2" } }
    assert.equal((await send(post("/laas/coins/transfer-from-user-wallet", transfer))).status, 201)
    const query = "metadataKey=order&metadataValue=2"
    assert.deepEqual(
      (await list(`/laas/rules/awards?${query}`)).map(({ metadata }) => metadata),
      [{ order: "2", shop: "main street" }]
    )
    assert.deepEqual(
      (await list(`/laas/coins/transactions/search?${query}`)).map(({ metadata, transactionType }) => [
        transactionType,
        metadata
      ]),
      [
        ["user_partner_transfer", { order: "2" }],
        ["award", { order: "2", shop: "main street" }]
      ]
    )
    meets(
      await send(get("/laas/rules/awards?metadataKey=order")),
      badRequest("metadataValue is required: metadata is filtered by key and value together")
    )
  })

  test("metadata that is too large or holds anything but text is refused, and nothing is written", async (stage) => {
    const { list, onboard, rule, send, tryAward } = stage
    await rule()
    await onboard("ann")
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key ${index}`, "x"]))
    const wrong = [
      many,
      { "": "x" },
      { ["k".repeat(41)]: "x" },
      { k: "x".repeat(501) },
      { k: 1 },
      ["x"],
      null
    ]
    const fault = badRequest(
      containing(
        "metadata must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters"
      )
    )
    for (const metadata of wrong) {
      meets(await tryAward("ann", { metadata }), fault)
      const transfer = { userId: "ann", coins: 1, metadata }
      meets(await send(post("/laas/coins/transfer-from-user-wallet", transfer)), fault)
    }
    assert.deepEqual(await list("/laas/rules/awards"), [])
  })

  test("lists go on after `next`, and end with null", async ({ award, onboard, rule, send }) => {
    await rule()
    await onboard("ann")
    for (const _ of [1, 2, 3]) await award("ann")
    for (const path of ["/laas/rules/awards", "/laas/coins/transactions/search"]) {
      const seen = []
      let after = ""
      for (let page = 0; page < 3; page++) {
        const { data, hasMore, next } = dataIn((await send(get(`${path}?limit=1${after}`))).body)
        const [entry] = Array.isArray(data) ? data : []
        assert.deepEqual([hasMore, next], page < 2 ? [true, entry.id] : [false, null])
        seen.push(entry.id)
        after = `&after=${next}`
      }
      assert.equal(new Set(seen).size, 3, path)
    }
  })
}
