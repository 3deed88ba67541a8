import { Predicate, Schema } from "effect"
import { Count, type Fault, mustBe, required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { isTimeZone, periods } from "./calendar.ts"

/** Whether a limit counts the payments of the rule to each member separately, or all payments of the rule. */
export const Per = Schema.Literal("member", "rule").pipe(mustBe('"member" or "rule"'))
export type Per = typeof Per.Type

export const Period = Schema.Literal(...periods).pipe(mustBe('"day", "week", "month", "year" or "ever"'))
export type Period = typeof Period.Type

export const measures = ["awards", "coins"] as const
export type Measure = (typeof measures)[number]

/** The maximum that a rule pays in a window of the calendar: a number of payments, an amount of coins, or both. */
export const Limit = Schema.Struct({
  per: Per,
  period: Period,
  awards: Schema.optional(Schema.Int),
  coins: Schema.optional(Coins.Amount)
})
export type Limit = typeof Limit.Type

export const maxLimits = 8

/** The form in which callers write limits. */
export const LimitsField = Schema.Array(
  Schema.Struct({
    per: required(Per),
    period: required(Period),
    awards: Schema.optional(Count),
    coins: Schema.optional(Coins.PositiveAmount)
  })
).annotations({ jsonSchema: { maxItems: maxLimits } })

export const TimeZone = Schema.String.pipe(
  Schema.filter((name) => isTimeZone(name), { jsonSchema: { maxLength: 64 } }),
  mustBe("the IANA name of a time zone, such as Europe/Berlin")
)

/**
 * What happens to an award that would exceed a limit. `reject` refuses the award. `suppress` accepts the award, but does not pay it.
 * `clamp` pays the coins that the limits leave, and refuses the award if no payment is possible.
 */
export const AtLimit = Schema.Literal("reject", "suppress", "clamp").pipe(
  mustBe('"reject", "suppress" or "clamp"')
)
export type AtLimit = typeof AtLimit.Type

/** Checks that there are not too many limits, that each limit has a maximum, and that no maximum is stated twice. */
export const checkLimits = (input: unknown): ReadonlyArray<Fault> => {
  if (!Array.isArray(input)) return []
  if (input.length > maxLimits) {
    return [{ field: "limits", problem: `must hold at most ${maxLimits} limits, got ${input.length}` }]
  }
  const firstOf = new Map<string, number>()
  return input.flatMap((limit: unknown, index): ReadonlyArray<Fault> => {
    if (!Predicate.isRecord(limit)) return []
    const given = measures.filter((measure) => limit[measure] !== undefined)
    if (given.length === 0) {
      return [{ field: `limits.${index}`, problem: "must have awards, coins or both" }]
    }
    return given.flatMap((measure) => {
      const key = `${limit.per} ${limit.period} ${measure}`
      const first = firstOf.get(key)
      if (first === undefined) {
        firstOf.set(key, index)
        return []
      }
      return [
        { field: `limits.${index}.${measure}`, problem: `is stated twice: limits.${first} has it already` }
      ]
    })
  })
}

/** The counter that limits with the same `per` and `period` share. It always counts payments. */
export interface Counted {
  readonly per: Per
  readonly period: Period
  readonly maxAwards: number | null
  /** Null if coins are not counted. */
  readonly maxCoins: Coins.Coins | null
}

const pairOf = ({ per, period }: Pick<Limit, "per" | "period">): string => `${per} ${period}`

/** Caches the results of `countedBy`, because every award needs them. */
const known = new WeakMap<ReadonlyArray<Limit>, ReadonlyArray<Counted>>()

export const countedBy = (limits: ReadonlyArray<Limit>): ReadonlyArray<Counted> => {
  const found = known.get(limits) ?? count(limits)
  known.set(limits, found)
  return found
}

const count = (limits: ReadonlyArray<Limit>): ReadonlyArray<Counted> => {
  const counted = new Map<string, Counted>()
  for (const limit of limits) {
    const { per, period, awards, coins } = limit
    const known = counted.get(pairOf(limit))
    counted.set(pairOf(limit), {
      per,
      period,
      maxAwards: awards ?? known?.maxAwards ?? null,
      maxCoins: coins ?? known?.maxCoins ?? null
    })
  }
  return Array.from(counted.values())
}

/** Whether both lists of limits need the same counters. */
export const isCountedAlike = (one: ReadonlyArray<Limit>, other: ReadonlyArray<Limit>): boolean => {
  const described = (limits: ReadonlyArray<Limit>): string =>
    countedBy(limits)
      .map((counted) => `${pairOf(counted)}${counted.maxCoins === null ? "" : " coins"}`)
      .sort()
      .join()
  return described(one) === described(other)
}
