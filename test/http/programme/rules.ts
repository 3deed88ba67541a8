import assert from "node:assert/strict"
import { dataIn, get, post } from "../../support/calls.ts"
import { hex32, id, matches, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, notFound, refused, success } from "../../support/table.ts"
import type { Stage, Test } from "./stage.ts"

const rule = { name: "signup", coinValue: "10", maxNumberOfParticipant: "100", condition: "Signs up" }

const answered = (change: Readonly<Record<string, Pattern>>) => ({
  ...rule,
  id,
  status: "active",
  archived: false,
  type: "single",
  completionNumber: "1",
  userLimitAward: "-1",
  rules: [],
  when: null,
  unit: null,
  maxCoins: null,
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject",
  coinsExpire: null,
  pendingDays: null,
  ...change
})

/** A rule as lists show it, which was never changed. */
const listed = ({ person: orderedBy }: Stage, change: Readonly<Record<string, Pattern>> = {}) =>
  answered({ orderedBy, changedBy: null, ...change })

const limits = [
  { per: "member", period: "day", awards: 3 },
  { per: "rule", period: "week", awards: "10", coins: 7.25 },
  { per: "rule", period: "ever", coins: "500.50" }
]
const limitsOut = [
  { per: "member", period: "day", awards: "3" },
  { per: "rule", period: "week", awards: "10", coins: "7.25" },
  { per: "rule", period: "ever", coins: "500.5" }
]

const one = (change: object) => [{ per: "member", period: "day", awards: 1, ...change }]
const amount = "an amount of coins above 0, with at most 4 decimals and no more than 500000000000"
const days = "a whole number of days from 1 to 365"
const period =
  "a period of whole years, months and days, such as P1Y, P90D or P1Y6M10D, of at least 1 day and at most 10 years from any day on"
const instant = "an instant with its time zone, such as 2026-01-31T12:00:00.000Z"

/** Fields that no rule can have, and the fault. */
const faulty: ReadonlyArray<readonly [name: string, fields: object, error: string]> = [
  [
    "an unknown period",
    { limits: one({ period: "hour" }) },
    'limits.0.period must be "day", "week", "month", "year" or "ever", got "hour"'
  ],
  ["an unknown per", { limits: one({ per: "user" }) }, 'limits.0.per must be "member" or "rule", got "user"'],
  ["a limit without per", { limits: one({ per: undefined }) }, "limits.0.per is required"],
  ["a limit without period", { limits: one({ period: undefined }) }, "limits.0.period is required"],
  ["an empty limit", { limits: one({ awards: undefined }) }, "limits.0 must have awards, coins or both"],
  ["a limit that is no object", { limits: [null] }, "limits.0 must be an object"],
  ["no awards", { limits: one({ awards: 0 }) }, "limits.0.awards must be a whole number of 1 or more, got 0"],
  ["no coins", { limits: one({ coins: "0" }) }, `limits.0.coins must be ${amount}, got "0"`],
  [
    "the same limit twice",
    { limits: [...one({ coins: 1 }), ...one({ awards: 2 })] },
    "limits.1.awards is stated twice: limits.0 has it already"
  ],
  [
    "nine limits",
    { limits: Array.from({ length: 9 }, () => one({})[0]) },
    "limits must hold at most 8 limits, got 9"
  ],
  [
    "an unknown time zone",
    { timeZone: "Mars/Base" },
    'timeZone must be the IANA name of a time zone, such as Europe/Berlin, got "Mars/Base"'
  ],
  [
    "a start without a time zone",
    { startsAt: "2026-01-31T12:00:00" },
    `startsAt must be ${instant}, got "2026-01-31T12:00:00"`
  ],
  [
    "a day that does not exist",
    { endsAt: "2026-02-30T00:00:00Z" },
    `endsAt must be ${instant}, got "2026-02-30T00:00:00Z"`
  ],
  [
    "an end at the start",
    { startsAt: "2026-02-01T00:00:00Z", endsAt: "2026-02-01T01:00:00+01:00" },
    "endsAt must be after startsAt, which is 2026-02-01T00:00:00.000Z"
  ],
  [
    "an unknown policy",
    { atLimit: "ignore" },
    'atLimit must be "reject", "suppress" or "clamp", got "ignore"'
  ],
  ["no day", { pendingDays: 0 }, `pendingDays must be ${days}, got 0`],
  ["more days than a year has", { pendingDays: "366" }, `pendingDays must be ${days}, got "366"`],
  ...["P0D", "P1W", "PT1H", "P11Y", "p1y", "P0.5Y", "-P1Y"].map(
    (text) =>
      [
        `the period ${text}`,
        { coinsExpire: text },
        `coinsExpire must be ${period}, got ${JSON.stringify(text)}`
      ] as const
  )
]

