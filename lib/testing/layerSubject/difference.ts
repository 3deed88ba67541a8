import type { LimitDraft, RuleDraft } from "../Command.ts"
import * as Model from "../Model.ts"
import type { Ids } from "../Subject.ts"
import { compare, programme } from "../Text.ts"
import type { Names } from "./perform.ts"
import { number, type Row, type Snapshot } from "./Snapshot.ts"
import { windows } from "./windows.ts"

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

const side = (snapshot: Snapshot, partner: string, kind: string): number =>
  sum(
    snapshot
      .rows("account")
      .filter((row) => row.partner === partner && row.rest[0] === kind)
      .map((row) => number(row, 3))
  )

/** The names behind the ids of a snapshot. */
const namesIn = (snapshot: Snapshot, partners: Names["partners"]) => {
  const conditions = snapshot.rows("condition")
  const wallets = snapshot.rows("account").filter((row) => row.rest[0] === "wallet")
  return {
    word: (partner: string) => (partner === partners.home ? "home" : "away"),
    conditions,
    ruleName: (id: string | undefined) =>
      conditions.find((row) => row.rest[0] === id && row.rest[1] === "0")?.rest[2],
    wallets,
    userOf: new Map(wallets.map((row) => [row.rest[1] ?? "", row.rest[2] ?? ""]))
  } as const
}

/** What the row of a rule says about its programme, in the model's wording. */
const programmeIn = (row: Row): string => {
  const [timeZone = "", atLimit = "", startsAt = "", endsAt = "", text = ""] = row.rest.slice(7)
  const limits: ReadonlyArray<LimitDraft> = text === "" ? [] : JSON.parse(text)
  return programme({
    limits,
    timeZone,
    atLimit,
    startsAt: startsAt === "" ? null : Number(startsAt),
    endsAt: endsAt === "" ? null : Number(endsAt)
  })
}

/** The snapshot in the model's wording, limited to what the model knows. */
const fromTables = (snapshot: Snapshot, partners: Names["partners"]): ReadonlyArray<string> => {
  const { conditions, ruleName, userOf, wallets, word } = namesIn(snapshot, partners)
  const amountsOf = new Map(snapshot.rows("entries").map((row) => [row.rest[0], row.rest[3]]))
  return [
    ...wallets.map((row) => {
      const moves = amountsOf.get(row.rest[1]) ?? ""
      return `${word(row.partner)} wallet ${row.rest[2]}: ${number(row, 3)} after [${moves}]`
    }),
    ...[partners.home, partners.away].map(
      (partner) =>
        `${word(partner)} issued ${0 - side(snapshot, partner, "issuance")} and took back ${side(snapshot, partner, "treasury")}`
    ),
    ...snapshot
      .rows("rule")
      .map(
        (row) =>
          `${word(row.partner)} rule ${ruleName(row.rest[0])}: ${number(row, 1)} of ${number(row, 2)}, limit ${number(row, 3)}, pays ${number(row, 4)}${programmeIn(row)}`
      ),
    ...conditions.map(
      (row) => `${word(row.partner)} name ${row.rest[2]}: ordinal ${row.rest[1]}, ${row.rest[3]}`
    ),
    ...snapshot
      .rows("awards")
      .map(
        (row) =>
          `${word(row.partner)} awards of ${ruleName(row.rest[0])} to ${userOf.get(row.rest[1] ?? "")}: ${(row.rest[4] ?? "").split(" ").toSorted().join(" ")}`
      ),
    ...snapshot
      .rows("tally")
      .map(
        (row) =>
          `${word(row.partner)} tally of ${ruleName(row.rest[0])} to ${userOf.get(row.rest[1] ?? "")}: ${number(row, 2)} paid, cycle ${number(row, 5)}, progress ${number(row, 3)}`
      ),
    ...snapshot
      .rows("text")
      .map((row) => `${word(row.partner)} text ${row.rest[0]}=${row.rest[1]}: ${number(row, 2)}`),
    `refunds: ${snapshot.rows("refund").length}`,
    ...snapshot.rows("key").map((row) => `${word(row.partner)} key ${row.rest[0]}`)
  ]
}

