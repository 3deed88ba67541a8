import assert from "node:assert/strict"
import { Effect } from "effect"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { type Engine, newPartner, subRules } from "../../support/world.ts"

export const ruleNames = (it: Tests<Engine>): void => {
  it.live("names are trimmed and lower-cased, wherever they are given", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId, onboard, award } = yield* newPartner
      const created = yield* rule({ name: "  Sign Up\t", type: "combined", rules: subRules(" FIRST ") })
      assert.equal(created.name, "sign up")
      assert.ok(created.terms._tag === "Combined")
      assert.equal(created.terms.subRules[0].name, "first")
      assert.equal((yield* rules.find({ partnerId, name: "SIGN up " })).id, created.id)
      yield* onboard("ann")
      assert.equal((yield* award("ann", " First")).ruleName, "first")
    })
  )

  it.live("rules and sub-rules of a partner share one name space", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      yield* rule({ name: "plain" })
      const combined = yield* rule({ name: "all", type: "combined", rules: subRules("part") })
      const before = yield* dump
      const taken = refused("NameTaken")
      const attempts = [
        [taken(rule({ name: "PLAIN" })), "plain"],
        [taken(rule({ name: "part" })), "part"],
        [taken(rule({ name: "new", type: "combined", rules: subRules("fresh", "plain") })), "plain"],
        [taken(rule({ name: "new", type: "combined", rules: subRules("fresh", "part") })), "part"],
        [taken(rules.update({ partnerId, id: combined.id, name: "plain" })), "plain"],
        [taken(rules.update({ partnerId, id: combined.id, name: "part" })), "part"]
      ] as const
      for (const [attempt, name] of attempts) {
        assert.equal((yield* attempt).name, name)
      }
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("a rule can be given the name it has, and a name that became free", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const first = yield* rule({ name: "first" })
      assert.equal((yield* rules.update({ partnerId, id: first.id, name: "First" })).name, "first")
      yield* rules.update({ partnerId, id: first.id, name: "second" })
      assert.notEqual((yield* rule({ name: "first" })).id, first.id)
    })
  )

  it.live("of many concurrent creations with one name, one succeeds", () =>
    Effect.gen(function* () {
      const { rule, rules, partnerId } = yield* newPartner
      const others = yield* Effect.forEach(["x", "y", "z"], (name) => rule({ name }))
      const creations = Array.from({ length: 5 }, () => outcome(rule({ name: "wanted" })))
      const renames = others.map(({ id }) => outcome(rules.update({ partnerId, id, name: "wanted" })))
      const found = yield* Effect.all([...creations, ...renames], { concurrency: "unbounded" })
      assert.deepEqual(tally(found), { ok: 1, NameTaken: 7 })
    })
  )

  it.live("a name has 1 to 128 characters, in any script", () =>
    Effect.gen(function* () {
      const { rule } = yield* newPartner
      const longest = "ж".repeat(128)
      assert.equal((yield* rule({ name: longest })).name, longest)
      for (const name of ["ж".repeat(129), "", "   ", "a\u0000b", "half \ud83d"]) {
        const { message } = yield* refused("InvalidInput")(rule({ name }))
        assert.match(message, /^name must be a name of 1 to 128 characters, got "/)
      }
    })
  )
}
