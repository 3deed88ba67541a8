import assert from "node:assert/strict"
import { Effect } from "effect"
import { makeSlots } from "../../../lib/accounts/webhooks/WebhookSender/Slots.ts"
import { describe, it } from "../../support/effect.ts"

describe("the slots of a sender", () => {
  it.live("go to partners in turns where all are taken, whatever the number of a partner's webhooks", () =>
    Effect.gen(function* () {
      const slots = makeSlots({ inAll: 2, perPartner: 8 })
      const got: Array<string> = []
      const releases: Array<() => void> = []
      const ask = (partner: string) =>
        Effect.fork(
          Effect.map(slots.take(partner), (release) => {
            got.push(partner)
            releases.push(release)
          })
        )
      // The crowd has both slots, and six webhooks that wait, before the other partner comes.
      for (let each = 0; each < 8; each++) yield* ask("crowd")
      yield* Effect.sleep(0)
      yield* ask("other")
      yield* Effect.sleep(0)
      assert.deepEqual(got, ["crowd", "crowd"])
      for (let freed = 0; freed < 2; freed++) {
        releases.shift()?.()
        yield* Effect.sleep(0)
      }
      assert.deepEqual(got, ["crowd", "crowd", "crowd", "other"])
    })
  )
})
