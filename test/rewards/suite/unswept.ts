import assert from "node:assert/strict"
import { Effect, Either, FastCheck as fc, Layer, ManagedRuntime } from "effect"
import { Adjustments, Coins, Ids, Totals } from "../../../lib/index.ts"
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
      kind: fc.constantFrom("reverse" as const, "part", "confirm", "refund", "undo"),
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

/** The engine on an empty database, with shorthand for one partner. */
const open = async (makeClient: MakeClient, watch: Watch) => {
  const ids = makeIds(watch)
  const client = await makeClient()
  const engine = engineOn(client, { ids: ids.layer })
  const runtime = ManagedRuntime.make(Layer.provideMerge(engine, timeOf(watch)))
  const run = <A, E>(effect: Effect.Effect<A, E, Engine>): Promise<A> => runtime.runPromise(effect)
  const partner = await run(newPartner)
  const { partnerId } = partner
  const adjustments = await run(Adjustments)
  const totals = await run(Totals)
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
      yield* totals.days({ partnerId }),
      yield* boards.points({ partnerId }),
      yield* boards.coins({ partnerId, type: "earner" })
    ]
    for (const filter of [...filters, { from, type: "expiry" as const }]) {
      found.push(yield* pages((after) => transfers.list({ partnerId, limit: 3, ...filter, ...after })))
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
          yield* pages((after) => transfers.list({ partnerId, userId, limit: 3, ...filter, ...after }))
        )
      }
      found.push(yield* transfers.list({ partnerId, userId, limit: 2, after: partnerId }))
    }
    found.push(yield* pages((after) => awards.list({ partnerId, limit: 7, ...after })))
    return found.map((each) => JSON.stringify(each))
  })

  return {
    watch,
    run,
    partner,
    /** Runs a command. Returns its outcome as text. */
    step: (each: Step) =>
      run(
        Effect.map(Effect.either(effectOf(each)), (outcome) =>
          Either.isLeft(outcome) ? JSON.stringify(outcome.left) : JSON.stringify(outcome.right)
        )
      ),
    answers: () => run(answers),
    /** Writes everything that is due: a command that is refused locks the wallet, too. */
    settle: async (...userIds: ReadonlyArray<string>) => {
      const { taken } = ids.counter
      for (const userId of userIds.length === 0 ? users : userIds) {
        await run(Effect.flip(partner.transfer(userId, Coins.format(Coins.max))))
      }
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
    },
    [Symbol.asyncDispose]: async () => {
      await swept.close()
      await unswept.close()
    }
  }
}

/** Nothing has to wait for a sweeper: what is due shows in every answer as if it had been written. */
export const unswept = (makeClient: MakeClient): void => {
  it("answers are the same, byte for byte, whether what is due was written at once or much later", async () => {
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
      { numRuns: sized("UNSWEPT_RUNS", { short: 8, long: 200, onNode: 2 }) }
    )
  })

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
      await swept.settle("ann")
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
}
