import assert from "node:assert/strict"
import { type Call, dataIn, get, idIn, patch, post, type Reply, withKey } from "../../support/calls.ts"
import { type Stage, scopesOf, type Test } from "./stage.ts"

type Send = (call: Call) => Promise<Reply>
type Entry = Readonly<Record<string, unknown>>

const done = async (send: Send, call: Call): Promise<Reply> => {
  const reply = await send(call)
  assert.ok(reply.status < 300, `${call.method} ${call.path}: ${reply.text}`)
  return reply
}

const rule = { coinValue: "10", maxNumberOfParticipant: "1000", condition: "is met" }

/** Orders one record of each kind, and checks that each is listed with its orderer. `name` keeps the records of two callers apart. */
const orderAll = async (stage: Stage, send: Send, name: string, orderedBy: Entry) => {
  const { list } = stage
  const write = (path: string, body: object) => done(send, post(path, body))
  const listedBy = async (path: string, which: (each: Entry) => boolean = () => true) => {
    const found = (await list(path)).filter(which)
    assert.ok(found.length > 0, `${path} lists nothing`)
    for (const each of found) assert.deepEqual(each.orderedBy, orderedBy, `${path}: ${JSON.stringify(each)}`)
    return found
  }
  const userId = `member of ${name}`
  await write("/laas/users", { userId })
  await listedBy("/laas/users", (each) => each.userId === userId)

  const ruleId = idIn((await write("/laas/rules/create-rule", { ...rule, name })).body)
  const when = { activity: `${name}.came` }
  await write("/laas/rules/create-rule", { ...rule, name: `${name} pending`, pendingDays: "3", when })
  const ofRules = await listedBy("/laas/rules", (each) => String(each.name).startsWith(name))
  assert.deepEqual(
    ofRules.map(({ changedBy }) => changedBy),
    [null, null]
  )
  await write("/laas/rules/update-rule", { id: ruleId, coinValue: "11" })
  const [changed] = await listedBy("/laas/rules", (each) => each.id === ruleId)
  assert.deepEqual(changed?.changedBy, orderedBy)
  const single = dataIn((await done(stage.send, get(`/laas/rules/${ruleId}`))).body)
  assert.deepEqual([single.orderedBy, single.changedBy], [orderedBy, orderedBy])

  const award = { userId, ruleName: name }
  const awarded = idIn((await write("/laas/rules/award", award)).body)
  await write("/laas/rules/awards", { awards: [award, award] })
  await write("/laas/activities", { userId, type: when.activity })
  await write("/laas/activities/many", { activities: [{ userId, type: when.activity }] })
  await listedBy(`/laas/activities?userId=${userId}`)
  const awards = await listedBy(`/laas/rules/awards?userId=${userId}`)
  assert.equal(awards.length, 5)

  const [waiting] = await list(`/laas/rules/awards?userId=${userId}&state=pending`)
  await write("/laas/rules/award/confirm", { awardId: waiting?.id })
  await write("/laas/rules/award/reverse", { awardId: awarded, coins: "1" })
  const moved = (await write("/laas/coins/transfer-from-user-wallet", { userId, coins: 5 })).body
  await write("/laas/coins/refund", { transactionId: idIn(moved) })
  const adjust = { userId, coins: 5, debitOrCredit: "CR", reason: "goodwill" }
  const adjusted = (await write("/laas/coins/adjust", adjust)).body
  await write("/laas/coins/adjustments", { adjustments: [adjust] })
  await write("/laas/coins/adjust/reverse", { adjustmentId: idIn(adjusted) })
  const transactions = await listedBy(`/laas/coins/transactions/search?userId=${userId}&limit=100`)
  assert.deepEqual(
    new Set(transactions.map(({ transactionType }) => transactionType)),
    new Set([
      "award",
      "maturity",
      "award_reversal",
      "user_partner_transfer",
      "user_partner_refund",
      "adjustment",
      "adjustment_reversal"
    ])
  )
  assert.deepEqual(
    (await list(`/laas/coins/transactions?userId=${userId}&limit=100`)).map((each) => each.orderedBy),
    transactions.map(() => orderedBy)
  )

  const url = `https://${name}.example/hooks`
  const webhookId = idIn((await write("/laas/webhooks", { url })).body)
  const listed = async () => {
    const { body } = await done(stage.send, get(`/laas/webhooks/${webhookId}`))
    const { changedBy, orderedBy } = dataIn(body)
    return [orderedBy, changedBy]
  }
  assert.deepEqual(await listed(), [orderedBy, null])
  await done(send, patch(`/laas/webhooks/${webhookId}`, { description: "another" }))
  assert.deepEqual(await listed(), [orderedBy, orderedBy])

  const events = (await done(stage.send, get("/laas/events?newest=100"))).body
  const data = dataIn(events).data
  assert.ok(Array.isArray(data))
  const ofCaller = data.filter((each) => JSON.stringify(each.data).includes(name))
  assert.deepEqual(
    new Set(ofCaller.map((each) => each.type)),
    new Set([
      "member.onboarded",
      "rule.created",
      "rule.updated",
      "award.paid",
      "award.matured",
      "award.reversed",
      "activity.recorded",
      "coins.transferred",
      "coins.refunded",
      "coins.adjusted",
      "coins.adjustment_reversed"
    ])
  )
  for (const each of ofCaller) assert.deepEqual(each.orderedBy, orderedBy, JSON.stringify(each))
}

