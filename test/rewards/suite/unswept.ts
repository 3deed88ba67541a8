import assert from "node:assert/strict"
import { Effect, Either, FastCheck as fc, Layer, ManagedRuntime } from "effect"
import {
  Adjustments,
  Coins,
  type DayStatistics,
  Ids,
  Liability,
  type LiabilitySums,
  Statistics,
  Sweeper
} from "../../../lib/index.ts"
import { AwardState } from "../../../lib/rewards/awards/Award.ts"
import { WalletKind } from "../../../lib/rewards/ledger/Account.ts"
import { uuidv7 } from "../../../lib/schema/Id.ts"
import { it } from "../../support/effect.ts"
import { sized } from "../../support/sized.ts"
import {
  type Engine,
  engineOn,
  type MakeClient,
  newPartner,
  newWatch,
  timeOf,
  type Watch
} from "../../support/world.ts"

const hour = 3_600_000
const users = ["ann", "bob"]

/** Rules with and without the fields of coins in time. Their zones end their days at different instants. */
const rules = [
  { name: "plain" },
  { name: "dated", coinsExpire: "P20D", timeZone: "Pacific/Auckland" },
  { name: "short", coinsExpire: "P1D", timeZone: "America/New_York" },
  { name: "waits", pendingDays: 3 },
  { name: "both", pendingDays: 7, coinsExpire: "P1M", timeZone: "Europe/Berlin" },
  { name: "ordered", unit: 10, coinValue: "3", pendingDays: 2, coinsExpire: "P2D" }
]

type Step =
  | { readonly kind: "award"; readonly user: string; readonly rule: string }
  | { readonly kind: "transfer"; readonly user: string; readonly coins: number }
  | {
      readonly kind: "adjust"
      readonly user: string
      readonly coins: number
      readonly credit: boolean
      readonly coinsExpire: string | undefined
    }
  | {
      readonly kind: "reverse" | "part" | "confirm" | "refund" | "undo"
      /** Which of the records that were made so far. */
      readonly which: number
    }
  | { readonly kind: "wait"; readonly hours: number }

const user = fc.constantFrom(...users)
const coins = fc.integer({ min: 1, max: 30 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("award" as const),
      user,
      rule: fc.constantFrom(...rules.map(({ name }) => name))
    })
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("transfer" as const), user, coins }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("adjust" as const),
      user,
      coins,
      credit: fc.boolean(),
      coinsExpire: fc.constantFrom(undefined, "P3D", "P2M")
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "reverse" as const,
        "part" as const,
        "confirm" as const,
        "refund" as const,
        "undo" as const
      ),
      which: fc.nat(100)
    })
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(24, 72, 800, 9000))
    })
  }
)

const unitsOf = (coins: string): bigint => BigInt(Math.round(Number(coins) * 10_000))

const sumOf = (coins: ReadonlyArray<number>): string =>
  Coins.format(coins.reduce((sum, each) => sum + BigInt(each), 0n))

/** Ids that depend on the time and the number of ids before them alone. */
const makeIds = (watch: Watch) => {
  const counter = { taken: 0 }
  const next = () => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setUint32(4, counter.taken)
    return uuidv7(watch.now, counter.taken++ & 0xfff, bytes, 0)
  }
  const ids = Ids.of({ take: (count) => Effect.sync(() => Array.from({ length: count }, next)) })
  return { counter, layer: Layer.succeed(Ids, ids) }
}

/** A list is read in small pages without a filter, and in larger ones with each filter, because reading it so often takes long. */
const pageOf = <F extends object>(filter: F) => ({
  ...filter,
  limit: Object.keys(filter).length === 0 ? 3 : 8
})

