import { get, post, withKey } from "../../support/calls.ts"
import { byAcme, type Cast } from "../../support/cast.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import {
  badRequest,
  mismatch,
  missing,
  notFound,
  type Row,
  refused,
  replayed,
  row,
  success,
  type Table
} from "../../support/table.ts"

type Who = "bea" | "cy" | "dot"

const award =
  (who: Who, ruleName: string, more: object = {}) =>
  (world: Cast) =>
    world.acme.as(post("/laas/rules/award", { userId: world[who], ruleName, ...more }))

const record = (world: Cast, who: Who, ruleName: string, change: Readonly<Record<string, Pattern>> = {}) => ({
  id,
  ruleId: id,
  ruleName,
  userId: world[who],
  awarded: true,
  note: null,
  partnerId: world.acme.partnerId,
  ...change
})

/** As the list shows it. */
const listed = (world: Cast, who: Who, ruleName: string, change: Readonly<Record<string, Pattern>> = {}) => ({
  ...record(world, who, ruleName),
  coins: "1",
  amount: null,
  state: "paid",
  coinsLeft: "1",
  amountLeft: null,
  activityId: null,
  suppressedBy: null,
  metadata: {},
  createdAt: instant,
  maturesAt: null,
  expiresAt: null,
  reversedAt: null,
  orderedBy: byAcme,
  ...change
})

const awarded =
  (who: Who, ruleName: string, change: Readonly<Record<string, Pattern>> = {}): Row["answer"] =>
  (world) =>
    success(201, "Rule award created successfully", record(world, who, ruleName, change))

/** Creates a rule for the following rows. Creating rules is tested in another table. */
const make = (name: string, change: object) =>
  row(
    `(a rule: ${name})`,
    ({ acme }) =>
      acme.as(
        post("/laas/rules/create-rule", {
          name,
          coinValue: "1",
          maxNumberOfParticipant: "100",
          condition: "Does it",
          ...change
        })
      ),
    success(201, "Rule created successfully", {
      id,
      name,
      coinValue: "1",
      condition: "Does it",
      maxNumberOfParticipant: containing(""),
      status: containing("active")
    })
  )

const subRules = [
  { name: "part a", condition: "Does a" },
  { name: "part b", condition: "Does b" },
  { name: "part c", condition: "Does c", status: "inactive" }
]