export const rules = (test: Test): void => {
  test("a rule is created with every field, and the answer keeps its six", async (stage) => {
    const { send } = stage
    const fields = {
      limits,
      timeZone: "Europe/Berlin",
      startsAt: "2026-03-01T00:00:00+01:00",
      endsAt: "2099-12-31T23:00:00Z",
      atLimit: "clamp",
      pendingDays: 14,
      coinsExpire: "P1Y"
    }
    meets(
      await send(post("/laas/rules/create-rule", { ...rule, ...fields })),
      success(201, "Rule created successfully", { ...rule, id, status: "active" })
    )
    meets(
      await send(get("/laas/rules")),
      success(200, "Rules returned successfully", {
        data: [
          listed(stage, {
            limits: limitsOut,
            timeZone: "Europe/Berlin",
            startsAt: "2026-02-28T23:00:00.000Z",
            endsAt: "2099-12-31T23:00:00.000Z",
            atLimit: "clamp",
            pendingDays: "14",
            coinsExpire: "P1Y"
          })
        ],
        hasMore: false,
        next: null
      })
    )
  })

  test("an update replaces the limits whole, and leaves what it does not name", async ({
    rule: create,
    update
  }) => {
    const ruleId = await create({ ...rule, limits, startsAt: "2026-01-01T00:00:00Z", atLimit: "suppress" })
    const updated = (change: Readonly<Record<string, Pattern>>) =>
      success(200, "Rule updated successfully", answered({ atLimit: "suppress", ...change }))
    const startsAt = "2026-01-01T00:00:00.000Z"
    meets(
      await update({ id: ruleId, endsAt: "2099-01-01T00:00:00Z", timeZone: "Asia/Tokyo" }),
      updated({ limits: limitsOut, startsAt, endsAt: "2099-01-01T00:00:00.000Z", timeZone: "Asia/Tokyo" })
    )
    meets(
      await update({ id: ruleId, limits: limits.slice(0, 1), timeZone: "UTC", endsAt: null }),
      updated({ limits: limitsOut.slice(0, 1), startsAt })
    )
    meets(
      await update({ id: ruleId, limits: [], startsAt: null, atLimit: "reject" }),
      updated({ atLimit: "reject" })
    )
    const inTime = { pendingDays: "7", coinsExpire: "P18M", atLimit: "reject" }
    meets(await update({ id: ruleId, pendingDays: "7", coinsExpire: "P18M" }), updated(inTime))
    meets(await update({ id: ruleId, pendingDays: null }), updated({ ...inTime, pendingDays: null }))
    meets(await update({ id: ruleId, coinsExpire: null }), updated({ atLimit: "reject" }))
  })

  for (const [name, fields, error] of faulty) {
    test(`${name} is refused, on creation and on update`, async (stage) => {
      const { rule: create, send, update } = stage
      meets(await send(post("/laas/rules/create-rule", { ...rule, ...fields })), badRequest(error))
      const ruleId = await create(rule)
      meets(await update({ id: ruleId, ...fields }), badRequest(error))
      const { body } = await send(get("/laas/rules"))
      matches(body, {
        status: "success",
        message: "Rules returned successfully",
        data: { data: [listed(stage)], hasMore: false, next: null }
      })
    })
  }

  test("an end that is not after the start that the rule has is refused", async ({
    rule: create,
    update
  }) => {
    const ruleId = await create({ ...rule, startsAt: "2026-02-01T00:00:00Z" })
    meets(
      await update({ id: ruleId, endsAt: "2026-02-01T00:00:00Z" }),
      badRequest("endsAt must be after startsAt, which is 2026-02-01T00:00:00.000Z")
    )
  })

  test("a limit per rule cannot be set below what is spent, and is named; one per member can", async (stage) => {
    const { award, onboard, rule: create, update } = stage
    const ruleId = await create(rule)
    await onboard("ann")
    await award("ann")
    await award("ann")
    const perMember = { per: "member", period: "ever", awards: 1 }
    const low = (measure: object) => ({
      id: ruleId,
      limits: [perMember, { per: "rule", period: "day", ...measure }]
    })
    meets(
      await update(low({ coins: "19.9999" })),
      refused("limit_too_low", "limits.1.coins cannot be 19.9999: 20 are used already in the running window")
    )
    meets(
      await update(low({ awards: 1 })),
      refused("limit_too_low", "limits.1.awards cannot be 1: 2 are used already in the running window")
    )
    const { body } = await update(low({ awards: 2, coins: 20 }))
    matches(dataIn(body).limits, [
      { per: "member", period: "ever", awards: "1" },
      { per: "rule", period: "day", awards: "2", coins: "20" }
    ])
  })

  test("a rule is read with what it has used, and with the members in the middle of a cycle", async (stage) => {
    const { award, midnight, onboard, rule: create, send } = stage
    const ruleId = await create({
      ...rule,
      type: "batched",
      completionNumber: 2,
      limits: [{ per: "rule", period: "day", awards: 5, coins: "12.5" }]
    })
    await onboard("ann")
    await onboard("bob")
    for (const userId of ["ann", "bob", "ann", "ann"]) await award(userId)
    const resetsAt = midnight()
    meets(
      await send(get(`/laas/rules/${ruleId}`)),
      success(200, "Rule returned successfully", {
        ...listed(stage, {
          type: "batched",
          completionNumber: "2",
          limits: [{ per: "rule", period: "day", awards: "5", coins: "12.5" }]
        }),
        version: hex32,
        usage: [
          { per: "rule", period: "ever", measure: "participants", used: "1", max: "100", resetsAt: null },
          { per: "rule", period: "day", measure: "awards", used: "1", max: "5", resetsAt },
          { per: "rule", period: "day", measure: "coins", used: "10", max: "12.5", resetsAt }
        ]
      })
    )
    const one = (userId: string) => ({ userId, done: 1, of: 2, missing: [] })
    const first = await send(get(`/laas/rules/${ruleId}/progress?limit=1`))
    const { next } = dataIn(first.body)
    meets(
      first,
      success(200, "Progress returned successfully", { data: [one("ann")], hasMore: true, next: id })
    )
    meets(
      await send(get(`/laas/rules/${ruleId}/progress?after=${next}`)),
      success(200, "Progress returned successfully", { data: [one("bob")], hasMore: false, next: null })
    )
  })

  test("an archived rule is listed only as such, keeps its name and its awards, and can be restored", async (stage) => {
    const { award, onboard, rule: create, send, update } = stage
    const ruleId = await create(rule)
    await create({ ...rule, name: "other" })
    await onboard("ann")
    await award("ann")
    const updated = (change: Readonly<Record<string, Pattern>>) =>
      success(200, "Rule updated successfully", answered(change))
    const namesIn = async (query: string) => {
      const { body } = await send(get(`/laas/rules?${query}`))
      return Array.from(Object(dataIn(body)).data, (each) => Object(each).name)
    }
    const mustBeInactive = badRequest('archived can only be true when status is "inactive"')
    const mustBeFlag = badRequest('archived must be true or false, got "yes"')
    meets(await update({ id: ruleId, archived: "yes" }), mustBeFlag)
    meets(await update({ id: ruleId, archived: true }), mustBeInactive)
    const archived = { status: "inactive", archived: true } as const
    meets(await update({ id: ruleId, ...archived }), updated(archived))

    assert.deepEqual(await namesIn(""), ["other"])
    assert.deepEqual(await namesIn("status=inactive"), [])
    assert.deepEqual(await namesIn(`search=${rule.name}`), [])
    assert.deepEqual(await namesIn("status=archived"), [rule.name])
    assert.deepEqual(await namesIn(`status=archived&search=${rule.name}`), [rule.name])
    const usage = await send(get("/laas/rules/usage?status=archived"))
    assert.deepEqual(
      Array.from(Object(dataIn(usage.body)).data, (each) => Object(each).ruleId),
      [ruleId]
    )
    const found = await send(get(`/laas/rules/${ruleId}`))
    assert.deepEqual([dataIn(found.body).archived, dataIn(found.body).status], [true, "inactive"])
    const awards = await send(get(`/laas/rules/awards?ruleName=${rule.name}`))
    assert.equal(Array.from(Object(dataIn(awards.body)).data).length, 1)

    assert.match((await stage.tryAward("ann")).text, /rule_inactive/)
    const explained = await send(post("/laas/rules/award/explain", { userId: "ann", ruleName: rule.name }))
    assert.match(explained.text, /rule_inactive/)
    assert.match((await send(post("/laas/rules/create-rule", rule))).text, /name_taken/)
    meets(await update({ id: ruleId, status: "active" }), mustBeInactive)
    meets(await update({ id: ruleId, coinValue: "11" }), updated({ ...archived, coinValue: "11" }))
    meets(await update({ id: ruleId, archived: false, coinValue: "10" }), updated({ status: "inactive" }))
    assert.deepEqual(await namesIn("status=inactive"), [rule.name])
    meets(await update({ id: ruleId, status: "active" }), updated({}))
    assert.equal((await award("ann")).status, 201)

    const { body } = await send(get("/laas/iam/audit?action=rule.update"))
    const details = Array.from(Object(dataIn(body)).data, (each) => String(Object(each).detail))
    assert.ok(
      details.includes(`${ruleId}: status "active" -> "inactive", archived false -> true`),
      String(details)
    )
  })

  test("a rule that is not the partner's is not found", async ({ rule: create, send, world }) => {
    const ruleId = await create(rule)
    const other = await world.partner("stranger")
    for (const path of [`/laas/rules/${ruleId}`, `/laas/rules/${ruleId}/progress`]) {
      assert.equal((await send(get(path))).status, 200)
      meets(
        await world.send(other.as(get(path))),
        notFound(`rule ${ruleId} was not found: create the rule first`, "rule_not_found")
      )
    }
  })
}
