import assert from "node:assert/strict"
import { Effect } from "effect"
import { Ledger } from "../../../lib/index.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Engine, newPartner, services } from "../../support/world.ts"

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057"

export const members = (it: Tests<Engine>): void => {
  it.live("a member is onboarded once, with an empty wallet, however often it is requested", () =>
    Effect.gen(function* () {
      const { members, partnerId, coins, award, rule } = yield* newPartner
      const first = yield* members.onboard({ partnerId, userId: "ann" })
      assert.equal(yield* coins("ann"), "0")
      yield* rule()
      yield* award("ann")
      const before = yield* dump
      assert.deepEqual(yield* members.onboard({ partnerId, userId: "ann" }), first)
      assert.deepEqual(yield* members.get({ partnerId, userId: "ann" }), first)
      assert.deepEqual(yield* dump, before)
      assert.equal(yield* coins("ann"), "10")
    })
  )

  it.live("a wallet with entries is never closed", () =>
    Effect.gen(function* () {
      const { award, coins, members, onboard, partnerId, rule } = yield* newPartner
      const { closeWallet } = yield* Ledger
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      yield* refused("TransactionConflict")(closeWallet(yield* members.get({ partnerId, userId: "ann" })))
      assert.equal(yield* coins("ann"), "10")
    })
  )

  it.live("concurrent onboardings of one user create one member", () =>
    Effect.gen(function* () {
      const { members, partnerId } = yield* newPartner
      const made = yield* Effect.all(
        Array.from({ length: 20 }, () => members.onboard({ partnerId, userId: "ann" })),
        { concurrency: "unbounded" }
      )
      assert.equal(new Set(made.map(({ id }) => id)).size, 1)
    })
  )

  it.live("one call onboards known, new and repeated users and returns them in order", () =>
    Effect.gen(function* () {
      const { members, partnerId, onboard } = yield* newPartner
      const known = yield* members.onboard({ partnerId, userId: "bob" })
      const made = yield* onboard("zoe", "bob", "ann", "zoe")
      assert.deepEqual(
        made.map(({ userId }) => userId),
        ["zoe", "bob", "ann", "zoe"]
      )
      assert.deepEqual(made[1], known)
      assert.equal(made[0]?.id, made[3]?.id)
      assert.deepEqual(yield* onboard(), [])
    })
  )

  it.live("one call can onboard a thousand users, and not one more", () =>
    Effect.gen(function* () {
      const { onboard, coins } = yield* newPartner
      const userIds = Array.from({ length: 1001 }, (_, index) => `user ${index}`)
      const error = yield* refused("InvalidInput")(onboard(...userIds))
      assert.equal(error.message, "members must hold at most 1000 members")
      assert.equal((yield* onboard(...userIds.slice(1))).length, 1000)
      assert.equal(yield* coins("user 1000"), "0")
      yield* refused("MemberNotFound")(coins("user 0"))
    })
  )

  it.live("if one of many users cannot be onboarded, none is", () =>
    Effect.gen(function* () {
      const { members, partnerId } = yield* newPartner
      const before = yield* dump
      const error = yield* refused("PartnerNotFound")(
        members.onboardMany([
          { partnerId, userId: "ann" },
          { partnerId: unknownId, userId: "bob" }
        ])
      )
      assert.equal(error.partnerId, unknownId)
      yield* refused("InvalidInput")(
        members.onboardMany([
          { partnerId, userId: "ann" },
          { partnerId, userId: "" }
        ])
      )
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a user id is stored unchanged", () =>
    Effect.gen(function* () {
      const { members, partnerId, onboard } = yield* newPartner
      const userIds = ["ann", "Ann", " ann", "ann ", "än", "a\u0308n", "🏅", "%", "'; --", "x".repeat(128)]
      const made = yield* onboard(...userIds)
      assert.equal(new Set(made.map(({ id }) => id)).size, userIds.length)
      for (const userId of userIds) assert.equal((yield* members.get({ partnerId, userId })).userId, userId)
    })
  )

  it.live("a user id has 1 to 128 characters that a database can store", () =>
    Effect.gen(function* () {
      const { onboard, members, partnerId } = yield* newPartner
      for (const userId of ["", "x".repeat(129), "nul \u0000", "half \udc00"]) {
        const { message } = yield* refused("InvalidInput")(members.onboard({ partnerId, userId }))
        assert.match(message, /^userId must be text of 1 to 128 characters, got "/)
      }
      const { message } = yield* refused("InvalidInput")(onboard("fine", ""))
      assert.equal(message, 'members.1.userId must be text of 1 to 128 characters, got ""')
    })
  )

  it.live("an unknown member is reported as not found", () =>
    Effect.gen(function* () {
      const { members, partnerId } = yield* newPartner
      const error = yield* refused("MemberNotFound")(members.get({ partnerId, userId: "ghost" }))
      assert.equal(error.userId, "ghost")
      yield* refused("MemberNotFound")(members.wallet({ partnerId, userId: "ghost" }))
    })
  )

  it.live("a partner's reference finds the partner that was registered with it", () =>
    Effect.gen(function* () {
      const { partners } = yield* services
      const reference = `acme ${yield* Effect.clockWith((clock) => clock.currentTimeNanos)}`
      const many = yield* Effect.all(
        Array.from({ length: 8 }, (_, index) => partners.register({ name: `Acme ${index}`, reference })),
        { concurrency: "unbounded" }
      )
      const [first] = many
      assert.ok(first)
      for (const partner of many) assert.deepEqual(partner, first)
      assert.deepEqual(yield* partners.get({ partnerId: first.id }), first)
      const one = yield* partners.register({ name: "same name" })
      assert.notEqual((yield* partners.register({ name: "same name" })).id, one.id)
      assert.equal(
        (yield* refused("PartnerNotFound")(partners.get({ partnerId: unknownId }))).partnerId,
        unknownId
      )
      yield* refused("InvalidInput")(partners.get({ partnerId: "not an id" }))
    })
  )
}
