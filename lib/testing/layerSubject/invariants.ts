import { type Violation, violation } from "../Failure.ts"
import * as Text from "../Text.ts"
import { number, type Row, type Snapshot } from "./Snapshot.ts"

const groups = (all: ReadonlyArray<Row>, key: (row: Row) => string): ReadonlyMap<string, Row> =>
  new Map(all.map((row) => [key(row), row]))

const coinsAddUp = (snapshot: Snapshot): Violation | undefined => {
  const entries = snapshot.rows("entries")
  const total = new Map<string, number>()
  for (const row of entries) total.set(row.partner, (total.get(row.partner) ?? 0) + number(row, 1))
  for (const [partner, units] of total) {
    if (units !== 0)
      return violation("entries sum to zero", `those of partner ${partner} sum to ${Text.coins(units)}`)
  }
  const perAccount = groups(entries, ({ rest }) => rest[0] ?? "")
  for (const account of snapshot.rows("account")) {
    const [kind, id = "", user] = account.rest
    const own = perAccount.get(id)
    const [sum, count] = own === undefined ? [0, 0] : [number(own, 1), number(own, 2)]
    const [balance, version] = [number(account, 3), number(account, 4)]
    if (balance !== sum || version !== count) {
      return violation(
        "a balance is the sum of its entries",
        `${kind} ${user || id} has ${Text.coins(balance)} at version ${version}, its ${count} entries sum to ${Text.coins(sum)}`
      )
    }
    if (kind === "wallet" && balance < 0) {
      return violation("no wallet is below zero", `${user} has ${Text.coins(balance)}`)
    }
  }
  return undefined
}

const placesHold = (snapshot: Snapshot): Violation | undefined => {
  for (const rule of snapshot.rows("rule")) {
    const [id] = rule.rest
    const [counted, places] = [number(rule, 1), number(rule, 2)]
    const paid = snapshot.rows("awards").filter((row) => row.rest[0] === id && number(row, 3) > 0).length
    if (counted > places || paid > places) {
      return violation(
        "a rule has no more participants than places",
        `rule ${id} has paid ${paid} members, counts ${counted}, and has ${places} places`
      )
    }
    if (counted !== paid) {
      return violation(
        "participants are counted",
        `rule ${id} has paid ${paid} members and counts ${counted}`
      )
    }
  }
  return undefined
}

/** A tally stores the limit that applied at its last award, because the rule's limit may be lowered later. */
const limitsHold = (snapshot: Snapshot): Violation | undefined => {
  const tallies = groups(snapshot.rows("tally"), ({ rest }) => `${rest[0]} to ${rest[1]}`)
  for (const awards of snapshot.rows("awards")) {
    const subject = `${awards.rest[0]} to ${awards.rest[1]}`
    const tally = tallies.get(subject)
    if (tally === undefined)
      return violation("payments are counted", `there is no tally for the awards of ${subject}`)
    const [paid, counted, limit] = [number(awards, 3), number(tally, 2), number(tally, 4)]
    if (paid !== counted) {
      return violation(
        "payments are counted",
        `the tally of ${subject} says ${counted}, its awards say ${paid}`
      )
    }
    if (limit !== -1 && paid > limit) {
      return violation(
        "a member is paid no more often than the limit",
        `${subject} was paid ${paid} times, the limit was ${limit}`
      )
    }
  }
  return undefined
}

/** A counter stores the limits that applied when it rose last, because they may be lowered later. */
const windowsHold = (snapshot: Snapshot): Violation | undefined => {
  for (const row of snapshot.rows("window")) {
    const [rule, subject, , period] = row.rest
    const [awards, coins] = [number(row, 6), number(row, 7)]
    const [maxAwards, maxCoins] = [number(row, 8), number(row, 9)]
    if ((maxAwards !== -1 && awards > maxAwards) || (maxCoins !== -1 && coins > maxCoins)) {
      return violation(
        "a window pays no more than its limit",
        `the ${period} of rule ${rule} and ${subject} has ${awards} of ${maxAwards} awards, ${Text.coins(coins)} of ${Text.coins(maxCoins)} coins`
      )
    }
  }
  return undefined
}

/** Checks what must hold for the tables after any history. */
export const invariants = (snapshot: Snapshot): Violation | undefined =>
  coinsAddUp(snapshot) ?? placesHold(snapshot) ?? limitsHold(snapshot) ?? windowsHold(snapshot)
