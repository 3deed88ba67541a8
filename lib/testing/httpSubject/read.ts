import { Effect } from "effect"
import { type Violation, violation } from "../Failure.ts"
import * as Model from "../Model.ts"
import type { Reading } from "../Subject.ts"
import * as Text from "../Text.ts"
import { type Answer, type Requests, recordsIn } from "./requests.ts"
import { oneOf, periods } from "./words.ts"

type Data = Answer["data"]

export type Own = "home" | "away"

const pageSize = 100

const get = (requests: Requests, path: string): Effect.Effect<Data, Violation> =>
  Effect.flatMap(requests.get(path), ({ data, status, text }) =>
    status < 300
      ? Effect.succeed(data)
      : Effect.fail(violation("what it holds can be read", `GET ${path} answered ${status}: ${text}`))
  )

/** All pages of a list, by the path of each page. */
const pages = (
  requests: Requests,
  pathOf: (page: number, last: Data | undefined) => string,
  rowsOf: (data: Data) => ReadonlyArray<Data>
): Effect.Effect<ReadonlyArray<Data>, Violation> =>
  Effect.gen(function* () {
    const all: Array<Data> = []
    for (let page = 1; ; page++) {
      const rows = rowsOf(yield* get(requests, pathOf(page, all.at(-1))))
      all.push(...rows)
      if (rows.length < pageSize) return all
    }
  })

const ruleLine = (data: Data): string =>
  Text.terms({
    name: String(data.name),
    type: data.type === "batched" ? "batched" : data.type === "combined" ? "combined" : "single",
    coins: String(data.coinValue),
    max: Number(data.maxNumberOfParticipant),
    limit: Number(data.userLimitAward),
    completions: Number(data.completionNumber),
    status: data.status === "inactive" ? "inactive" : "active",
    parts: recordsIn(data.rules).map(({ name, status }) => ({
      name: String(name),
      status: status === "inactive" ? "inactive" : "active"
    })),
    limits: recordsIn(data.limits).map(({ per, period, awards, coins }) => ({
      per: oneOf(["member", "rule"], per),
      period: oneOf(periods, period),
      ...(awards === undefined ? {} : { awards: Number(awards) }),
      ...(coins === undefined ? {} : { coins: String(coins) })
    })),
    timeZone: String(data.timeZone),
    startsAt: data.startsAt === null ? null : Date.parse(String(data.startsAt)),
    endsAt: data.endsAt === null ? null : Date.parse(String(data.endsAt)),
    atLimit: oneOf(["reject", "suppress", "clamp"], data.atLimit)
  })

const counted = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(keys, (key) => key),
    ([key, all]) => `${key}: ${all.length}`
  )

const awardKey = (user: unknown, rule: unknown, state: unknown, texts: object): string =>
  `awards of ${rule} to ${user}, ${state}, with ${JSON.stringify(Object.entries(texts).toSorted())}`

const wallet = (user: string, held: string, moves: ReadonlyArray<number>): string =>
  `wallet ${user}: ${held} after [${moves.join(", ")}]`

const walletOf = (requests: Requests, user: string) =>
  Effect.gen(function* () {
    const { totalPartnerCoins } = yield* get(requests, `/laas/get-user-coin-data?userId=${user}`)
    const moves = yield* pages(
      requests,
      (page) => `/laas/coins/transactions?userId=${user}&page=${page}&limit=${pageSize}`,
      ({ data }) => recordsIn(data)
    )
    const amounts = moves.map(({ coins, debitOrCredit }) => Number(coins) * (debitOrCredit === "DE" ? -1 : 1))
    return wallet(user, String(totalPartnerCoins), amounts)
  })

/** Everything that a partner can read, as lines. */
const ofPartner = (
  name: Own,
  requests: Requests,
  members: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, Violation> =>
  Effect.gen(function* () {
    const rules = pages(
      requests,
      (_, last) => `/laas/rules?limit=${pageSize}${last === undefined ? "" : `&after=${last.id}`}`,
      ({ data }) => recordsIn(data)
    )
    const awards = pages(
      requests,
      (_, last) => `/laas/rules/awards?limit=${pageSize}${last === undefined ? "" : `&after=${last.id}`}`,
      ({ data }) => recordsIn(data)
    )
    const board = pages(
      requests,
      (page) => `/laas/leaderboard/new?take=${pageSize}&page=${page}`,
      ({ data }) => recordsIn(data)
    )
    const wallets = Effect.forEach(members, (user) => walletOf(requests, user), { concurrency: 4 })
    const all = yield* Effect.all({ rules, awards, board, wallets }, { concurrency: 4 })
    const lines = [
      ...all.rules.map(ruleLine),
      ...counted(
        all.awards.map((award) =>
          awardKey(award.userId, award.ruleName, award.state, recordsIn([award.metadata])[0] ?? {})
        )
      ),
      ...all.board.map(({ points, user }) => `points of ${recordsIn([user])[0]?.userId}: ${points}`),
      ...all.wallets
    ]
    return lines.map((line) => `${name} ${line}`)
  })

const expectedOf = (state: Model.State, partner: Own): ReadonlyArray<string> => {
  const members = state.members.filter((member) => member.partner === partner)
  const awards = state.history.flatMap((event, index) =>
    event.partner === partner && event.kind === "award" ? [{ ...event, index }] : []
  )
  const stateOf = ({ index, suppressedBy, units }: (typeof awards)[number]): string => {
    if (suppressedBy !== null) return "suppressed"
    return Model.isUndone(state, index) ? "reversed" : units > 0 ? "paid" : "counted"
  }
  const metadataOf = ({ texts }: Model.Event) => Object.fromEntries(texts.filter(([name]) => name !== ""))
  const nameOf = ({ rule, part }: Model.Event) => {
    const found = state.rules[rule]
    return part === 0 ? found?.name : found?.parts[part - 1]?.name
  }
  const lines = [
    ...state.rules.filter((rule) => rule.partner === partner).map(Text.terms),
    ...counted(awards.map((event) => awardKey(event.user, nameOf(event), stateOf(event), metadataOf(event)))),
    ...members.flatMap(({ user }) => {
      const earned = Model.earned(state, partner, user)
      return earned === 0 ? [] : [`points of ${user}: ${earned / 10_000}`]
    }),
    ...members.map(({ user }) => {
      const moves = Model.eventsOf(state, partner, user).filter(({ units }) => units !== 0)
      const amounts = moves.map(({ units }) => units / 10_000).reverse()
      return wallet(user, Text.coins(Model.balance(state, partner, user)), amounts)
    })
  ]
  return lines.map((line) => `${partner} ${line}`)
}

/** Reads everything back. `members` has the users that were onboarded, by partner. */
export const read = (
  as: (partner: Own) => Requests,
  members: Readonly<Record<Own, ReadonlySet<string>>>
): Effect.Effect<Reading, Violation> =>
  Effect.map(
    Effect.forEach(
      ["home", "away"] as const,
      (name) => ofPartner(name, as(name), Array.from(members[name])),
      {
        concurrency: 2
      }
    ),
    (found) => {
      const lines = found.flat()
      return {
        lines,
        differences: (state) =>
          Text.compare([...expectedOf(state, "home"), ...expectedOf(state, "away")], lines)
      }
    }
  )
