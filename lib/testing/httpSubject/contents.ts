/** Reads the rules, awards, activities, attributes, leaderboard and wallets of partners from a service. */

import { Effect } from "effect"
import { AtLimit, Per, Period } from "../../rewards/limits/Limit.ts"
import { Status } from "../../rewards/rules/Rule.ts"
import type { RuleDraft } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { coinsText, ruleText, unitsOf, walletText } from "../ModelOutcome.ts"
import { type Violation, violation } from "../Report.ts"
import { defined } from "../requestFields.ts"
import { type Contents, compareLines, countLines } from "../Subject.ts"
import { activityIn, attributesIn, attributesLine, expectedActivities, whenIn } from "./activities.ts"
import { type JsonFields, oneOf, type Requests, recordIn, recordsIn } from "./requests.ts"

/** The partners that every sequence registers. */
export type RegisteredPartner = "home" | "away"

const pageSize = 100

const get = (requests: Requests, path: string): Effect.Effect<JsonFields, Violation> =>
  Effect.flatMap(requests.get(path), ({ data, status, text }) =>
    status < 300
      ? Effect.succeed(data)
      : Effect.fail(
          violation("the contents of the subject can be read", `GET ${path} answered ${status}: ${text}`)
        )
  )

/** Reads all pages of a list. `pathOf` returns the path of the page with this number. */
const pages = Effect.fnUntraced(function* (requests: Requests, pathOf: (page: number) => string) {
  const all: Array<JsonFields> = []
  for (let page = 1; ; page++) {
    const { data } = yield* get(requests, pathOf(page))
    const rows = recordsIn(data)
    all.push(...rows)
    if (rows.length < pageSize) return all
  }
})

/** Reads all pages of a list whose pages name the next one. A page can be short although the list goes on. */
const whole = Effect.fnUntraced(function* (requests: Requests, path: string) {
  const all: Array<JsonFields> = []
  for (let after = ""; ; ) {
    const { data, next } = yield* get(requests, `${path}?limit=${pageSize}${after}`)
    all.push(...recordsIn(data))
    if (typeof next !== "string") return all
    after = `&after=${next}`
  }
})

export const draftOf = (data: JsonFields): RuleDraft => ({
  name: String(data.name),
  type: oneOf(["single", "batched", "combined"], data.type),
  coins: String(data.coinValue),
  unit: data.unit === null ? null : String(data.unit),
  maxCoins: data.maxCoins === null ? null : String(data.maxCoins),
  max: Number(data.maxNumberOfParticipant),
  limit: Number(data.userLimitAward),
  completions: Number(data.completionNumber),
  status: oneOf(Status.literals, data.status),
  when: whenIn(data),
  parts: recordsIn(data.rules).map((part) => ({
    name: String(part.name),
    status: oneOf(Status.literals, part.status),
    when: whenIn(part)
  })),
  limits: recordsIn(data.limits).map(({ per, period, awards, coins }) =>
    defined({
      per: oneOf(Per.literals, per),
      period: oneOf(Period.literals, period),
      awards: awards === undefined ? undefined : Number(awards),
      coins: coins === undefined ? undefined : String(coins)
    })
  ),
  timeZone: String(data.timeZone),
  startsAt: data.startsAt === null ? null : Date.parse(String(data.startsAt)),
  endsAt: data.endsAt === null ? null : Date.parse(String(data.endsAt)),
  atLimit: oneOf(AtLimit.literals, data.atLimit),
  pendingDays: data.pendingDays === null ? null : Number(data.pendingDays),
  coinsExpire: data.coinsExpire === null ? null : String(data.coinsExpire)
})

interface AwardLine {
  readonly userId: unknown
  readonly ruleName: unknown
  readonly state: unknown
  /** How much is left of the coins and of the amount. */
  readonly coinsLeft: unknown
  readonly amountLeft: unknown
  readonly metadata: object
}

const awardLine = ({ amountLeft, coinsLeft, metadata, ruleName, state, userId }: AwardLine): string => {
  const left = amountLeft === null ? `${coinsLeft}` : `${coinsLeft} for ${amountLeft}`
  const texts = JSON.stringify(Object.entries(metadata).toSorted())
  return `awards of ${ruleName} to ${userId}, ${state}, ${left} left, with ${texts}`
}

const walletLine = (wallet: string, moves: ReadonlyArray<number>): string =>
  `wallet: ${wallet} after [${moves.join(", ")}]`

/** Returns the text of a wallet in an answer. */
export const walletIn = ({ expiring, pendingCoins, totalPartnerCoins, userId }: JsonFields): string =>
  walletText({
    user: String(userId),
    held: unitsOf(String(totalPartnerCoins)),
    pending: unitsOf(String(pendingCoins)),
    expiring: recordsIn(expiring).map(({ coins, on }) => ({ on: String(on), units: unitsOf(String(coins)) }))
  })

