/** Compares the tables with the model: both as lines in the same wording. */

import type { LimitDraft, PartnerName, RuleDraft } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { programmeText } from "../ModelOutcome.ts"
import { compareLines, type SubjectIds } from "../Subject.ts"
import type { LibraryIds } from "./calls.ts"
import type { TableRow, Tables } from "./tableRows.ts"

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** The names behind the ids in the tables. */
const namesIn = (tables: Tables, partners: LibraryIds["partners"]) => {
  const rules = new Map(
    tables.rows("condition").flatMap(({ name, ordinal, rule }) => (ordinal === "0" ? [[rule, name]] : []))
  )
  const wallets = tables.rows("account").filter(({ kind }) => kind === "wallet")
  const users = new Map(wallets.map(({ id, user }) => [id, user]))
  return {
    wallets,
    partnerName: (id: string): PartnerName => (id === partners.home ? "home" : "away"),
    ruleName: (id: string) => rules.get(id),
    userOf: (memberId: string) => users.get(memberId)
  }
}

type Names = ReturnType<typeof namesIn>

const timeIn = (text: string): number | null => (text === "" ? null : Number(text))

/** The limits, schedule and policy of a rule, in the model's wording. */
const programmeIn = ({ timeZone, atLimit, startsAt, endsAt, limits }: TableRow<"rule">): string =>
  programmeText({
    limits: limits === "" ? [] : JSON.parse(limits),
    timeZone,
    atLimit: atLimit === "suppress" || atLimit === "clamp" ? atLimit : "reject",
    startsAt: timeIn(startsAt),
    endsAt: timeIn(endsAt)
  })

/** The tables in the model's wording, as far as the model knows them. */
const fromTables = (tables: Tables, names: Names): ReadonlyArray<string> => {
  const { partnerName, ruleName, userOf, wallets } = names
  const amounts = new Map(tables.rows("entries").map((row) => [row.account, row.amounts]))
  const accounts = tables.rows("account")
  const held = (partner: PartnerName, kind: string): number =>
    sum(
      accounts
        .filter((row) => partnerName(row.partner) === partner && row.kind === kind)
        .map(({ balance }) => Number(balance))
    )
  return [
    ...wallets.map(
      ({ balance, id, partner, user }) =>
        `${partnerName(partner)} wallet ${user}: ${balance} after [${amounts.get(id) ?? ""}]`
    ),
    ...(["home", "away"] as const).map(
      (partner) =>
        `${partner} issued ${0 - held(partner, "issuance")} and took back ${held(partner, "treasury")}`
    ),
    ...tables
      .rows("rule")
      .map(
        (row) =>
          `${partnerName(row.partner)} rule ${ruleName(row.id)}: ${row.participants} of ${row.max}, limit ${row.limit}, pays ${row.units}${programmeIn(row)}`
      ),
    ...tables
      .rows("condition")
      .map(
        ({ name, ordinal, partner, status }) =>
          `${partnerName(partner)} name ${name}: ordinal ${ordinal}, ${status}`
      ),
    ...tables
      .rows("awards")
      .map(
        ({ member, partner, rule, steps }) =>
          `${partnerName(partner)} awards of ${ruleName(rule)} to ${userOf(member)}: ${steps.split(" ").toSorted().join(" ")}`
      ),
    ...tables
      .rows("tally")
      .map(
        ({ cycle, member, paid, partner, progress, rule }) =>
          `${partnerName(partner)} tally of ${ruleName(rule)} to ${userOf(member)}: ${paid} paid, cycle ${cycle}, progress ${progress}`
      ),
    ...tables
      .rows("text")
      .map(({ count, name, partner, value }) => `${partnerName(partner)} text ${name}=${value}: ${count}`),
    `refunds: ${tables.rows("refund").length}`,
    ...tables.rows("key").map(({ key, partner }) => `${partnerName(partner)} key ${key}`)
  ]
}

/** The steps of a member's awards, as `tableRows.ts` describes them. */
const stepsOf = (
  state: Model.State,
  { events }: SubjectIds,
  accepted: ReturnType<typeof Model.awardsOf>
): string => {
  let cycle = 0
  return accepted
    .map(({ index, part, suppressedBy, units }) => {
      const mark = units > 0 ? "!" : (suppressedBy ?? "")
      return `${units > 0 ? cycle++ : cycle}.${part}${mark}${Model.isUndone(state, index) ? "-" : ""}#${events[index]?.slice(30)}`
    })
    .toSorted()
    .join(" ")
}

/** Progress as a tally stores it: a number of completions, or a bit for each finished part. */
const progressOf = ({ type }: RuleDraft, done: ReadonlyArray<Model.Event>): number => {
  if (type === "single") return 0
  if (type === "batched") return done.length
  return sum(Array.from(new Set(done.map(({ part }) => part)), (part) => 2 ** (part - 1)))
}

/** What the tables should hold about a rule. */
const expectedRule = (
  state: Model.State,
  ids: SubjectIds,
  rule: Model.State["rules"][number],
  index: number
): ReadonlyArray<string> => [
  `${rule.partner} rule ${rule.name}: ${Model.participants(state, index)} of ${rule.max}, limit ${rule.limit}, pays ${Model.unitsOf(rule.coins)}${programmeText(rule)}`,
  ...[{ name: rule.name, status: rule.status }, ...rule.parts].map(
    ({ name, status }, ordinal) => `${rule.partner} name ${name}: ordinal ${ordinal}, ${status}`
  ),
  ...state.members.flatMap(({ partner, user }) => {
    const accepted = partner === rule.partner ? Model.awardsOf(state, index, user) : []
    if (accepted.length === 0) return []
    const { cycle, done } = Model.cycleOf(state, index, user)
    return [
      `${partner} awards of ${rule.name} to ${user}: ${stepsOf(state, ids, accepted)}`,
      `${partner} tally of ${rule.name} to ${user}: ${Model.timesPaid(state, index, user)} paid, cycle ${cycle}, progress ${progressOf(rule, done)}`
    ]
  })
]

