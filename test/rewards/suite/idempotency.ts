import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either } from "effect"
import * as Coins from "../../../lib/rewards/Coins.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { Idempotency } from "../../../lib/rewards/idempotency/Idempotency.ts"
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

  it.live("a repeated award is that of its own rule, among others of the partner", () =>
    Effect.gen(function* () {
      const { awards, rule, onboard, award, partnerId } = yield* newPartner
      yield* rule({ name: "one" })
      yield* rule({ name: "two" })
      yield* rule({ name: "all", type: "combined", rules: subRules("x", "y", "z") })
      yield* rule({ name: "more", type: "combined", rules: subRules("u", "v", "w") })
      yield* onboard("ann")
      const ruleNames = ["one", "two", "x", "y", "u", "v"]
      for (const name of ruleNames) {
        const first = yield* award("ann", name, { idempotencyKey: name })
        const again = yield* award("ann", name, { idempotencyKey: name })
        assert.deepEqual(again, { ...first, replayed: true })
      }
      const inputs = ruleNames.map((ruleName) => ({ partnerId, userId: "ann", ruleName }))
      const bulk = awards.awardManyOnce({
        partnerId: PartnerId.make(partnerId),
        key: "bulk",
        body: 1,
        inputs
      })
      const made = (yield* bulk).outcomes.map(Either.getOrThrow)
      const again = (yield* bulk).outcomes.map(Either.getOrThrow)
      assert.deepEqual(
        again,
        made.map((each) => ({ ...each, replayed: true }))
      )
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
      const { once } = yield* Idempotency
      const answer = Effect.succeed('{"id":"7"}')
      yield* once({ partnerId: PartnerId.make(partnerId), key: "k", body: "another" }, answer)
      // In the words of an award and of a transfer.
      const awards = {
        partnerId: PartnerId.make(partnerId),
        key: "a",
        body: ["Award", "ann", "signup", null]
      }
      const moves = {
        partnerId: PartnerId.make(partnerId),
        key: "t",
        body: ["Transfer", "ann", 10_000, null]
      }
      yield* once(awards, answer)
      yield* once(moves, answer)
      yield* refused("IdempotencyMismatch")(award("ann", "signup", { idempotencyKey: "a" }))
      yield* refused("IdempotencyMismatch")(transfer("ann", 1, { idempotencyKey: "t" }))
      yield* award("ann", "signup", { idempotencyKey: "award" })
      yield* refused("IdempotencyMismatch")(once({ ...awards, key: "award" }, answer))
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

  it.live("an award that was counted, and the one that then pays, are replayed as they were", () =>
    Effect.gen(function* () {
      const { rule, onboard, award } = yield* newPartner
      yield* rule({ name: "second", type: "batched", completionNumber: 2 })
      yield* onboard("ann")
      const visit = (idempotencyKey: string) => award("ann", "second", { idempotencyKey })
      const [counted, paid] = [yield* visit("one"), yield* visit("two")]
      assert.deepEqual([counted.awarded, Coins.format(counted.coins)], [false, "0"])
      assert.deepEqual([paid.awarded, Coins.format(paid.coins)], [true, "10"])
      assert.deepEqual(yield* visit("one"), { ...counted, replayed: true })
      assert.deepEqual(yield* visit("two"), { ...paid, replayed: true })
    })
  )

  it.live("a bulk is replayed with its refusals as they were, whatever has changed since", () =>
    Effect.gen(function* () {
      const { rule, rules, onboard, award, awards, partnerId, verify } = yield* newPartner
      const all = yield* rule({ name: "all", type: "combined", rules: subRules("a", "b"), userLimitAward: 1 })
      const off = yield* rule({ name: "off", type: "combined", rules: subRules("c"), status: "inactive" })
      const place = yield* rule({ name: "one place", maxNumberOfParticipant: 1 })
      yield* rule({ name: "rich", coinValue: Coins.largest - 1000 })
      yield* onboard("ann", "bob")
      yield* award("ann", "one place", { idempotencyKey, narration: "before" })
      const inputs = [
        { userId: "ann", ruleName: "all", narration: "for Ann" },
        { userId: "ann", ruleName: "a", narration: "for Ann" },
        { userId: "ann", ruleName: "all" },
        { userId: "ann", ruleName: "c" },
        { userId: "bob", ruleName: "one place" },
        { userId: "bob", ruleName: "b" },
        { userId: "bob", ruleName: "none" },
        { userId: "eve", ruleName: "a" },
        { userId: "bob", ruleName: "rich" },
        { userId: "bob", ruleName: "rich" },
        { userId: "", ruleName: "a" },
        { userId: "ann", ruleName: "one place", narration: "before", idempotencyKey },
        { userId: "bob", ruleName: "one place", narration: "before", idempotencyKey }
      ].map((input) => ({ partnerId, ...input }))
      const bulk = { partnerId: PartnerId.make(partnerId), key: "bulk", body: inputs, inputs }
      const first = yield* awards.awardManyOnce(bulk)
      assert.equal(first.replayed, false)
      assert.deepEqual(first.outcomes.map(tagOf), [
        "ok",
        "UserLimitReached",
        "UserLimitReached",
        "RuleInactive",
        "ParticipantLimitReached",
        "ok",
        "RuleNotFound",
        "MemberNotFound",
        "ok",
        "BalanceTooLarge",
        "InvalidInput",
        "ok",
        "IdempotencyMismatch"
      ])
      yield* rules.update({ partnerId, id: all.id, name: "every", userLimitAward: 9, coinValue: 3 })
      yield* rules.update({ partnerId, id: off.id, name: "on", status: "active" })
      yield* rules.update({ partnerId, id: place.id, name: "places", maxNumberOfParticipant: 9 })
      yield* rule({ name: "none" })
      yield* onboard("eve")
      const before = yield* dump
      const again = yield* awards.awardManyOnce(bulk)
      const told = first.outcomes.map(Either.map((receipt) => ({ ...receipt, replayed: true })))
      assert.deepEqual(again, { outcomes: told, replayed: true })
      const messages = (outcomes: typeof first.outcomes) =>
        outcomes.filter(Either.isLeft).map(({ left }) => left.message)
      assert.deepEqual(messages(again.outcomes), messages(first.outcomes))
      yield* refused("IdempotencyMismatch")(awards.awardManyOnce({ ...bulk, body: "another" }))
      yield* refused("IdempotencyMismatch")(awards.awardManyOnce({ ...bulk, inputs: inputs.slice(1) }))
      yield* refused("IdempotencyMismatch")(award("ann", "all", { idempotencyKey: "bulk" }))
      yield* refused("IdempotencyMismatch")(awards.awardManyOnce({ ...bulk, key: idempotencyKey }))
      assert.deepEqual(yield* dump, before)
      assert.deepEqual(yield* verify(), [])
      const kept = JSON.stringify(
        yield* raw(`SELECT answer FROM rewards_idempotency WHERE partner_id = '${partnerId}'`)
      )
      for (const text of ["ann", "bob", "eve", "for Ann", "before"]) assert.ok(!kept.includes(text), text)
    })
  )

  it.live("a bulk that is sent twice at once, or again in one transaction, is written once", () =>
    Effect.gen(function* () {
      const { rule, onboard, awards, coins, partnerId } = yield* newPartner
      const sql = yield* SqlClient.SqlClient
      yield* rule()
      yield* onboard("ann", "bob")
      const inputs = ["ann", "eve", "bob"].map((userId) => ({ partnerId, userId, ruleName: "signup" }))
      const send = (key: string) =>
        awards.awardManyOnce({ partnerId: PartnerId.make(partnerId), key, body: inputs, inputs })
      const twice = (key: string) => Effect.all([send(key), send(key)], { concurrency: "unbounded" })
      for (const both of [yield* twice("at once"), yield* sql.withTransaction(twice("in one"))]) {
        const idsOf = ({ outcomes }: (typeof both)[0]) =>
          outcomes.filter(Either.isRight).map(({ right }) => right.id)
        assert.deepEqual(idsOf(both[0]), idsOf(both[1]))
        assert.deepEqual(
          both.map(({ outcomes }) => outcomes.map(tagOf).join(" ")),
          Array(2).fill("ok MemberNotFound ok")
        )
        assert.deepEqual(both.map(({ replayed }) => replayed).sort(), [false, true])
      }
      assert.equal(yield* coins("bob"), "20")
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
