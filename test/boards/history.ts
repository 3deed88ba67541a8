// A random history: members join, awards and transfers come in batches, and some are undone, often at equal times or at the
// edge of a month. The clock goes back as often as forward, as the clocks of several processes may.
import { Effect, Either } from "effect"
import { stripes } from "../../lib/rewards/ledger/Account.ts"
import { newBookkeeper } from "../support/bookkeeper.ts"
import { isWhole } from "../support/sized.ts"
import { type Movement, Oracle } from "./oracle.ts"
import { newBoards } from "./partner.ts"

/** The seeds of random histories: one that is always the same, and in the whole suite a new one. */
export const seeds = isWhole ? [1, Number(process.env.SEED ?? Date.now() % 1_000_000)] : [1]

/** Mulberry32, a small generator that yields the same numbers for the same seed everywhere. */
export const random = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return { below, list: <A>(length: number, make: () => A): ReadonlyArray<A> => Array.from({ length }, make) }
}

/** A time from 2023 to August 2025. Half of them are the first or the last millisecond of a month. */
const moment = ({ below }: ReturnType<typeof random>): number => {
  const month = Date.UTC(2023, below(32))
  const kind = below(4)
  return kind === 0 ? month : kind === 1 ? month - 1 : month + below(3) * 86_400_000
}

/** Makes a history; `meanwhile` runs after each step of it. */
export const randomPast = <E = never, R = never>(
  seed: number,
  steps: number,
  meanwhile: (partnerId: string) => Effect.Effect<unknown, E, R> = () => Effect.void
) =>
  Effect.gen(function* () {
    const chance = random(seed)
    const world = yield* newBoards
    const books = yield* newBookkeeper(world.partnerId)
    const oracle = new Oracle()
    const undone = new Set<Movement>()
    const rules = ["half", "one", "two"]
    yield* Effect.forEach([0.5, 1, 2], (coinValue, index) =>
      world.rule({ name: rules[index] ?? "", coinValue })
    )
    const anyUser = () => `user ${chance.below(oracle.people.size)}`

    const onboard = (count: number) =>
      Effect.map(
        world.onboard(...Array.from({ length: count }, (_, index) => `user ${oracle.people.size + index}`)),
        (members) => {
          for (const member of members) oracle.people.set(member.userId, member)
        }
      )

    const award = Effect.gen(function* () {
      const inputs = chance.list(1 + chance.below(12), () => ({
        userId: anyUser(),
        ruleName: rules[chance.below(3)] ?? ""
      }))
      for (const { userId, coins, createdAt } of (yield* world.awardMany(inputs)).map(Either.getOrThrow)) {
        oracle.movements.push({ userId, type: "earner", amount: coins, at: createdAt })
      }
    })

    const transfer = Effect.gen(function* () {
      const result = yield* Effect.either(world.transfer(anyUser(), 0.5 * (1 + chance.below(3))))
      if (Either.isLeft(result)) return
      const { userId, coins, createdAt } = result.right
      oracle.movements.push({ userId, type: "spender", amount: coins, at: createdAt })
    })

    /** Undoes a random movement of this type through any stripe, unless the wallet has too little. */
    const undo = (type: Movement["type"]) =>
      Effect.gen(function* () {
        const made = oracle.movements.filter(
          (each) => each.type === type && each.amount > 0 && !undone.has(each)
        )
        const original = made[chance.below(made.length)]
        const person = original && oracle.people.get(original.userId)
        if (original === undefined || person === undefined) return
        const { amount, at: of, userId } = original
        const order = { memberId: person.id, amount, stripe: chance.below(stripes), of }
        const back = yield* Effect.either(type === "earner" ? books.takeBack(order) : books.giveBack(order))
        if (Either.isLeft(back)) return
        undone.add(original)
        oracle.movements.push({ userId, type, amount: -amount, at: back.right.createdAt, of })
      })

    yield* onboard(3)
    for (let step = 0; step < steps; step += 1) {
      world.setTime(moment(chance))
      const kind = chance.below(16)
      if (kind === 0) yield* onboard(1 + chance.below(4))
      else yield* kind < 6 ? award : kind < 10 ? transfer : undo(kind < 14 ? "earner" : "spender")
      yield* meanwhile(world.partnerId)
    }
    world.setTime("2025-09-15T00:00:00.000Z")
    return { ...world, books, oracle, chance }
  })

export type Past = Effect.Effect.Success<ReturnType<typeof randomPast>>
