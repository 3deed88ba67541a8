/** Formats the rows of the tables and the state of the model as lines, and compares the lines. */

import { keyDigest } from "../../rewards/idempotency/fingerprint.ts"
import { type WhenDraft, whenText } from "../ActivityDraft.ts"
import type { LimitDraft, PartnerName, RuleDraft } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { coinsText, programmeText } from "../ModelOutcome.ts"
import { timeOf } from "../requestFields.ts"
import { compareLines, countLines, type SubjectIds } from "../Subject.ts"
import { unitsInOrder } from "../walletMoves.ts"
import { activityLines, expectedActivities } from "./activityLines.ts"
import type { LibraryIds } from "./calls.ts"
import { expectedLots, lotLines, transfersOf } from "./lotLines.ts"
import { type Names, namesIn } from "./names.ts"
import { sum, type TableRow, type TableRows } from "./tableRows.ts"

const programmeIn = (row: TableRow<"rules">): string => {
  const { atLimit, coinsExpire, endsAt, limits, maxCoins, pendingDays, startsAt, timeZone, unit } = row
  return programmeText({
    unit: unit === null ? null : coinsText(unit),
    maxCoins: maxCoins === null ? null : coinsText(maxCoins),
    limits: limits === null ? [] : JSON.parse(limits),
    timeZone,
    atLimit,
    startsAt: timeOf(startsAt),
    endsAt: timeOf(endsAt),
    pendingDays,
    coinsExpire
  })
}

/** Formats what is left of the coins and of the amount of an award. */
const leftText = (coins: number, amount: number | null): string =>
  amount === null ? `(${coins})` : `(${coins} for ${amount})`

const earnedBy = (activityId: string | undefined): string =>
  activityId === undefined ? "" : `@${activityId.slice(30)}`

/**
 * Returns one line for each rule and member, with the rule's awards to the member. For example, `0.2!(5)#a1b2c3` is an award of sub-rule
 * 2 in cycle 0. It paid ("!"), 5 units are left, and its id ends with a1b2c3. "-" marks a fully reversed award. A suppressed award has
 * the code of its limit instead of "!". An award that an activity earned has "@" and the end of the activity's id.
 */
const awardLines = ({ awards, entries, reversals }: TableRows, { partnerName, ruleName, userOf }: Names) => {
  const paid = new Map<string, number>(
    entries.flatMap(({ amount, transferId }) => (amount > 0 ? [[transferId, amount]] : []))
  )
  const latest = new Map<string | null, TableRow<"reversals">>(
    reversals.toSorted((one, other) => one.number - other.number).map((row) => [row.awardId, row])
  )
  const bySubject = Map.groupBy(
    awards,
    ({ memberId, partnerId, ruleId }) =>
      `${partnerName(partnerId)} awards of ${ruleName(ruleId)} to ${userOf(memberId)}`
  )
  return Array.from(bySubject, ([subject, all]) => {
    const steps = all.map(({ activityId, amount, awarded, cycle, id, ordinal, suppressedBy }) => {
      const { paid: whole = 1, returned = 0, returnedAmount = 0 } = latest.get(id) ?? {}
      const coins = awarded ? (paid.get(id) ?? 0) : 0
      const left = leftText(coins - returned, amount === null ? null : amount - (returnedAmount ?? 0))
      const marks = `${awarded ? "!" : ""}${suppressedBy ?? ""}${left}${returned === whole ? "-" : ""}`
      return `${cycle}.${ordinal}${marks}#${id.slice(30)}${earnedBy(activityId ?? undefined)}`
    })
    return `${subject}: ${steps.toSorted().join(" ")}`
  })
}

/** Returns the sums of coins that count on boards: one line for each month and each `whose`, such as "home coins earned by u1". */
const monthLines = (
  moves: ReadonlyArray<{ readonly whose: string; readonly month: string; readonly units: number }>
): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(moves, ({ month, whose }) => `${whose} in ${month}`),
    ([line, all]) => `${line}: ${sum(all.map(({ units }) => units))}`
  )

