import assert from "node:assert/strict"
import { Effect } from "effect"
import type { AttributeChanges } from "../../../lib/index.ts"
import { MemberId, PartnerId } from "../../../lib/rewards/Id.ts"
import { readAttributes, readFittingAttributes } from "../../../lib/rewards/members/attributeRows.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { neverScans } from "../../support/plan.ts"
import { type Engine, newPartner, onPostgres, raw } from "../../support/world.ts"

/** `count` attributes whose names start with `prefix`. */
const numbered = (prefix: string, count: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]))

/** A partner with shorthand to set and read the attributes of ann. */
const ofAnn = Effect.map(newPartner, (partner) => {
  const { members, partnerId } = partner
  return {
    ...partner,
    set: (attributes: AttributeChanges, userId = "ann") =>
      Effect.map(members.onboard({ partnerId, userId, attributes }), (member) => member.attributes),
    stored: (userId = "ann") => Effect.map(members.get({ partnerId, userId }), (member) => member.attributes),
    join: (userId: string, linkedId: string) =>
      members.join({ partnerId: PartnerId.make(partnerId), userId, linkedId })
  }
})

export const attributes = (it: Tests<Engine>): void => {
  it.live("attributes are texts, numbers and booleans, and every way to read a member shows them", () =>
    Effect.gen(function* () {
      const { members, partnerId, set, stored } = yield* ofAnn
      const given = {
        tier: "gold",
        "birth month": 5,
        rate: -0.25,
        big: 1e21,
        vip: false,
        note: "",
        "a.b": "é"
      }
      assert.deepEqual(yield* set(given), given)
      assert.deepEqual(yield* stored(), given)
      const { data } = yield* members.list({ partnerId })
      assert.deepEqual(data[0]?.attributes, given)
      const { data: found } = yield* members.list({ partnerId, search: "an" })
      assert.deepEqual(found, data)
      const again = yield* members.onboard({ partnerId, userId: "ann" })
      assert.deepEqual(again, yield* members.get({ partnerId, userId: "ann" }))
    })
  )

  it.live("a member that has none has an empty object", () =>
    Effect.gen(function* () {
      const { members, partnerId, stored } = yield* ofAnn
      const made = yield* members.onboard({ partnerId, userId: "ann" })
      assert.deepEqual([made.attributes, yield* stored()], [{}, {}])
    })
  )

  it.live("a call replaces the values of its names, removes those that are null, and keeps the others", () =>
    Effect.gen(function* () {
      const { set, stored } = yield* ofAnn
      yield* set({ tier: "gold", age: 41, city: "Graz" })
      assert.deepEqual(yield* set({ tier: 2, city: null, absent: null }), { age: 41, tier: 2 })
      assert.deepEqual(yield* set({}), { age: 41, tier: 2 })
      assert.deepEqual(yield* stored(), { age: 41, tier: 2 })
    })
  )

  it.live("a repeated call changes nothing", () =>
    Effect.gen(function* () {
      const { set } = yield* ofAnn
      const first = yield* set({ tier: "gold", city: null })
      const before = yield* dump
      assert.deepEqual(yield* set({ tier: "gold", city: null }), first)
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("names are not properties of objects", () =>
    Effect.gen(function* () {
      const { members, partnerId, set, stored } = yield* ofAnn
      const given: AttributeChanges = JSON.parse('{"__proto__": "a", "constructor": 1, "toString": true}')
      assert.deepEqual(Object.entries(yield* set(given)).toSorted(), Object.entries(given).toSorted())
      assert.deepEqual(Object.entries(yield* stored()), [
        ["__proto__", "a"],
        ["constructor", 1],
        ["toString", true]
      ])
      const { data } = yield* members.list({ partnerId })
      assert.deepEqual(Object.keys(data[0]?.attributes ?? {}), ["__proto__", "constructor", "toString"])
      yield* set(JSON.parse('{"__proto__": null}'))
      assert.deepEqual(Object.keys(yield* stored()), ["constructor", "toString"])
    })
  )

  it.live("a member has at most 20, counted after the removals of a call", () =>
    Effect.gen(function* () {
      const { members, partnerId, set, stored } = yield* ofAnn
      yield* set(numbered("a", 20))
      const before = yield* dump
      const error = yield* refused("InvalidInput")(set({ a0: "new", b: 1 }))
      assert.equal(error.message, "attributes cannot be more than 20 for one member, got 21")
      const { message } = yield* refused("InvalidInput")(set(numbered("b", 21), "bob"))
      assert.equal(message, "attributes cannot be more than 20 for one member, got 21")
      assert.deepEqual(yield* dump, before)
      yield* refused("MemberNotFound")(members.get({ partnerId, userId: "bob" }))
      yield* set({ a0: null, b: 1 })
      assert.equal(Object.keys(yield* stored()).length, 20)
    })
  )

  it.live("every wrong value is named, and no value is quoted", () =>
    Effect.gen(function* () {
      const { members, partnerId } = yield* ofAnn
      const problemsOf = (attributes: unknown) =>
        Effect.map(
          refused("InvalidInput")(
            members.onboard(JSON.parse(JSON.stringify({ partnerId, userId: "ann", attributes })))
          ),
          ({ faults }) => faults.map(({ field, problem }) => `${field} ${problem}`)
        )
      const wrong =
        "must be a text of at most 256 characters, a number of at most 15 significant digits, true or false, or null to remove it"
      assert.deepEqual(
        yield* problemsOf({
          list: [1],
          tier: "gold",
          object: {},
          long: "x".repeat(257),
          precise: 0.1234567890123456,
          nul: "\u0000"
        }),
        ["list", "object", "long", "precise", "nul"].map((name) => `attributes.${name} ${wrong}`)
      )
      const name = "must have names of 1 to 64 characters, got"
      assert.deepEqual(yield* problemsOf({ "": 1 }), [`attributes ${name} ""`])
      assert.deepEqual(yield* problemsOf({ ["x".repeat(65)]: 1 }), [`attributes ${name} "${"x".repeat(60)}"`])
      const object =
        "attributes must be an object of texts, numbers, booleans and nulls, with names of 1 to 64 characters"
      for (const attributes of ["gold", 1, [], null]) {
        assert.deepEqual(yield* problemsOf(attributes), [object])
      }
      assert.equal(
        (yield* refused("InvalidInput")(
          members.onboardMany([{ partnerId, userId: "ann", attributes: { precise: 0.1234567890123456 } }])
        )).message,
        `members.0.attributes.precise ${wrong}`
      )
      yield* refused("MemberNotFound")(members.get({ partnerId, userId: "ann" }))
    })
  )

  it.live("one call sets those of many members, in its order, or those of none", () =>
    Effect.gen(function* () {
      const { members, partnerId, set } = yield* ofAnn
      yield* set({ tier: "gold" })
      const made = yield* members.onboardMany([
        { partnerId, userId: "ann", attributes: { tier: "silver", age: 1 } },
        { partnerId, userId: "bob" },
        { partnerId, userId: "cy", attributes: { age: 2 } },
        { partnerId, userId: "ann", attributes: { age: null, city: "Graz" } }
      ])
      const ann = { tier: "silver", city: "Graz" }
      assert.deepEqual(
        made.map((member) => member.attributes),
        [ann, {}, { age: 2 }, ann]
      )
      const before = yield* dump
      const error = yield* refused("InvalidInput")(
        members.onboardMany([
          { partnerId, userId: "cy", attributes: { age: 3 } },
          { partnerId, userId: "dee", attributes: numbered("a", 10) },
          { partnerId, userId: "dee", attributes: numbered("b", 11) }
        ])
      )
      assert.equal(error.message, "members.2.attributes cannot be more than 20 for one member, got 21")
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("concurrent calls add no more than 20 together, for a new member and a known one", () =>
    Effect.gen(function* () {
      const { onboard, set, stored } = yield* ofAnn
      yield* onboard("bob")
      for (const userId of ["ann", "bob"]) {
        const outcomes = yield* Effect.all(
          Array.from({ length: 12 }, (_, index) => outcome(set(numbered(`a${index}.`, 4), userId))),
          { concurrency: "unbounded" }
        )
        assert.deepEqual(tally(outcomes), { ok: 5, InvalidInput: 7 })
        assert.equal(Object.keys(yield* stored(userId)).length, 20)
      }
    })
  )

  it.live("the same attributes under both ids of a linked member", () =>
    Effect.gen(function* () {
      const { join, set, stored } = yield* ofAnn
      yield* set({ tier: "gold" }, "account")
      yield* join("ann", "account")
      assert.deepEqual(yield* stored("ann"), { tier: "gold" })
      yield* set({ age: 41 }, "account")
      yield* set({ tier: null }, "ann")
      assert.deepEqual([yield* stored("ann"), yield* stored("account")], [{ age: 41 }, { age: 41 }])
    })
  )

  it.live("a member that a join removes leaves the other those that it lacks", () =>
    Effect.gen(function* () {
      const { join, set, stored, verify } = yield* ofAnn
      yield* set({ tier: "gold", age: 41 }, "ann")
      yield* set({ tier: "silver", city: "Graz" }, "account")
      const { member, removed } = yield* join("ann", "account")
      assert.notEqual(removed, null)
      assert.deepEqual(member.attributes, { tier: "gold", age: 41, city: "Graz" })
      assert.deepEqual(yield* stored("account"), member.attributes)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a join is refused if the members together have more than 20", () =>
    Effect.gen(function* () {
      const { join, set, stored } = yield* ofAnn
      yield* set(numbered("a", 12), "ann")
      yield* set(numbered("b", 9), "account")
      const before = yield* dump
      const { reason } = yield* refused("AlreadyLinked")(join("ann", "account"))
      assert.match(reason, /together these have more than 20 attributes/)
      assert.deepEqual(yield* dump, before)
      yield* set({ b0: null }, "account")
      yield* join("ann", "account")
      assert.equal(Object.keys(yield* stored("ann")).length, 20)
    })
  )

  it.live("a join beside changes of both members loses none of those that succeed", () =>
    Effect.gen(function* () {
      const { join, onboard, set, stored, verify } = yield* ofAnn
      for (const round of Array.from({ length: 5 }).keys()) {
        const [ann, account] = [`ann ${round}`, `account ${round}`]
        yield* onboard(ann, account)
        const changes = Array.from({ length: 6 }, (_, index) =>
          outcome(set({ [`a${index}`]: index }, index % 2 === 0 ? ann : account))
        )
        const outcomes = yield* Effect.all(
          [...changes.slice(0, 3), outcome(join(ann, account)), ...changes.slice(3)],
          {
            concurrency: "unbounded"
          }
        )
        assert.deepEqual(tally(outcomes), { ok: 7 })
        assert.deepEqual(yield* stored(ann), numbered("a", 6))
      }
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a page of members ends before its attributes have too many bytes", () =>
    Effect.gen(function* () {
      const { members, partnerId } = yield* ofAnn
      const long = Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`name ${index}`, "\u0001".repeat(256)])
      )
      const userIds = Array.from({ length: 20 }, (_, index) => `user ${index + 10}`)
      yield* members.onboardMany(userIds.map((userId) => ({ partnerId, userId, attributes: long })))
      const found: Array<string> = []
      let after: string | undefined
      for (;;) {
        const page = yield* members.list({ partnerId, after, limit: 100 })
        assert.ok(JSON.stringify(page.data.map((member) => member.attributes)).length < 260_000)
        assert.ok(page.data.every((member) => Object.keys(member.attributes).length === 20))
        found.push(...page.data.map(({ userId }) => userId))
        if (page.next === null) break
        after = page.next
      }
      assert.deepEqual(found, userIds)
    })
  )

  it.live("many members are read at once, by their own rows alone", () =>
    Effect.gen(function* () {
      const { members, partnerId } = yield* ofAnn
      const userIds = Array.from({ length: 300 }, (_, index) => `user ${index}`)
      const made = yield* members.onboardMany(
        userIds.map((userId) => ({ partnerId, userId, attributes: { tier: userId, age: 1 } }))
      )
      if (yield* onPostgres) yield* raw("ANALYZE")
      const ids = made.slice(0, 5).map(({ id: memberId }, place) => ({ partnerId, memberId, place }))
      yield* neverScans(readFittingAttributes, ids, { aliases: "sa", most: 20 })
      const asked = ids.map(({ memberId }) => ({ partnerId: PartnerId.make(partnerId), memberId }))
      const unknown = {
        partnerId: PartnerId.make(crypto.randomUUID()),
        memberId: MemberId.make(ids[0]?.memberId ?? "")
      }
      const found = yield* Effect.provide(
        Effect.flatMap(Database, ({ send }) => send(readAttributes([...asked.slice(1), unknown]))),
        Database.layer
      )
      assert.deepEqual(
        Array.from(found.values()).toSorted((one, other) => (String(one.tier) < String(other.tier) ? -1 : 1)),
        [1, 2, 3, 4].map((index) => ({ age: 1, tier: `user ${index}` }))
      )
    })
  )
}
