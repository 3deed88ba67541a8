import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { Coins, type ListRulesInput, type Rule, UserLimit } from "../../../lib/index.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { type Engine, newPartner, ruleInput, subRules } from "../../support/world.ts"

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057"

/** A rule without the generated fields. */
const said = ({ id, partnerId, createdAt, updatedAt, ...rest }: Rule) => rest

export const rules = (it: Tests<Engine>): void => {
  it.live("a rule is found as it was created, with the defaults filled in", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const created = yield* rule({ coinValue: "2.5", maxNumberOfParticipant: "7" })
      assert.deepEqual(said(created), {
        name: "signup",
        coinValue: Coins.parse("2.5"),
        unit: null,
        maxCoins: null,
        maxNumberOfParticipant: 7,
        participants: 0,
        userLimitAward: UserLimit.Unlimited(),
        condition: "signed up",
        status: "active",
        archived: false,
        terms: { _tag: "Single" },
        when: null,
        limits: [],
        timeZone: "UTC",
        startsAt: null,
        endsAt: null,
        atLimit: "reject",
        pendingDays: null,
        coinsExpire: null
      })
      assert.deepEqual(created.updatedAt, created.createdAt)
      assert.deepEqual(yield* rules.find({ partnerId, name: "signup" }), created)
    })
  )

  it.live("a batched rule keeps its completion number, which is 1 by default", () =>
    Effect.gen(function* () {
      const { rule } = yield* newPartner
      const five = yield* rule({ name: "five", type: "batched", completionNumber: "5", userLimitAward: 3 })
      assert.deepEqual(five.terms, { _tag: "Batched", completionNumber: 5 })
      assert.deepEqual(five.userLimitAward, UserLimit.AtMost({ awards: 3 }))
      const one = yield* rule({ name: "one", type: "batched" })
      assert.deepEqual(one.terms, { _tag: "Batched", completionNumber: 1 })
    })
  )

  it.live("a combined rule keeps its sub-rules in their order, and is found by each of their names", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const names = ["zeta", "alpha", "mid"]
      const created = yield* rule({
        name: "all",
        type: "combined",
        rules: [...subRules("zeta", "alpha"), { name: "mid", condition: "did mid", status: "inactive" }]
      })
      assert.ok(created.terms._tag === "Combined")
      assert.deepEqual(
        created.terms.subRules.map(({ name, condition, status }) => [name, condition, status]),
        names.map((name) => [name, `did ${name}`, name === "mid" ? "inactive" : "active"])
      )
      for (const name of names) assert.deepEqual(yield* rules.find({ partnerId, name }), created)
    })
  )

  it.live("an update changes only the fields that it names", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const before = yield* rule({ userLimitAward: "4" })
      const changes = [
        [{ coinValue: "0.0001" }, { coinValue: Coins.make(1) }],
        [{ maxNumberOfParticipant: 1 }, { maxNumberOfParticipant: 1 }],
        [{ userLimitAward: "-1" }, { userLimitAward: UserLimit.Unlimited() }],
        [{ condition: "  another " }, { condition: "another" }],
        [{ status: "inactive" }, { status: "inactive" }],
        [{ name: " Renamed" }, { name: "renamed" }]
      ] as const
      let expected = said(before)
      for (const [change, effect] of changes) {
        const after = yield* rules.update({ partnerId, id: before.id, ...change })
        expected = { ...expected, ...effect }
        assert.deepEqual(said(after), expected)
        assert.deepEqual([after.id, after.createdAt], [before.id, before.createdAt])
        assert.ok(after.updatedAt >= before.updatedAt)
        assert.deepEqual(yield* rules.find({ partnerId, name: after.name }), after)
      }
    })
  )

  it.live("an update of a combined rule does not change its sub-rules", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const before = yield* rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      const after = yield* rules.update({ partnerId, id: before.id, name: "every", status: "inactive" })
      assert.deepEqual(after.terms, before.terms)
      assert.equal(after.status, "inactive")
    })
  )

  it.live("an update changes the status of the sub-rules that it names", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const { id } = yield* rule({ name: "all", type: "combined", rules: subRules("a", "b", "c") })
      const statuses = (changes: ReadonlyArray<{ name: string; status: "active" | "inactive" }>) =>
        Effect.map(rules.update({ partnerId, id, rules: changes }), ({ terms }) =>
          terms._tag === "Combined" ? terms.subRules.map(({ status }) => status === "active") : []
        )
      assert.deepEqual(yield* statuses([{ name: "B", status: "inactive" }]), [true, false, true])
      assert.deepEqual(
        yield* statuses([
          { name: "b", status: "active" },
          { name: "a", status: "inactive" },
          { name: "c", status: "inactive" }
        ]),
        [false, true, false]
      )
      assert.deepEqual(yield* statuses([]), [false, true, false])
    })
  )

  it.live("an update that cannot be made is refused by the names of its fields, and changes nothing", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const { id } = yield* rule({ name: "all", type: "combined", rules: subRules("a", "b") })
      const single = yield* rule()
      const before = yield* rules.list({ partnerId })
      const inactive = { name: "a", status: "inactive" as const }
      const progress = "cannot be changed: members' progress depends on it, so create another rule instead"
      const cases = [
        [{ type: "single" }, `type ${progress}`],
        [{ completionNumber: 1 }, `completionNumber ${progress}`],
        [{ terms: {} }, `terms ${progress}`],
        [{ participants: 0 }, "participants cannot be changed: it counts the members that were paid"],
        [{ createdAt: "now" }, "createdAt cannot be changed: the service sets it"],
        [
          { rules: [{ ...inactive, condition: "x", id: "y" }] },
          "rules.0.condition cannot be changed: only the fields status and when of a sub-rule can be changed; " +
            "rules.0.id cannot be changed: only the fields status and when of a sub-rule can be changed"
        ],
        [
          { rules: [inactive, { ...inactive, name: "all" }] },
          'rules.1.name must be the name of a sub-rule of this rule, got "all"'
        ],
        [{ rules: [inactive, { ...inactive, name: " A " }] }, "rules must name each sub-rule once"],
        [
          { rules: [inactive, { ...inactive, name: "b" }] },
          "rules must leave at least one active sub-rule, or the rule could never pay"
        ],
        [{ id: single.id, rules: [inactive] }, "rules can only be given for a combined rule"]
      ] as const
      for (const [change, message] of cases) {
        const input = { partnerId, id, coinValue: 99, ...change }
        const error = yield* refused("InvalidInput")(rules.update(input))
        assert.equal(error.message, message)
      }
      assert.deepEqual(yield* rules.list({ partnerId }), before)
    })
  )

  it.live("maxNumberOfParticipant can be lowered to the current participants and no further", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId, onboard, award } = yield* newPartner
      const { id } = yield* rule()
      yield* onboard("ann", "bob")
      yield* award("ann")
      yield* award("bob")
      const error = yield* refused("TooFewPlaces")(rules.update({ partnerId, id, maxNumberOfParticipant: 1 }))
      assert.deepEqual([error.participants, error.max], [2, 1])
      assert.equal(
        (yield* rules.update({ partnerId, id, maxNumberOfParticipant: 2 })).maxNumberOfParticipant,
        2
      )
    })
  )

  it.live("a rule or partner that does not exist is reported as not found", () =>
    Effect.gen(function* () {
      const { rules, partnerId } = yield* newPartner
      const missing = yield* refused("RuleNotFound")(rules.find({ partnerId, name: " No Such " }))
      assert.equal(missing.rule, "no such")
      yield* refused("RuleNotFound")(rules.update({ partnerId, id: unknownId, status: "inactive" }))
      const stranger = yield* refused("PartnerNotFound")(rules.create(ruleInput(unknownId, {})))
      assert.equal(stranger.partnerId, unknownId)
      assert.deepEqual(yield* rules.list({ partnerId: unknownId }), { data: [], hasMore: false, next: null })
    })
  )

  it.live("a list can have the active or the inactive rules alone, by their own status", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const inactive = { name: "part", condition: "did part", status: "inactive" as const }
      yield* rule({ name: "all", type: "combined", rules: [inactive, ...subRules("other part")] })
      for (const [index, name] of ["a", "b", "c", "d", "e"].entries()) {
        yield* rule({ name, status: index % 2 === 0 ? "inactive" : "active" })
      }
      const names = (asked: Omit<ListRulesInput, "partnerId">) =>
        Effect.map(rules.list({ partnerId, ...asked }), ({ data }) => data.map(({ name }) => name))
      assert.deepEqual(yield* names({ status: "active" }), ["all", "b", "d"])
      assert.deepEqual(yield* names({ status: "inactive" }), ["a", "c", "e"])
      const { data, hasMore, next } = yield* rules.list({ partnerId, status: "inactive", limit: 1 })
      assert.ok(hasMore)
      assert.equal(next, data[0]?.id)
      assert.deepEqual(yield* names({ status: "inactive", limit: 1, after: data[0]?.id }), ["c"])
      assert.deepEqual(
        (yield* rules.list({ partnerId, status: "active", limit: 1 })).data[0]?.terms._tag,
        "Combined"
      )
    })
  )

  it.live("an update with a version is refused if somebody has changed the rule since it was read", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule, rules } = yield* newPartner
      const { id } = yield* rule({
        name: "shared",
        coinValue: "1",
        limits: [{ per: "member", period: "day", awards: 2 }]
      })
      const version = Effect.map(rules.details({ partnerId, id }), ({ version }) => version)
      const first = yield* version
      yield* onboard("ada")
      yield* award("ada", "shared")
      assert.equal(yield* version, first, "a payment does not change the version")
      yield* rules.update({ partnerId, id, version: first, coinValue: "2" })
      const second = yield* version
      assert.notEqual(second, first)
      const refusal = yield* refused("RuleChanged")(
        rules.update({ partnerId, id, version: first, coinValue: "3" })
      )
      assert.equal(refusal.rule, id)
      assert.equal((yield* rules.get({ partnerId, id })).coinValue, 20_000)
      yield* rules.update({ partnerId, id, coinValue: "3" })
      // The fields are again those of the second version.
      yield* rules.update({ partnerId, id, coinValue: "2" })
      assert.equal(yield* version, second)
      yield* rules.update({ partnerId, id, version: second, status: "inactive" })
      yield* refused("InvalidInput")(rules.update({ partnerId, id, version: "1", coinValue: "4" }))

      const combined = yield* rule({ name: "all", type: "combined", rules: subRules("one", "two") })
      const before = (yield* rules.details({ partnerId, id: combined.id })).version
      yield* rules.update({ partnerId, id: combined.id, rules: [{ name: "two", status: "inactive" }] })
      yield* refused("RuleChanged")(
        rules.update({ partnerId, id: combined.id, version: before, name: "all of it" })
      )
    })
  )

  it.live("of two updates with one version at the same time, one is written", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const { id } = yield* rule({ coinValue: "1" })
      const { version } = yield* rules.details({ partnerId, id })
      const update = (coinValue: string) => Effect.either(rules.update({ partnerId, id, version, coinValue }))
      const done = yield* Effect.all(["2", "3", "4", "5"].map(update), { concurrency: "unbounded" })
      assert.equal(done.filter(Either.isRight).length, 1)
    })
  )

  it.live("a search finds rules by a part of their name or of a sub-rule's name", () =>
    Effect.gen(function* () {
      const { partnerId, rule, rules } = yield* newPartner
      const other = yield* newPartner
      yield* other.rule({ name: "spring sale of another partner" })
      yield* rule({ name: "spring sale", status: "inactive" })
      yield* rule({ name: "50% off" })
      yield* rule({ name: "a_b!c" })
      yield* rule({ name: "welcome", type: "combined", rules: subRules("spring visit", "first order") })
      yield* rule({ name: "Été à Lyon", type: "batched", completionNumber: 3 })
      const names = (asked: Omit<ListRulesInput, "partnerId">) =>
        Effect.map(rules.list({ partnerId, ...asked }), ({ data }) => data.map(({ name }) => name))
      for (const [search, expected] of [
        ["spring", ["spring sale", "welcome"]],
        [" SPRING ", ["spring sale", "welcome"]],
        ["ng sa", ["spring sale"]],
        ["%", ["50% off"]],
        ["_", ["a_b!c"]],
        ["!", ["a_b!c"]],
        ["ÉTÉ", ["été à lyon"]],
        ["winter", []]
      ] as const) {
        assert.deepEqual(yield* names({ search }), expected, search)
      }
      assert.deepEqual(yield* names({ search: "spring", status: "active" }), ["welcome"])
      assert.deepEqual(yield* names({ search: "spring", type: "combined" }), ["welcome"])
      assert.deepEqual(yield* names({ type: "batched" }), ["été à lyon"])
      const usage = yield* rules.usage({ partnerId, search: "spring" })
      assert.deepEqual(
        usage.data.map(({ ruleName }) => ruleName),
        ["spring sale", "welcome"]
      )
      const { data, next } = yield* rules.list({ partnerId, search: "spring", limit: 1 })
      assert.deepEqual([data.length, next], [1, data[0]?.id])
      assert.deepEqual(yield* names({ search: "spring", limit: 1, after: data[0]?.id }), ["welcome"])
      for (const search of ["", " ", "x".repeat(129), "\u0000"]) {
        yield* refused("InvalidInput")(rules.list({ partnerId, search }))
      }
    })
  )

  it.live("a list returns all rules once, page by page, in the order of their creation", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const names = ["d", "a", "c", "b", "e"]
      for (const name of names) {
        yield* rule(name === "c" ? { name, type: "combined", rules: subRules("c1", "c2") } : { name })
      }
      const seen: Array<string> = []
      let after: string | undefined
      while (true) {
        const page = yield* rules.list({ partnerId, limit: 2, after })
        seen.push(...page.data.map(({ name }) => name))
        after = page.next ?? undefined
        if (!page.hasMore) break
      }
      assert.deepEqual(seen, names)
      const { data: all } = yield* rules.list({ partnerId })
      assert.deepEqual(
        all.map(({ name }) => name),
        names
      )
      const found = yield* rules.find({ partnerId, name: "c2" })
      assert.deepEqual(all[2], { ...found, orderedBy: null, changedBy: null })
      for (const limit of [0, 101, 1.5]) yield* refused("InvalidInput")(rules.list({ partnerId, limit }))
    })
  )
}
