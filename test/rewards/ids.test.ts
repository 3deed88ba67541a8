import assert from "node:assert/strict"
import { Effect, FastCheck as fc, Schema, TestClock } from "effect"
import { PartnerId, RuleId } from "../../lib/rewards/Id.ts"
import { Ids } from "../../lib/rewards/Ids.ts"
import { stripeId, stripes } from "../../lib/rewards/ledger/Account.ts"
import { uuidv7 } from "../../lib/schema/Id.ts"
import { describe, it } from "../support/effect.ts"

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const parts = fc.record({
  millis: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  counter: fc.integer({ min: 0, max: 0xfff }),
  random: fc.uint8Array({ minLength: 8, maxLength: 8 })
})

describe("ids", () => {
  it.effect("ascend even if the clock stands still or goes back, and stay well-formed", () =>
    Effect.gen(function* () {
      const ids = yield* Ids
      const taken: Array<string> = []
      for (const moment of [1_000, 1_000, 500, 1_001, 1_001.25, 1_001.75, 0, 2_000.5]) {
        yield* TestClock.setTime(moment)
        taken.push(...(yield* ids.take(3_000)))
      }
      for (const id of taken) assert.match(id, version7)
      assert.deepEqual(taken.toSorted(), taken)
      assert.equal(new Set(taken).size, taken.length)
    }).pipe(Effect.provide(Ids.layer))
  )

  it("are accepted only in the form that the service generates", () => {
    const decode = Schema.decodeUnknownEither(RuleId)
    const id = uuidv7(1_700_000_000_000, 7, new Uint8Array(8).fill(0xab), 0)
    assert.equal(decode(id)._tag, "Right")
    for (const bad of [
      "",
      "7",
      id.toUpperCase(),
      id.slice(1),
      `${id}0`,
      ` ${id}`,
      `{${id}}`,
      id.replaceAll("-", ""),
      `${id}\n`,
      7,
      null
    ]) {
      assert.equal(decode(bad)._tag, "Left", String(bad))
    }
  })

  it("of a partner's stripes differ from each other, from the partner's and from those of any other partner", () =>
    fc.assert(
      fc.property(parts, parts, (one, two) => {
        const partner = ({ millis, counter, random }: typeof one) =>
          Schema.decodeSync(PartnerId)(uuidv7(millis, counter, random, 0))
        const [a, b] = [partner(one), partner(two)]
        const all = [a, b].flatMap((id) =>
          (["issuance", "treasury"] as const).flatMap((side) =>
            Array.from({ length: stripes }, (_, stripe) => `${id} ${stripeId(id, side, stripe)}`)
          )
        )
        assert.equal(new Set(all).size, a === b ? 2 * stripes : 4 * stripes)
        assert.ok(all.every((id) => !version7.test(id.slice(37))))
      })
    ))
})
