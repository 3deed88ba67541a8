// A partner of the real service that sends orders from many callers at once and keeps book of the answers.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { openRewards } from "../../../lib/index.ts"
import type { Random } from "../../../server/cli/demo/random.ts"
import { type Caller, newCaller, type Reply } from "../../server/caller.ts"
import { tally } from "../../support/expect.ts"
import { Violations } from "../../support/Violations.ts"
import { type Rows, raw } from "../../support/world.ts"
import { Book, type Entry, type ShopViolations } from "./Book.ts"
import { anyOrder, type Order, rules } from "./Order.ts"

/** Settings of the service under which only the fault itself refuses a request. */
export const unlimited = {
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_PARTNER: "0",
  RATE_LIMIT_FAILURES: "0"
}

const userIds = Array.from({ length: 12 }, (_, index) => `user ${index}`) as [string, ...Array<string>]

/** How often a client tries before it gives up: for the better part of a minute. */
const most = 120

export interface ShopOptions {
  readonly random: Random
  /** Where the service is now. It changes with each start. */
  readonly url: () => string
  /** The database as the audit sees it, past everything that disturbs the service. */
  readonly database: string
  readonly violations: ShopViolations
}

export const newViolations = (): ShopViolations =>
  new Violations("lost", "doubled", "partial", "answered 500")

export interface Claims {
  readonly failed: number
  readonly unknown: number
  readonly written: number
}

export class Shop {
  readonly book: Book
  readonly #options: ShopOptions
  readonly #caller: Caller
  #orders = 0
  #round = 0
  /** Orders of the running round. */
  #entries: Array<Entry> = []

  private constructor(options: ShopOptions, caller: Caller) {
    this.#options = options
    this.book = new Book(options.violations)
    this.#caller = caller
  }

  /** Onboards the partner with its rules and members. The service must be well meanwhile. */
  static async open(options: ShopOptions): Promise<Shop> {
    const base = options.url()
    const caller = await newCaller(base)
    const done = async (path: string, body: object) => {
      const { body: answer, status } = await caller.post(base, path, body)
      assert.ok(status === 200 || status === 201, JSON.stringify(answer))
    }
    for (const [name, rule] of Object.entries(rules)) {
      const fields = { ...rule, coinValue: String(rule.coinValue) }
      await done("/laas/rules/create-rule", {
        name,
        condition: "met",
        maxNumberOfParticipant: "1000000",
        ...fields
      })
    }
    for (const userId of userIds) await done("/laas/users", { userId })
    return new Shop(options, caller)
  }

  /** How many orders of the running round have failed at least once. */
  get failures(): number {
    return this.#entries.filter(({ claims }) => claims.length > 0).length
  }

