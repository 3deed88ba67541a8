import assert from "node:assert/strict"
import { Effect, Either, Exit } from "effect"
import { type AwardInput, Awards, type CreateRuleInput, type TransferInput } from "../../../lib/index.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Engine, newPartner, ruleInput, subRules } from "../../support/world.ts"

/** Input that only a caller without types can send. */
const asInput = <A>(input: unknown): A => input as A

export const refusals = (it: Tests<Engine>): void => {
  it.live("an award that is refused changes nothing", () =>
    Effect.gen(function* () {
      const { rule, onboard, award } = yield* newPartner
      yield* rule({ name: "full", maxNumberOfParticipant: 1 })
      yield* rule({ name: "once", userLimitAward: 1 })
      yield* rule({ name: "off", status: "inactive" })
      yield* rule({ name: "pair", type: "batched", completionNumber: 2, userLimitAward: 1 })
      yield* onboard("ann", "bob")
      for (const name of ["full", "once", "pair", "pair"]) yield* award("ann", name)
      const before = yield* dump
      yield* refused("ParticipantLimitReached")(award("bob", "full"))
      yield* refused("UserLimitReached")(award("ann", "once"))
      yield* refused("UserLimitReached")(award("ann", "pair", { idempotencyKey: "k" }))
      yield* refused("RuleInactive")(award("bob", "off"))
      yield* refused("RuleNotFound")(award("bob", "none"))
      yield* refused("MemberNotFound")(award("eve", "full"))
      yield* refused("InvalidInput")(award("bob", "once", { narration: "x".repeat(501) }))
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live(
    "an award with invalid input fails before anything runs, with the faults that it would have later",
    () =>
      Effect.gen(function* () {
        const { award } = yield* Awards
        const { partnerId } = yield* newPartner
        const attempt = award({ partnerId, userId: "", ruleName: "x", narration: "y".repeat(501) })
        const { message } = yield* refused("InvalidInput")(attempt)
        assert.match(
          message,
          /^userId must be text of 1 to 128 characters, got ""; narration must be text of/
        )
        assert.ok(Exit.isExit(attempt), "an invalid award needs a fiber")
      })
  )

  it.live("a transfer that is refused changes nothing", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, transfer } = yield* newPartner
      yield* rule({ coinValue: "1.5" })
      yield* onboard("ann")
      yield* award("ann")
      const before = yield* dump
      yield* refused("InsufficientCoins")(transfer("ann", "1.5001"))
      yield* refused("MemberNotFound")(transfer("eve", "1"))
      for (const coins of [0, -1, "0", "1.00001", "1e3", "NaN", Number.NaN, "500000000000.0001", "", " 1"]) {
        const { message } = yield* refused("InvalidInput")(transfer("ann", coins))
        assert.match(message, /^coins must be an amount of coins above 0, with at most 4 decimals .*, got /)
      }
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a bad rule is refused with every fault named, and changes nothing", () =>
    Effect.gen(function* () {
      const { rules, partnerId } = yield* newPartner
      const before = yield* dump
      const faults = (input: unknown) =>
        Effect.map(
          refused("InvalidInput")(rules.create(asInput<CreateRuleInput>(input))),
          ({ message }) => message
        )
      const amount =
        "must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000"
      assert.equal(
        yield* faults({}),
        "partnerId is required; name is required; coinValue is required; maxNumberOfParticipant is required; condition is required"
      )
      assert.equal(
        yield* faults({ ...ruleInput(partnerId, {}), coinValue: "-1", maxNumberOfParticipant: "0" }),
        `coinValue ${amount}, got "-1"; maxNumberOfParticipant must be a whole number of 1 or more, got "0"`
      )
      assert.equal(
        yield* faults({ ...ruleInput(partnerId, {}), status: "on", type: "double", userLimitAward: 0 }),
        'status must be "active" or "inactive", got "on"; type must be "single", "batched" or "combined", got "double"; ' +
          "userLimitAward must be -1 (no maximum) or a whole number of 1 or more, got 0"
      )
      assert.equal(
        yield* faults({ partnerId, name: "x", coinValue: 1, maxNumberOfParticipant: 1 }),
        "condition is required"
      )
      assert.equal(
        yield* faults(ruleInput(partnerId, { rules: subRules("a") })),
        'rules can only be given when type is "combined"'
      )
      assert.equal(
        yield* faults(ruleInput(partnerId, { type: "combined" })),
        'rules must hold 1 to 30 sub-rules when type is "combined"'
      )
      assert.equal(
        yield* faults(ruleInput(partnerId, { type: "combined", rules: subRules("a", "A ") })),
        "rules must have names that differ from each other and from the rule's own"
      )
      assert.equal(
        yield* faults(
          ruleInput(partnerId, {
            type: "combined",
            rules: [{ name: "a", condition: "c", status: "inactive" }]
          })
        ),
        "rules must hold at least one active sub-rule, or the rule could never pay"
      )
      assert.equal(
        yield* faults({ ...ruleInput(partnerId, { type: "combined" }), rules: [{ name: "" }] }),
        'rules.0.name must be a name of 1 to 128 characters, got ""; rules.0.condition is required'
      )
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a bad update is refused with every fault named, and changes nothing", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const { id } = yield* rule()
      const before = yield* dump
      const { message } = yield* refused("InvalidInput")(
        rules.update({
          partnerId,
          id,
          name: " ",
          coinValue: 0,
          maxNumberOfParticipant: "1.5",
          condition: "x".repeat(1001)
        })
      )
      assert.deepEqual(
        message.split("; ").map((fault) => fault.split(" ")[0]),
        ["name", "coinValue", "maxNumberOfParticipant", "condition"]
      )
      assert.equal(
        (yield* refused("InvalidInput")(rules.update({ partnerId, id, condition: " " }))).message,
        'condition must be text of 1 to 1000 characters, got ""'
      )
      assert.equal(
        (yield* refused("InvalidInput")(rules.update({ partnerId, id: "7", status: "active" }))).message,
        'id must be an id made by this service, got "7"'
      )
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a field that a command does not know is refused, and nothing is written", () =>
    Effect.gen(function* () {
      const { awards, members, partnerId, rule, rules, transfers } = yield* newPartner
      yield* rule()
      yield* members.onboard({ partnerId, userId: "ann" })
      const before = yield* dump
      const invalid = refused("InvalidInput")
      const award = { partnerId, userId: "ann", ruleName: "signup", narrative: "x" }
      assert.equal(
        (yield* invalid(awards.award(award))).message,
        "narrative is not a known field: did you mean narration?"
      )
      const [outcome] = yield* awards.awardMany([award])
      assert.ok(outcome !== undefined && Either.isLeft(outcome) && outcome.left._tag === "InvalidInput")
      const transfer = { partnerId, userId: "ann", coins: 1, meta: {} }
      assert.match(
        (yield* invalid(transfers.transfer(transfer))).message,
        /^meta is not a known field: the fields are partnerId, /
      )
      const limits = [{ per: "member", period: "day", awards: 1, coin: 5 }] as const
      assert.equal(
        (yield* invalid(rules.create({ ...ruleInput(partnerId, { name: "new" }), limits }))).message,
        "limits.0.coin is not a known field: did you mean coins?"
      )
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a combined rule may have no condition, and may lose it", () =>
    Effect.gen(function* () {
      const { partnerId, rules } = yield* newPartner
      const parts = [{ name: "part", condition: "c" }]
      const input = {
        ...ruleInput(partnerId, { name: "both", type: "combined", rules: parts }),
        condition: "first"
      }
      const { id } = yield* rules.create(input)
      assert.equal((yield* rules.update({ partnerId, id, condition: "" })).condition, "")
    })
  )

  it.live("an empty award or transfer is refused with all missing fields named", () =>
    Effect.gen(function* () {
      const { awards, transfers } = yield* newPartner
      const award = yield* refused("InvalidInput")(awards.award(asInput<AwardInput>({})))
      assert.equal(award.message, "partnerId is required; userId is required; ruleName is required")
      const transfer = yield* refused("InvalidInput")(
        transfers.transfer(asInput<TransferInput>({ coins: "1" }))
      )
      assert.equal(transfer.message, "partnerId is required; userId is required")
      assert.deepEqual(transfer.faults, [
        { field: "partnerId", problem: "is required" },
        { field: "userId", problem: "is required" }
      ])
      for (const input of [null, undefined, 7, "text", []]) {
        yield* refused("InvalidInput")(awards.award(asInput<AwardInput>(input)))
      }
    })
  )
}
