import assert from "node:assert/strict"
import { readerOf } from "../events/sse.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { type Caller, newCaller } from "./caller.ts"
import { publicPort, type Service, startService, stopService, tidyUp } from "./service.ts"

afterAll(tidyUp)

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }
const award = { userId: "ada", ruleName: "visit" }

/** A partner that reads its events, with a rule and a member. */
const prepared = async ({ url }: Service): Promise<Caller> => {
  const caller = await newCaller(url)
  assert.equal((await caller.get(url, "/laas/events")).status, 200)
  assert.equal((await caller.post(url, "/laas/rules/create-rule", rule)).status, 201)
  assert.equal((await caller.post(url, "/laas/users", { userId: "ada" })).status, 200)
  return caller
}

const follow = async ({ url }: Service, { token }: Caller, last?: string) =>
  readerOf(
    await fetch(`${url}/api/v1/laas/events`, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${token}`,
        ...(last && { "last-event-id": last })
      }
    })
  )

describe("a stream of events", () => {
  it("does not keep the service from stopping, and goes on after a restart without a gap", async () => {
    const port = await publicPort()
    const settings = { ...port, DATABASE_URL: await freshDatabase() }
    const first = await startService(settings)
    const caller = await prepared(first)
    const before = await follow(first, caller)
    const seen = [...(await before.take(2))]
    await caller.post(first.url, "/laas/rules/award", award)
    seen.push(...(await before.take(1)))
    const stopped = stopService(first)
    assert.deepEqual(await before.rest(), [])
    assert.deepEqual(await stopped, { code: 0, signal: null })

    const second = await startService(settings)
    await caller.post(second.url, "/laas/rules/award", award)
    const after = await follow(second, caller, seen.at(-1)?.id)
    seen.push(...(await after.take(1)))
    await caller.post(second.url, "/laas/rules/award", award)
    seen.push(...(await after.take(1)))
    await after.cancel()
    const { body } = await caller.get(second.url, "/laas/events")
    assert.deepEqual(
      seen.map(({ data }) => data),
      body.data.data
    )
    assert.equal(seen.length, 5)
    await stopService(second)
  })

  it("has the events of another process, also one that is killed", async () => {
    const settings = { DATABASE_URL: await freshDatabase() }
    const [reader, writer] = await Promise.all([startService(settings), startService(settings)])
    const caller = await prepared(writer)
    const stream = await follow(reader, caller)
    const seen = [...(await stream.take(2))]
    for (let round = 0; round < 10; round++) {
      assert.equal((await caller.post(writer.url, "/laas/rules/award", award)).status, 201)
      seen.push(...(await stream.take(1)))
    }
    const answer = caller.post(writer.url, "/laas/rules/award", award).catch(() => undefined)
    await answer
    writer.signal("SIGKILL")
    await writer.ended
    seen.push(...(await stream.take(1)))
    const { body } = await caller.get(reader.url, "/laas/events")
    assert.deepEqual(
      seen.map(({ data }) => data),
      body.data.data
    )
    await stream.cancel()
    await stopService(reader)
  })
})