  /** Sends a request; undefined when the connection broke before the answer. */
  readonly send = (
    order: Order,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<Reply | undefined> =>
    this.#caller
      .post(this.#options.url(), order.path, order.body, { "idempotency-key": order.key, ...headers })
      .catch(() => undefined)

  #next(): Entry {
    const { random } = this.#options
    const { awards, transfers } = this.book
    this.#orders += 1
    const order = anyOrder(`round ${this.#round}, order ${this.#orders}`, random, userIds, {
      award: awards[random.below(awards.length)],
      transfer: transfers[random.below(transfers.length)]
    })
    const entry = this.book.enter(order)
    this.#entries.push(entry)
    return entry
  }

  /**
   * Sends orders from `callers` at once until the disturbance is over. It runs when `after` answers have come, so that it hits
   * a service at work. A caller whose request fails goes on with another one while the disturbance lasts.
   */
  async work(callers: number, after: number, disturb: () => Promise<void>): Promise<void> {
    this.#round += 1
    this.#entries = []
    let answers = 0
    let over = false
    let begin = () => {}
    const due = new Promise<void>((resolve) => {
      begin = resolve
    })
    if (after === 0) begin()
    const call = async () => {
      while (!over) {
        const entry = this.#next()
        this.book.hear(entry, await this.send(entry.order))
        answers += 1
        if (answers >= after) begin()
        // A service that is away refuses at once; this leaves the processor to what it needs to come back.
        if (entry.claims.length > 0) await Bun.sleep(entry.claims[0] === "lost" ? 50 : 5)
      }
    }
    const callersDone = Promise.all(Array.from({ length: callers }, call))
    await Promise.race([due, callersDone])
    try {
      // A caller that finds a fault ends the round: the disturbance may wait for requests that no longer come.
      await Promise.race([disturb(), callersDone])
    } finally {
      over = true
    }
    await callersDone
  }

  /**
   * Compares the database with what the service claimed in this round, before anything is sent again. Of the orders that
   * failed, it counts those whose outcome is unknown, and those of them that had been written.
   */
  async auditClaims(): Promise<Claims> {
    const { violations } = this.#options
    const counts = await this.#records()
    let [failed, unknown, written] = [0, 0, 0]
    for (const { accepted, claims, order, refused } of this.#entries) {
      const found = counts.get(order.key) ?? 0
      const told = `${order.kind} ${order.key} has ${found} of ${order.records} records`
      violations.examine("partial", found > 0 && found < order.records, () => told)
      violations.examine("doubled", found > order.records, () => told)
      if (accepted !== undefined) {
        violations.examine("lost", found < order.records, () => `acknowledged, but ${told}`)
      } else if (refused !== undefined) assert.equal(found, 0, `refused, but ${told}`)
      else {
        failed += 1
        if (claims.at(-1) === "nothing was written") {
          assert.equal(found, 0, `"nothing was written", but ${told}`)
        } else {
          unknown += 1
          if (found > 0) written += 1
        }
      }
    }
    violations.throwIfAny()
    return { failed, unknown, written }
  }

  /** Sends what has no outcome again until it has one, as a client should, and then once more. */
  async settle(): Promise<void> {
    const [first, ...others] = this.book.open
    if (first === undefined) return
    // Alone at first: a service that does not come back would be asked by all of them, again and again.
    await this.#settleOne(first)
    await Promise.all(others.map((entry) => this.#settleOne(entry)))
  }

  async #settleOne(entry: Entry): Promise<void> {
    for (let tries = 1; !this.book.hear(entry, await this.send(entry.order)); tries++) {
      assert.ok(tries < most, `no outcome after ${most} tries: ${entry.order.key}, ${entry.claims.at(-1)}`)
      await Bun.sleep(Math.min(500, 10 * tries))
    }
    if (entry.accepted !== undefined) await this.#again(entry)
  }

  /** Sends acknowledged orders again: each must get the first answer. */
  async replay(count: number): Promise<void> {
    const accepted = this.#entries.filter((entry) => entry.accepted !== undefined)
    const chosen = Array.from({ length: Math.min(count, accepted.length) }, () =>
      this.#options.random.pick(accepted as [Entry, ...Array<Entry>])
    )
    await Promise.all(chosen.map((entry) => this.#again(entry)))
  }

  async #again(entry: Entry): Promise<void> {
    while (!this.book.hear(entry, await this.send(entry.order))) await Bun.sleep(20)
  }

  /** Everything that was ever acknowledged is in the database, once, and nothing else is; the ledger agrees. */
  async audit(): Promise<void> {
    assert.deepEqual(this.book.open, [])
    await this.auditClaims()
    const { awards, coins, reversals, transfers } = this.book
    const ids = (records: ReadonlyArray<{ readonly id: string }>) => records.map(({ id }) => id)
    await this.#compareIds("award", ids(awards), "SELECT id FROM rewards_award")
    await this.#compareIds(
      "transfer",
      ids(transfers),
      "SELECT id FROM rewards_transfer WHERE kind = 'user_partner_transfer'"
    )
    await this.#compareIds("reversal", reversals, "SELECT id FROM rewards_reversal")
    this.#options.violations.throwIfAny()
    const wallets = await this.sql(
      "SELECT m.user_id, a.balance FROM rewards_member m JOIN rewards_account a ON a.partner_id = m.partner_id AND a.id = m.id"
    )
    const balances = wallets.map(({ user_id, balance }) => [String(user_id), Number(balance) / 10_000])
    assert.deepEqual(
      Object.fromEntries(balances),
      Object.fromEntries(userIds.map((userId) => [userId, coins.get(userId) ?? 0])),
      "balances"
    )
    const rewards = await openRewards({ database: this.#options.database })
    try {
      assert.deepEqual(await rewards.verify(), [], "verify")
    } finally {
      await rewards.close()
    }
  }

  /** Counts acknowledged records that are not in the database, and records there that were not acknowledged once. */
  async #compareIds(kind: string, acknowledged: ReadonlyArray<string>, query: string): Promise<void> {
    const { violations } = this.#options
    const stored = (await this.sql(query)).map(({ id }) => String(id))
    const [inBook, inDatabase] = [tally(acknowledged), tally(stored)]
    for (const id of new Set([...acknowledged, ...stored])) {
      const [expected, found] = [inBook[id] ?? 0, inDatabase[id] ?? 0]
      const describe = () => `${kind} ${id}: ${expected} acknowledged, ${found} stored`
      violations.examine("lost", found < expected, describe)
      violations.examine("doubled", found > expected || expected > 1, describe)
    }
  }

  readonly sql = (text: string): Promise<Rows> =>
    Effect.runPromise(Effect.provide(raw(text), layerFromUrl(this.#options.database)))

  /** How many records each order of this round has in the database. */
  async #records(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql(
      `SELECT value, COUNT(*) AS n FROM rewards_text WHERE name IN ('', 'order') AND value LIKE 'round ${this.#round}, %' GROUP BY value`
    )
    return new Map(rows.map(({ n, value }) => [String(value), Number(n)]))
  }
}
