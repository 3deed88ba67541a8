import assert from "node:assert/strict"
import { Effect, Exit, Runtime } from "effect"
import { Caller } from "../../lib/entries/accounts.ts"
import { makeRun, type Serving } from "../../lib/http/run.ts"
import { RequestId } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { soon } from "../support/wait.ts"

const caller = { address: () => "192.0.2.1" }

/** Serves one request, whose steps are written as an async function. */
const request = <A>(
  milliseconds: number,
  id: string,
  steps: (step: <B, E>(effect: Effect.Effect<B, E>) => Promise<Exit.Exit<B, E>>) => Promise<A>
): Promise<A | undefined> =>
  new Promise((resolve, reject) =>
    makeRun(Runtime.defaultRuntime, milliseconds)<A>(caller, id, {
      serve: ({ step, guarded }, ended) => {
        const fail = guarded((error: unknown) => {
          throw error
        })
        steps((effect) => new Promise((next) => step(effect, next))).then(ended, fail)
      },
      ended: resolve,
      late: () => resolve(undefined),
      broken: reject
    })
  )

describe("the steps of a request", () => {
  it("all have the caller's address and the request's id", async () => {
    const address = Effect.zipWith(Caller, RequestId, (known, id) => `${known.address()} ${id}`)
    const exits = await request(60_000, "r1", async (step) => [
      await step(address),
      await step(Effect.delay(address, 1)),
      await step(Effect.succeed("at once"))
    ])
    assert.deepEqual(exits, [
      Exit.succeed("192.0.2.1 r1"),
      Exit.succeed("192.0.2.1 r1"),
      Exit.succeed("at once")
    ])
  })

  it("end at the timeout: the running one is interrupted, and no other starts", async () => {
    const told: Array<string> = []
    const tell = (what: string) => Effect.sync(() => void told.push(what))
    const ended = Promise.withResolvers<void>()
    const interrupted = Effect.onInterrupt(Effect.never, () => tell("interrupted"))
    const outcome = await request(20, "r2", async (step) => {
      await step(interrupted)
      ended.resolve()
      return await step(tell("begun"))
    })
    await soon("the end of the step", ended.promise)
    assert.equal(outcome, undefined)
    assert.deepEqual(told, ["interrupted"])
  })

  it("fail together if an exception is thrown between them", async () => {
    await assert.rejects(
      request(60_000, "r3", async (step) => {
        await step(Effect.void)
        throw new Error("between")
      }),
      /between/
    )
  })

  const outcomeOf = (serve: Serving<never, string>["serve"]): Promise<string> =>
    new Promise((resolve) =>
      makeRun(Runtime.defaultRuntime, 60_000)(caller, "r4", {
        serve,
        ended: (answer) => resolve(`ended ${answer}`),
        late: () => resolve("late"),
        broken: (error) => resolve(`broken ${error}`)
      })
    )

  it("fail also where what goes on after one throws, at once, after a fiber or after something else", async () => {
    const thrown = () => {
      throw new Error("after")
    }
    assert.equal(await outcomeOf(thrown), "broken Error: after")
    assert.equal(await outcomeOf(({ step }) => step(Effect.void, thrown)), "broken Error: after")
    assert.equal(await outcomeOf(({ step }) => step(Effect.sleep(1), thrown)), "broken Error: after")
    assert.equal(
      await outcomeOf(({ guarded }) => void Promise.resolve().then(guarded(thrown))),
      "broken Error: after"
    )
  })

  it("have one outcome: what comes after it changes nothing", async () => {
    const outcomes: Array<string> = []
    makeRun(Runtime.defaultRuntime, 60_000)<string>(caller, "r5", {
      serve: (_, ended) => {
        ended("first")
        ended("second")
        throw new Error("third")
      },
      ended: (answer) => outcomes.push(answer),
      late: () => outcomes.push("late"),
      broken: () => outcomes.push("broken")
    })
    assert.deepEqual(outcomes, ["first"])
  })
})
