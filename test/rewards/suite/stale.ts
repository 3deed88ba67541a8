import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import type { CreateRuleInput, UpdateRuleInput } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { it } from "../../support/effect.ts"
import { outcome } from "../../support/expect.ts"
import { leftOpen, stuck } from "../../support/lock.ts"
import { freshEngine, type MakeClient, newPartner, subRules } from "../../support/world.ts"

/** A change that commits while an award waits for it, and what becomes of the award. Ann has been paid before. */
interface Case {
  readonly what: string
  readonly change: Omit<UpdateRuleInput, "partnerId" | "id">
  readonly becomes: string
  readonly rule?: Partial<CreateRuleInput>
  readonly name?: string
  readonly userId?: string
}

const once = [{ per: "rule", period: "ever", awards: 1 }] as const

const cases: ReadonlyArray<Case> = [
  { what: "is made inactive", change: { status: "inactive" }, becomes: "RuleInactive" },
  { what: "gets another name", change: { name: "other" }, becomes: "RuleNotFound" },
  { what: "ends", change: { endsAt: "2020-01-01T00:00:00.000Z" }, becomes: "RuleNotRunning" },
  { what: "gets a limit that is reached", change: { limits: once }, becomes: "LimitReached" },
  { what: "gets a limit per user", change: { userLimitAward: 1 }, becomes: "UserLimitReached" },
  {
    what: "loses its free places",
    change: { maxNumberOfParticipant: 1 },
    becomes: "ParticipantLimitReached",
    userId: "bob"
  },
  { what: "pays another amount", change: { coinValue: 3 }, becomes: "ok" },
  {
    what: "has the sub-rule made inactive",
    rule: { type: "combined", rules: subRules("step", "leap") },
    change: { rules: [{ name: "step", status: "inactive" }] },
    becomes: "RuleInactive",
    name: "step"
  }
]

const shop = (fields: Partial<CreateRuleInput> = {}) =>
  Effect.gen(function* () {
    const partner = yield* newPartner
    const { id } = yield* partner.rule(fields)
    yield* partner.onboard("ann", "bob", "eve")
    return { ...partner, id, first: yield* partner.award("ann") }
  })