const readWallet = Effect.fnUntraced(function* (requests: Requests, user: string) {
  const wallet = yield* get(requests, `/laas/get-user-coin-data?userId=${user}`)
  const moves = yield* pages(
    requests,
    (page) => `/laas/coins/transactions?userId=${user}&page=${page}&limit=${pageSize}`
  )
  const amounts = moves.map(({ coins, debitOrCredit }) => Number(coins) * (debitOrCredit === "DE" ? -1 : 1))
  return walletLine(walletIn(wallet), amounts)
})

const readPartner = Effect.fnUntraced(function* (
  partner: RegisteredPartner,
  requests: Requests,
  members: ReadonlySet<string>
) {
  const reads = {
    rules: whole(requests, "/laas/rules"),
    awards: whole(requests, "/laas/rules/awards"),
    activities: whole(requests, "/laas/activities"),
    users: whole(requests, "/laas/users"),
    board: pages(requests, (page) => `/laas/leaderboard/new?take=${pageSize}&page=${page}`),
    wallets: Effect.forEach(members, (user) => readWallet(requests, user), { concurrency: 4 })
  }
  const { activities, awards, board, rules, users, wallets } = yield* Effect.all(reads, { concurrency: 4 })
  const awardLines = awards.map(({ amountLeft, coinsLeft, metadata, ruleName, state, userId }) =>
    awardLine({ userId, ruleName, state, coinsLeft, amountLeft, metadata: recordIn(metadata) })
  )
  const lines = [
    ...rules.map((rule) => ruleText(draftOf(rule))),
    ...countLines(awardLines),
    ...countLines(activities.map(activityIn)),
    ...users.map((user) => attributesLine(String(user.userId), attributesIn(user))),
    ...board.map(({ points, user }) => `points of ${recordIn(user).userId}: ${points}`),
    ...wallets
  ]
  return lines.map((line) => `${partner} ${line}`)
})

/** Returns the lines that `readPartner` should return, according to the model. */
const expectedOf = (state: Model.State, partner: RegisteredPartner): ReadonlyArray<string> => {
  const members = state.members.filter((member) => member.partner === partner)
  const awards = state.history.flatMap((event, index) => {
    if (event.partner !== partner || event.kind !== "award") return []
    const { amount, part, texts, units, user: userId } = event
    const rule = state.rules[event.rule]
    const { name: ruleName } = rule?.parts[part - 1] ?? rule ?? {}
    const returned = Model.returnedOf(state, index)
    const metadata = Object.fromEntries(texts.filter(([name]) => name !== ""))
    return [
      awardLine({
        userId,
        ruleName,
        state: Model.awardState(state, index),
        coinsLeft: coinsText(units - returned.units),
        amountLeft: amount === null ? null : coinsText(amount - returned.amount),
        metadata
      })
    ]
  })
  const lines = [
    ...state.rules.filter((rule) => rule.partner === partner).map(ruleText),
    ...countLines(awards),
    ...countLines(expectedActivities(state, partner)),
    ...members.map(({ attributes = {}, user }) => attributesLine(user, attributes)),
    ...members.flatMap(({ user }) => {
      const earned = Model.earned(state, partner, user)
      return earned === 0 ? [] : [`points of ${user}: ${earned / 10_000}`]
    }),
    ...members.map(({ user }) => {
      const amounts = Model.movesOf(state, partner, user).map(({ units }) => units / 10_000)
      const wallet = walletText({
        user,
        held: Model.balance(state, partner, user),
        pending: Model.pendingUnits(state, partner, user),
        expiring: Model.expiringOf(state, partner, user)
      })
      return walletLine(wallet, amounts.toReversed())
    })
  ]
  return lines.map((line) => `${partner} ${line}`)
}

/** Reads the contents of both partners. `members` has the users that each partner has onboarded. */
export const readContents = Effect.fnUntraced(function* (
  as: (partner: RegisteredPartner) => Requests,
  members: Readonly<Record<RegisteredPartner, ReadonlySet<string>>>
) {
  const partners = ["home", "away"] as const
  const read = (partner: RegisteredPartner) => readPartner(partner, as(partner), members[partner])
  const lines = (yield* Effect.forEach(partners, read, { concurrency: 2 })).flat()
  const expected = (state: Model.State) => partners.flatMap((partner) => expectedOf(state, partner))
  const contents: Contents = { lines, differences: (state) => compareLines(expected(state), lines) }
  return contents
})