/**
 * The same format as in a snapshot: "0.1" is ordinal 1 in the cycle before the first payment, "!" marks a payment, "-" one
 * that was reversed, "#" the end of its id.
 */
const steps = (state: Model.State, { events }: Ids, accepted: ReturnType<typeof Model.awardsOf>): string => {
  let cycle = 0
  return accepted
    .map(({ index, part, suppressedBy, units }) => {
      const mark = units > 0 ? "!" : (suppressedBy ?? "")
      return `${units > 0 ? cycle++ : cycle}.${part}${mark}${Model.isUndone(state, index) ? "-" : ""}#${events[index]?.slice(30)}`
    })
    .toSorted()
    .join(" ")
}

const progressOf = ({ type }: RuleDraft, done: ReadonlyArray<Model.Event>): number => {
  if (type === "single") return 0
  if (type === "batched") return done.length
  return sum(Array.from(new Set(done.map(({ part }) => part)), (part) => 2 ** (part - 1)))
}

/** What the tables hold about a rule's awards to a member. */
const ofMember = (
  state: Model.State,
  ids: Ids,
  index: number,
  rule: RuleDraft,
  partner: string,
  user: string
) => {
  const accepted = Model.awardsOf(state, index, user)
  if (accepted.length === 0) return []
  const { cycle, done } = Model.cycleOf(state, index, user)
  return [
    `${partner} awards of ${rule.name} to ${user}: ${steps(state, ids, accepted)}`,
    `${partner} tally of ${rule.name} to ${user}: ${Model.timesPaid(state, index, user)} paid, cycle ${cycle}, progress ${progressOf(rule, done)}`
  ]
}

const texts = (state: Model.State): ReadonlyArray<string> => {
  const written = state.history.flatMap(({ partner, texts }) =>
    texts.map(([name, value]) => `${partner} text ${name}=${value}`)
  )
  return Array.from(
    Map.groupBy(written, (line) => line),
    ([line, all]) => `${line}: ${all.length}`
  )
}

const fromModel = (state: Model.State, ids: Ids): ReadonlyArray<string> => {
  const partners = ["home", "away"] as const
  const total = (partner: string, ...kinds: ReadonlyArray<Model.Event["kind"]>) =>
    sum(
      state.history
        .filter((event) => event.partner === partner && kinds.includes(event.kind))
        .map((event) => event.units)
    )
  return [
    ...state.members.map(({ partner, user }) => {
      const moves = Model.eventsOf(state, partner, user).flatMap(({ units }) => (units === 0 ? [] : [units]))
      return `${partner} wallet ${user}: ${Model.balance(state, partner, user)} after [${moves}]`
    }),
    ...partners.map(
      (partner) =>
        `${partner} issued ${total(partner, "award", "reversal")} and took back ${0 - total(partner, "transfer", "refund")}`
    ),
    ...state.rules.flatMap((rule, index) => [
      `${rule.partner} rule ${rule.name}: ${Model.participants(state, index)} of ${rule.max}, limit ${rule.limit}, pays ${Model.unitsOf(rule.coins)}${programme(rule)}`,
      ...[{ name: rule.name, status: rule.status }, ...rule.parts].map(
        ({ name, status }, ordinal) => `${rule.partner} name ${name}: ordinal ${ordinal}, ${status}`
      ),
      ...state.members.flatMap(({ partner, user }) =>
        partner === rule.partner ? ofMember(state, ids, index, rule, partner, user) : []
      )
    ]),
    ...texts(state),
    `refunds: ${state.history.filter(({ kind }) => kind === "refund").length}`,
    ...state.keys.map(({ partner, key }) => `${partner} key ${key}`)
  ]
}

/** The differences between tables and model: "+" marks lines only in the tables, "-" lines only in the model. */
export const difference = (snapshot: Snapshot, names: Names, state: Model.State): ReadonlyArray<string> => {
  const { ruleName, userOf, word } = namesIn(snapshot, names.partners)
  const counters = windows(snapshot, word, ruleName, userOf, state)
  return compare(
    [...fromModel(state, names), ...counters.model],
    [...fromTables(snapshot, names.partners), ...counters.tables]
  )
}
