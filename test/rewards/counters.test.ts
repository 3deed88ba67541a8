import assert from "node:assert/strict"
import { Schema } from "effect"
import * as Coins from "../../lib/rewards/Coins.ts"
import { MemberId, PartnerId, RuleId } from "../../lib/rewards/Id.ts"
import { Counter, Counters, keysOf } from "../../lib/rewards/limits/Counters.ts"
import { type StoredRule, UserLimit } from "../../lib/rewards/rules/Rule.ts"
import { describe, it } from "../support/effect.ts"

const memberId = Schema.decodeSync(MemberId)("01890a5d-ac96-774b-bcce-b302099a8058")
const coins = Coins.make(10_000)
const at = new Date("2026-03-04T12:00:00Z")

const rule: StoredRule = {
  id: Schema.decodeSync(RuleId)("01890a5d-ac96-774b-bcce-b302099a8057"),
  partnerId: Schema.decodeSync(PartnerId)("01890a5d-ac96-774b-bcce-b302099a8056"),
  name: "rule",
  condition: "c",
  status: "active",
  archived: false,
  coinValue: coins,
  unit: null,
  maxCoins: null,
  rate: 0,
  maxNumberOfParticipant: 10,
  participants: 1,
  userLimitAward: UserLimit.Unlimited(),
  terms: { _tag: "Single" },
  when: null,
  limits: [{ per: "member", period: "ever", awards: 5 }],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject",
  pendingDays: null,
  coinsExpire: null,
  createdAt: at,
  updatedAt: at,
  generation: 1,
  countedUntil: at,
  orderedBy: null,
  changedBy: null
}

type Move = "pay" | "give back"

/** The counter of a member that was paid twice, after payments and reversals of one transaction: what is written of it. */
const written = (hasRow: boolean, ...moves: ReadonlyArray<Move>): ReadonlyArray<number> => {
  const [key] = keysOf(rule, memberId, at)
  assert.ok(key !== undefined)
  const counters = new Counters([new Counter(key, { awards: 2, coins: Coins.zero }, hasRow)])
  for (const move of moves) {
    if (move === "pay") counters.count(rule, memberId, at, coins)
    else counters.giveBack(rule, memberId, at, { awards: 1, coins })
  }
  return counters.changed().map(({ awards }) => awards)
}

describe("the counter of a limit", () => {
  it("that has a row is written when its count differs", () => {
    assert.deepEqual(written(true, "pay"), [3])
    assert.deepEqual(written(true, "give back"), [1])
    assert.deepEqual(written(true), [])
    assert.deepEqual(written(true, "pay", "give back"), [])
  })

  it("that has no row gets it with a payment, whatever was given back in the same transaction", () => {
    assert.deepEqual(written(false, "pay"), [3])
    assert.deepEqual(written(false, "give back", "pay"), [2])
    assert.deepEqual(written(false, "give back", "give back", "pay"), [1])
    assert.deepEqual(written(false, "pay", "give back"), [2])
  })

  it("that has no row and was not paid to gets none", () => {
    assert.deepEqual(written(false), [])
    assert.deepEqual(written(false, "give back"), [])
  })
})