/** Returns the month of a row as a text. See `monthOf` in `rewards/ledger/Account.ts`. */
const monthText = (month: number): string =>
  `${Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, "0")}`

/**
 * Returns the movements of the reversals that took back coins of erased members. These reversals change no account and no lot of a member.
 */
const takenFromErased = ({ awards, entries, lotChanges, members, reversals, transfers }: TableRows) => {
  const kinds = new Map<string, string>(transfers.map(({ id, kind }) => [id, kind]))
  const ofLots = new Set<string>(lotChanges.map(({ transferId }) => transferId))
  return entries.flatMap(({ amount, partnerId, transferId }) => {
    if (kinds.get(transferId) !== "expired_reversal" || ofLots.has(transferId)) return []
    const reversal = reversals.find(({ expiredId }) => expiredId === transferId)
    const award = awards.find(({ id }) => id === reversal?.awardId)
    const credited = entries.find((each) => each.transferId === reversal?.transferId && each.amount > 0)
    const member = String(award?.memberId ?? credited?.accountId)
    const accountId = members.find(({ id }) => id === member)?.currentId ?? member
    return [{ partnerId, transferId, accountId, amount: -amount }]
  })
}

const monthsIn = (tables: TableRows, { partnerName, userOf }: Names) => {
  const { entries, lotChanges, transfers } = tables
  const byId = new Map<string, TableRow<"transfers">>(transfers.map((row) => [row.id, row]))
  // A reversal of expired coins changes no account of the member.
  const ofExpired = lotChanges.flatMap(({ expired: amount, memberId: accountId, ...entry }) =>
    amount < 0 ? [{ ...entry, accountId, amount }] : []
  )
  const moves = [...entries, ...ofExpired, ...takenFromErased(tables)].flatMap(
    ({ accountId, amount, partnerId, transferId }) => {
      const transfer = byId.get(transferId)
      const user = userOf(accountId)
      if (transfer === undefined || user === undefined || transfer.month === 0) return []
      const side = transfer.kind.startsWith("user_partner") ? "spent" : "earned"
      const whose = `${partnerName(partnerId)} coins ${side} by ${user}`
      return [{ whose, month: monthText(transfer.month), units: amount }]
    }
  )
  return monthLines(moves)
}

/** Returns one line for each adjustment, with the end of its id and its reason. "-" marks an adjustment that was reversed. */
const adjustmentLines = ({ adjustments, reversals }: TableRows, { partnerName }: Names) => {
  const undone = new Set<string | null>(reversals.map(({ transferId }) => transferId))
  return adjustments.map(({ id, partnerId, reason }) =>
    adjustmentLine(partnerName(partnerId), id, reason ?? "", undone.has(id))
  )
}

const adjustmentLine = (partner: PartnerName, id: string, reason: string, isUndone: boolean): string =>
  `${partner} adjustment #${id.slice(30)}${isUndone ? "-" : ""}: ${reason}`

/** Formats a key as its digest, because only the digest is stored. */
const keyLine = (partner: PartnerName, digest: Uint8Array): string =>
  `${partner} key ${Buffer.from(digest).toString("hex")}`

const whenIn = ({ activity, criteria }: TableRow<"conditions">): WhenDraft | null =>
  activity === null || criteria === null ? null : { activity, ...JSON.parse(criteria) }

