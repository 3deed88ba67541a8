import assert from "node:assert/strict"
import { Context, Effect, Schema } from "effect"
import { one, promised, type Run } from "../../lib/open/promised.ts"
import type { Unparsed } from "../../lib/schema/Input.ts"
import { describe, it } from "../support/effect.ts"

class Absent extends Schema.TaggedError<Absent>()("Absent", {}) {}

class Days extends Context.Tag("test/Days")<
  Days,
  {
    readonly get: (input: { readonly year: number }) => Effect.Effect<Date, Absent>
    readonly count: () => Effect.Effect<number>
    readonly next: (input: { readonly day: string } | Unparsed) => Effect.Effect<Date>
  }
>() {}

const service = Days.of({
  get: ({ year }) => (year > 0 ? Effect.succeed(new Date(Date.UTC(year, 0))) : Effect.fail(new Absent())),
  count: () => Effect.succeed(1),
  next: () => Effect.succeed(new Date(0))
})
const run: Run<Days, Absent> = (effect) => Effect.runPromise(Effect.provideService(effect, Days, service))

describe("the Promise form of a service", () => {
  it("has the methods that have an encoder, and answers with what these make", async () => {
    const days = promised(Days, { get: one<string>()(Schema.Date) })(run)
    const day: string = await days.get({ year: 2031 })
    assert.equal(day, "2031-01-01T00:00:00.000Z")
    assert.deepEqual(Object.keys(days), ["get"])
    await assert.rejects(days.get({ year: 0 }), /Absent/)
  })

  it("takes the plain input of a method that also accepts the unparsed fields of a request", () => {
    const { next } = promised(Days, { next: one<string>()(Schema.Date) })(run)
    // This compiles only if the fields of the request are not among the types of the input.
    const dayOf = (input: Parameters<typeof next>[0]): string => input.day
    assert.equal(dayOf({ day: "2031-01-01" }), "2031-01-01")
  })

  it("does not compile for a method that is not there, for another answer, or for failures that cannot be thrown", () => {
    // @ts-expect-error the service has no such method
    promised(Days, { got: one<string>()(Schema.Date) })
    // @ts-expect-error the method succeeds with a date
    promised(Days, { get: one<string>()(Schema.NumberFromString) })
    const days = promised(Days, { get: one<string>()(Schema.Date) })
    const runSafe: Run<Days, never> = (effect) =>
      Effect.runPromise(Effect.provideService(effect, Days, service))
    // @ts-expect-error the method can fail, and this runner takes nothing that can
    days(runSafe)
    assert.deepEqual(Object.keys(promised(Days, { count: (count) => count })(runSafe)), ["count"])
  })
})
