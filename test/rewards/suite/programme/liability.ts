import assert from "node:assert/strict"
import { Effect } from "effect"
import { Liability } from "../../../../lib/index.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const hour = 3_600_000

export const liability = (it: Tests<ProgrammeEngine>): void => {
  it.live(
    "the liability at an instant has what was written or due at this instant, swept or not, and nothing later",
    () =>
      Effect.gen(function* () {
        const { award, later, now, onboard, partnerId, rule, sweeper, transfer } = yield* newProgramme
        const service = yield* Liability
        const [awarded, day] = [now().getTime(), 24 * hour]
        // Noon of the next day, and the end of the day after it.
        const [matured, expired] = [awarded + day, awarded + 2.5 * day]
        const at = (instant: number) =>
          Effect.map(
            service.at({ partnerId, at: new Date(instant).toISOString() }),
            ({ awarded, expired, outstanding, pending, spent }) => [
              awarded,
              pending,
              outstanding,
              spent,
              expired
            ]
          )
        yield* rule({ pendingDays: 1, coinsExpire: "P1D" })
        yield* onboard("ann")
        yield* award("ann")
        const told = Effect.gen(function* () {
          assert.deepEqual(yield* at(awarded - 1), ["0", "0", "0", "0", "0"])
          assert.deepEqual(yield* at(awarded), ["10", "10", "0", "0", "0"])
          assert.deepEqual(yield* at(matured - 1), ["10", "10", "0", "0", "0"])
          assert.deepEqual(yield* at(matured), ["10", "0", "10", "0", "0"])
          assert.deepEqual(yield* at(matured + hour - 1), ["10", "0", "10", "0", "0"])
          assert.deepEqual(yield* at(matured + hour), ["10", "0", "6", "4", "0"])
          assert.deepEqual(yield* at(expired - 1), ["10", "0", "6", "4", "0"])
          assert.deepEqual(yield* at(expired), ["10", "0", "0", "4", "6"])
        })
        later(25)
        yield* transfer("ann", 4)
        later(48)
        yield* told
        yield* sweeper.sweep()
        yield* told
        assert.match(
          (yield* refused("InvalidInput")(at(now().getTime() + 1))).message,
          /at must not be in the future/
        )
      })
  )
}
