import assert from "node:assert/strict"
import fc from "fast-check"
import { RequestServices } from "../../lib/http/requestServices.ts"
import { describe, it } from "../support/effect.ts"

const entries = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.integer()))

describe("the services of a request", () => {
  it("are those of a copy of the engine's services with its own added, and leave the engine's as they were", () => {
    fc.assert(
      fc.property(entries, entries, (shared, own) => {
        const engine = new Map<string, unknown>(shared)
        const copy = new Map<string, unknown>(shared)
        const services = new RequestServices(engine)
        for (const [key, value] of own) {
          services.set(key, value)
          copy.set(key, value)
        }
        const visited: Array<unknown> = []
        services.forEach((value, key) => {
          visited.push([key, value])
        })
        const seen = [new Map(services), services.size, [...services.keys()], [...services.values()], visited]
        assert.deepEqual(seen, [copy, copy.size, [...copy.keys()], [...copy.values()], [...copy]])
        for (const key of "abcde") {
          assert.deepEqual([services.has(key), services.get(key)], [copy.has(key), copy.get(key)])
        }
        assert.deepEqual(engine, new Map(shared))
      })
    )
  })
})
