import type { AwardDetails, Rule } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { exact } from "../../parts/numbers.ts"
import { words } from "../../words/awardDetails.ts"
import { words as sentence } from "../../words/sentence.ts"

/** A step of the decision about an award. */
export interface Rung {
  readonly title: string
  readonly text: string
  /** The coins that were left after this step; undefined if it is not about coins. */
  readonly coins?: string
  /** `passed` changed nothing, `cut` left fewer coins, `decided` is the last step that changed the outcome. */
  readonly sign: "passed" | "cut" | "decided"
}

type Decided = Pick<
  AwardDetails,
  "activityId" | "amount" | "awarded" | "coins" | "rate" | "rule" | "ruleId" | "ruleName" | "suppressedBy"
>
type Limit = Rule["limits"][number]

/** A limit in words, such as "Each member 60 coins a week", "All together 60 payments a day" or "Budget of 12,000 coins". */
const limitTitles = ({
  awards,
  coins,
  per,
  period
}: Limit): ReadonlyArray<readonly ["awards" | "coins", string]> => {
  const said = per === "member" ? words.eachMember : words.allTogether
  const isBudget = per === "rule" && period === "ever"
  return [
    ...(awards ? [["awards", said.awards(Number(awards), words.periods[period])] as const] : []),
    ...(coins
      ? [
          [
            "coins",
            isBudget ? words.budget(Number(coins)) : said.coins(Number(coins), words.periods[period])
          ] as const
        ]
      : [])
  ]
}

const whenRung = (award: Decided, rule: Rule | undefined): ReadonlyArray<Rung> => {
  const part = rule?.rules.find(({ name }) => name === award.ruleName) ?? rule
  const text = part?.when ? words.whenTrue(sentence.when(part.when)) : words.conditionsMet
  return award.activityId === null
    ? [{ title: words.named, text: words.namedHint, sign: "passed" }]
    : [{ title: words.when, text, sign: "passed" }]
}

/** The steps that say what the award was worth before limits. */
const worthRungs = ({ amount, coins, rate }: Decided, rule: Rule | undefined): ReadonlyArray<Rung> => {
  if (amount !== null && rate !== null) {
    const units = partsOf(amount) / partsOf(rate.unit)
    const whole = decimalOf(units * partsOf(rate.coinValue))
    const text = words.unitsOf(
      Number(rate.coinValue),
      exact(rate.unit),
      exact(amount),
      exact(String(units)),
      exact(rate.coinValue)
    )
    const byAmount: Rung = { title: words.byAmount, text, coins: whole, sign: "passed" }
    if (rate.maxCoins === null) return [byAmount]
    const isCut = partsOf(whole) > partsOf(rate.maxCoins)
    const title = words.atMost(exact(rate.maxCoins))
    const said = isCut ? words.cutTo(exact(whole), exact(rate.maxCoins)) : words.notReached
    return [
      byAmount,
      { title, text: said, coins: isCut ? rate.maxCoins : whole, sign: isCut ? "cut" : "passed" }
    ]
  }
  const worth = rule?.coinValue ?? (coins === "0" ? undefined : coins)
  if (worth === undefined) return []
  const every = rule !== undefined && rule.type !== "single" ? words.aPayment : words.eachTime
  return [{ title: every, text: words.pays(Number(worth)), coins: worth, sign: "passed" }]
}

/**
 * The limits of the rule, as far as the record says what they did. How much of a limit was used at that time is not recorded, so it is
 * left out. `known` is false if the rule has changed since the award.
 */
const limitRungs = (
  award: Decided,
  rule: Rule | undefined,
  worth: string | undefined
): ReadonlyArray<Rung> => {
  const { awarded, coins, suppressedBy } = award
  const isCut = awarded && worth !== undefined && partsOf(coins) < partsOf(worth)
  const left = awarded ? coins : undefined
  if (rule === undefined) {
    const unknown = isCut
      ? [
          {
            title: words.coinLimit,
            text: words.leftOf(exact(coins), exact(worth)),
            coins,
            sign: "decided" as const
          }
        ]
      : []
    return suppressedBy === null
      ? unknown
      : [{ title: words.limits[suppressedBy], text: words.usedUp, sign: "decided" }]
  }
  const named = rule.limits.flatMap(limitTitles)
  const possible = named.filter(([measure]) =>
    isCut ? measure === "coins" : suppressedBy === "limit_reached"
  )
  const only = possible.length === 1 ? possible[0]?.[1] : undefined
  const own: ReadonlyArray<readonly [string, string]> = [
    ["participant_limit_reached", words.members(Number(rule.maxNumberOfParticipant))],
    ...(rule.userLimitAward === "-1"
      ? []
      : [["user_limit_reached", words.eachMemberInAll(Number(rule.userLimitAward))] as const])
  ]
  const passed = (title: string): Rung => ({
    title,
    text: words.allowed,
    ...(left !== undefined && { coins: isCut ? (worth ?? left) : left }),
    sign: "passed"
  })
  const decided = (title: string): Rung =>
    isCut
      ? {
          title,
          text: words.leftDecided(exact(coins), exact(worth)),
          coins,
          sign: "decided"
        }
      : { title, text: words.usedUpDecided, sign: "decided" }
  const several: Rung = isCut
    ? { ...decided(words.oneCoinLimit), text: words.leftOf(exact(coins), exact(worth)) }
    : { ...decided(words.oneLimit), text: words.usedUp }
  // If one of several limits decided, the record does not say which.
  const others = named.filter(
    ([, title]) => title !== only && !(only === undefined && possible.some(([, one]) => one === title))
  )
  // A limit that suppressed the award is the last one that was judged.
  const place = own.findIndex(([code]) => code === suppressedBy)
  const judged = place === -1 ? own : own.slice(0, place + 1)
  return [
    ...judged.map(([code, title]) => (code === suppressedBy ? decided(title) : passed(title))),
    ...(suppressedBy === null || suppressedBy === "limit_reached"
      ? others.map(([, title]) => passed(title))
      : []),
    ...(only !== undefined ? [decided(only)] : possible.length > 0 ? [several] : [])
  ]
}

/** The decision about an award, step by step, by its record and by the rule if it is still the one of that time. */
export const ladderOf = (award: Decided, today: Rule | undefined): ReadonlyArray<Rung> => {
  const rule = award.rule.changedSince ? undefined : today
  const isCounted = !award.awarded && award.suppressedBy === null
  const worth = isCounted ? [] : worthRungs(award, rule)
  const limits = isCounted ? [] : limitRungs(award, rule, worth.at(-1)?.coins)
  const rungs = [...whenRung(award, rule), ...worth, ...limits]
  // Without a limit that decided, the last cut did.
  const last = rungs.findLastIndex(({ sign }) => sign !== "passed")
  return rungs.map((rung, index) => (index === last ? { ...rung, sign: "decided" } : rung))
}

/** What came of it. */
export const endOf = ({
  awarded,
  coins,
  suppressedBy
}: Decided): readonly [outcome: string, coins: string] =>
  awarded
    ? [words.paid, words.coins(Number(coins))]
    : suppressedBy === null
      ? [words.counted, words.nothingYet]
      : [words.notPaid, words.noCoins]
