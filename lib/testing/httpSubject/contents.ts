/** Reads the rules, awards, leaderboard and wallets of partners from a service. */

import { Effect } from "effect"
import { AtLimit, Per, Period } from "../../rewards/limits/Limit.ts"
import { Status } from "../../rewards/rules/Rule.ts"
import type { RuleDraft } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { coinsText, ruleText } from "../ModelOutcome.ts"
import { type Violation, violation } from "../Report.ts"
import { defined } from "../requestFields.ts"
import { type Contents, compareLines, countLines } from "../Subject.ts"
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

/** Reads all pages of a list. `pathOf` gets the number of a page and the last row of the page before it. */
const pages = Effect.fnUntraced(function* (
  requests: Requests,
  pathOf: (page: number, last: JsonFields | undefined) => string
) {
  const all: Array<JsonFields> = []
  for (let page = 1; ; page++) {
    const { data } = yield* get(requests, pathOf(page, all.at(-1)))
    const rows = recordsIn(data)
    all.push(...rows)
    if (rows.length < pageSize) return all
  }
})

export const draftOf = (data: JsonFields): RuleDraft => ({
  name: String(data.name),
  type: oneOf(["single", "batched", "combined"], data.type),
  coins: String(data.coinValue),
  max: Number(data.maxNumberOfParticipant),
  limit: Number(data.userLimitAward),
  completions: Number(data.completionNumber),
  status: oneOf(Status.literals, data.status),
  parts: recordsIn(data.rules).map(({ name, status }) => ({
    name: String(name),
    status: oneOf(Status.literals, status)
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
  atLimit: oneOf(AtLimit.literals, data.atLimit)
})

const awardLine = (user: unknown, rule: unknown, state: unknown, metadata: object): string =>
  `awards of ${rule} to ${user}, ${state}, with ${JSON.stringify(Object.entries(metadata).toSorted())}`

const walletLine = (user: string, held: string, moves: ReadonlyArray<number>): string =>
  `wallet ${user}: ${held} after [${moves.join(", ")}]`

const readWallet = Effect.fnUntraced(function* (requests: Requests, user: string) {
  const { totalPartnerCoins } = yield* get(requests, `/laas/get-user-coin-data?userId=${user}`)
  const moves = yield* pages(
    requests,
    (page) => `/laas/coins/transactions?userId=${user}&page=${page}&limit=${pageSize}`
  )
  const amounts = moves.map(({ coins, debitOrCredit }) => Number(coins) * (debitOrCredit === "DE" ? -1 : 1))
  return walletLine(user, String(totalPartnerCoins), amounts)
})

const readPartner = Effect.fnUntraced(function* (
  partner: RegisteredPartner,
  requests: Requests,
  members: ReadonlySet<string>
) {
  const list = (path: string) =>
    pages(requests, (_, last) => `${path}?limit=${pageSize}${last === undefined ? "" : `&after=${last.id}`}`)
  const reads = {
    rules: list("/laas/rules"),
    awards: list("/laas/rules/awards"),
    board: pages(requests, (page) => `/laas/leaderboard/new?take=${pageSize}&page=${page}`),
    wallets: Effect.forEach(members, (user) => readWallet(requests, user), { concurrency: 4 })
  }
  const { awards, board, rules, wallets } = yield* Effect.all(reads, { concurrency: 4 })
  const awardLines = awards.map(({ metadata, ruleName, state, userId }) =>
    awardLine(userId, ruleName, state, recordIn(metadata))
  )
  const lines = [
    ...rules.map((rule) => ruleText(draftOf(rule))),
    ...countLines(awardLines),
    ...board.map(({ points, user }) => `points of ${recordIn(user).userId}: ${points}`),
    ...wallets
  ]
  return lines.map((line) => `${partner} ${line}`)
})

/** The lines that `readPartner` should return, according to the model. */
const expectedOf = (state: Model.State, partner: RegisteredPartner): ReadonlyArray<string> => {
  const members = state.members.filter((member) => member.partner === partner)
  const awards = state.history.flatMap((event, index) => {
    if (event.partner !== partner || event.kind !== "award") return []
    const { part, suppressedBy, texts, units, user } = event
    const rule = state.rules[event.rule]
    const { name } = rule?.parts[part - 1] ?? rule ?? {}
    const effect = Model.isUndone(state, index) ? "reversed" : units > 0 ? "paid" : "counted"
    const metadata = Object.fromEntries(texts.filter(([name]) => name !== ""))
    return [awardLine(user, name, suppressedBy === null ? effect : "suppressed", metadata)]
  })
  const lines = [
    ...state.rules.filter((rule) => rule.partner === partner).map(ruleText),
    ...countLines(awards),
    ...members.flatMap(({ user }) => {
      const earned = Model.earned(state, partner, user)
      return earned === 0 ? [] : [`points of ${user}: ${earned / 10_000}`]
    }),
    ...members.map(({ user }) => {
      const moves = Model.eventsOf(state, partner, user).filter(({ units }) => units !== 0)
      const amounts = moves.map(({ units }) => units / 10_000).reverse()
      return walletLine(user, coinsText(Model.balance(state, partner, user)), amounts)
    })
  ]
  return lines.map((line) => `${partner} ${line}`)
}

/** `members` has the users that each partner has onboarded. */
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
