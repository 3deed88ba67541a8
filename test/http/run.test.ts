import assert from "node:assert/strict"
import { Effect, Exit, Runtime } from "effect"
import { Caller } from "../../lib/accounts.ts"
import { makeRun } from "../../lib/http/run.ts"
import { RequestId } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"

const caller = { address: () => "192.0.2.1" }

describe("the steps of a request", () => {
  const run = makeRun(Runtime.defaultRuntime, 20)

  it("all have the caller's address and the request's id", async () => {
    const run = makeRun(Runtime.defaultRuntime, 60_000)
    const address = Effect.zipWith(Caller, RequestId, (known, id) => `${known.address()} ${id}`)
    const exits = await run(caller, "r1", async (step) => [
      await step(address),
      await step(Effect.delay(address, 1))
    ])
    assert.deepEqual(exits, [Exit.succeed("192.0.2.1 r1"), Exit.succeed("192.0.2.1 r1")])
  })

  it("end at the timeout: the running one is interrupted, and no other starts", async () => {
    const told: Array<string> = []
    const tell = (what: string) => Effect.sync(() => void told.push(what))
    const ended = Promise.withResolvers<void>()
    const interrupted = Effect.onInterrupt(Effect.never, () => tell("interrupted"))
    const outcome = await run(caller, "r2", async (step) => {
      await step(interrupted)
      ended.resolve()
      return await step(tell("begun"))
    })
    await ended.promise
    assert.equal(outcome, undefined)
    assert.deepEqual(told, ["interrupted"])
  })

  it("fail together if an exception is thrown between them", async () => {
    await assert.rejects(
      run(caller, "r3", async (step) => {
        await step(Effect.void)
        throw new Error("between")
      }),
      /between/
    )
  })
})
