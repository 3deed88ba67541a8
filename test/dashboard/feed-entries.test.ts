import assert from "node:assert/strict"
import type { Award, Event } from "../../server/dashboard/contract.ts"
import {
  entriesOfAward,
  entryOfEvent,
  type FeedEntry,
  mergedEntries
} from "../../server/dashboard/pages/overview/feedEntries.ts"
import { describe, it } from "../support/effect.ts"

const award: Award = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  ruleId: "01890a5d-ac96-774b-bcce-b302099a8058",
  ruleName: "coffee",
  userId: "ada",
  awarded: true,
  note: null,
  partnerId: "01890a5d-ac96-774b-bcce-b302099a8059",
  coins: "1250.5",
  amount: null,
  state: "paid",
  coinsLeft: "1250.5",
  amountLeft: null,
  suppressedBy: null,
  activityId: null,
  metadata: {},
  createdAt: "2026-11-16T10:00:00.000Z",
  maturesAt: null,
  expiresAt: null,
  reversedAt: null,
  orderedBy: null
}
const event = {
  id: "01890a5d-ac96-774b-bcce-b302099a8060",
  createdAt: award.createdAt,
  requestId: null,
  orderedBy: null
}
const paid: Event = { ...event, type: "award.paid", data: award }
const reversedAt = "2026-11-16T11:00:00.000Z"
const undone: Award = { ...award, state: "reversed", coinsLeft: "0", reversedAt }
const reversal: Event = {
  ...event,
  id: "01890a5d-ac96-774b-bcce-b302099a8061",
  type: "award.reversed",
  data: {
    ...undone,
    reversal: { ...award, awardId: award.id, narration: null, createdAt: reversedAt }
  }
}

const said = ({ result, subject, words }: FeedEntry): string =>
  `${subject.name} ${words.map((part) => (typeof part === "string" ? part : part.name)).join("")}: ${result}`

