// What a partner's program has sent and was told, to be compared with what the database holds.
import assert from "node:assert/strict"
import type { Reply } from "../../server/caller.ts"
import type { Violations } from "../../support/Violations.ts"
import { effectsOf, type Order, type Undoable } from "./Order.ts"

/** What an answer without an outcome said about the write. "lost": there was no answer at all. */
export type Claim = "lost" | "nothing was written" | "unknown"

export interface Entry {
  readonly order: Order
  /** The answer that acknowledged it. */
  accepted?: Reply["body"]
  /** It was refused for a reason of the business, such as too few coins. */
  refused?: string
  readonly claims: Array<Claim>
}

/** What a partner's program must never see: of an acknowledged order, of the records of any order, and of an answer. */
export type ShopViolations = Violations<"lost" | "doubled" | "partial" | "answered 500">

/** Refusals that the orders of a proof can meet. */
const expected = ["insufficient_coins", "already_reversed", "cycle_ended"]

const claimIn = (error: string): Claim => {
  if (/nothing was written/.test(error)) return "nothing was written"
  assert.match(error, /try again with the same Idempotency-Key/)
  return "unknown"
}

export class Book {
  readonly entries = new Map<string, Entry>()
  readonly awards: Array<Undoable> = []
  readonly transfers: Array<Undoable> = []
  readonly reversals: Array<string> = []
  readonly coins = new Map<string, number>()
  replays = 0
  readonly #violations: ShopViolations

  constructor(violations: ShopViolations) {
    this.#violations = violations
  }

  enter(order: Order): Entry {
    const entry: Entry = { order, claims: [] }
    this.entries.set(order.key, entry)
    return entry
  }

  get accepted(): number {
    return this.#count(({ accepted }) => accepted !== undefined)
  }
  get refused(): number {
    return this.#count(({ accepted, refused }) => accepted === undefined && refused !== undefined)
  }
  get open(): ReadonlyArray<Entry> {
    return [...this.entries.values()].filter(
      ({ accepted, refused }) => accepted === undefined && refused === undefined
    )
  }

  /** Takes note of an answer, and fails if it contradicts an earlier one. Returns whether the order is settled. */
  hear(entry: Entry, reply: Reply | undefined): boolean {
    const { order } = entry
    if (reply === undefined) {
      entry.claims.push("lost")
      return false
    }
    const { body, headers, status } = reply
    const told = `${order.kind} ${order.key}: ${status} ${JSON.stringify(body)}`
    this.#violations.examine("answered 500", status === 500, () => told)
    if (status === 503) {
      assert.equal(body.data.errorType, "unavailable", told)
      entry.claims.push(claimIn(String(body.data.error)))
      return false
    }
    const replayed = headers.get("idempotency-replayed") === "true"
    if (entry.accepted !== undefined) {
      assert.deepEqual(
        { status, body, replayed },
        { status: 201, body: entry.accepted, replayed: true },
        told
      )
      this.replays += 1
      return true
    }
    if (status === 201) {
      assert.ok(!replayed || entry.claims.length > 0, `replayed, but never sent before: ${told}`)
      this.#accept(entry, body)
      return true
    }
    if (status === 500) {
      entry.claims.push("unknown")
      return false
    }
    assert.equal(status, 400, told)
    assert.ok(expected.includes(String(body.data.appErrorCode)), told)
    entry.refused = String(body.data.appErrorCode)
    return true
  }

  #accept(entry: Entry, body: Reply["body"]): void {
    entry.accepted = body
    const { awards, moves, reversals, transfers } = effectsOf(entry.order, body.data)
    this.awards.push(...awards)
    this.transfers.push(...transfers)
    this.reversals.push(...reversals)
    for (const { coins, userId } of moves) this.coins.set(userId, (this.coins.get(userId) ?? 0) + coins)
  }

  #count(test: (entry: Entry) => boolean): number {
    return [...this.entries.values()].filter(test).length
  }
}
