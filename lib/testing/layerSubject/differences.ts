/** Formats the rows of the tables and the state of the model as lines, and compares the lines. */

import type { LimitDraft, PartnerName, RuleDraft } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { programmeText } from "../ModelOutcome.ts"
import { timeOf } from "../requestFields.ts"
import { compareLines, countLines, type SubjectIds } from "../Subject.ts"
import type { LibraryIds } from "./calls.ts"
import { sum, type TableRow, type TableRows } from "./tableRows.ts"

const namesIn = ({ conditions, members }: TableRows, partners: LibraryIds["partners"]) => {
  const rules = new Map<string, string>(
    conditions.flatMap(({ name, ordinal, ruleId }) => (ordinal === 0 ? [[ruleId, name]] : []))
  )
  const users = new Map<string, string>(members.map(({ id, userId }) => [id, userId]))
  return {
    partnerName: (id: string): PartnerName => (id === partners.home ? "home" : "away"),
    ruleName: (id: string) => rules.get(id),
    userOf: (memberId: string) => users.get(memberId)
  }
}

type Names = ReturnType<typeof namesIn>

const programmeIn = ({ atLimit, endsAt, limits, startsAt, timeZone }: TableRow<"rules">): string =>
  programmeText({
    limits: limits === null ? [] : JSON.parse(limits),
    timeZone,
    atLimit,
    startsAt: timeOf(startsAt),
    endsAt: timeOf(endsAt)
  })

/**
 * Returns one line for each rule and member, with the rule's awards to the member. For example, `0.2!-#a1b2c3` is an award of sub-rule
 * 2 in cycle 0. It paid ("!") and was reversed ("-"), and its id ends with a1b2c3.
 */
const awardLines = ({ awards, reversals }: TableRows, { partnerName, ruleName, userOf }: Names) => {
  const reversed = new Set(reversals.map(({ awardId }) => awardId))
  const bySubject = Map.groupBy(
    awards,
    ({ memberId, partnerId, ruleId }) =>
      `${partnerName(partnerId)} awards of ${ruleName(ruleId)} to ${userOf(memberId)}`
  )
  return Array.from(bySubject, ([subject, all]) => {
    const steps = all.map(
      ({ awarded, cycle, id, ordinal, suppressedBy }) =>
        `${cycle}.${ordinal}${awarded ? "!" : ""}${suppressedBy ?? ""}${reversed.has(id) ? "-" : ""}#${id.slice(30)}`
    )
    return `${subject}: ${steps.toSorted().join(" ")}`
  })
}

/** Formats rows as lines. `countersOf` formats the counters of limits. */
const fromTables = (tables: TableRows, names: Names): ReadonlyArray<string> => {
  const { accounts, conditions, entries, keys, reversals, rules, tallies, texts } = tables
  const { partnerName, ruleName, userOf } = names
  const amounts = Map.groupBy(
    entries.toSorted((one, other) => one.version - other.version),
    ({ accountId }) => accountId
  )
  const held = (partner: PartnerName, kind: string): number => {
    const own = accounts.filter((each) => partnerName(each.partnerId) === partner && each.kind === kind)
    return sum(own.map(({ balance }) => balance))
  }
  return [
    ...accounts
      .filter(({ kind }) => kind === "wallet")
      .map(({ balance, id, partnerId }) => {
        const moves = amounts.get(id)?.map(({ amount }) => amount) ?? []
        return `${partnerName(partnerId)} wallet ${userOf(id)}: ${balance} after [${moves}]`
      }),
    ...(["home", "away"] as const).map(
      (partner) =>
        `${partner} issued ${0 - held(partner, "issuance")} and took back ${held(partner, "treasury")}`
    ),
    ...rules.map(
      (rule) =>
        `${partnerName(rule.partnerId)} rule ${ruleName(rule.id)}: ${rule.participants} of ${rule.maxNumberOfParticipant}, limit ${rule.userLimitAward ?? -1}, pays ${rule.coinValue}${programmeIn(rule)}`
    ),
    ...conditions.map(
      ({ name, ordinal, partnerId, status }) =>
        `${partnerName(partnerId)} name ${name}: ordinal ${ordinal}, ${status}`
    ),
    ...awardLines(tables, names),
    ...tallies.map(
      ({ cycle, memberId, paid, partnerId, progress, ruleId }) =>
        `${partnerName(partnerId)} tally of ${ruleName(ruleId)} to ${userOf(memberId)}: ${paid} paid, cycle ${cycle}, progress ${progress}`
    ),
    ...countLines(
      texts.map(({ name, partnerId, value }) => `${partnerName(partnerId)} text ${name}=${value}`)
    ),
    `refunds: ${reversals.filter(({ transferId }) => transferId !== null).length}`,
    ...keys.map(({ key, partnerId }) => `${partnerName(partnerId)} key ${key}`)
  ]
}