/** The engine on an empty database, with shorthand for one partner. */
const open = async (makeClient: MakeClient, watch: Watch) => {
  const ids = makeIds(watch)
  const client = await makeClient()
  const engine = engineOn(client, { ids: ids.layer, sweep: false })
  const runtime = ManagedRuntime.make(Layer.provideMerge(engine, timeOf(watch)))
  const run = <A, E>(effect: Effect.Effect<A, E, Engine>): Promise<A> => runtime.runPromise(effect)
  const partner = await run(newPartner)
  const { partnerId } = partner
  const adjustments = await run(Adjustments)
  const statistics = await run(Statistics)
  const liability = await run(Liability)
  /** What the liability was said to be, by time. */
  const said = new Map<number, LiabilitySums>()
  for (const rule of rules) await run(partner.rule(rule))
  await run(partner.onboard(...users))
  const made = { awards: [] as string[], transfers: [] as string[], adjustments: [] as string[] }
  const keep = <E>(kind: keyof typeof made, effect: Effect.Effect<{ readonly id: string }, E, Engine>) =>
    Effect.tap(effect, ({ id }) => made[kind].push(id))
  const pick = (kind: keyof typeof made, which: number): string | undefined =>
    made[kind][which % Math.max(1, made[kind].length)]

  const effectOf = (each: Step): Effect.Effect<unknown, unknown, Engine> => {
    switch (each.kind) {
      case "award": {
        const amount = each.rule === "ordered" ? { amount: 45 } : {}
        return keep("awards", partner.award(each.user, each.rule, amount))
      }
      case "transfer":
        return keep("transfers", partner.transfer(each.user, each.coins))
      case "adjust": {
        const { coins, coinsExpire, credit, user: userId } = each
        const order = { partnerId, userId, coins, reason: "a reason" }
        return keep(
          "adjustments",
          credit
            ? adjustments.adjust({ ...order, debitOrCredit: "CR", ...(coinsExpire && { coinsExpire }) })
            : adjustments.adjust({ ...order, debitOrCredit: "DE" })
        )
      }
      case "wait":
        return Effect.void
      default: {
        const kind =
          each.kind === "refund" ? "transfers" : each.kind === "undo" ? "adjustments" : ("awards" as const)
        const id = pick(kind, each.which)
        if (id === undefined) return Effect.void
        switch (each.kind) {
          case "refund":
            return partner.transfers.refund({ partnerId, transactionId: id })
          case "undo":
            return adjustments.reverse({ partnerId, adjustmentId: id })
          case "confirm":
            return partner.awards.confirm({ partnerId, awardId: id })
          case "part":
            return partner.awards.reverse({ partnerId, awardId: id, coins: "2.5" })
          case "reverse":
            return partner.awards.reverse({ partnerId, awardId: id })
        }
      }
    }
  }

  /** All pages of a list, each with its `next`. */
  const pages = <P extends { readonly next: string | null }, E>(
    read: (after: { readonly after?: string }) => Effect.Effect<P, E, Engine>
  ) =>
    Effect.gen(function* () {
      const found = [yield* read({})]
      for (let next = found[0]?.next; next; next = found.at(-1)?.next)
        found.push(yield* read({ after: next }))
      return found
    })

  const answers = Effect.gen(function* () {
    const { awards, boards, members, transfers } = partner
    const from = new Date(watch.now - 20 * 24 * hour).toISOString()
    const to = new Date(watch.now - 30 * hour).toISOString()
    const filters = [{}, { from }, { to }, ...WalletKind.literals.map((type) => ({ type }))]
    const found: Array<unknown> = [
      yield* members.list({ partnerId, limit: 1 }),
      yield* members.list({ partnerId, search: "b" }),
      yield* statistics.ofPartner({ partnerId }),
      yield* boards.points({ partnerId }),
      yield* boards.coins({ partnerId, type: "earner" })
    ]
    for (const filter of [...filters, { from, type: "expiry" as const }]) {
      found.push(yield* pages((after) => transfers.list({ partnerId, ...pageOf(filter), ...after })))
    }
    for (const userId of users) {
      const history = yield* transfers.history({ partnerId, userId, limit: 4, page: 2 })
      found.push(
        yield* members.wallet({ partnerId, userId }),
        yield* transfers.history({ partnerId, userId, limit: 5 }),
        history,
        yield* transfers.statement({ partnerId, userId }),
        yield* transfers.statement({ partnerId, userId, before: Math.max(1, history.count - 1), limit: 3 })
      )
      for (const filter of filters) {
        found.push(
          yield* pages((after) => transfers.list({ partnerId, userId, ...pageOf(filter), ...after }))
        )
      }
      found.push(yield* transfers.list({ partnerId, userId, limit: 2, after: partnerId }))
    }
    for (const state of [undefined, ...AwardState.literals]) {
      const filter = state === undefined ? {} : { state }
      found.push(yield* pages((after) => awards.list({ partnerId, limit: 7, ...filter, ...after })))
      found.push(
        yield* awards.list({ partnerId, userId: "ann", ...filter }),
        yield* awards.list({ partnerId, ruleName: "both", ...filter })
      )
    }
    for (const { name: ruleName } of rules) {
      found.push(yield* Effect.either(awards.explain({ partnerId, userId: "ann", ruleName })))
    }
    return found.map((each) => JSON.stringify(each))
  })

  const owedAt = (at: string) =>
    Effect.map(liability.at({ partnerId, at }), ({ expired, outstanding, pending }) => ({
      owed: unitsOf(outstanding) + unitsOf(pending),
      expired: unitsOf(expired)
    }))

  /** Compares what was owed at the end of past days, and what expired on them, with the ledger at these times. */
  const checkDays = Effect.fnUntraced(function* (days: ReadonlyArray<DayStatistics>) {
    const past = days.filter(({ day }) => Date.parse(day) + 24 * hour <= watch.now).slice(-8)
    for (const { day, expired, owed, unexpired } of past) {
      const before = yield* owedAt(new Date(Date.parse(day) - 1).toISOString())
      const after = yield* owedAt(new Date(Date.parse(day) + 24 * hour - 1).toISOString())
      assert.deepEqual(
        { day, owed: unitsOf(owed), expired: BigInt(expired - unexpired) },
        { day, owed: after.owed, expired: after.expired - before.expired }
      )
    }
  })

  /** Compares the liability with the wallets, and what is said about the past with what was said then. */
  const checkLiability = Effect.gen(function* () {
    const sums = yield* liability.at({ partnerId })
    const { adjusted, awarded, expired, expiring, outstanding, pending, reversed, spent } = sums
    assert.equal(
      unitsOf(awarded) - unitsOf(reversed) - unitsOf(spent) - unitsOf(expired) + unitsOf(adjusted),
      unitsOf(outstanding) + unitsOf(pending)
    )
    const found = yield* statistics.ofPartner({ partnerId })
    assert.deepEqual([found.outstanding, found.pending], [outstanding, pending])
    yield* checkDays(found.days)
    const wallets = yield* Effect.forEach(users, (userId) => partner.members.wallet({ partnerId, userId }))
    assert.equal(outstanding, sumOf(wallets.map(({ coins }) => coins)))
    assert.equal(pending, sumOf(wallets.map(({ pendingCoins }) => pendingCoins)))
    const months = Map.groupBy(
      wallets.flatMap((wallet) => wallet.expiring),
      ({ on }) => on.slice(0, 7)
    )
    // A wallet says no more than twelve days.
    if (wallets.every((wallet) => wallet.expiring.length < 12)) {
      const expected = Array.from(months, ([month, days]) => ({
        month,
        coins: sumOf(days.map(({ coins }) => coins))
      }))
      assert.deepEqual(
        expiring,
        expected.sort((one, other) => (one.month < other.month ? -1 : 1))
      )
    }
    for (const [at, then] of Array.from(said).slice(-6)) {
      assert.deepEqual(yield* liability.at({ partnerId, at: new Date(at).toISOString() }), then)
    }
    said.set(sums.at.getTime(), sums)
    return sums
  })

  return {
    watch,
    run,
    partner,
    liability: () => run(checkLiability),
    /** Runs a command. Returns its outcome as text. */
    step: (each: Step) =>
      run(
        Effect.map(Effect.either(effectOf(each)), (outcome) =>
          Either.isLeft(outcome) ? JSON.stringify(outcome.left) : JSON.stringify(outcome.right)
        )
      ),
    answers: () => run(answers),
    /** Writes everything that is due. */
    settle: async () => {
      const { taken } = ids.counter
      await run(Effect.flatMap(Sweeper, (sweeper) => sweeper.sweep()))
      ids.counter.taken = taken
    },
    close: () => runtime.dispose()
  }
}

