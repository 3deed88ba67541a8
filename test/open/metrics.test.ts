import assert from "node:assert/strict"
import { openRewards } from "../../lib/index.ts"
import { makeMetrics } from "../../server/metrics.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"

/** The values of the series whose line contains all of the parts. */
const valuesOf = (text: string, ...parts: ReadonlyArray<string>): ReadonlyArray<number> =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("#") && parts.every((part) => line.includes(part)))
    .map((line) => Number(line.split(" ").at(-1)))

describe("metrics", () => {
  it("count awards and transfers by outcome, groups, and connections", async () => {
    const rewards = await openRewards({ database: await migratedDatabase() })
    const before = makeMetrics().print()
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    const rule = { partnerId, name: "visit", coinValue: "1", maxNumberOfParticipant: 1, condition: "a visit" }
    await rewards.rules.create({ ...rule, userLimitAward: 2 })
    await rewards.members.onboard({ partnerId, userId: "ada" })
    const award = { partnerId, userId: "ada", ruleName: "visit" }
    await rewards.awards.awardMany([award, award, award, { ...award, userId: "nobody" }])
    const { id: transactionId } = await rewards.transfers.transfer({ partnerId, userId: "ada", coins: 2 })
    await rewards.transfers.refund({ partnerId, transactionId })
    await rewards.rules.create({
      ...rule,
      name: "two",
      type: "batched",
      completionNumber: 2,
      userLimitAward: 1,
      atLimit: "suppress"
    })
    const two = { ...award, ruleName: "two" }
    const [, paid] = await rewards.awards.awardMany([two, two, two, two])
    assert.ok(paid?.ok)
    await rewards.awards.reverse({ partnerId, awardId: paid.award.id, idempotencyKey: "k" })
    await rewards.awards.reverse({ partnerId, awardId: paid.award.id, idempotencyKey: "k" })
    const board = () => rewards.boards.points({ partnerId })
    await board()
    await rewards.transfers.transfer({ partnerId, userId: "ada", coins: 1 })
    await board()
    const after = makeMetrics().print()
    const rise = (...parts: ReadonlyArray<string>) =>
      (valuesOf(after, ...parts)[0] ?? 0) - (valuesOf(before, ...parts)[0] ?? 0)
    assert.equal(rise("rewards_commands_total", 'kind="award"', 'outcome="paid"'), 3)
    assert.equal(rise("rewards_commands_total", 'kind="award"', 'outcome="counted"'), 1)
    assert.equal(rise("rewards_commands_total", 'kind="award"', 'outcome="suppressed"'), 2)
    assert.equal(rise("rewards_commands_total", 'kind="reverse"', 'outcome="returned"'), 1)
    assert.equal(rise("rewards_commands_total", 'kind="reverse"', 'outcome="replayed"'), 1)
    assert.equal(rise("rewards_commands_total", 'kind="refund"', 'outcome="returned"'), 1)
    assert.equal(rise("rewards_commands_total", 'kind="award"', 'outcome="UserLimitReached"'), 1)
    assert.equal(rise("rewards_commands_total", 'kind="award"', 'outcome="MemberNotFound"'), 1)
    assert.equal(rise("rewards_commands_total", 'kind="transfer"', 'outcome="moved"'), 2)
    // Three payments, the transfer and its refund, the reversal, and the transfer after the first fold.
    assert.equal(rise("rewards_folded_transfers_total"), 7)
    assert.equal(rise("rewards_group_size_count"), 7)
    assert.equal(valuesOf(after, "rewards_queue_depth")[0], 0)
    assert.equal(valuesOf(after, "rewards_pool_connections", 'state="waiting"')[0], 0)
    await rewards.close()
  })

  it("count the awards of activities like other awards, and not the rules that judge an activity as commands", async () => {
    const rewards = await openRewards({ database: await migratedDatabase() })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    const shared = { partnerId, coinValue: "1", maxNumberOfParticipant: 9, condition: "an order" }
    const rule = { ...shared, userLimitAward: 1, when: { activity: "order" } }
    await rewards.rules.create({ ...rule, name: "refuses" })
    await rewards.rules.create({ ...rule, name: "suppresses", atLimit: "suppress" })
    await rewards.rules.create({ ...rule, name: "counts", type: "batched", completionNumber: 3 })
    const byAmount = { activity: "order", amount: "data.total" }
    await rewards.rules.create({ ...rule, name: "by amount", unit: "1", when: byAmount })
    const never = { field: "data.total", is: "exists", value: true } as const
    await rewards.rules.create({ ...rule, name: "never", when: { activity: "order", conditions: never } })
    await rewards.members.onboard({ partnerId, userId: "ada" })
    const before = makeMetrics().print()
    await rewards.activities.record({ partnerId, userId: "ada", type: "order" })
    await rewards.activities.record({ partnerId, userId: "ada", type: "order" })
    const after = makeMetrics().print()
    const rise = (...parts: ReadonlyArray<string>) =>
      (valuesOf(after, ...parts)[0] ?? 0) - (valuesOf(before, ...parts)[0] ?? 0)
    const awards = ["paid", "counted", "suppressed", "UserLimitReached", "AmountInvalid"].map((outcome) => [
      outcome,
      rise("rewards_commands_total", 'kind="award"', `outcome="${outcome}"`)
    ])
    assert.deepEqual(awards, [
      ["paid", 2],
      ["counted", 2],
      ["suppressed", 1],
      ["UserLimitReached", 1],
      ["AmountInvalid", 2]
    ])
    assert.equal(rise("rewards_commands_total", 'kind="activity"', 'outcome="recorded"'), 2)
    assert.deepEqual([rise("rewards_group_size_count"), rise("rewards_group_size_sum")], [2, 2])
    await rewards.close()
  })

  it("have one registry for the engine and for requests, and no series for methods that callers make up", () => {
    const { observe, print } = makeMetrics()
    const summary = {
      requestId: "r",
      route: "/metrics-test",
      status: 200,
      partnerId: undefined,
      defect: undefined,
      traceId: undefined
    }
    for (const method of ["GET", "FOO", "BAR"]) observe({ ...summary, method, milliseconds: 3 })
    const text = print()
    const labels = (method: string) => `{method="${method}",route="/metrics-test",status="200"}`
    assert.deepEqual(valuesOf(text, `rewards_http_request_seconds_count${labels("GET")}`), [1])
    assert.deepEqual(valuesOf(text, `rewards_http_request_seconds_count${labels("other")}`), [2])
    assert.deepEqual(valuesOf(text, `rewards_http_request_seconds_sum${labels("other")}`), [0.006])
    const buckets = valuesOf(text, "rewards_http_request_seconds_bucket", 'method="other"', "/metrics-test")
    assert.deepEqual(buckets, [0, 0, ...Array.from({ length: 10 }, () => 2)])
    const types = text.split("\n").filter((line) => line.startsWith("# TYPE"))
    assert.equal(new Set(types).size, types.length, "each name has its type once")
  })
})