/** An award sees its rule as it is once its locks are granted, whatever changed while it waited for them. PostgreSQL only. */
export const stale = (makeClient: MakeClient): void =>
  it.layer(freshEngine(makeClient))("a rule that changes while an award waits for it", (it) => {
    for (const { what, change, becomes, rule, name, userId = "ann" } of cases) {
      it.live(`${what}: the award sees it`, () =>
        Effect.gen(function* () {
          const { award, coins, id, partnerId, rules, verify } = yield* shop(rule)
          const before = Number(yield* coins(userId))
          const commit = yield* leftOpen(rules.update({ partnerId, id, ...change }))
          const waiting = yield* stuck(outcome(award(userId, name)))
          yield* commit
          assert.equal(yield* Fiber.join(waiting), becomes)
          const paid = becomes === "ok" ? Number(change.coinValue) : 0
          assert.equal(Number(yield* coins(userId)), before + paid)
          assert.deepEqual(yield* verify(), [])
        })
      )

      it.live(`${what}: an award in one group with a reversal sees it`, () =>
        Effect.gen(function* () {
          const {
            award,
            awards,
            coins,
            id,
            onboard,
            partnerId,
            rule: addRule,
            rules,
            verify
          } = yield* shop(rule)
          yield* addRule({ name: "undone" })
          yield* onboard("zoe")
          const { id: awardId } = yield* award("zoe", "undone")
          const before = Number(yield* coins(userId))
          const commit = yield* leftOpen(rules.update({ partnerId, id, ...change }))
          const both = [outcome(awards.reverse({ partnerId, awardId })), outcome(award(userId, name))]
          const waiting = yield* stuck(Effect.all(both, { concurrency: "unbounded" }))
          yield* commit
          assert.deepEqual(yield* Fiber.join(waiting), ["ok", becomes])
          const paid = becomes === "ok" ? Number(change.coinValue) : 0
          assert.equal(Number(yield* coins(userId)), before + paid)
          assert.deepEqual(yield* verify(), [])
        })
      )
    }

    it.live("an update that waits for an award sees the place that it took", () =>
      Effect.gen(function* () {
        const { award, id, partnerId, rules, verify } = yield* shop()
        const commit = yield* leftOpen(award("bob"))
        const waiting = yield* stuck(outcome(rules.update({ partnerId, id, maxNumberOfParticipant: 1 })))
        yield* commit
        assert.equal(yield* Fiber.join(waiting), "TooFewPlaces")
        assert.equal((yield* rules.get({ partnerId, id })).maxNumberOfParticipant, 1000)
        assert.deepEqual(yield* verify(), [])
      })
    )

    it.live("an update that waits for an award counts it under the limit that it sets", () =>
      Effect.gen(function* () {
        const { award, id, partnerId, rules, verify } = yield* shop()
        const commit = yield* leftOpen(award("bob"))
        const waiting = yield* stuck(outcome(rules.update({ partnerId, id, limits: once })))
        yield* commit
        assert.equal(yield* Fiber.join(waiting), "LimitTooLow")
        assert.deepEqual((yield* rules.get({ partnerId, id })).limits, [])
        assert.deepEqual(yield* verify(), [])
      })
    )

    it.live(
      "a reversal that waits for another of the same award is refused, and the coins go back once",
      () =>
        Effect.gen(function* () {
          const { awards, coins, first, partnerId, verify } = yield* shop()
          const commit = yield* leftOpen(awards.reverse({ partnerId, awardId: first.id }))
          const waiting = yield* stuck(outcome(awards.reverse({ partnerId, awardId: first.id })))
          yield* commit
          assert.equal(yield* Fiber.join(waiting), "AlreadyReversed")
          assert.equal(yield* coins("ann"), "0")
          assert.deepEqual(yield* verify(), [])
        })
    )

    it.live("an award to a member that is joined with another meanwhile goes to the member that stays", () =>
      Effect.gen(function* () {
        const { award, coins, members, partnerId, verify } = yield* shop()
        const ids = { partnerId: PartnerId.make(partnerId), userId: "ann", linkedId: "eve" }
        const commit = yield* leftOpen(members.join(ids))
        const waiting = yield* stuck(outcome(award("eve")))
        yield* commit
        assert.equal(yield* Fiber.join(waiting), "ok")
        assert.equal(yield* coins("ann"), "20")
        assert.deepEqual(yield* verify(), [])
      })
    )

    it.live("what undoes a record of a member that is merged meanwhile uses the member that stays", () =>
      Effect.gen(function* () {
        const { adjustments, award, awards, coins, members, partnerId, rule, transfer, transfers, verify } =
          yield* shop()
        yield* rule({ name: "waits", pendingDays: 2 })
        const [paid, kept] = [yield* award("eve"), yield* award("eve")]
        const moved = yield* transfer("eve", 4)
        const waits = yield* award("eve", "waits")
        const credit = { userId: "eve", coins: 7, debitOrCredit: "CR", reason: "sorry" } as const
        const given = yield* adjustments.adjust({ partnerId, ...credit })
        const cases = [
          ["eve", "ann", outcome(awards.reverse({ partnerId, awardId: paid.id }))],
          ["ann", "bob", outcome(awards.confirm({ partnerId, awardId: waits.id }))],
          ["bob", "zoe", outcome(transfers.refund({ partnerId, transactionId: moved.id }))],
          ["zoe", "kim", outcome(adjustments.reverse({ partnerId, adjustmentId: given.id }))]
        ] as const
        for (const [from, into, call] of cases) {
          yield* members.onboard({ partnerId, userId: into })
          const commit = yield* leftOpen(members.merge({ partnerId, from, into }))
          const waiting = yield* stuck(call)
          yield* commit
          assert.equal(yield* Fiber.join(waiting), "ok", into)
          assert.deepEqual(yield* verify(), [])
        }
        assert.equal(kept.awarded, true)
        // Three payments are left, of which one waited.
        assert.equal(yield* coins("kim"), "30")
      })
    )

    it.live("a transfer that waits for another from the same wallet sees what it left", () =>
      Effect.gen(function* () {
        const { coins, transfer, verify } = yield* shop()
        const commit = yield* leftOpen(transfer("ann", 7))
        const waiting = yield* stuck(outcome(transfer("ann", 4)))
        yield* commit
        assert.equal(yield* Fiber.join(waiting), "InsufficientCoins")
        assert.equal(yield* coins("ann"), "3")
        assert.deepEqual(yield* verify(), [])
      })
    )
  })