const start = "2026-03-20T10:00:00.000Z"

const openBoth = async (makeClient: MakeClient) => {
  const swept = await open(makeClient, newWatch(start))
  const unswept = await open(makeClient, newWatch(start))
  const travel = (hours: number) => {
    swept.watch.now += hours * hour
    unswept.watch.now = swept.watch.now
  }
  return {
    swept,
    unswept,
    travel,
    compare: async (what: string) => {
      const [one, other] = [await swept.answers(), await unswept.answers()]
      for (const [index, answer] of one.entries()) assert.equal(other[index], answer, what)
      assert.deepEqual(await unswept.liability(), await swept.liability(), what)
    },
    [Symbol.asyncDispose]: async () => {
      await swept.close()
      await unswept.close()
    }
  }
}

/** Compares two engines after random commands: what is due is written at once on one of them, and much later on the other. */
export const sameAnswers = (makeClient: MakeClient, numRuns: number): void => {
  const compare = async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        await using both = await openBoth(makeClient)
        const { swept, travel, unswept } = both
        for (const [index, each] of steps.entries()) {
          travel(each.kind === "wait" ? each.hours : 0.001)
          if (each.kind === "wait") {
            await swept.settle()
            await both.compare(`after step ${index}`)
          } else {
            assert.equal(await unswept.step(each), await swept.step(each))
          }
        }
        travel(24 * 40)
        await swept.settle()
        await both.compare("at the end")
        await unswept.settle()
        await both.compare("after everything was written")
      }),
      { numRuns }
    )
  }
  it(
    "answers are the same, byte for byte, whether what is due was written at once or much later",
    compare,
    240_000 + numRuns * 60_000
  )
}

