import assert from "node:assert/strict"
import { type Call, dataIn, get, post, withHeaders, withKey } from "../../support/calls.ts"
import { byAcme, type Cast } from "../../support/cast.ts"
import { containing, hex32, id, type Pattern } from "../../support/pattern.ts"
import {
  badRequest,
  meets,
  mismatch,
  missing,
  notFound,
  refused,
  replayed,
  row,
  success,
  type Table
} from "../../support/table.ts"

const rule = { name: "sign-up", coinValue: "10", maxNumberOfParticipant: "100", condition: "Signs up" }
const parts = [
  { name: "first step", condition: "Takes one" },
  { name: "Last Step", condition: "Takes another", status: "inactive" }
]

const otherParts = [{ name: "another step", condition: "Takes one" }]

const by =
  (call: Call) =>
  ({ acme }: Cast): Call =>
    acme.as(call)
const create = (change: object = {}) => by(post("/laas/rules/create-rule", { ...rule, ...change }))
const update =
  (change: object) =>
  ({ acme, visit }: Cast): Call =>
    acme.as(post("/laas/rules/update-rule", { id: visit, ...change }))

const created = (change: Readonly<Record<string, Pattern>> = {}) =>
  success(201, "Rule created successfully", {
    id,
    name: "sign-up",
    coinValue: "10",
    condition: "Signs up",
    maxNumberOfParticipant: "100",
    status: "active",
    ...change
  })

const visit = (change: Readonly<Record<string, Pattern>> = {}) => ({
  id,
  name: "visit",
  coinValue: "10",
  condition: "is there",
  maxNumberOfParticipant: "100",
  status: "active",
  type: "single",
  completionNumber: "1",
  userLimitAward: "-1",
  rules: [],
  when: null,
  unit: null,
  maxCoins: null,
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject",
  archived: false,
  coinsExpire: null,
  pendingDays: null,
  ...change
})

const listed = (change: Readonly<Record<string, Pattern>> = {}) =>
  visit({ orderedBy: byAcme, changedBy: null, ...change })

const when = {
  activity: "order.placed",
  conditions: { all: [{ field: "data.total", is: "atLeast", value: 50 }] }
}

const numbers = { coinValue: 0.5, maxNumberOfParticipant: 3, completionNumber: 2, userLimitAward: 7 }
const amount = "an amount of coins above 0, with at most 4 decimals and no more than 500000000000"