/** Section 2 of the interface. */
export const awards = (table: Table): void => {
  table("POST /laas/rules/award", [
    make("plain", {}),
    make("stopped", { status: "inactive" }),
    make("for one", { maxNumberOfParticipant: 1 }),
    make("once each", { userLimitAward: 1 }),
    make("every second", { type: "batched", completionNumber: 2 }),
    make("both parts", { type: "combined", rules: subRules }),
    row("a user with an account", award("dot", "plain"), awarded("dot", "plain")),
    row(
      "a narration, a name in another case",
      award("dot", " PLAIN ", { narration: "Well done" }),
      awarded("dot", "plain", { note: "Well done" })
    ),
    row(
      "an empty narration counts as absent",
      award("dot", "plain", { narration: "" }),
      awarded("dot", "plain")
    ),
    row("a narration of null", award("dot", "plain", { narration: null }), awarded("dot", "plain")),
    row(
      "batched: the first completion counts",
      award("dot", "every second"),
      awarded("dot", "every second", { awarded: false })
    ),
    row("batched: the second pays", award("dot", "every second"), awarded("dot", "every second")),
    row("combined: a part counts", award("dot", "part a"), awarded("dot", "part a", { awarded: false })),
    row("combined: once more", award("dot", "part a"), awarded("dot", "part a", { awarded: false })),
    row("combined: the last active part pays", award("dot", "part b"), awarded("dot", "part b")),
    row("combined: the whole pays", award("dot", "both parts"), awarded("dot", "both parts")),
    row("without userId", award("dot", "plain", { userId: undefined }), missing("userId")),
    row("without ruleName", award("dot", "plain", { ruleName: undefined }), missing("ruleName")),
    row(
      "a malformed narration",
      award("dot", "plain", { narration: 5 }),
      badRequest("narration must be text of 0 to 500 characters, got 5")
    ),
    row(
      "an unknown user",
      award("dot", "plain", { userId: "nobody" }),
      notFound("userId nobody was not found: onboard the user first")
    ),
    row(
      "an unknown rule",
      award("dot", "nothing"),
      notFound("rule nothing was not found: create the rule first", "rule_not_found")
    ),
    row("an inactive rule", award("dot", "stopped"), refused("rule_inactive", "stopped is inactive")),
    row("an inactive sub-rule", award("dot", "part c"), refused("rule_inactive", "part c is inactive")),
    row("the last place", award("bea", "for one"), awarded("bea", "for one")),
    row("again by the participant", award("bea", "for one"), awarded("bea", "for one")),
    row(
      "one participant too many",
      award("cy", "for one"),
      refused("participant_limit_reached", "for one has already rewarded its 1 participants")
    ),
    row("the user's only award", award("bea", "once each"), awarded("bea", "once each")),
    row(
      "one award too many",
      award("bea", "once each"),
      refused("user_limit_reached", "once each has already rewarded this user 1 times")
    ),
    row("with a key", (world) => withKey(award("cy", "plain")(world), "award"), awarded("cy", "plain")),
    row(
      "the same again: the first answer",
      (world) => withKey(award("cy", "plain")(world), "award"),
      (world) => replayed(awarded("cy", "plain")(world))
    ),
    row("the key with another user", (world) => withKey(award("bea", "plain")(world), "award"), mismatch()),
    row(
      "a key that is too long",
      (world) => withKey(award("cy", "plain")(world), "k".repeat(256)),
      badRequest(containing("Idempotency-Key must be 1 to 255 printable characters"))
    )
  ])

  const bulk = (world: Cast) =>
    world.acme.as(
      post("/laas/rules/awards", {
        awards: [
          { userId: world.bea, ruleName: "plain", narration: "in bulk" },
          { userId: "nobody", ruleName: "plain" },
          { ruleName: "plain" },
          5
        ]
      })
    )
  const failed = (message: string, errorType: string, appErrorCode: string, error: string) => ({
    status: "failed",
    message,
    data: { errorType, appErrorCode, error }
  })
  const outcomes: Row["answer"] = (world) =>
    success(201, "1 of 4 awards created", {
      accepted: 1,
      refused: 3,
      outcomes: [
        { status: "success", data: record(world, "bea", "plain", { note: "in bulk" }) },
        failed("Data not found", "not found", "", "userId nobody was not found: onboard the user first"),
        failed("Invalid data", "invalid", "Bad request", "userId is required"),
        failed("Invalid data", "invalid", "Bad request", "userId is required; ruleName is required")
      ]
    })
  const many = (awards: unknown) => (world: Cast) => world.acme.as(post("/laas/rules/awards", { awards }))

  const later = { userId: "later", ruleName: "plain" }
  const keyedLater = (world: Cast) => withKey(many([later, { ...later, userId: "never" }])(world), "later")
  const unknown = (userId: string) =>
    failed("Data not found", "not found", "", `userId ${userId} was not found: onboard the user first`)
  const nothing = success(201, "0 of 2 awards created", {
    accepted: 0,
    refused: 2,
    outcomes: [unknown("later"), unknown("never")]
  })
  const accepted: Row["answer"] = (world) =>
    success(201, "1 of 2 awards created", {
      accepted: 1,
      refused: 1,
      outcomes: [
        { status: "success", data: record(world, "bea", "plain", { userId: "later" }) },
        unknown("never")
      ]
    })

  table("POST /laas/rules/awards", [
    row("an outcome each", bulk, outcomes),
    row("with a key", (world) => withKey(bulk(world), "k".repeat(255)), outcomes),
    row(
      "the same again: the first answer, refusals too",
      (world) => withKey(bulk(world), "k".repeat(255)),
      (world) => replayed(outcomes(world))
    ),
    row("the key with another body", (world) => withKey(many([])(world), "k".repeat(255)), mismatch()),
    row("with a key, and nothing accepted", keyedLater, nothing),
    row("the same again: its key is unused", keyedLater, nothing),
    row(
      "(the member comes)",
      ({ acme }) => acme.as(post("/laas/users", { userId: "later" })),
      success(200, "User onboarded successfully", {
        id,
        userId: "later",
        partnerId: id,
        attributes: {},
        userData: null,
        createdAt: instant
      })
    ),
    row("the same again, now accepted", keyedLater, accepted),
    row("the same again: the answer of the accepted one", keyedLater, (world) => replayed(accepted(world))),
    row("none", many([]), success(201, "0 of 0 awards created", { accepted: 0, refused: 0, outcomes: [] })),
    row("without awards", many(undefined), missing("awards")),
    row("awards that are no list", many("all"), badRequest("awards must be a list of awards")),
    row(
      "one more than 1000",
      many(Array.from({ length: 1001 }, () => ({}))),
      badRequest("awards must hold at most 1000 awards, got 1001")
    )
  ])

  table("GET /laas/rules/awards", [
    row(
      "the newest of a user for a rule",
      ({ acme, bea }) => acme.as(get(`/laas/rules/awards?userId=${bea}&ruleName=Once%20Each`)),
      (world) =>
        success(200, "Awards returned successfully", {
          data: [listed(world, "bea", "once each")],
          hasMore: false,
          next: null
        })
    ),
    row(
      "a page, and the key of the next",
      ({ acme, bea }) => acme.as(get(`/laas/rules/awards?userId=${bea}&ruleName=plain&limit=1`)),
      (world) =>
        success(200, "Awards returned successfully", {
          data: [listed(world, "bea", "plain", { note: "in bulk" })],
          hasMore: true,
          next: id
        })
    ),
    row(
      "an unknown user",
      ({ acme }) => acme.as(get("/laas/rules/awards?userId=nobody")),
      notFound("userId nobody was not found: onboard the user first")
    ),
    row(
      "malformed parameters",
      ({ acme }) => acme.as(get("/laas/rules/awards?limit=0&after=x&state=gone&from=now")),
      badRequest(
        containing(
          "limit must be a whole number from 1 to 100",
          "after must be an id made by this service",
          'state must be "paid", "pending", "counted", "suppressed", "partly_reversed" or "reversed", got "gone"',
          "from must be an instant with its time zone"
        )
      )
    )
  ])

  const member =
    (userId: string) =>
    ({ acme }: Cast) =>
      acme.as(post("/laas/users", { userId }))
  const onboarded =
    (userId: string): Row["answer"] =>
    ({ acme }) =>
      success(200, "User onboarded successfully", {
        id,
        userId,
        partnerId: acme.partnerId,
        attributes: {},
        userData: null,
        createdAt: containing("T")
      })

  table("POST /laas/users", [
    row("the partner's own id", member("customer 42"), onboarded("customer 42")),
    row("again: the same member", member("customer 42"), onboarded("customer 42")),
    row("without userId or tag", ({ acme }) => acme.as(post("/laas/users", {})), missing("userId or tag")),
    row("an empty id", member(""), badRequest('userId must be text of 1 to 128 characters, got ""'))
  ])
}