/** Nothing has to wait for a sweeper: what is due shows in every answer as if it had been written. */
export const unswept = (makeClient: MakeClient): void => {
  // `test/release/due.ts` runs it on both databases for every change.
  const runs = sized("UNSWEPT_RUNS", { short: 0, whole: 8, long: 200, onNode: 2 })
  if (runs > 0) sameAnswers(makeClient, runs)

  it("a wallet with more due entries than a search examines has the same pages, swept or not", async () => {
    await using both = await openBoth(makeClient)
    const { swept, travel, unswept } = both
    const credits = Array.from({ length: 1100 }, (_, index) => `P${index + 1}D`)
    for (const { partner, run } of [swept, unswept]) {
      const { partnerId } = partner
      const order = { partnerId, userId: "ann", coins: 2, debitOrCredit: "CR" as const, reason: "a reason" }
      const adjustments = await run(Adjustments)
      const inputs = credits.map((coinsExpire) => ({ ...order, coinsExpire }))
      await run(adjustments.adjustMany(inputs.slice(0, 1000)))
      await run(adjustments.adjustMany(inputs.slice(1000)))
    }
    for (const days of [40, 960, 90]) {
      travel(24 * days)
      await swept.settle()
      for (const rest of [{}, { userId: "ann" }]) {
        const lists = [{ type: "adjustment" }, { type: "expiry" }, { from: start }, { to: start }, {}]
        for (const list of lists) {
          let after: { readonly after?: string } = {}
          for (let page = 0; page < 4; page++) {
            const input = { ...rest, ...list, ...after, limit: 2 }
            const read = ({ partner, run }: typeof swept) =>
              run(partner.transfers.list({ ...input, partnerId: partner.partnerId } as never))
            const expected = await read(swept)
            assert.deepEqual(await read(unswept), expected)
            if (expected.next === null) break
            after = { after: expected.next }
          }
        }
      }
      const wallet = ({ partner, run }: typeof swept) =>
        run(partner.members.wallet({ partnerId: partner.partnerId, userId: "ann" }))
      assert.deepEqual(await wallet(unswept), await wallet(swept))
    }
  })

  it("an award is pending, matures, is spent and expires at its instants, without a write", async () => {
    const watch = newWatch(start)
    const engine = await open(makeClient, watch)
    await using _ = { [Symbol.asyncDispose]: engine.close }
    const { liability, partner, run } = engine
    const { awards, members, partnerId, transfers } = partner
    const userId = "ann"
    const adjustments = await run(Adjustments)
    const sums = async () => {
      const { at: _, expiring, ...rest } = await liability()
      // What is written next has a later time, so that it does not belong to these sums.
      watch.now += 1
      const known = Object.entries(rest).filter(([, coins]) => coins !== "0")
      return {
        ...Object.fromEntries(known),
        expiring: expiring.map(({ coins, month }) => `${month} ${coins}`)
      }
    }
    const entries = async () => {
      const { data } = await run(transfers.list({ partnerId, limit: 2 }))
      return data.map(({ amount, balance, kind, version }) => [kind, amount, balance, version])
    }
    const wallet = async () => {
      const { coins, expiring, pendingCoins } = await run(members.wallet({ partnerId, userId }))
      return [coins, pendingCoins, ...expiring.map(({ coins, on }) => `${on} ${coins}`)]
    }
    const states = async () => {
      const { data } = await run(awards.list({ partnerId }))
      for (const state of AwardState.literals) {
        const found = await run(awards.list({ partnerId, state }))
        const expected = data.filter((award) => award.state === state)
        assert.deepEqual(found.data, expected)
      }
      return data.map(({ state }) => state)
    }
    // A week later at noon in Berlin, and the end of the day a month after that, when summer time has begun.
    const [maturesAt, expiresAt] = [
      new Date("2026-03-27T10:00:00.000Z"),
      new Date("2026-04-27T22:00:00.000Z")
    ]
    const explained = await run(awards.explain({ partnerId, userId, ruleName: "both" }))
    assert.deepEqual([explained.maturesAt, explained.expiresAt], [maturesAt, expiresAt])
    const plain = await run(awards.explain({ partnerId, userId, ruleName: "plain" }))
    assert.deepEqual([plain.maturesAt, plain.expiresAt], [null, null])
    const { id: awardId } = await run(partner.award(userId, "both"))
    const [listed] = (await run(awards.list({ partnerId }))).data
    assert.deepEqual(
      [listed?.maturesAt, listed?.expiresAt, listed?.coinsLeft],
      [maturesAt, expiresAt, 100_000]
    )
    assert.deepEqual(await states(), ["pending"])
    assert.deepEqual(await wallet(), [0, 100_000])
    assert.deepEqual(await entries(), [])
    assert.deepEqual(await sums(), { awarded: "10", pending: "10", expiring: [] })

    watch.now = maturesAt.getTime() - 1
    assert.deepEqual(await states(), ["pending"])
    watch.now = maturesAt.getTime()
    assert.deepEqual(await states(), ["paid"])
    assert.deepEqual(await wallet(), [100_000, 0, "2026-04-27 100000"])
    assert.deepEqual(await entries(), [["maturity", 100_000, 100_000, 1]])
    assert.deepEqual(await sums(), { awarded: "10", outstanding: "10", expiring: ["2026-04 10"] })
    await run(partner.transfer(userId, 4))

    watch.now = expiresAt.getTime() - 1
    assert.deepEqual(await wallet(), [60_000, 0, "2026-04-27 60000"])
    const before = await liability()
    watch.now = expiresAt.getTime()
    assert.deepEqual(await wallet(), [0, 0])
    assert.deepEqual(await entries(), [
      ["expiry", -60_000, 0, 3],
      ["user_partner_transfer", -40_000, 60_000, 2]
    ])
    assert.deepEqual(await sums(), { awarded: "10", spent: "4", expired: "6", expiring: [] })
    const past = { partnerId, at: new Date(expiresAt.getTime() - 1).toISOString() }
    assert.deepEqual(await run(Effect.flatMap(Liability, (service) => service.at(past))), before)

    await run(awards.reverse({ partnerId, awardId, coins: 6 }))
    assert.deepEqual(await states(), ["partly_reversed"])
    assert.deepEqual(await sums(), { awarded: "10", spent: "4", reversed: "6", expiring: [] })
    const credit = { partnerId, userId, coins: 3, debitOrCredit: "CR" as const, reason: "a reason" }
    const { id: adjustmentId } = await run(adjustments.adjust({ ...credit, coinsExpire: "P1D" }))
    watch.now += 72 * hour
    assert.deepEqual(await sums(), {
      awarded: "10",
      spent: "4",
      reversed: "6",
      adjusted: "3",
      expired: "3",
      expiring: []
    })
    await run(adjustments.reverse({ partnerId, adjustmentId }))
    assert.deepEqual(await sums(), { awarded: "10", spent: "4", reversed: "6", expiring: [] })
    const late = { partnerId, at: new Date(watch.now + 1).toISOString() }
    const refused = await run(Effect.flip(Effect.flatMap(Liability, (service) => service.at(late))))
    assert.equal(refused._tag, "InvalidInput")
  })
}