describe("the lines of the feed", () => {
  it("are the same for an award in the list and for its events, so that each is shown once", () => {
    assert.deepEqual(entriesOfAward(award), [entryOfEvent(paid)])
    assert.deepEqual(entriesOfAward(undone), [entryOfEvent(paid), entryOfEvent(reversal)])
    const both = mergedEntries(entriesOfAward(undone), [
      entryOfEvent(reversal),
      entryOfEvent(paid),
      entryOfEvent(paid)
    ])
    assert.deepEqual(both.map(said), [
      "ada had coffee reversed: −1,250.5",
      "ada was paid for coffee: +1,250.5"
    ])
  })

  it("say of an award that it was pending at first, whether or not its coins have matured", () => {
    const waiting: Award = { ...award, state: "pending", maturesAt: "2026-11-30T10:00:00.000Z" }
    const lines = entriesOfAward(waiting)
    assert.deepEqual(lines.map(said), ["ada was paid for coffee, pending at first: +1,250.5"])
    assert.deepEqual(entriesOfAward({ ...waiting, state: "paid" }), lines)
    assert.deepEqual([entryOfEvent({ ...event, type: "award.paid", data: waiting })], lines)
  })

  it("show each partial reversal with its own coins, and the rest with the last one", () => {
    const part = (id: string, coins: string, coinsLeft: string): Event => ({
      ...event,
      id,
      type: "award.reversed",
      data: {
        ...(coinsLeft === "0" ? undone : award),
        ...(coinsLeft === "0" ? {} : { state: "partly_reversed" }),
        coinsLeft,
        reversal: { ...award, awardId: award.id, coins, narration: null, createdAt: reversedAt }
      }
    })
    const parts = [part("1", "50.5", "1200"), part("2", "0", "1200"), part("3", "1200", "0")]
    const lines = mergedEntries(entriesOfAward(undone), [paid, ...parts].map(entryOfEvent))
    assert.deepEqual(lines.map(said).toSorted(), [
      "ada had a part of coffee reversed: no coins",
      "ada had a part of coffee reversed: −50.5",
      "ada had coffee reversed: −1,200",
      "ada was paid for coffee: +1,250.5"
    ])
    const partly: Award = { ...award, state: "partly_reversed", coinsLeft: "1200" }
    assert.deepEqual(entriesOfAward(partly), [entryOfEvent(paid)])
  })

  it("show an adjustment with its reason, and its reversal with the coins going the other way", () => {
    const side = { id: award.id, fullname_businessName: "", email: "", tag: null, userId: "ada" }
    const moved = {
      id: award.id,
      userId: "ada",
      coins: 25,
      claimed: true,
      narration: "adjustment",
      from: side,
      to: side,
      plan: {},
      paidWithGiftCard: false,
      giftCardLedger: {},
      "the service": false,
      charge: 0,
      refunded: false,
      createdAt: award.createdAt,
      updatedAt: award.createdAt,
      balance: "25"
    }
    const adjusted = (reason: string | null): Event => ({
      ...event,
      type: "coins.adjusted",
      data: {
        ...moved,
        transactionType: "adjustment",
        debitOrCredit: "CR",
        reason,
        metadata: {},
        points: false
      }
    })
    const undo: Event = {
      ...event,
      type: "coins.adjustment_reversed",
      data: { ...moved, transactionType: "adjustment_reversal", debitOrCredit: "DE", adjustmentId: award.id }
    }
    assert.deepEqual([adjusted("goodwill"), adjusted(null), undo].map(entryOfEvent).map(said), [
      "ada had the balance adjusted: goodwill: +25",
      "ada had the balance adjusted: +25",
      "ada had an adjustment reversed: −25"
    ])
  })

  it("say which member became one with which, and the coins that it brought", () => {
    const merged = (coins: string): Event => ({
      ...event,
      type: "member.merged",
      data: {
        id: award.id,
        userId: "ada",
        memberId: award.id,
        mergedUserId: "ada-2",
        mergedId: award.ruleId,
        coins,
        pendingCoins: "5",
        createdAt: award.createdAt
      }
    })
    assert.deepEqual([merged("1250.5"), merged("0")].map(entryOfEvent).map(said), [
      "ada became one member with ada-2: +1,250.5",
      "ada became one member with ada-2: "
    ])
  })

  it("say when coins can be spent, until when, and that they expired, each by its own instant", () => {
    const dueAt = "2026-11-15T23:00:00.000Z"
    const coins = { memberId: award.id, userId: "ada", coins: "5.5" }
    const moved = { ...coins, id: award.id, balance: "5.5", createdAt: dueAt }
    const lines = [
      entryOfEvent({
        ...event,
        type: "award.matured",
        data: { ...moved, awardId: award.id, expiresAt: null }
      }),
      // Noon, so that the day is the same in most time zones.
      entryOfEvent({
        ...event,
        type: "coins.expiring",
        data: { ...coins, expiresAt: "2027-01-31T12:00:00.000Z" }
      }),
      entryOfEvent({ ...event, type: "coins.expired", data: moved })
    ]
    assert.deepEqual(lines.map(said), [
      "ada can spend the coins of an award: +5.5",
      "ada has coins until 31 Jan 2027: 5.5",
      "ada had coins expire: −5.5"
    ])
    assert.deepEqual(
      lines.map(({ at }) => at),
      [dueAt, event.createdAt, dueAt]
    )
  })

  it("name what was reversed, and which limit is used up", () => {
    const counted = entriesOfAward({ ...undone, awarded: false, coins: "0" })
    assert.deepEqual(counted.map(said), ["ada met coffee: counted", "ada had coffee reversed: "])
    const ruleId = award.ruleId
    const exhausted = (measure: "participants" | "coins"): Event => ({
      ...event,
      type: "rule.exhausted",
      data: { ruleId, ruleName: "coffee", measure, used: "5000", max: "5000" }
    })
    assert.deepEqual([entryOfEvent(exhausted("participants")), entryOfEvent(exhausted("coins"))].map(said), [
      "coffee has no places left: 5,000 of 5,000",
      "coffee has no coins left: 5,000 of 5,000"
    ])
  })

  it("name who ordered an award, in the list and in its event", () => {
    const orderedBy = { kind: "person", id: award.id, name: "ada@shop.example" } as const
    const [listed] = entriesOfAward({ ...award, orderedBy })
    assert.deepEqual(listed, entryOfEvent({ ...paid, orderedBy }))
    assert.equal(listed?.by, "ada@shop.example")
  })
})
