import assert from "node:assert/strict"
import { readerOf } from "../../events/sse.ts"
import { describe, it } from "../../support/effect.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { eventually } from "../../support/wait.ts"
import { type Caller, newCaller } from "../caller.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { publicPort, type Service, startService, stopService } from "../service.ts"

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }
export const award = { userId: "ada", ruleName: "visit" }

/** A partner that reads its events, with a rule and a member. */
export const prepared = async ({ url }: Service): Promise<Caller> => {
  const caller = await newCaller(url)
  assert.equal((await caller.get(url, "/laas/events")).status, 200)
  assert.equal((await caller.post(url, "/laas/rules/create-rule", rule)).status, 201)
  assert.equal((await caller.post(url, "/laas/users", { userId: "ada" })).status, 200)
  return caller
}

const ask = ({ url }: Service, { token }: Caller, last?: string): Promise<Response> =>
  fetch(`${url}/api/v1/laas/events`, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...(last && { "last-event-id": last })
    }
  })

export const follow = async (service: Service, caller: Caller, last?: string) =>
  readerOf(await ask(service, caller, last))

export const events = (on: ServiceRuntime): void => {
  describe("a stream of events", () => {
    it("does not keep the service from stopping, and goes on after a restart without a gap", async () => {
      const port = await publicPort()
      const settings = { ...port, DATABASE_URL: await migratedDatabase() }
      const first = await startService(settings, on)
      const caller = await prepared(first)
      const before = await follow(first, caller)
      const seen = [...(await before.take(2))]
      await caller.post(first.url, "/laas/rules/award", award)
      seen.push(...(await before.take(1)))
      const stopped = stopService(first)
      assert.deepEqual(await before.rest(), [])
      assert.deepEqual(await stopped, { code: 0, signal: null })

      const second = await startService(settings, on)
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

    it("gives its place back when its reader leaves", async () => {
      const service = await startService({ DATABASE_URL: "sqlite::memory:" }, on)
      const caller = await prepared(service)
      const open = await Promise.all(Array.from({ length: 16 }, () => ask(service, caller)))
      assert.deepEqual(new Set(open.map(({ status }) => status)), new Set([200]))
      assert.equal((await ask(service, caller)).status, 429)
      await Promise.all(open.map(({ body }) => body?.cancel()))
      const place = async () => {
        const { body, status } = await ask(service, caller)
        await body?.cancel()
        return status
      }
      assert.equal(await eventually("a free place", place, (status) => status !== 429), 200)
      assert.deepEqual(await stopService(service), { code: 0, signal: null })
    })
  })
}
