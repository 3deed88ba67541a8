import * as Model from "../Model.ts"
import { compare } from "../Text.ts"
import type { Names } from "./perform.ts"
import { number, type Snapshot } from "./Snapshot.ts"

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

const side = (snapshot: Snapshot, partner: string, kind: string): number =>
  sum(
    snapshot
      .rows("account")
      .filter((row) => row.partner === partner && row.rest[0] === kind)
      .map((row) => number(row, 3))
  )

/** The snapshot in the model's wording, limited to what the model knows. */
const fromTables = (snapshot: Snapshot, partners: Names["partners"]): ReadonlyArray<string> => {
  const word = (partner: string) => (partner === partners.home ? "home" : "away")
  const conditions = snapshot.rows("condition")
  const ruleName = (id: string | undefined) =>
    conditions.find((row) => row.rest[0] === id && row.rest[1] === "0")?.rest[2]
  const wallets = snapshot.rows("account").filter((row) => row.rest[0] === "wallet")
  const userOf = new Map(wallets.map((row) => [row.rest[1], row.rest[2]]))
  const amountsOf = new Map(snapshot.rows("entries").map((row) => [row.rest[0], row.rest[3]]))
  return [
    ...wallets.map((row) => {
      const moves = amountsOf.get(row.rest[1]) ?? ""
      return `${word(row.partner)} wallet ${row.rest[2]}: ${number(row, 3)} after [${moves}]`
    }),
    ...[partners.home, partners.away].map(
      (partner) =>
        `${word(partner)} issued ${-side(snapshot, partner, "issuance")} and took back ${side(snapshot, partner, "treasury")}`
    ),
    ...snapshot
      .rows("rule")
      .map(
        (row) =>
          `${word(row.partner)} rule ${ruleName(row.rest[0])}: ${number(row, 1)} of ${number(row, 2)}, limit ${number(row, 3)}, pays ${number(row, 4)}`
      ),
    ...conditions.map(
      (row) => `${word(row.partner)} name ${row.rest[2]}: ordinal ${row.rest[1]}, ${row.rest[3]}`
    ),
    ...snapshot
      .rows("awards")
      .map(
        (row) =>
          `${word(row.partner)} awards of ${ruleName(row.rest[0])} to ${userOf.get(row.rest[1])}: ${row.rest[4]}`
      ),
    ...snapshot.rows("key").map((row) => `${word(row.partner)} key ${row.rest[0]}`)
  ]
}

/**
 * The same format as in a snapshot: "0.1" is ordinal 1 in the cycle before the first payment, "!" marks a payment.
 */
const steps = (accepted: ReadonlyArray<Model.Event>): string => {
  let cycle = 0
  const steps = accepted.map(({ part, units }) => ({
    part,
    paid: units > 0,
    cycle: units > 0 ? cycle++ : cycle
  }))
  return steps
    .toSorted((a, b) => a.cycle - b.cycle || Number(a.paid) - Number(b.paid) || a.part - b.part)
    .map((step) => `${step.cycle}.${step.part}${step.paid ? "!" : ""}`)
    .join(" ")
}

const fromModel = (state: Model.State): ReadonlyArray<string> => {
  const partners = ["home", "away"] as const
  const total = (partner: string, sign: number) =>
    sum(
      state.history
        .filter((event) => event.partner === partner && event.units * sign > 0)
        .map((event) => event.units)
    )
  return [
    ...state.members.map(({ partner, user }) => {
      const moves = Model.eventsOf(state, partner, user).flatMap(({ units }) => (units === 0 ? [] : [units]))
      return `${partner} wallet ${user}: ${Model.balance(state, partner, user)} after [${moves}]`
    }),
    ...partners.map(
      (partner) => `${partner} issued ${total(partner, 1)} and took back ${-total(partner, -1)}`
    ),
    ...state.rules.flatMap((rule, index) => [
      `${rule.partner} rule ${rule.name}: ${Model.participants(state, index)} of ${rule.max}, limit ${rule.limit}, pays ${Model.unitsOf(rule.coins)}`,
      ...[{ name: rule.name, status: rule.status }, ...rule.parts].map(
        ({ name, status }, ordinal) => `${rule.partner} name ${name}: ordinal ${ordinal}, ${status}`
      ),
      ...state.members.flatMap(({ partner, user }) => {
        const accepted = Model.eventsOf(state, partner, user).filter((event) => event.rule === index)
        return accepted.length === 0
          ? []
          : [`${partner} awards of ${rule.name} to ${user}: ${steps(accepted)}`]
      })
    ]),
    ...state.keys.map(({ partner, key }) => `${partner} key ${key}`)
  ]
}

/** The differences between tables and model: "+" marks lines only in the tables, "-" lines only in the model. */
export const difference = (
  snapshot: Snapshot,
  partners: Names["partners"],
  state: Model.State
): ReadonlyArray<string> => compare(fromModel(state), fromTables(snapshot, partners))