/** Formats rows as lines. `countersOf` formats the counters of limits. */
const fromTables = (tables: TableRows, names: Names): ReadonlyArray<string> => {
  const { accounts, conditions, entries, keys, reversals, rules, tallies, texts, transfers } = tables
  const { partnerName, ruleName, userOf } = names
  const amounts = Map.groupBy(
    entries.toSorted((one, other) => one.version - other.version),
    ({ accountId }) => accountId
  )
  const maturities = new Map<string, number>(
    transfers.flatMap(({ createdAt, id, kind }) => (kind === "maturity" ? [[id, createdAt.getTime()]] : []))
  )
  const held = (partner: PartnerName, kind: string): number => {
    const own = accounts.filter((each) => partnerName(each.partnerId) === partner && each.kind === kind)
    return sum(own.map(({ balance }) => balance))
  }
  return [
    ...accounts
      .filter(({ kind }) => kind === "wallet")
      .map(({ balance, id, partnerId }) => {
        const moves = (amounts.get(id) ?? []).map(({ amount: units, transferId }) => ({
          units,
          maturedAt: maturities.get(transferId) ?? null
        }))
        return `${partnerName(partnerId)} wallet ${userOf(id)}: ${balance} after [${unitsInOrder(moves)}]`
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
      (row) =>
        `${partnerName(row.partnerId)} name ${row.name}: ordinal ${row.ordinal}, ${row.status}${whenText(whenIn(row))}`
    ),
    ...awardLines(tables, names),
    ...tallies.map(
      ({ cycle, memberId, paid, partnerId, progress, ruleId }) =>
        `${partnerName(partnerId)} tally of ${ruleName(ruleId)} to ${userOf(memberId)}: ${paid} paid, cycle ${cycle}, progress ${progress}`
    ),
    ...countLines(
      texts.map(({ name, partnerId, value }) => `${partnerName(partnerId)} text ${name}=${value}`)
    ),
    ...countLines(transfers.map(({ kind, partnerId }) => `${partnerName(partnerId)} ${kind}`)),
    ...monthsIn(tables, names),
    ...adjustmentLines(tables, names),
    ...activityLines(tables, names),
    ...lotLines(tables, names),
    `undone transfers: ${reversals.filter(({ transferId }) => transferId !== null).length}`,
    ...keys.map(({ key, partnerId }) => keyLine(partnerName(partnerId), key))
  ]
}

/** Formats the awards of a rule to a member like `awardLines`. `first` is the number of the member's first cycle. */
const stepsOf = (
  state: Model.State,
  { events }: SubjectIds,
  accepted: ReturnType<typeof Model.awardsOf>,
  first: number
): string => {
  let cycle = first
  return accepted
    .map(({ activity, amount, index, part, suppressedBy, units }) => {
      const returned = Model.returnedOf(state, index)
      const left = leftText(units - returned.units, amount === null ? null : amount - returned.amount)
      const mark = `${units > 0 ? "!" : (suppressedBy ?? "")}${left}`
      return `${units > 0 ? cycle++ : cycle}.${part}${mark}${Model.isUndone(state, index) ? "-" : ""}#${events[index]?.slice(30)}${earnedBy(events[activity])}`
    })
    .toSorted()
    .join(" ")
}

/** Returns the progress that a tally stores: a number of completions, or a bit for each finished part. */
const progressOf = ({ type }: RuleDraft, done: ReadonlyArray<Model.Event>): number => {
  if (type === "single") return 0
  if (type === "batched") return done.length
  return sum(Array.from(new Set(done.map(({ part }) => part)), (part) => 2 ** (part - 1)))
}

type Named = Pick<Model.Member, "partner" | "user">

const precedes = (state: Model.State, { partner, user }: Named) =>
  state.heirs.find((each) => each.partner === partner && each.user === user)

/**
 * Returns whether a rule ever paid a member or one of its predecessors: the members that were merged into it, the erased member that it
 * succeeds, and the predecessors of all these.
 */
const wasPaid = (state: Model.State, rule: number, member: Named): boolean => {
  const { partner, user } = member
  const before = precedes(state, member)
  return (
    Model.awardsOf(state, rule, user).some(({ units }) => units > 0) ||
    state.merged.some(
      (each) => each.partner === partner && each.into === user && wasPaid(state, rule, each)
    ) ||
    (before !== undefined && wasPaid(state, rule, { partner, user: before.of }))
  )
}

/**
 * Returns whether a member has a tally of a rule: the rule was awarded to the member, or a member that was merged into it has a tally of
 * the rule, or the rule paid the erased member that it succeeds (see `wasPaid`).
 */
const hasTally = (state: Model.State, rule: number, member: Named): boolean => {
  const { partner, user } = member
  const before = precedes(state, member)
  return (
    Model.awardsOf(state, rule, user).length > 0 ||
    state.merged.some(
      (each) => each.partner === partner && each.into === user && hasTally(state, rule, each)
    ) ||
    (before !== undefined && wasPaid(state, rule, { partner, user: before.of }))
  )
}

const expectedRule = (
  state: Model.State,
  ids: SubjectIds,
  rule: Model.State["rules"][number],
  index: number
): ReadonlyArray<string> => [
  `${rule.partner} rule ${rule.name}: ${Model.participants(state, index)} of ${rule.max}, limit ${rule.limit}, pays ${Model.unitsOf(rule.coins)}${programmeText(rule)}`,
  ...[rule, ...rule.parts].map(
    ({ name, status, when }, ordinal) =>
      `${rule.partner} name ${name}: ordinal ${ordinal}, ${status}${whenText(when)}`
  ),
  ...[...state.members, ...state.merged, ...state.erased].flatMap(({ partner, user }) => {
    if (partner !== rule.partner || !hasTally(state, index, { partner, user })) return []
    const accepted = Model.awardsOf(state, index, user)
    const { cycle, done } = Model.tallyOf(state, index, user)
    const isCounted = Model.personOf(state, partner, user) === user
    const paid = isCounted ? Model.timesPaid(state, index, user) : 0
    return [
      ...(accepted.length === 0
        ? []
        : [
            `${partner} awards of ${rule.name} to ${user}: ${stepsOf(state, ids, accepted, Model.cyclesBefore(state, index, user))}`
          ]),
      `${partner} tally of ${rule.name} to ${user}: ${paid} paid, cycle ${cycle}, progress ${progressOf(rule, done)}`
    ]
  })
]

const monthsOf = ({ history }: Model.State): ReadonlyArray<string> =>
  monthLines(
    history.flatMap((event) => {
      const { partner, units, user } = event
      const counted = history[event.undoes] ?? event
      if (units === 0 || (counted.kind === "adjustment" && !counted.points)) return []
      const side = counted.kind === "transfer" ? "spent" : "earned"
      const month = new Date(counted.at).toISOString().slice(0, 7)
      return [{ whose: `${partner} coins ${side} by ${user}`, month, units }]
    })
  )

const fromModel = (
  state: Model.State,
  ids: SubjectIds,
  partners: LibraryIds["partners"]
): ReadonlyArray<string> => {
  const total = (partner: string, ...kinds: ReadonlyArray<Model.Event["kind"]>) => {
    const own = state.history.filter((event) => event.partner === partner && kinds.includes(event.kind))
    return sum(own.map(({ units }) => units))
  }
  const moves = state.history.filter(({ units }) => units !== 0)
  const undone: ReadonlyArray<Model.Event["kind"]> = ["refund", "adjustment reversal"]
  const texts = state.history.flatMap(({ partner, texts }) =>
    texts.map(([name, value]) => `${partner} text ${name}=${value}`)
  )
  return [
    ...state.members.map(({ partner, user }) => {
      const moves = unitsInOrder(Model.movesOf(state, partner, user))
      return `${partner} wallet ${user}: ${Model.balance(state, partner, user)} after [${moves}]`
    }),
    ...[...state.merged, ...state.erased].map((each) => {
      const moves = unitsInOrder(Model.closedMovesOf(state, each))
      return `${each.partner} wallet ${each.user}: 0 after [${moves}]`
    }),
    ...["home", "away"].map(
      (partner) =>
        `${partner} issued ${total(partner, "award", "reversal", "adjustment", "adjustment reversal")} and took back ${0 - total(partner, "transfer", "refund")}`
    ),
    ...state.rules.flatMap((rule, index) => expectedRule(state, ids, rule, index)),
    ...countLines(texts),
    ...countLines(
      state.history.flatMap((event) => transfersOf(event).map((kind) => `${event.partner} ${kind}`))
    ),
    ...monthsOf(state),
    ...state.history.flatMap(({ outcome, partner }, index) =>
      outcome._tag === "Adjustment"
        ? [adjustmentLine(partner, ids.events[index] ?? "", outcome.reason, Model.isUndone(state, index))]
        : []
    ),
    ...expectedActivities(state, ids),
    ...expectedLots(state, ids),
    `undone transfers: ${moves.filter(({ kind }) => undone.includes(kind)).length}`,
    ...state.keys.map(({ partner, key }) => keyLine(partner, keyDigest(partners[partner], key)))
  ]
}

/** Returns the name of a counter's window. It includes the stored bounds if they differ from the bounds of the calendar. */
const windowName = (timeZone: string, { endsAt, period, startsAt }: TableRow<"windows">): string => {
  const [start, end] = [startsAt.getTime(), timeOf(endsAt)]
  const at = (time: number) => `${period} ${Model.windowOf(timeZone, period, time)}`
  const name = at(start)
  const isExact =
    end === null ? period === "ever" : at(start - 1) !== name && at(end - 1) === name && at(end) !== name
  return isExact ? name : `${name} from ${start} to ${end}`
}

/** The payments that a counter counts: the payments to one member, or all payments of the rule. */
interface CountedFor {
  readonly per: LimitDraft["per"]
  readonly user: string
}

/**
 * Returns the lines for the counters of a rule's current generation: `actual` from the tables, `expected` from the model. `expected` has a
 * line for each of these counters. It also has lines for every payment after `StoredRule.countedUntil`: such a payment must have counters.
 */
const countersOf = ({ windows }: TableRows, names: Names, row: TableRow<"rules">, state: Model.State) => {
  const found = Model.lookUp(state, names.partnerName(row.partnerId), names.ruleName(row.id) ?? "")
  if (found === undefined) return { actual: [], expected: [] }
  const { index, rule } = found
  const lineOf = ({ per, user }: CountedFor, window: string, awards: number, units: number): string =>
    `${rule.partner} window of ${rule.name} to ${per === "rule" ? "all" : user}, ${window}: ${awards} awards, ${units} coins`
  const expectedLine = (counted: CountedFor, period: LimitDraft["period"], at: number): string => {
    const { per, user } = counted
    const whom = period === "ever" ? Model.personOf : Model.memberOf
    const isMoved = per === "member" && whom(state, rule.partner, user) !== user
    const paid = Model.paidIn(state, index, rule, { per, period }, user, at)
    const { awards, units } = isMoved ? { awards: 0, units: 0 } : paid
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
          expectedLine(
            {
              per,
              user:
                per === "rule"
                  ? ""
                  : (period === "ever" ? Model.personOf : Model.memberOf)(state, rule.partner, user)
            },
            period,
            at
          )
        )
      )
    ]
  }
}

/** Compares the tables with the model. "+" marks lines that only the tables have, and "-" marks lines that only the model has. */
export const differences = (
  tables: TableRows,
  { firstIds, partners, ...ids }: LibraryIds,
  state: Model.State
): ReadonlyArray<string> => {
  const names = namesIn(tables, { firstIds, partners })
  const counters = tables.rules.map((row) => countersOf(tables, names, row, state))
  return compareLines(
    [...fromModel(state, ids, partners), ...new Set(counters.flatMap(({ expected }) => expected))],
    [...fromTables(tables, names), ...counters.flatMap(({ actual }) => actual)]
  )
}