export const orderers = (test: Test): void => {
  test("every record says which login or API key ordered it", async (stage) => {
    const { key, partnerId, person, send, world } = stage
    // Someone reads the feed, so that events are written.
    await done(send, get("/laas/events"))
    await orderAll(stage, send, "login", person)
    const { id, ...credential } = await key()
    const byKey = stage.withToken(await world.logInWithKey({ id, ...credential }))
    await orderAll(stage, byKey, "machinery", { kind: "key", id, name: "machine" })
    const { body } = await done(send, get("/laas/iam/api-keys"))
    const { data: keys } = Object(body)
    assert.deepEqual(
      keys.map((each: Entry) => each.orderedBy),
      [person]
    )
    assert.deepEqual(
      await world.sql(
        `SELECT number, kind FROM rewards_orderer WHERE partner_id = UUID '${partnerId}' ORDER BY number`
      ),
      [
        { number: 1, kind: "person" },
        { number: 2, kind: "key" }
      ]
    )
  })

  test("a replay changes nothing: the record keeps its first orderer", async (stage) => {
    const { list, onboard, person, rule, send } = stage
    await onboard("ann")
    await rule()
    const call = withKey(post("/laas/rules/award", { userId: "ann", ruleName: "signup" }), "once")
    const first = await done(send, call)
    const byKey = await scopesOf(stage, "awards:write")
    assert.equal((await done(byKey, call)).text, first.text)
    const awards = await list("/laas/rules/awards?userId=ann")
    assert.deepEqual(
      awards.map(({ orderedBy }) => Object(orderedBy).id),
      [person.id]
    )
  })

  test("what happens at its due time was ordered by nobody", async (stage) => {
    const { later, list, onboard, pending } = stage
    await onboard("ann")
    await pending("ann", { pendingDays: 1 })
    await later(48)
    const found = (await list("/laas/coins/transactions?userId=ann")).map((each) => [
      each.transactionType,
      each.orderedBy
    ])
    assert.deepEqual(found, [["maturity", null]])
  })

  test("the orderers of one partner are not those of another", async (stage) => {
    const { onboard, world } = stage
    await onboard("ann")
    const other = await world.partner(`other-${stage.partnerId}`)
    await other.onboard("bob")
    const { body } = await world.send(other.as(get("/laas/users")))
    const { data: members } = Object(body).data
    assert.deepEqual(
      members.map((each: Entry) => each.orderedBy),
      [await other.person()]
    )
  })
}
