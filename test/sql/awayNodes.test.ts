import assert from "node:assert/strict"
import { Effect, Exit } from "effect"
import { AwayNodes } from "../../lib/sql/AwayNodes.ts"
import { DatabaseUnavailable, LockTimeout } from "../../lib/sql/Errors.ts"
import { describe, it } from "../support/effect.ts"

const away = Effect.fail(new DatabaseUnavailable({ reason: "08006", committed: "no" }))

/** Partners on the nodes "a" and "b". The name of a partner starts with that of its node. */
const makeNodes = () => new AwayNodes((partner) => Effect.succeed(partner.slice(0, 1)))

/** Calls for a partner, and whether the work ran. */
const callOn = (nodes: AwayNodes) => {
  let ran = 0
  return async (partner: string, work: Effect.Effect<string, DatabaseUnavailable | LockTimeout>) => {
    const before = ran
    const counted = Effect.zipRight(
      Effect.sync(() => (ran += 1)),
      work
    )
    const exit = await Effect.runPromiseExit(nodes.guard(partner, counted))
    // The node of a failed call is looked up in the background.
    await Bun.sleep(1)
    return { ran: ran > before, ok: Exit.isSuccess(exit) }
  }
}

const refused = { ran: false, ok: false }
const answered = { ran: true, ok: true }
const failed = { ran: true, ok: false }

describe("calls for partners of a node that is away", () => {
  it("are refused at once, those for other nodes are not", async () => {
    const call = callOn(makeNodes())
    assert.deepEqual(await call("a1", away), failed)
    assert.deepEqual(await call("a1", Effect.succeed("")), refused)
    assert.deepEqual(await call("a2", Effect.succeed("")), refused)
    assert.deepEqual(await call("b1", Effect.succeed("")), answered)
  })

  it("are let through one at a time, until one is answered", async () => {
    const call = callOn(makeNodes())
    await call("a1", away)
    await Bun.sleep(1010)
    assert.deepEqual(await call("a2", away), failed)
    assert.deepEqual(await call("a1", Effect.succeed("")), refused)
    await Bun.sleep(1010)
    const slow = call("a1", Effect.delay(Effect.succeed(""), "50 millis"))
    assert.deepEqual(await call("a2", Effect.succeed("")), refused)
    assert.deepEqual(await slow, answered)
    assert.deepEqual(await call("a2", Effect.succeed("")), answered)
  })

  it("do not include those that failed for another reason", async () => {
    const call = callOn(makeNodes())
    assert.deepEqual(await call("a1", Effect.fail(new LockTimeout())), failed)
    assert.deepEqual(await call("a1", Effect.succeed("")), answered)
  })

  it("do not include those of a node on which a statement of one partner was too slow", async () => {
    const call = callOn(makeNodes())
    const slow = Effect.fail(new DatabaseUnavailable({ reason: "ETIMEDOUT", committed: "no" }))
    assert.deepEqual(await call("a1", slow), failed)
    assert.deepEqual(await call("a2", Effect.succeed("")), answered)
  })

  it("include all statements of the work that is let through", async () => {
    const nodes = makeNodes()
    const call = callOn(nodes)
    await call("a1", away)
    await Bun.sleep(1010)
    const inside = nodes.guard("a1", Effect.succeed(""))
    assert.deepEqual(await call("a1", Effect.zipRight(inside, inside)), answered)
  })
})