/** Formats the awards of a rule to a member like `awardLines`. */
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

/** The progress that a tally stores: a number of completions, or a bit for each finished part. */
const progressOf = ({ type }: RuleDraft, done: ReadonlyArray<Model.Event>): number => {
  if (type === "single") return 0
  if (type === "batched") return done.length
  return sum(Array.from(new Set(done.map(({ part }) => part)), (part) => 2 ** (part - 1)))
}

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
  const total = (partner: string, ...kinds: ReadonlyArray<Model.Event["kind"]>) => {
    const own = state.history.filter((event) => event.partner === partner && kinds.includes(event.kind))
    return sum(own.map(({ units }) => units))
  }
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
    ...countLines(texts),
    `refunds: ${state.history.filter(({ kind }) => kind === "refund").length}`,
    ...state.keys.map(({ partner, key }) => `${partner} key ${key}`)
  ]
}

/** The name of a counter's window. It includes the stored bounds if they differ from the bounds of the calendar. */
const windowName = (timeZone: string, { endsAt, period, startsAt }: TableRow<"windows">): string => {
  const [start, end] = [startsAt.getTime(), timeOf(endsAt)]
  const at = (time: number) => `${period} ${Model.windowOf(timeZone, period, time)}`
  const name = at(start)
  const isExact =
    end === null ? period === "ever" : at(start - 1) !== name && at(end - 1) === name && at(end) !== name
  return isExact ? name : `${name} from ${start} to ${end}`
}

/** Whose payments a counter counts: those to one member, or all payments of the rule. */
interface CountedFor {
  readonly per: LimitDraft["per"]
  readonly user: string
}

/**
 * The lines for the counters of a rule's limits: `actual` from the tables, `expected` from the model. `expected` has a line for every
 * counter in the tables. It also has a line for every payment after `StoredRule.countedUntil`: such a payment must have a counter.
 */
const countersOf = ({ windows }: TableRows, names: Names, row: TableRow<"rules">, state: Model.State) => {
  const found = Model.lookUp(state, names.partnerName(row.partnerId), names.ruleName(row.id) ?? "")
  if (found === undefined) return { actual: [], expected: [] }
  const { index, rule } = found
  const lineOf = ({ per, user }: CountedFor, window: string, awards: number, units: number): string =>
    `${rule.partner} window of ${rule.name} to ${per === "rule" ? "all" : user}, ${window}: ${awards} awards, ${units} coins`
  const expectedLine = (counted: CountedFor, period: LimitDraft["period"], at: number): string => {
    const { per, user } = counted
    const { awards, units } = Model.paidIn(state, index, rule, { per, period }, user, at)
    // A counter counts coins only if the rule has a coin limit for the same `per` and `period`.
    const withCoins = rule.limits.some(
      (limit) => limit.per === per && limit.period === period && limit.coins !== undefined
    )
    const window = `${period} ${Model.windowOf(rule.timeZone, period, at)}`
    return lineOf(counted, window, awards, withCoins ? units : 0)
  }
  const countedFor = ({ subjectId }: TableRow<"windows">): CountedFor => {
    const isRule = String(subjectId) === row.id
    return isRule ? { per: "rule", user: "" } : { per: "member", user: names.userOf(subjectId) ?? "" }
  }
  const counters = windows.filter(
    ({ generation, ruleId }) => ruleId === row.id && generation === row.generation
  )
  const since = timeOf(row.countedUntil) ?? 0
  const payments = Model.payments(state, index).filter(({ at }) => at > since)
  return {
    actual: counters.map((each) =>
      lineOf(countedFor(each), windowName(rule.timeZone, each), each.awards, each.coins)
    ),
    expected: [
      ...counters.map((each) => expectedLine(countedFor(each), each.period, each.startsAt.getTime())),
      ...payments.flatMap(({ at, user }) =>
        rule.limits.map(({ per, period }) =>
          expectedLine({ per, user: per === "rule" ? "" : user }, period, at)
        )
      )
    ]
  }
}

/** "+" marks lines that only the tables have, and "-" marks lines that only the model has. */
export const differences = (
  tables: TableRows,
  { partners, ...ids }: LibraryIds,
  state: Model.State
): ReadonlyArray<string> => {
  const names = namesIn(tables, partners)
  const counters = tables.rules.map((row) => countersOf(tables, names, row, state))
  return compareLines(
    [...fromModel(state, ids), ...new Set(counters.flatMap(({ expected }) => expected))],
    [...fromTables(tables, names), ...counters.flatMap(({ actual }) => actual)]
  )
}
