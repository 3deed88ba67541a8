import { Effect } from "effect"
import { type CreateRuleInput, Members, Partners, Rules } from "laurel-rewards/effect"

/** The partner, members and rules of a benchmark, the same for every contestant. */
export interface Scene {
  readonly partnerId: string
  readonly members: ReadonlyArray<string>
  readonly rules: ReadonlyArray<string>
  /** Whether every award has an idempotency key, a random UUID; default: false. */
  readonly keyed?: boolean
  /** The amount of every award, if the rules have a unit. */
  readonly amount?: string
}

export interface SceneSize {
  readonly members: number
  readonly rules: number
  /** The limits of every rule; default: none. */
  readonly limits?: CreateRuleInput["limits"]
  /** The unit of every rule; default: none. */
  readonly unit?: string
  /** When coins of every rule expire; default: never. */
  readonly coinsExpire?: string
  /** How long coins of every rule are pending; default: not at all. */
  readonly pendingDays?: number
}

/** What one award pays, in coins and in units of 1/10 000 coin, as rows store it. */
export const coinValue = 5
export const coinUnits = coinValue * 10_000

/** A rule by amount: each award pays for five units. */
export const byAmount = { unit: "2.5", amount: "12.5" }

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}-${index}`)

export const prepare = (size: SceneSize) =>
  Effect.gen(function* () {
    const { register } = yield* Partners
    const { create } = yield* Rules
    const { onboardMany } = yield* Members
    const { id: partnerId } = yield* register({ name: "bench" })
    const members = numbered("member", size.members)
    const rules = numbered("rule", size.rules)
    for (let start = 0; start < members.length; start += 1000) {
      yield* onboardMany(members.slice(start, start + 1000).map((userId) => ({ partnerId, userId })))
    }
    const createOne = (name: string) =>
      create({
        partnerId,
        name,
        coinValue: String(coinValue),
        maxNumberOfParticipant: "1000000",
        condition: "does what is measured",
        limits: size.limits ?? [],
        coinsExpire: size.coinsExpire ?? null,
        pendingDays: size.pendingDays ?? null,
        ...(size.unit === undefined ? {} : { unit: size.unit })
      })
    yield* Effect.forEach(rules, createOne, { concurrency: 16, discard: true })
    return { partnerId, members, rules } satisfies Scene
  })

/** Spreads consecutive numbers over the whole range, in the same way in every run. */
const scatter = (value: number): number => {
  let bits = Math.imul(value ^ 0x9e3779b9, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

export interface Request {
  readonly partnerId: string
  readonly userId: string
  readonly ruleName: string
  readonly idempotencyKey?: string
  readonly amount?: string
}

/** The n-th award of a scene. Members and rules are pseudo-random, and the same for every contestant. */
export const request = (scene: Scene, index: number): Request => ({
  partnerId: scene.partnerId,
  userId: scene.members[scatter(index) % scene.members.length]!,
  ruleName: scene.rules[scatter(index + 0x5bd1e995) % scene.rules.length]!,
  ...(scene.keyed === true ? { idempotencyKey: crypto.randomUUID() } : {}),
  ...(scene.amount === undefined ? {} : { amount: scene.amount })
})
