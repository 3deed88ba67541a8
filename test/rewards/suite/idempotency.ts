import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { refused, tagOf } from "../../support/expect.ts"
import { type Engine, newPartner, raw, subRules } from "../../support/world.ts"

const idempotencyKey = "order 42 / ~"

export const idempotency = (it: Tests<Engine>): void => {
  it.live("a repeated award replays the first answer, and writes nothing", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, coins } = yield* newPartner
      yield* rule({ userLimitAward: 1 })
      yield* onboard("ann")
      const first = yield* award("ann", "signup", { narration: "thanks", idempotencyKey })
      assert.equal(first.replayed, false)
      const before = yield* dump
      const again = yield* award("ann", " SignUp ", { narration: "thanks", idempotencyKey })
      assert.deepEqual(again, { ...first, replayed: true })
      assert.deepEqual(yield* dump, before)
      assert.equal(yield* coins("ann"), "10")
    })
  )

  it.live("a repeated transfer replays the first answer, and writes nothing", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, transfer, coins } = yield* newPartner
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      const first = yield* transfer("ann", "7.50", { idempotencyKey })
      yield* award("ann")
      const before = yield* dump
      assert.deepEqual(yield* transfer("ann", 7.5, { idempotencyKey }), { ...first, replayed: true })
      assert.deepEqual(yield* dump, before)
      assert.equal(yield* coins("ann"), "12.5")
    })
  )

  it.live("an attachment is kept with the key, and is no part of what the key stands for", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, transfer } = yield* newPartner
      yield* rule()
      yield* onboard("ann")
      yield* award("ann")
      const first = yield* transfer("ann", 1, { idempotencyKey, attachment: "as it was" })
      assert.equal(first.attachment, "as it was")
      const again = yield* transfer("ann", 1, { idempotencyKey, attachment: "as it is now" })
      assert.deepEqual(again, { ...first, replayed: true })
      assert.ok(!("attachment" in (yield* transfer("ann", 1, { attachment: "without a key" }))))
      assert.ok(!("attachment" in (yield* transfer("ann", 1, { idempotencyKey: "without an attachment" }))))
    })
  )

  it.live("a key with another body is refused, and nothing is written", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, transfer } = yield* newPartner
      yield* rule()
      yield* rule({ name: "other" })
      yield* onboard("ann", "bob")
      yield* award("ann", "signup", { idempotencyKey })
      yield* transfer("ann", 5, { idempotencyKey: "taken by a transfer" })
      const before = yield* dump
      const mismatch = refused("IdempotencyMismatch")
      const attempts = [
        mismatch(award("bob", "signup", { idempotencyKey })),
        mismatch(award("ann", "other", { idempotencyKey })),
        mismatch(award("ann", "signup", { idempotencyKey, narration: "another" })),
        mismatch(transfer("ann", 5, { idempotencyKey })),
        mismatch(transfer("ann", 4, { idempotencyKey: "taken by a transfer" })),
        mismatch(award("ann", "signup", { idempotencyKey: "taken by a transfer" }))
      ]
      yield* Effect.all(attempts)
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a key that was used for a request of another kind is refused as well", () =>
    Effect.gen(function* () {
      const { partnerId, rule, onboard, award, transfer } = yield* newPartner
      yield* rule()
      yield* onboard("ann")
      // The form in which the service stores answers of other requests.
      yield* raw(`INSERT INTO rewards_idempotency (partner_id, key, fingerprint, answer, created_at)
        VALUES (UUID '${partnerId}', 'k', 'another', '{"id":"7"}', '2030-01-01T00:00:00.000Z')`)
      yield* refused("IdempotencyMismatch")(award("ann", "signup", { idempotencyKey: "k" }))
      yield* refused("IdempotencyMismatch")(transfer("ann", 1, { idempotencyKey: "k" }))
    })
  )

  it.live("the answer stays the same when the rule changes", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId, onboard, award } = yield* newPartner
      const { id } = yield* rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      yield* onboard("ann")
      const part = yield* award("ann", "a", { idempotencyKey: "part" })
      const whole = yield* award("ann", "all", { idempotencyKey: "whole" })
      yield* rules.update({
        partnerId,
        id,
        name: "every",
        status: "inactive",
        coinValue: 99,
        userLimitAward: 1
      })
      assert.deepEqual(yield* award("ann", "a", { idempotencyKey: "part" }), { ...part, replayed: true })
      assert.deepEqual(yield* award("ann", "all", { idempotencyKey: "whole" }), { ...whole, replayed: true })
      yield* refused("RuleNotFound")(award("ann", "all"))
      yield* rule({ name: "all" })
      assert.deepEqual(yield* award("ann", "all", { idempotencyKey: "whole" }), { ...whole, replayed: true })
    })
  )

  it.live("a refused command does not use up its key", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId, onboard, award, transfer } = yield* newPartner
      const { id } = yield* rule({ status: "inactive" })
      yield* onboard("ann")
      yield* refused("RuleInactive")(award("ann", "signup", { idempotencyKey: "award" }))
      yield* refused("InsufficientCoins")(transfer("ann", 10, { idempotencyKey: "transfer" }))
      yield* rules.update({ partnerId, id, status: "active" })
      assert.equal((yield* award("ann", "signup", { idempotencyKey: "award" })).replayed, false)
      assert.equal((yield* transfer("ann", 10, { idempotencyKey: "transfer" })).replayed, false)
    })
  )

  it.live("a key is honoured among calls that are written in one group", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, coins } = yield* newPartner
      yield* rule()
      yield* onboard("ann")
      const answers = yield* Effect.all(
        Array.from({ length: 25 }, () => award("ann", "signup", { idempotencyKey })),
        { concurrency: "unbounded" }
      )
      assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
      assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
      assert.equal(yield* coins("ann"), "10")
    })
  )

  it.live("a key is honoured within one call of many awards", () =>
    Effect.gen(function* () {
      const { rule, onboard, awardMany, coins } = yield* newPartner
      yield* rule({ userLimitAward: 2 })
      yield* onboard("ann", "bob")
      const input = { userId: "ann", ruleName: "signup", idempotencyKey }
      const many = [input, input, { ...input, userId: "bob" }, { ...input, idempotencyKey: "other" }, input]
      const outcomes = yield* awardMany(many)
      assert.deepEqual(outcomes.map(tagOf), ["ok", "ok", "IdempotencyMismatch", "ok", "ok"])
      const replays = outcomes.filter(Either.isRight).map(({ right }) => right.replayed)
      assert.deepEqual(replays, [false, true, false, true])
      assert.equal(yield* coins("ann"), "20")
      const again = yield* awardMany(many)
      assert.deepEqual(again.map(tagOf), outcomes.map(tagOf))
      assert.ok(again.filter(Either.isRight).every(({ right }) => right.replayed))
      assert.equal(yield* coins("ann"), "20")
    })
  )

  it.live("a key has 1 to 255 printable characters", () =>
    Effect.gen(function* () {
      const { rule, onboard, award } = yield* newPartner
      yield* rule()
      yield* onboard("ann")
      const longest = "k".repeat(255)
      assert.equal((yield* award("ann", "signup", { idempotencyKey: longest })).replayed, false)
      assert.equal((yield* award("ann", "signup", { idempotencyKey: longest })).replayed, true)
      for (const idempotencyKey of ["", "k".repeat(256), "tab\t", "line\n", "ключ"]) {
        const { message } = yield* refused("InvalidInput")(award("ann", "signup", { idempotencyKey }))
        assert.match(message, /^idempotencyKey must be 1 to 255 printable characters, got "/)
      }
    })
  )

  it.live("a key belongs to its partner", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* newPartner, yield* newPartner]
      for (const partner of [one, two]) {
        yield* partner.rule()
        yield* partner.onboard("ann")
        assert.equal((yield* partner.award("ann", "signup", { idempotencyKey })).replayed, false)
      }
    })
  )
}
