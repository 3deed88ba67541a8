import assert from "node:assert/strict"
import { Effect } from "effect"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { raw } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

export const metadata = (it: Tests<ProgrammeEngine>): void => {
  it.live("comes back in lists as it was given, and lists can be filtered by one entry of it", () =>
    Effect.gen(function* () {
      const { award, awards, onboard, partnerId, rule, transfer, transfers } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const odd = JSON.parse('{"__proto__": "p", "€": "", "order id": "1\\n2", "7": "seven"}')
      yield* award("ann", "signup", { metadata: odd, narration: "n" })
      yield* award("ann", "signup", { metadata: { shop: "1" } })
      yield* award("ann", "signup", { metadata: { shop: "2" } })
      yield* transfer("ann", 1, { metadata: { shop: "1" } })
      const listed = (yield* awards.list({ partnerId })).data
      assert.deepEqual(
        listed.map(({ metadata }) => Object.entries(metadata).sort()),
        [[["shop", "2"]], [["shop", "1"]], Object.entries(odd).sort()]
      )
      assert.equal(listed[2]?.note, "n")
      const shop = { partnerId, metadataKey: "shop", metadataValue: "1" }
      assert.deepEqual(
        (yield* awards.list(shop)).data.map(({ id }) => id),
        [listed[1]?.id]
      )
      assert.deepEqual(
        (yield* awards.list({ ...shop, userId: "ann", ruleName: "signup", state: "paid" })).data.map(
          ({ id }) => id
        ),
        [listed[1]?.id]
      )
      const moved = (yield* transfers.list(shop)).data
      assert.deepEqual(
        moved.map(({ kind, metadata }) => [kind, { ...metadata }]),
        [
          ["user_partner_transfer", { shop: "1" }],
          ["award", { shop: "1" }]
        ]
      )
      assert.equal((yield* transfers.list({ ...shop, userId: "ann", type: "award" })).data.length, 1)
      assert.deepEqual((yield* awards.list({ ...shop, metadataValue: "3" })).data, [])
    })
  )

  it.live("is a part of what an idempotency key stands for, whatever the order of its keys", () =>
    Effect.gen(function* () {
      const { award, onboard, rule } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const keyed = { idempotencyKey: "k" }
      const first = yield* award("ann", "signup", { ...keyed, metadata: { a: "1", b: "2" } })
      const again = yield* award("ann", "signup", { ...keyed, metadata: { b: "2", a: "1" } })
      assert.deepEqual(again, { ...first, replayed: true })
      yield* refused("IdempotencyMismatch")(award("ann", "signup", keyed))
      const plain = yield* award("ann", "signup", { idempotencyKey: "plain" })
      const empty = yield* award("ann", "signup", { idempotencyKey: "plain", metadata: {} })
      assert.deepEqual(empty, { ...plain, replayed: true })
      yield* refused("IdempotencyMismatch")(
        award("ann", "signup", { ...keyed, metadata: { a: "1", b: "3" } })
      )
    })
  )

  it.live("is refused when it is too large or holds anything but text, and nothing is written", () =>
    Effect.gen(function* () {
      const { award, onboard, rule, transfer } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      const before = yield* dump
      const many = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]))
      const wrong: ReadonlyArray<unknown> = [
        many(51),
        { "": "x" },
        { [`${"k".repeat(41)}`]: "x" },
        { k: "v".repeat(501) },
        { k: 1 },
        { k: null },
        { k: "\u0000" },
        { "\ud800": "x" },
        ["x"],
        "x",
        null
      ]
      for (const metadata of wrong) {
        // A caller without types can send anything.
        const input = { metadata } as { metadata: Record<string, string> }
        const { message } = yield* refused("InvalidInput")(award("ann", "signup", input))
        assert.match(
          message,
          /^metadata must be an object of at most 50 texts, with keys of 1 to 40 and values of up to 500/
        )
        yield* refused("InvalidInput")(transfer("ann", 1, input))
      }
      assert.deepEqual(yield* dump, before)
      yield* award("ann", "signup", { metadata: { ...many(49), [`${"k".repeat(40)}`]: "v".repeat(500) } })
    })
  )

  it.live("and narrations can be erased, while awards and transfers cannot", () =>
    Effect.gen(function* () {
      const { award, awards, onboard, partnerId, rule, verify } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const { id } = yield* award("ann", "signup", { metadata: { phone: "0123" }, narration: "for Ann" })
      yield* raw(`DELETE FROM rewards_text WHERE record_id = UUID '${id}'`)
      const [listed] = (yield* awards.list({ partnerId })).data
      assert.deepEqual([listed?.id, listed?.note, listed?.metadata], [id, null, {}])
      assert.deepEqual(yield* verify(), [])
    })
  )
}
