// Two processes of the service on one database, of which one can be killed and started again.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { openRewards } from "../../../lib/index.ts"
import { newCaller, type Reply } from "../../server/caller.ts"
import { type Service, startService } from "../../server/service.ts"
import type { Violations } from "../../support/Violations.ts"
import { raw } from "../../support/world.ts"
import { type Order, rules } from "../shop/Order.ts"
import { unlimited } from "../shop/Shop.ts"

export type KeyViolations = Violations<"second effects" | "different answers" | "mismatches accepted">

export interface Pair {
  /** Sends an order to one of the processes until there is an answer that says what came of it. */
  readonly ask: (order: Order, index: number) => Promise<Reply>
  /** Kills a process when so many further answers have come, and starts it again. */
  readonly killAfter: (answers: number) => Promise<void>
  readonly counts: { readonly sent: number; readonly again: number }
  /** Each of these orders has its records once, there are no others, and `verify` finds nothing. */
  readonly audit: (orders: ReadonlyArray<Order>, violations: KeyViolations) => Promise<void>
  readonly stop: () => Promise<void>
}

/** More than all transfers of a run together. */
const riches = 1_000_000

export const openPair = async (database: string): Promise<Pair> => {
  const start = () => startService({ ...unlimited, DATABASE_URL: database })
  const services: [Service, Service] = [await start(), await start()]
  const counts = { sent: 0, again: 0, answers: 0 }
  let onAnswer = () => {}

  const caller = await newCaller(services[0].url)
  const done = async (path: string, body: object) => {
    const { body: answer, status } = await caller.post(services[0].url, path, body)
    assert.ok(status === 200 || status === 201, JSON.stringify(answer))
  }
  const places = { condition: "met", maxNumberOfParticipant: "1000000" }
  for (const [name, rule] of Object.entries(rules)) {
    await done("/laas/rules/create-rule", { name, ...places, ...rule, coinValue: String(rule.coinValue) })
  }
  await done("/laas/rules/create-rule", { name: "riches", ...places, coinValue: String(riches) })
  for (const userId of ["ann", "bob"]) {
    await done("/laas/users", { userId })
    await done("/laas/rules/award", { userId, ruleName: "riches" })
  }

  const ask: Pair["ask"] = async (order, index) => {
    for (let attempt = 0; attempt < 1000; attempt++) {
      const { url } = services[(index + attempt) % 2] ?? services[0]
      counts.sent += 1
      const reply = await caller
        .post(url, order.path, order.body, { "idempotency-key": order.key })
        .catch(() => undefined)
      counts.answers += 1
      onAnswer()
      if (reply !== undefined && reply.status !== 503) {
        assert.ok(reply.status < 500, `${order.key}: ${reply.status} ${JSON.stringify(reply.body)}`)
        return reply
      }
      counts.again += 1
      await Bun.sleep(10)
    }
    throw new Error(`no answer to ${order.key}`)
  }

  const killAfter = async (answers: number): Promise<void> => {
    const goal = counts.answers + answers
    await new Promise<void>((resolve) => {
      onAnswer = () => {
        if (counts.answers >= goal) resolve()
      }
      onAnswer()
    })
    onAnswer = () => {}
    services[1].signal("SIGKILL")
    await services[1].ended
    services[1] = await start()
  }

  const audit: Pair["audit"] = async (orders, violations) => {
    const query = raw(
      "SELECT value, COUNT(*) AS n FROM rewards_text WHERE name IN ('', 'order') GROUP BY value"
    )
    const rows = await Effect.runPromise(Effect.provide(query, layerFromUrl(database)))
    const stored = new Map(rows.map(({ n, value }) => [String(value), Number(n)]))
    for (const { key, records } of orders) {
      const found = stored.get(key) ?? 0
      violations.examine("second effects", found > records, () => `${key} has ${found} of ${records} records`)
    }
    violations.throwIfAny()
    assert.deepEqual(stored, new Map(orders.map(({ key, records }) => [key, records])))
    const rewards = await openRewards({ database })
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
  }

  const stop = async () => {
    for (const service of services) {
      service.signal("SIGKILL")
      await service.ended
    }
  }
  return { ask, killAfter, counts, audit, stop }
}