/** Section 1 of the interface, and the operations to update and list rules. */
export const rules = (table: Table): void => {
  table("POST /laas/rules/create-rule", [
    row("the required fields", create(), created()),
    row("a name in another case", create({ name: "  Second RULE " }), created({ name: "second rule" })),
    row(
      "numbers as JSON numbers",
      create({ ...numbers, name: "numbers", type: "batched" }),
      created({ name: "numbers", coinValue: "0.5", maxNumberOfParticipant: "3" })
    ),
    row(
      "numbers as JSON strings",
      create({
        name: "strings",
        type: "batched",
        coinValue: "0.50",
        maxNumberOfParticipant: "3",
        completionNumber: "2",
        userLimitAward: "7"
      }),
      created({ name: "strings", coinValue: "0.5", maxNumberOfParticipant: "3" })
    ),
    row(
      "inactive",
      create({ name: "asleep", status: "inactive" }),
      created({ name: "asleep", status: "inactive" })
    ),
    row(
      "combined: its condition may be left out",
      create({ name: "all of it", type: "combined", condition: undefined, rules: parts }),
      created({ name: "all of it", condition: "" })
    ),
    row(
      "combined: an empty condition is accepted, as answers show it",
      create({ name: "all again", type: "combined", condition: "", rules: otherParts }),
      created({ name: "all again", condition: "" })
    ),
    row(
      "single: an empty condition is refused",
      create({ condition: " " }),
      badRequest('condition must be text of 1 to 1000 characters, got ""')
    ),
    row(
      "single: the defaults of other types are accepted",
      create({ name: "in full", type: "single", completionNumber: "1", rules: [] }),
      created({ name: "in full" })
    ),
    ...["single", "combined"].map((type) =>
      row(
        `${type}: a completionNumber that it would not use`,
        create({ name: "x", type, completionNumber: 5, rules: type === "combined" ? otherParts : undefined }),
        badRequest('completionNumber can only be given when type is "batched"')
      )
    ),
    row(
      "misspelled fields: a rule never pays without its limits",
      create({ limit: [], endAt: "2030-01-01T00:00:00Z", userLimitAwards: 1 }),
      badRequest(
        [
          "limit is not a known field: did you mean limits?",
          "endAt is not a known field: did you mean endsAt?",
          "userLimitAwards is not a known field: did you mean userLimitAward?"
        ].join("; ")
      )
    ),
    row(
      "with `when`, which this answer does not have",
      create({ name: "ordered", when }),
      created({ name: "ordered" })
    ),
    row(
      "misspelled fields of `when`",
      create({
        name: "x",
        when: { activity: "order", conditons: {}, conditions: { any: [{ field: "data.a", iz: 1 }] } }
      }),
      badRequest(
        [
          "when.conditions.any.0.iz is not a known field: did you mean is?",
          "when.conditons is not a known field: did you mean conditions?"
        ].join("; ")
      )
    ),
    row(
      "`when` of a combined rule itself, and an amount of a sub-rule",
      create({
        name: "x",
        type: "combined",
        when,
        rules: [{ name: "part", condition: "c", when: { activity: "order", amount: "data.total" } }]
      }),
      badRequest(
        [
          'when cannot be given when type is "combined": give it to the sub-rules',
          "rules.0.when.amount cannot be given, because a sub-rule has no unit: leave it out"
        ].join("; ")
      )
    ),
    row(
      "`when` of another form",
      create({ name: "x", when: ["order"] }),
      badRequest("when must be an object")
    ),
    row("without name", create({ name: undefined }), missing("name")),
    row("without coinValue", create({ coinValue: undefined }), missing("coinValue")),
    row(
      "without maxNumberOfParticipant",
      create({ maxNumberOfParticipant: undefined }),
      missing("maxNumberOfParticipant")
    ),
    row("single without condition", create({ condition: undefined }), missing("condition")),
    row("batched without condition", create({ type: "batched", condition: undefined }), missing("condition")),
    row(
      "combined without sub-rules",
      create({ type: "combined" }),
      badRequest('rules must hold 1 to 30 sub-rules when type is "combined"')
    ),
    row(
      "a sub-rule without condition",
      create({ name: "x", type: "combined", rules: [{ name: "part" }] }),
      badRequest(containing("rules.0.condition is required"))
    ),
    row(
      "sub-rules that are not a list",
      create({ name: "x", type: "combined", rules: 5 }),
      badRequest(containing("rules must be a list"))
    ),
    row(
      "a sub-rule that is not an object",
      create({ name: "x", type: "combined", rules: [5] }),
      badRequest(containing("rules.0 must be"))
    ),
    row(
      "an unknown status",
      create({ status: "sleeping" }),
      badRequest('status must be "active" or "inactive", got "sleeping"')
    ),
    row(
      "an unknown type",
      create({ type: "double" }),
      badRequest('type must be "single", "batched" or "combined", got "double"')
    ),
    ...["0", "-1", "1.00001", "1e3", "500000000000.0001", "NaN", ""].map((coinValue) =>
      row(
        `coinValue ${JSON.stringify(coinValue)}`,
        create({ coinValue }),
        badRequest(`coinValue must be ${amount}, got ${JSON.stringify(coinValue)}`)
      )
    ),
    row(
      "several faults at once",
      create({ name: undefined, maxNumberOfParticipant: "0", completionNumber: 1.5, userLimitAward: "0" }),
      badRequest(
        containing(
          "name is required",
          'maxNumberOfParticipant must be a whole number of 1 or more, got "0"',
          "completionNumber must be a whole number of 1 or more, got 1.5",
          'userLimitAward must be -1 (no maximum) or a whole number of 1 or more, got "0"'
        )
      )
    ),
    row(
      "a name that is taken",
      create({ name: "SIGN-UP" }),
      refused("name_taken", "name sign-up is already taken")
    ),
    row(
      "a name that a sub-rule has",
      create({ name: "first step" }),
      refused("name_taken", "name first step is already taken")
    ),
    row(
      "with a key",
      (world) => withKey(create({ name: "once" })(world), "create"),
      created({ name: "once" })
    ),
    row(
      "the same again: the first answer",
      (world) => withKey(create({ name: "once" })(world), "create"),
      replayed(created({ name: "once" }))
    ),
    row(
      "the key with another body",
      (world) => withKey(create({ name: "twice" })(world), "create"),
      mismatch()
    )
  ])

  const updated = (change: Readonly<Record<string, Pattern>>) =>
    success(200, "Rule updated successfully", visit(change))

  table(
    "POST /laas/rules/update-rule",
    [
      row(
        "what can change",
        update({
          name: "Call",
          coinValue: 1.25,
          maxNumberOfParticipant: "50",
          condition: "Calls",
          status: "inactive",
          userLimitAward: 5
        }),
        updated({
          name: "call",
          coinValue: "1.25",
          maxNumberOfParticipant: "50",
          condition: "Calls",
          status: "inactive",
          userLimitAward: "5"
        })
      ),
      row("without id", update({ id: undefined }), missing("id")),
      row(
        "some fields: the others stay",
        update({ name: "visit", coinValue: "10", maxNumberOfParticipant: 100, condition: "is there" }),
        updated({ status: "inactive", userLimitAward: "5" })
      ),
      row("active again", update({ status: "active", userLimitAward: -1 }), updated({})),
      row(
        "what cannot change",
        update({ type: "batched", completionNumber: 9, coinValue: 11 }),
        badRequest(
          "type cannot be changed: members' progress depends on it, so create another rule instead; " +
            "completionNumber cannot be changed: members' progress depends on it, so create another rule instead"
        )
      ),
      row(
        "sub-rules of a rule that has none",
        update({ rules: [{ name: "visit", status: "inactive" }] }),
        badRequest("rules can only be given for a combined rule")
      ),
      row("no sub-rules", update({ rules: [] }), updated({})),
      row("`when`", update({ when }), updated({ when })),
      row(
        "`when` stays if an update does not name it, and gets an amount with a unit",
        update({ unit: "10" }),
        badRequest(
          "when.amount is required, because the rule has a unit: name the field of the data that is the amount"
        )
      ),
      row(
        "both",
        update({ unit: "10", when: { activity: "visited", amount: "data.minutes" } }),
        updated({ unit: "10", when: { activity: "visited", amount: "data.minutes" } })
      ),
      row(
        "an amount without unit",
        update({ unit: null }),
        badRequest("when.amount can only be given together with unit: set unit, or leave out when.amount")
      ),
      row("null removes `when`", update({ unit: null, when: null }), updated({})),
      row(
        "malformed sub-rules, and what cannot change of them",
        update({ rules: [{ name: "a", condition: "new" }, { status: "on" }] }),
        badRequest(
          'rules.1.name is required; rules.1.status must be "active" or "inactive", got "on"; ' +
            "rules.0.status is required if the field when is missing; rules.0.condition cannot be changed: only the fields status and when of a sub-rule can be changed"
        )
      ),
      row(
        "fewer places than participants",
        update({ maxNumberOfParticipant: 1 }),
        refused(
          "too_few_places",
          "maxNumberOfParticipant cannot be 1: 2 participants have been rewarded already"
        )
      ),
      row(
        "a name that is taken",
        update({ name: "sign-up" }),
        refused("name_taken", "name sign-up is already taken")
      ),
      row(
        "an unknown rule",
        update({ id: "00000000-0000-7000-8000-000000000000" }),
        notFound(containing("rule 00000000-0000-7000-8000-000000000000 was not found"), "rule_not_found")
      ),
      row(
        "an id of another form",
        update({ id: "visit" }),
        badRequest(containing("id must be an id made by this"))
      ),
      row(
        "a malformed field",
        update({ coinValue: "ten" }),
        badRequest(`coinValue must be ${amount}, got "ten"`)
      )
    ],
    (test) => {
      test("the 51st active rule for one type of activity", async ({ acme, send }) => {
        const of50 = { when: { activity: "fifty" } }
        for (let count = 0; count < 50; count++) await acme.rule({ name: `fifty ${count}`, ...of50 })
        const id = await acme.rule({ name: "fifty more", status: "inactive", ...of50 })
        for (const call of [
          post("/laas/rules/update-rule", { id, status: "active" }),
          post("/laas/rules/create-rule", { ...rule, name: "fifty first", ...of50 })
        ]) {
          meets(
            await send(acme.as(call)),
            refused(
              "too_many_rules_of_activity",
              "when.activity fifty already has 50 active rules and sub-rules, which is the maximum: set the status of one of them to inactive"
            )
          )
        }
        const kept = listed({
          name: "fifty more",
          condition: "signed up",
          maxNumberOfParticipant: "1000",
          status: "inactive",
          ...of50
        })
        const usage = [
          { per: "rule", period: "ever", measure: "participants", used: "0", max: "1000", resetsAt: null }
        ]
        meets(
          await send(acme.as(get(`/laas/rules/${id}`))),
          success(200, "Rule returned successfully", { ...kept, version: hex32, usage })
        )
      })
      test("a version that is not current any more is refused", async ({ acme, send }) => {
        const id = await acme.rule({ name: "in two tabs" })
        const read = () => send(acme.as(get(`/laas/rules/${id}`)))
        const update = (change: object, headers: Readonly<Record<string, string>> = {}) =>
          send(withHeaders(acme.as(post("/laas/rules/update-rule", { id, ...change })), headers))
        const first = (await read()).headers.get("etag") ?? assert.fail("the rule has no ETag")
        assert.equal((await update({ coinValue: "2" }, { "if-match": first })).status, 200)
        const late = await update({ coinValue: "3" }, { "if-match": first })
        assert.equal(late.status, 412, late.text)
        assert.equal(dataIn(late.body).appErrorCode, "rule_changed")
        assert.equal((await update({ coinValue: "3", version: first.slice(1, -1) })).status, 412)
        const { version } = dataIn((await read()).body)
        assert.equal((await read()).headers.get("etag"), `"${version}"`)
        assert.equal((await update({ coinValue: "3", version })).status, 200)
        assert.equal((await update({ coinValue: "4" }, { "if-match": "*" })).status, 200)
        assert.equal((await update({ coinValue: "5" })).status, 200)
        assert.equal((await update({ coinValue: "6" }, { "if-match": "W/x" })).status, 400)
      })
      test("the status and `when` of sub-rules, by their names", async ({ acme, send }) => {
        const terms = { type: "combined", condition: undefined }
        const parts = [
          { name: "half one", condition: "one", status: "active" },
          { name: "half two", condition: "two", status: "inactive" }
        ]
        const id = await acme.rule({ name: "halves", ...terms, rules: parts })
        const change = (rules: ReadonlyArray<object>) =>
          send(acme.as(post("/laas/rules/update-rule", { id, rules })))
        const answer = (changed: ReadonlyArray<object>) =>
          success(200, "Rule updated successfully", {
            ...visit({ name: "halves", condition: "", maxNumberOfParticipant: "1000", type: "combined" }),
            rules: parts.map((part, index) => ({ ...part, status: "active", when: null, ...changed[index] }))
          })
        meets(await change([{ name: " HALF two", status: "active" }]), answer([]))
        meets(await change([{ name: "half two", when }]), answer([{}, { when }]))
        const off = { status: "inactive", when: null }
        meets(await change([{ name: "half two", ...off }]), answer([{}, off]))
        meets(await change([{ name: "half two", status: "active" }]), answer([]))
        meets(
          await change([{ name: "visit", status: "active" }]),
          badRequest('rules.0.name must be the name of a sub-rule of this rule, got "visit"')
        )
        meets(
          await change(parts.map(({ name }) => ({ name, status: "inactive" }))),
          badRequest("rules must leave at least one active sub-rule, or the rule could never pay")
        )
        meets(
          await change([parts, parts].flat().map(({ name, status }) => ({ name, status }))),
          badRequest("rules must name each sub-rule once")
        )
      })
    }
  )

  table("GET /laas/rules", [
    row(
      "the first, in the order of creation",
      by(get("/laas/rules?limit=2")),
      success(200, "Rules returned successfully", {
        data: [listed({ changedBy: byAcme }), listed({ name: "sign-up", condition: "Signs up" })],
        hasMore: true,
        next: id
      })
    ),
    row("after one of them", ({ acme, visit: after }) => acme.as(get(`/laas/rules?limit=1&after=${after}`)), {
      ...success(200, "Rules returned successfully", {
        data: [listed({ name: "sign-up", condition: "Signs up" })],
        hasMore: true,
        next: id
      })
    }),
    row(
      "the first that is active",
      by(get("/laas/rules?limit=1&status=active")),
      success(200, "Rules returned successfully", {
        data: [listed({ changedBy: byAcme })],
        hasMore: true,
        next: id
      })
    ),
    row(
      "parameters of other lists: a caller that counts pages does not get the first one for ever",
      by(get("/laas/rules?page=2&take=5&offset=1")),
      badRequest(
        ["page", "take", "offset"]
          .map((name) => `${name} is not a parameter of this path: use after and limit`)
          .join("; ")
      )
    ),
    row(
      "parameters without a value count as absent",
      by(get("/laas/rules?limit=1&after=&status=&page=")),
      success(200, "Rules returned successfully", {
        data: [listed({ changedBy: byAcme })],
        hasMore: true,
        next: id
      })
    ),
    row(
      "malformed parameters",
      by(get("/laas/rules?limit=101&after=x&status=on")),
      badRequest(
        containing(
          'status must be "active", "inactive" or "archived", got "on"',
          'limit must be a whole number from 1 to 100, got "101"',
          "after must be an id made by this service"
        )
      )
    )
  ])
}
