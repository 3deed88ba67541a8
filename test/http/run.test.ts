import assert from "node:assert/strict"
import { Effect, Exit, Runtime } from "effect"
import { Caller } from "../../lib/entries/accounts.ts"
import { makeCounts, makeDeadlines, makeRequestSlots, makeRun, type Serving } from "../../lib/http/run.ts"
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

describe("deadlines", () => {
  it("pass in their order, each when its own time is over, but for those that were cancelled", async () => {
    const deadlines = makeDeadlines(50)
    const passed: Array<string> = []
    const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    deadlines.add(() => passed.push("first"))
    const cancel = deadlines.add(() => passed.push("cancelled"))
    await after(20)
    deadlines.add(() => passed.push("second"))
    cancel()
    // Timers of one process fire in the order of their times, however late.
    await after(75)
    assert.deepEqual(passed, ["first", "second"])
  })
})

describe("request slots", () => {
  it("are counted in total, of a partner and of an address, and an answer that is held does not count in total", () => {
    const slots = makeRequestSlots({ whole: 2, partner: 2, address: 1 })
    const tagOf = (partnerId: string, address?: string) => {
      const refused = slots.take({ partnerId, address })
      return refused?._tag === "TooManyAtOnce" ? refused.policy : refused?._tag
    }
    const one = { partnerId: "one", address: undefined }
    const letGo = slots.hold(one)
    assert.equal(tagOf("one"), undefined)
    assert.equal(tagOf("one"), "partner")
    letGo()
    assert.equal(tagOf("one"), undefined)
    assert.equal(tagOf("two"), "Overloaded")
    slots.release(one)
    assert.equal(tagOf("two", "here"), undefined)
    slots.release(one)
    assert.equal(tagOf("three", "here"), "address")
    assert.equal(tagOf("three", "there"), undefined)
  })

  it("are counted by key, and what is not known is not counted", () => {
    const counts = makeCounts()
    for (const key of ["a", "a", undefined]) counts.add(key)
    assert.deepEqual([counts.of("a"), counts.of("b"), counts.of(undefined)], [2, 0, 0])
    for (const key of ["a", undefined, "a"]) counts.remove(key)
    assert.equal(counts.of("a"), 0)
  })
})
