import type { LimitDraft, Partner } from "../Command.ts"
import * as Model from "../Model.ts"
import { number, type Row, type Snapshot } from "./Snapshot.ts"

/**
 * The counters of limits. The library decides which of them have rows: each window of a member gets one with its first
 * payment. So every row is compared, and every payment since a rule's counters began must have its rows.
 */

const periods = ["day", "week", "month", "year", "ever"] as const

/** A rule of the tables, and of the model. */
interface Both {
  readonly row: Row
  readonly index: number
  readonly rule: Model.State["rules"][number]
}

/** Whose payments a counter counts. */
interface Subject {
  readonly per: LimitDraft["per"]
  readonly user: string
}

const lineOf = (both: Both, subject: Subject, window: string, awards: number, coins: number): string =>
  `${both.rule.partner} window of ${both.rule.name} to ${subject.per === "rule" ? "all" : subject.user}, ${window}: ${awards} awards, ${coins} coins`

/** The name of a row's window, if its bounds are those of the calendar. */
const nameOf = (timeZone: string, row: Row): string => {
  const period = periods.find((each) => each === row.rest[3]) ?? "ever"
  const [startsAt, endsAt] = [number(row, 4), number(row, 5)]
  const name = `${period} ${Model.windowOf(timeZone, period, startsAt)}`
  if (period === "ever") return row.rest[5] === "" ? name : `${name} that ends`
  const at = (moment: number) => `${period} ${Model.windowOf(timeZone, period, moment)}`
  const isExact = at(startsAt - 1) !== name && at(endsAt - 1) === name && at(endsAt) !== name
  return isExact ? name : `${name} from ${startsAt} to ${endsAt}`
}

/** The counters of a rule's present generation, as they are and as the model counts them. */
const ofRule = (
  both: Both,
  rows: ReadonlyArray<Row>,
  users: ReadonlyMap<string, string>,
  state: Model.State
) => {
  const { index, rule } = both
  const subjectOf = (row: Row): Subject =>
    row.rest[1] === row.rest[0]
      ? { per: "rule", user: "" }
      : { per: "member", user: users.get(row.rest[1] ?? "") ?? "" }
  const expected = (subject: Subject, period: LimitDraft["period"], at: number): string => {
    const { awards, units } = Model.paidIn(state, index, rule, { per: subject.per, period }, subject.user, at)
    const withCoins = rule.limits.some(
      (limit) => limit.per === subject.per && limit.period === period && limit.coins !== undefined
    )
    const window = `${period} ${Model.windowOf(rule.timeZone, period, at)}`
    return lineOf(both, subject, window, awards, withCoins ? units : 0)
  }
  const counted = rows.filter((row) => row.rest[0] === both.row.rest[0] && row.rest[2] === both.row.rest[5])
  const tables = counted.map((row) =>
    lineOf(both, subjectOf(row), nameOf(rule.timeZone, row), number(row, 6), number(row, 7))
  )
  const since = both.row.rest[6] === "" ? 0 : number(both.row, 6)
  const model = new Set([
    ...counted.map((row) =>
      expected(subjectOf(row), periods.find((each) => each === row.rest[3]) ?? "ever", number(row, 4))
    ),
    ...Model.payments(state, index)
      .filter(({ at }) => at > since)
      .flatMap(({ at, user }) =>
        rule.limits.map(({ per, period }) => expected({ per, user: per === "rule" ? "" : user }, period, at))
      )
  ])
  return { tables, model: Array.from(model) }
}

/** Lines for all counters, from the tables and from the model. */
export const windows = (
  snapshot: Snapshot,
  word: (partner: string) => Partner,
  ruleName: (id: string | undefined) => string | undefined,
  users: ReadonlyMap<string, string>,
  state: Model.State
): { readonly tables: ReadonlyArray<string>; readonly model: ReadonlyArray<string> } => {
  const all = snapshot.rows("rule").flatMap((row) => {
    const found = Model.lookUp(state, word(row.partner), ruleName(row.rest[0]) ?? "")
    return found === undefined ? [] : [ofRule({ row, ...found }, snapshot.rows("window"), users, state)]
  })
  return { tables: all.flatMap(({ tables }) => tables), model: all.flatMap(({ model }) => model) }
}