const fromModel = (state: Model.State, ids: SubjectIds): ReadonlyArray<string> => {
  const total = (partner: string, ...kinds: ReadonlyArray<Model.Event["kind"]>) =>
    sum(
      state.history
        .filter((event) => event.partner === partner && kinds.includes(event.kind))
        .map((event) => event.units)
    )
  const texts = state.history.flatMap(({ partner, texts }) =>
    texts.map(([name, value]) => `${partner} text ${name}=${value}`)
  )
  return [
    ...state.members.map(({ partner, user }) => {
      const moves = Model.eventsOf(state, partner, user).flatMap(({ units }) => (units === 0 ? [] : [units]))
      return `${partner} wallet ${user}: ${Model.balance(state, partner, user)} after [${moves}]`
    }),
    ...["home", "away"].map(
      (partner) =>
        `${partner} issued ${total(partner, "award", "reversal")} and took back ${0 - total(partner, "transfer", "refund")}`
    ),
    ...state.rules.flatMap((rule, index) => expectedRule(state, ids, rule, index)),
    ...Array.from(
      Map.groupBy(texts, (line) => line),
      ([line, all]) => `${line}: ${all.length}`
    ),
    `refunds: ${state.history.filter(({ kind }) => kind === "refund").length}`,
    ...state.keys.map(({ partner, key }) => `${partner} key ${key}`)
  ]
}

const periods = ["day", "week", "month", "year", "ever"] as const

const periodOf = ({ period }: TableRow<"window">) => periods.find((each) => each === period) ?? "ever"

/** Names the window of a counter, with its bounds if they are not those of the calendar. */
const windowName = (timeZone: string, row: TableRow<"window">): string => {
  const period = periodOf(row)
  const [startsAt, endsAt] = [Number(row.startsAt), Number(row.endsAt)]
  const at = (time: number) => `${period} ${Model.windowOf(timeZone, period, time)}`
  const name = at(startsAt)
  if (period === "ever") return row.endsAt === "" ? name : `${name} that ends`
  const isExact = at(startsAt - 1) !== name && at(endsAt - 1) === name && at(endsAt) !== name
  return isExact ? name : `${name} from ${startsAt} to ${endsAt}`
}

/** Whose payments a counter counts: those of a member, or all of a rule. */
interface CountedFor {
  readonly per: LimitDraft["per"]
  readonly user: string
}

/**
 * The counters of a rule's limits, from the tables and from the model. The library creates a counter with the first
 * payment in its window. So every row is compared, and every payment since the rule's counters began must have its rows.
 */
const countersOf = (tables: Tables, names: Names, row: TableRow<"rule">, state: Model.State) => {
  const found = Model.lookUp(state, names.partnerName(row.partner), names.ruleName(row.id) ?? "")
  if (found === undefined) return { actual: [], expected: [] }
  const { index, rule } = found
  const lineOf = ({ per, user }: CountedFor, window: string, awards: number, units: number): string =>
    `${rule.partner} window of ${rule.name} to ${per === "rule" ? "all" : user}, ${window}: ${awards} awards, ${units} coins`
  const expectedLine = (counted: CountedFor, period: LimitDraft["period"], at: number): string => {
    const { per, user } = counted
    const { awards, units } = Model.paidIn(state, index, rule, { per, period }, user, at)
    // Coins are counted only if the rule has a coin limit.
    const withCoins = rule.limits.some(
      (limit) => limit.per === per && limit.period === period && limit.coins !== undefined
    )
    const window = `${period} ${Model.windowOf(rule.timeZone, period, at)}`
    return lineOf(counted, window, awards, withCoins ? units : 0)
  }
  const countedFor = ({ subject }: TableRow<"window">): CountedFor =>
    subject === row.id ? { per: "rule", user: "" } : { per: "member", user: names.userOf(subject) ?? "" }
  const counters = tables
    .rows("window")
    .filter((each) => each.rule === row.id && each.generation === row.generation)
  const since = timeIn(row.countedUntil) ?? 0
  const payments = Model.payments(state, index).filter(({ at }) => at > since)
  return {
    actual: counters.map((each) =>
      lineOf(countedFor(each), windowName(rule.timeZone, each), Number(each.awards), Number(each.units))
    ),
    expected: [
      ...counters.map((each) => expectedLine(countedFor(each), periodOf(each), Number(each.startsAt))),
      ...payments.flatMap(({ at, user }) =>
        rule.limits.map(({ per, period }) =>
          expectedLine({ per, user: per === "rule" ? "" : user }, period, at)
        )
      )
    ]
  }
}

/** The differences between tables and model: "+" marks lines only in the tables, "-" lines only in the model. */
export const differences = (
  tables: Tables,
  { partners, ...ids }: LibraryIds,
  state: Model.State
): ReadonlyArray<string> => {
  const names = namesIn(tables, partners)
  const counters = tables.rows("rule").map((row) => countersOf(tables, names, row, state))
  return compareLines(
    [...fromModel(state, ids), ...new Set(counters.flatMap(({ expected }) => expected))],
    [...fromTables(tables, names), ...counters.flatMap(({ actual }) => actual)]
  )
}
