import { Schema } from "effect"
import type { Dialect } from "../sql/Dialect.ts"
import { atCommit } from "../sql/guards.ts"
import {
  boolean,
  bytes,
  coins,
  definedIn,
  instant,
  integer,
  nullable,
  small,
  sortedText,
  table,
  text,
  textOf,
  uuid,
  withDefault
} from "../sql/Table.ts"
import { Scalar } from "./activities/When.ts"
import { DebitOrCredit } from "./adjustments/Adjustment.ts"
import { SuppressedBy } from "./awards/Award.ts"
import { max } from "./Coins.ts"
import { AccountKind, TransferKind } from "./ledger/Account.ts"
import { AtLimit, Period } from "./limits/Limit.ts"
import { CoinsExpire } from "./lots/period.ts"
import { OrdererKind } from "./orderers/Orderer.ts"
import { isTestSideSql, maxOffset } from "./partners/testSide.ts"
import { RefusalCode, refusalCodes } from "./refusals/Refusal.ts"

/**
 * The tables of the core. Every primary key starts with the partner, and so does every unique index on PostgreSQL. References contain
 * the partner, so no row can refer to a row of another partner.
 */

const partner = { partnerId: uuid("PartnerId") }

// Some indexes start with the partner only on PostgreSQL, where tables can be distributed by partner.
const ofPartner = ({ name }: Dialect): string => (name === "sqlite" ? "" : "partner_id, ")

const quoted = ({ literals }: { readonly literals: ReadonlyArray<string> }): string =>
  literals.map((each) => `'${each}'`).join(", ")

const toPartner = { columns: ["partnerId"], table: "rewards_partner", to: ["id"] } as const
const toAccount = { table: "rewards_account", to: ["partner_id", "id"], byStatement: true } as const
/** The number of the orderer of the record; NULL if the caller is not known. */
const orderedBy = nullable(small)
const ordererOf = <Column extends string>(column: Column) =>
  ({
    columns: ["partnerId", column],
    table: "rewards_orderer",
    to: ["partner_id", "number"],
    byStatement: true
  }) as const
const toRule = { columns: ["partnerId", "ruleId"], table: "rewards_rule", to: ["partner_id", "id"] } as const

/**
 * The event `coins.expiring` is written `expiryNotice` days before coins expire; NULL means never. An adjustment by a person waits for
 * approval if it has more than `approveAbove` coins; NULL means that no adjustment waits. `rememberErased` says whether digests of the ids
 * of erased members are stored. The clock of a test side is `clockOffset` milliseconds ahead. `retiredAt` is the time at which a test side
 * was emptied, and another one took its place.
 */
export const partners = table("rewards_partner", {
  columns: {
    createdAt: instant,
    retiredAt: nullable(instant),
    approveAbove: nullable(coins),
    clockOffset: withDefault(integer, "0"),
    id: uuid("PartnerId"),
    expiryNotice: nullable(small),
    rememberErased: withDefault(boolean, "TRUE"),
    name: text,
    reference: nullable(text)
  },
  key: ["id"],
  checks: {
    expiry_notice: "expiry_notice BETWEEN 1 AND 365",
    approve_above: `approve_above BETWEEN 0 AND ${max}`,
    clock_offset: (dialect) =>
      `clock_offset = 0 OR (clock_offset BETWEEN 0 AND ${maxOffset} AND ${isTestSideSql("id", dialect)})`,
    retired: (dialect) => `retired_at IS NULL OR ${isTestSideSql("id", dialect)}`
  },
  permanent: "TRUE"
})

/**
 * The people, API keys and hosts that have ordered something: see `Orderers`. A record refers to its orderer by `number`. `ref` is the id
 * of the person or the API key. The name never changes, because an orderer with another name gets another number.
 */
export const orderers = table("rewards_orderer", {
  columns: {
    number: small,
    ...partner,
    ref: nullable(uuid("OrdererId")),
    kind: textOf(OrdererKind),
    name: text
  },
  key: ["partnerId", "number"],
  references: [{ ...toPartner, byStatement: true }],
  checks: {
    number: "number >= 1",
    kind: `kind IN (${quoted(OrdererKind)})`,
    ref: "(kind = 'host') = (ref IS NULL)",
    name: "LENGTH(name) BETWEEN 1 AND 320"
  },
  indexes: {
    ref: { on: "partner_id, ref, name", where: "ref IS NOT NULL", unique: true },
    host: { on: "partner_id, name", where: "ref IS NULL", unique: true }
  },
  appendOnly: true
})

/** SQL that is true for the accounts of the partner itself. */
export const partnersOwn = "kind NOT IN ('wallet', 'pending')"

/**
 * `owner` is the member of a `pending` account. `nextDue` is the earliest instant at which a pending award of the wallet matures or a lot
 * ends. It is NULL for most wallets, so that most commands need not read pending awards and lots. `closedAt` is when the member of a wallet
 * was erased or merged into another. The balance of a closed wallet is always 0.
 */
export const accounts = table("rewards_account", {
  columns: {
    balance: withDefault(coins, "0"),
    version: withDefault(integer, "0"),
    createdAt: instant,
    nextDue: nullable(instant),
    closedAt: nullable(instant),
    ...partner,
    id: uuid("AccountId"),
    owner: nullable(uuid("MemberId")),
    kind: textOf(AccountKind)
  },
  key: ["partnerId", "id"],
  references: [{ ...toPartner, byStatement: true }],
  checks: {
    kind: `kind IN (${quoted(AccountKind)})`,
    // The accounts of the partner itself can be below zero.
    not_negative: "kind NOT IN ('wallet', 'pending') OR balance >= 0",
    owner: "(kind = 'pending') = (owner IS NOT NULL)",
    next_due: "(kind = 'wallet' AND closed_at IS NULL) OR next_due IS NULL",
    closed: "closed_at IS NULL OR (kind = 'wallet' AND balance = 0)",
    exact: `balance BETWEEN -${max} AND ${max}`,
    version: "version >= 0"
  },
  indexes: {
    // Finds the accounts of the partner itself. On PostgreSQL it omits `version`, so that updates of `version` need not write indexes.
    side: {
      on: ({ name }) => `partner_id, id${name === "sqlite" ? ", version" : ""}`,
      where: partnersOwn
    },
    // Finds the wallets that have something due.
    due: { on: "partner_id, next_due, id", where: "next_due IS NOT NULL" }
  },
  updatedOften: true,
  permanent: "OLD.version > 0 OR OLD.kind <> 'wallet'"
})

/**
 * To create a member, a transaction first inserts the member's wallet and a row of `rewards_member_id`. `currentId` is the member to which
 * its ids lead: itself, or the member that it was merged into. The current member of a merged member is never itself merged. A merged
 * member keeps its records, and its wallet is closed.
 */
export const members = table("rewards_member", {
  columns: {
    createdAt: instant,
    orderedBy,
    ...partner,
    id: uuid("MemberId"),
    currentId: uuid("MemberId"),
    userId: sortedText
  },
  key: ["partnerId", "id"],
  references: [
    ordererOf("orderedBy"),
    { columns: ["partnerId", "id"], table: "rewards_account", deferred: true, byStatement: true },
    {
      columns: ["partnerId", "userId", "currentId"],
      table: "rewards_member_id",
      to: ["partner_id", "user_id", "member_id"],
      deferred: true,
      byStatement: true
    }
  ],
  indexes: {
    // Finds the members who were onboarded first, for yearly boards.
    onboarded: { on: "partner_id, created_at, id, current_id" },
    // Finds the members that were merged into a member.
    merged: { on: "partner_id, current_id, id", where: "current_id <> id" }
  }
})

/**
 * Returns SQL that is true if a member was not merged into another. It is a CASE, because PostgreSQL would estimate that a plain comparison
 * holds for few members, and would sort them instead of reading an index.
 */
export const isCurrent = (row: string): string =>
  `CASE WHEN ${row}.current_id = ${row}.id THEN 1 END IS NOT NULL`

/**
 * All user ids that lead to members: own ids, linked ids, and the ids of merged members and of persons who came back under several ids. All
 * kinds share one primary key, so two members of a partner never have the same id.
 */
export const memberIds = table("rewards_member_id", {
  columns: { ...partner, memberId: uuid("MemberId"), linked: boolean, userId: sortedText },
  key: ["partnerId", "userId"],
  unique: [["partnerId", "memberId", "userId"]],
  references: [
    { columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"], deferred: true }
  ],
  indexes: {
    link: { on: "partner_id, member_id", where: ({ holds }) => holds("linked", true), unique: true }
  }
})

/** An attribute of a member: see `Attributes`. The value is JSON. It can be personal data, so it must be erasable. */
export const attributes = table("rewards_attribute", {
  columns: {
    ...partner,
    memberId: uuid("MemberId"),
    name: text,
    value: { type: "text", schema: Schema.parseJson(Scalar) }
  },
  key: ["partnerId", "memberId", "name"],
  references: [{ columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] }],
  clustered: true
})

export const rules = table("rewards_rule", {
  columns: {
    coinValue: coins,
    unit: nullable(coins),
    maxCoins: nullable(coins),
    maxNumberOfParticipant: integer,
    participants: withDefault(integer, "0"),
    userLimitAward: nullable(integer),
    completionNumber: nullable(integer),
    createdAt: instant,
    updatedAt: instant,
    startsAt: nullable(instant),
    endsAt: nullable(instant),
    countedUntil: nullable(instant),
    generation: withDefault(small, "0"),
    rate: withDefault(small, "0"),
    pendingDays: nullable(small),
    orderedBy,
    changedBy: orderedBy,
    ...partner,
    id: uuid("RuleId"),
    archived: boolean,
    type: textOf(Schema.Literal("single", "batched", "combined")),
    atLimit: textOf(AtLimit),
    timeZone: text,
    limits: nullable(text),
    coinsExpire: nullable({ type: "text", schema: CoinsExpire })
  },
  key: ["partnerId", "id"],
  references: [toPartner, ordererOf("orderedBy"), ordererOf("changedBy")],
  checks: {
    schedule: "ends_at > starts_at",
    at_limit: `at_limit IN (${quoted(AtLimit)})`,
    generation: "generation >= 0",
    coin_value: `coin_value BETWEEN 1 AND ${max}`,
    unit: `unit IS NULL OR (type = 'single' AND unit BETWEEN 1 AND ${max} AND rate >= 1)`,
    max_coins: `max_coins IS NULL OR (unit IS NOT NULL AND max_coins BETWEEN 1 AND ${max})`,
    participants: "participants BETWEEN 0 AND max_number_of_participant",
    user_limit_award: "user_limit_award >= 1",
    pending_days: "pending_days BETWEEN 1 AND 365",
    coins_expire: `LTRIM(coins_expire, 'P0123456789YMD') = '' AND SUBSTR(coins_expire, 1, 1) = 'P'
      AND LENGTH(coins_expire) BETWEEN 3 AND 13`,
    type: "type IN ('single', 'batched', 'combined')",
    completion: `(type = 'batched' AND completion_number IS NOT NULL AND completion_number >= 1)
      OR (type <> 'batched' AND completion_number IS NULL)`
  },
  indexes: { listed: { on: "partner_id, archived, id" } },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * A rule or sub-rule that an award can name. Ordinal 0 is the rule itself, and the other ordinals are its sub-rules. No two conditions
 * of a partner have the same name. `activity` is the field `activity` of `when`, and `criteria` is the rest of `when` as JSON.
 */
export const conditions = table("rewards_condition", {
  columns: {
    ordinal: small,
    ...partner,
    ruleId: uuid("RuleId"),
    id: uuid("RuleId"),
    name: text,
    condition: text,
    status: textOf(Schema.Literal("active", "inactive")),
    activity: nullable(text),
    criteria: nullable(text)
  },
  key: ["partnerId", "ruleId", "ordinal"],
  unique: [["partnerId", "name"]],
  references: [toRule],
  checks: {
    ordinal: "ordinal BETWEEN 0 AND 30",
    own: "(ordinal = 0) = (id = rule_id)",
    status: "status IN ('active', 'inactive')",
    when: "(activity IS NULL) = (criteria IS NULL)"
  },
  indexes: {
    // Finds the rules and sub-rules for an activity.
    activity: { on: "partner_id, activity, rule_id, ordinal", where: "activity IS NOT NULL" }
  },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * What a rule pays, or paid, for an amount: see `Rate` in `earning.ts`. Each change of these values adds a row, because the reversal
 * of a part of an award needs the values at the time of the award. `rewards_rule.rate` is the number of the current row.
 */
export const rates = table("rewards_rule_rate", {
  columns: {
    unit: coins,
    coinValue: coins,
    maxCoins: nullable(coins),
    number: small,
    ...partner,
    ruleId: uuid("RuleId")
  },
  key: ["partnerId", "ruleId", "number"],
  references: [toRule],
  checks: {
    unit: `unit BETWEEN 1 AND ${max}`,
    coin_value: `coin_value BETWEEN 1 AND ${max}`,
    max_coins: `max_coins BETWEEN 1 AND ${max}`,
    number: "number >= 1"
  },
  appendOnly: true
})

/**
 * The progress of a member under a rule: see `Tally` in `decide.ts`. `userLimit` is the limit at the insertion of the row, or at the last
 * increase of `paid`. A CHECK constraint compares `paid` with it, and so refuses a payment above the limit. `merged` is the number of
 * cycles that members had ended before they were merged into this one: their payments were added to `paid` of this row, but their cycles
 * stay in `cycle` of their own rows.
 *
 * `continuedIn` is set only in rows of merged members. At the merge, the merged member's running cycle continues in the running cycle of
 * the member that remains. `continuedIn` is the number of that cycle. The remaining member may later be merged into a third one. If the
 * cycle is still running then, `continuedIn` becomes the number of the third member's running cycle. Otherwise it becomes NULL.
 */
export const tallies = table("rewards_tally", {
  columns: {
    paid: integer,
    cycle: integer,
    progress: integer,
    userLimit: nullable(integer),
    merged: withDefault(integer, "0"),
    continuedIn: nullable(integer),
    ...partner,
    ruleId: uuid("RuleId"),
    memberId: uuid("MemberId")
  },
  key: ["partnerId", "ruleId", "memberId"],
  references: [
    toRule,
    { columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] }
  ],
  checks: {
    within_limit: "paid >= 0 AND (user_limit IS NULL OR paid <= user_limit)",
    cycle: "cycle + merged >= paid AND merged >= 0",
    progress: "progress >= 0",
    continued: "continued_in IS NULL OR paid + progress = 0"
  },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * The counts of a rule's limits in one window of the calendar. The subject is a member, or the rule itself for a limit per rule.
 * `maxAwards` and `maxCoins` are the limits at the insertion of the row, or at the last increase of the count. CHECK constraints
 * compare the counts with them, and so refuse a payment above a limit. Rows with an older `generation` than the rule are not used.
 */
export const windows = table("rewards_window", {
  columns: {
    awards: integer,
    coins,
    maxAwards: nullable(integer),
    maxCoins: nullable(coins),
    startsAt: instant,
    endsAt: nullable(instant),
    generation: small,
    ...partner,
    ruleId: uuid("RuleId"),
    subjectId: uuid("SubjectId"),
    period: textOf(Period)
  },
  key: ["partnerId", "ruleId", "subjectId", "generation", "period", "startsAt"],
  references: [{ ...toRule, byStatement: true }],
  checks: {
    awards: "awards >= 0 AND (max_awards IS NULL OR awards <= max_awards)",
    coins: "coins >= 0 AND (max_coins IS NULL OR coins <= max_coins)",
    period: `period IN (${quoted(Period)})`,
    ends: "(ends_at IS NULL) = (period = 'ever') AND (ends_at IS NULL OR ends_at > starts_at)"
  },
  // Finds the counters of limits per rule. Most rows are counters of single members. No update changes a column of this index.
  indexes: { of_rules: { on: "partner_id, ends_at, rule_id", where: "subject_id = rule_id" } },
  updatedOften: true,
  clustered: true
})

/**
 * An activity of a member. `number` is 1 for the member's first activity of this type, 2 for the second, and so on. `outcomes` has an
 * outcome for each rule that decided about the activity: see `storedOutcomes.ts`. It is NULL if there was no such rule. The data of an
 * activity can contain personal data, so it is in `rewards_text`.
 */
export const activities = table("rewards_activity", {
  columns: {
    createdAt: instant,
    occurredAt: instant,
    number: integer,
    orderedBy,
    ...partner,
    id: uuid("ActivityId"),
    memberId: uuid("MemberId"),
    type: text,
    outcomes: nullable(text)
  },
  key: ["partnerId", "id"],
  references: [
    ordererOf("orderedBy"),
    {
      columns: ["partnerId", "memberId", "type"],
      table: "rewards_activity_count",
      byStatement: true
    }
  ],
  checks: { number: "number >= 1" },
  indexes: {
    member: { on: (dialect) => `${ofPartner(dialect)}member_id, id` },
    type: { on: "partner_id, type, id" }
  },
  appendOnly: true
})

/** How many activities of a type a member has. A transaction locks the member's wallet before it changes the count. */
export const activityCounts = table("rewards_activity_count", {
  columns: { count: integer, ...partner, memberId: uuid("MemberId"), type: text },
  key: ["partnerId", "memberId", "type"],
  references: [{ columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] }],
  checks: { count: "count >= 1" },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * An award. Either it paid (`awarded`), or a limit suppressed it (`suppressedBy`), or it only counted towards a later payment. If the award
 * has an amount, `rate` is the number of the rule's rate. `activityId` is the activity that earned the award, if there was one. `localDay`
 * is the day of the award in the rule's time zone, in days from 1970; NULL if this zone is UTC.
 */
export const awards = table("rewards_award", {
  columns: {
    createdAt: instant,
    amount: nullable(coins),
    cycle: small,
    ordinal: small,
    rate: nullable(small),
    localDay: nullable(small),
    orderedBy,
    ...partner,
    id: uuid("AwardId"),
    ruleId: uuid("RuleId"),
    memberId: uuid("MemberId"),
    activityId: nullable(uuid("ActivityId")),
    awarded: boolean,
    suppressedBy: nullable(textOf(SuppressedBy))
  },
  key: ["partnerId", "id"],
  references: [
    ordererOf("orderedBy"),
    { columns: ["partnerId", "ruleId", "ordinal"], table: "rewards_condition", byStatement: true },
    { columns: ["partnerId", "ruleId", "memberId"], table: "rewards_tally", byStatement: true },
    {
      columns: ["partnerId", "ruleId", "rate"],
      table: "rewards_rule_rate",
      to: ["partner_id", "rule_id", "number"],
      byStatement: true
    },
    {
      columns: ["partnerId", "activityId"],
      table: "rewards_activity",
      to: ["partner_id", "id"],
      byStatement: true
    }
  ],
  checks: {
    amount: `(amount IS NULL) = (rate IS NULL) AND (amount IS NULL OR amount BETWEEN 1 AND ${max})`,
    suppressed: ({ holds }) => `suppressed_by IS NULL OR (${holds("awarded", false)}
      AND suppressed_by IN (${quoted(SuppressedBy)}))`
  },
  indexes: {
    // Finds the completions of a running cycle.
    counted: {
      on: (dialect) => `${ofPartner(dialect)}rule_id, member_id, cycle`,
      where: ({ holds }) => holds("awarded", false)
    },
    member: { on: (dialect) => `${ofPartner(dialect)}member_id, id` },
    activity: {
      on: (dialect) => `${ofPartner(dialect)}activity_id`,
      where: "activity_id IS NOT NULL"
    },
    // Finds the awards of a rule or sub-rule. Queries for one member contain `ordinal` and not `ordinal + 0`, so they use another index.
    rule: { on: (dialect) => `${ofPartner(dialect)}(ordinal + 0), rule_id, id` },
    // For lists of counted or suppressed awards. Lists of awards that paid read transfers instead.
    unpaid: { on: "partner_id, id", where: ({ holds }) => holds("awarded", false) }
  },
  appendOnly: true
})

/**
 * How many awards a rule refused or suppressed on a UTC day, for a reason: see `Refusals`. For the code `limit_reached`, `which` names the
 * limit. Otherwise it is empty. The counts are approximate, so nothing refers to them, and archives do not carry them.
 */
export const refusals = table("rewards_refusal", {
  columns: {
    count: integer,
    day: small,
    ...partner,
    ruleId: uuid("RuleId"),
    code: textOf(RefusalCode),
    which: text
  },
  key: ["partnerId", "day", "ruleId", "code", "which"],
  references: [toRule],
  checks: {
    count: "count >= 1",
    day: "day >= 0",
    code: `code IN (${quoted({ literals: Object.values(refusalCodes) })})`
  },
  updatedOften: true,
  clustered: true
})

/**
 * The coins of a wallet that expire at the same instant: see `Lot` in `lots/Holdings.ts`. `coins` is what is left in the lot, and
 * `maturing` what will flow in from pending awards. `content` is 2 if the lot has coins, 1 if coins will flow in, else 0. The conditions
 * of the indexes use it, so that an award that adds coins to a lot with coins changes no index. `expired` are the coins that expired and
 * were not taken back by reversals. `expiryId` is the id of the next transfer with which the lot expires, and `expirations` counts these
 * transfers: there is more than one only if a clock went back.
 */
export const lots = table("rewards_lot", {
  columns: {
    coins,
    maturing: coins,
    expired: coins,
    expiresAt: instant,
    expirations: small,
    content: small,
    ...partner,
    memberId: uuid("MemberId"),
    expiryId: uuid("TransferId"),
    noticed: boolean,
    timeZone: text
  },
  key: ["partnerId", "memberId", "expiresAt"],
  references: [{ columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] }],
  checks: {
    coins: `coins BETWEEN 0 AND ${max}`,
    maturing: `maturing BETWEEN 0 AND ${max}`,
    expired: "expired >= 0",
    content: "content = CASE WHEN coins > 0 THEN 2 WHEN maturing > 0 THEN 1 ELSE 0 END",
    expirations: "expirations >= 0"
  },
  indexes: {
    // Finds the lots of a member, and those of a partner, in the order in which they expire. The conditions are equivalent but written
    // differently: see `rewards_pending`. The index `member` starts with the partner on SQLite, too. Otherwise SQLite would use the primary
    // key, and read all empty lots.
    member: { on: "partner_id, member_id, expires_at", where: "content + 0 > 0" },
    due: { on: "partner_id, expiry_id", where: "content > 0" },
    // Finds the lots for which the event `coins.expiring` must still be written.
    notice: {
      on: "partner_id, expires_at, member_id",
      where: ({ holds }) => `content = 2 AND ${holds("noticed", false)}`
    }
  },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * A transfer: see `Transfer` in `ledger/Account.ts`. One row has the debit and the credit, so a transfer is always balanced. If all of its
 * coins went into one lot of the credited wallet, `expiresAt` names the lot. All other changes of lots are in `rewards_lot_entry`.
 */
export const transfers = table("rewards_transfer", {
  columns: {
    amount: coins,
    debitVersion: integer,
    debitBalance: coins,
    creditVersion: integer,
    creditBalance: coins,
    createdAt: instant,
    expiresAt: nullable(instant),
    month: small,
    orderedBy,
    ...partner,
    id: uuid("TransferId"),
    debitAccount: uuid("AccountId"),
    creditAccount: uuid("AccountId"),
    kind: textOf(TransferKind)
  },
  key: ["partnerId", "id"],
  references: [
    ordererOf("orderedBy"),
    { ...toAccount, columns: ["partnerId", "debitAccount"] },
    { ...toAccount, columns: ["partnerId", "creditAccount"] },
    {
      columns: ["partnerId", "creditAccount", "expiresAt"],
      table: "rewards_lot",
      to: ["partner_id", "member_id", "expires_at"],
      byStatement: true
    }
  ],
  checks: {
    // The merge of a member without coins is recorded, too.
    amount: `amount BETWEEN 1 AND ${max} OR (amount = 0 AND kind = 'merge')`,
    two_sides: "debit_account <> credit_account",
    kind: `kind IN (${quoted(TransferKind)})`
  },
  indexes: {
    debit: { on: (dialect) => `${ofPartner(dialect)}debit_account, debit_version`, unique: true },
    credit: { on: (dialect) => `${ofPartner(dialect)}credit_account, credit_version`, unique: true },
    // For lists of transfers of one kind. The index omits awards, because most transfers are awards.
    kind: { on: "partner_id, kind, id", where: "kind <> 'award'" }
  },
  appendOnly: true
})

export const entries = "rewards_entry"

const entryView = `CREATE VIEW ${entries} AS
  SELECT partner_id, id AS transfer_id, debit_account AS account_id, debit_version AS version, kind,
    -amount AS amount, debit_balance AS balance, created_at
  FROM rewards_transfer
  UNION ALL
  SELECT partner_id, id, credit_account, credit_version, kind, amount, credit_balance, created_at
  FROM rewards_transfer`

/**
 * The reason of an adjustment. It can contain personal data, so it is not in `rewards_transfer`, which has the adjustment itself. It is
 * NULL if the member was erased.
 */
export const adjustments = table("rewards_adjustment", {
  columns: { ...partner, id: uuid("TransferId"), reason: nullable(text) },
  key: ["partnerId", "id"],
  references: [{ columns: ["partnerId", "id"], table: "rewards_transfer", to: ["partner_id", "id"] }],
  permanent: "TRUE"
})

/**
 * An award whose coins wait until they mature, or have waited: see `Pending` in `lots/Holdings.ts`. `coins` are those that still wait. They
 * are 0 once the award has matured or was reversed. `maturityId` is the transfer with which the award will mature or has matured.
 * `expiresAt` is the lot that the coins will flow into, NULL if they will not expire. `coinsExpire` and `timeZone` are the values of the
 * rule at the time of the award. They are stored, because an award that is confirmed early pays into another lot.
 */
export const pendingAwards = table("rewards_pending", {
  columns: {
    coins,
    maturesAt: instant,
    maturedAt: nullable(instant),
    expiresAt: nullable(instant),
    ...partner,
    id: uuid("AwardId"),
    memberId: uuid("MemberId"),
    maturityId: uuid("TransferId"),
    timeZone: text,
    coinsExpire: nullable({ type: "text", schema: CoinsExpire })
  },
  key: ["partnerId", "id"],
  references: [
    { columns: ["partnerId", "id"], table: "rewards_award" },
    {
      columns: ["partnerId", "memberId", "expiresAt"],
      table: "rewards_lot",
      to: ["partner_id", "member_id", "expires_at"]
    }
  ],
  checks: {
    coins: `coins BETWEEN 0 AND ${max}`,
    matured: "matured_at IS NULL OR coins = 0",
    lot: "(expires_at IS NULL) = (coins_expire IS NULL)",
    ends: "matured_at IS NOT NULL OR expires_at > matures_at"
  },
  indexes: {
    // Finds the pending awards of a member, and those of a partner in the order in which they mature. The two conditions are equivalent
    // but written differently. So a statement with one of them cannot use the other index, which PostgreSQL could choose without
    // statistics.
    member: {
      on: (dialect) => `${ofPartner(dialect)}member_id, maturity_id`,
      where: "coins + 0 > 0"
    },
    due: { on: "partner_id, maturity_id", where: "coins > 0" }
  },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * How a transfer changed `coins` and `expired` of a lot. If all coins of a transfer go into one lot, there is no entry, because `expiresAt`
 * of the transfer names the lot.
 */
export const lotEntries = table("rewards_lot_entry", {
  columns: {
    coins,
    expired: coins,
    expiresAt: instant,
    ...partner,
    transferId: uuid("TransferId"),
    memberId: uuid("MemberId")
  },
  key: ["partnerId", "transferId", "memberId", "expiresAt"],
  references: [
    {
      columns: ["partnerId", "transferId"],
      table: "rewards_transfer",
      to: ["partner_id", "id"],
      byStatement: true
    },
    {
      columns: ["partnerId", "memberId", "expiresAt"],
      table: "rewards_lot",
      to: ["partner_id", "member_id", "expires_at"],
      byStatement: true
    }
  ],
  checks: { changes: "coins <> 0 OR expired <> 0" },
  clustered: true,
  appendOnly: true
})

export const lotChanges = "rewards_lot_change"

/** All changes of lots. `coins` and `expired` of a lot are the sums of its changes. */
const lotChangeView = `CREATE VIEW ${lotChanges} AS
  SELECT partner_id, transfer_id, member_id, expires_at, coins, expired FROM rewards_lot_entry
  UNION ALL
  SELECT partner_id, id, credit_account, expires_at, amount, 0 FROM rewards_transfer WHERE expires_at IS NOT NULL`

/**
 * The reversal of an award, adjustment or activity, or the refund of a transfer. If it moves coins itself, the transfer that moves them has
 * the same id. The reversal of an activity moves no coins itself: it adds a reversal for each award that it undoes, and its `returned` is
 * the sum of the coins that these reversals moved back. An award can be reversed in parts: `number` counts its reversals. `returned` is how
 * many of the `paid` coins this reversal and all earlier ones moved back, and `returnedAmount` is how much of the award's amount they
 * returned. The award is reversed when `returned` equals `paid`. `activityReversalId` is the reversal of an activity that this reversal of
 * an award belongs to. `expiredId` is the transfer that took coins back that had expired.
 */
export const reversals = table("rewards_reversal", {
  columns: {
    returned: coins,
    paid: coins,
    returnedAmount: nullable(coins),
    createdAt: instant,
    number: small,
    orderedBy,
    ...partner,
    id: uuid("TransferId"),
    awardId: nullable(uuid("AwardId")),
    transferId: nullable(uuid("TransferId")),
    activityId: nullable(uuid("ActivityId")),
    activityReversalId: nullable(uuid("TransferId")),
    expiredId: nullable(uuid("TransferId"))
  },
  key: ["partnerId", "id"],
  unique: [
    ["partnerId", "awardId", "number"],
    ["partnerId", "transferId"],
    ["partnerId", "activityId"]
  ],
  references: [
    ordererOf("orderedBy"),
    { columns: ["partnerId", "awardId"], table: "rewards_award", to: ["partner_id", "id"] },
    { columns: ["partnerId", "transferId"], table: "rewards_transfer", to: ["partner_id", "id"] },
    { columns: ["partnerId", "activityId"], table: "rewards_activity", to: ["partner_id", "id"] }
  ],
  checks: {
    of_one: `CASE WHEN award_id IS NULL THEN 0 ELSE 1 END + CASE WHEN transfer_id IS NULL THEN 0 ELSE 1 END
      + CASE WHEN activity_id IS NULL THEN 0 ELSE 1 END = 1`,
    returned: "returned BETWEEN 0 AND paid",
    whole: "award_id IS NOT NULL OR returned = paid",
    of_activity: "activity_reversal_id IS NULL OR (award_id IS NOT NULL AND returned = paid)",
    number: "number >= 1"
  },
  indexes: {
    // An award can become completely reversed only once.
    whole: { on: "partner_id, award_id", where: "returned = paid", unique: true },
    // Finds the reversal to which a transfer belongs that took expired coins back.
    expired: { on: "partner_id, expired_id", where: "expired_id IS NOT NULL", unique: true }
  },
  appendOnly: true
})

/**
 * A request for approval of an adjustment, or of the reversal of the adjustment `adjustmentId`. The request for a reversal has `coins`,
 * `debitOrCredit`, `points` and `reason` of the adjustment. The reason can be erased, and is NULL then. Narration and metadata are in
 * `rewards_text`.
 */
export const approvalRequests = table("rewards_approval_request", {
  columns: {
    coins,
    createdAt: instant,
    orderedBy,
    ...partner,
    id: uuid("ApprovalId"),
    memberId: uuid("MemberId"),
    adjustmentId: nullable(uuid("TransferId")),
    points: boolean,
    debitOrCredit: textOf(DebitOrCredit),
    reason: nullable(text),
    coinsExpire: nullable({ type: "text", schema: CoinsExpire })
  },
  key: ["partnerId", "id"],
  references: [
    ordererOf("orderedBy"),
    { columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] },
    { columns: ["partnerId", "adjustmentId"], table: "rewards_adjustment", to: ["partner_id", "id"] }
  ],
  checks: {
    coins: `coins BETWEEN 1 AND ${max}`,
    debit_or_credit: `debit_or_credit IN (${quoted(DebitOrCredit)})`,
    credit: ({ holds }) => `debit_or_credit = 'CR' OR (${holds("points", false)} AND coins_expire IS NULL)`
  },
  permanent: "TRUE"
})

/**
 * A decision about a request. If it approved the request, `recordId` is the adjustment or the reversal that it allowed. The primary key
 * allows only one decision about a request. A request without a decision has no row in this table, and lapses after some time.
 */
export const approvalDecisions = table("rewards_approval_decision", {
  columns: {
    createdAt: instant,
    orderedBy,
    ...partner,
    requestId: uuid("ApprovalId"),
    recordId: nullable(uuid("TransferId"))
  },
  key: ["partnerId", "requestId"],
  references: [
    ordererOf("orderedBy"),
    { columns: ["partnerId", "requestId"], table: "rewards_approval_request", to: ["partner_id", "id"] }
  ],
  appendOnly: true
})

/**
 * Free text of awards, transfers, reversals, adjustments and requests for approval, and the data of activities. The name of a narration
 * or of an activity's data is empty, and the name of a metadata text is its key. Text can contain personal data and must be erasable. So
 * it is not stored in the row of its record, which never changes.
 */
export const texts = table("rewards_text", {
  columns: { ...partner, recordId: uuid("RecordId"), name: text, value: text },
  key: ["partnerId", "recordId", "name"],
  references: [{ ...toPartner, byStatement: true }],
  indexes: { value: { on: "partner_id, name, value, record_id", where: "name <> ''" } },
  clustered: true
})

/**
 * The erasure of a member. The member's coins and ids are removed at once, and its texts in slices. `place` is where the next slice starts.
 * `names` are the ids to search for, as JSON, until all texts are removed. `successorId` is the new member that came back under one of the
 * ids: see `successors.ts`.
 */
export const erasures = table("rewards_erasure", {
  columns: {
    createdAt: instant,
    finishedAt: nullable(instant),
    ...partner,
    memberId: uuid("MemberId"),
    successorId: nullable(uuid("MemberId")),
    names: nullable(text),
    place: nullable(text)
  },
  key: ["partnerId", "memberId"],
  references: [
    { columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] },
    { columns: ["partnerId", "successorId"], table: "rewards_member", to: ["partner_id", "id"] }
  ],
  checks: {
    successor: "successor_id <> member_id",
    finished: "(finished_at IS NULL) = (names IS NOT NULL) AND (finished_at IS NULL OR place IS NULL)"
  },
  indexes: {
    successor: { on: "partner_id, successor_id", where: "successor_id IS NOT NULL" },
    // Finds the erasures that are not finished.
    open: { on: "partner_id, member_id", where: "finished_at IS NULL" }
  },
  updatedOften: true,
  permanent: "TRUE"
})

/**
 * The digests of the ids of erased members (see `idDigest`), by which a partner recognises persons who come back. A digest is deleted when
 * the id leads to a member again. If several erased members had the same id, the row names the one that was erased last.
 */
export const erasedIds = table("rewards_erased_id", {
  columns: { ...partner, memberId: uuid("MemberId"), hash: bytes },
  key: ["partnerId", "hash"],
  references: [
    { columns: ["partnerId", "memberId"], table: "rewards_erasure", to: ["partner_id", "member_id"] }
  ],
  checks: { hash: "length(hash) = 16" },
  clustered: true
})

/** The digest of an idempotency key (see `keyDigest`), and the answer of the key: see `StoredAnswer`. */
export const idempotencyKeys = table("rewards_idempotency", {
  columns: {
    ...partner,
    recordId: nullable(uuid("RecordId")),
    fingerprint: bytes,
    recordIds: nullable(bytes),
    key: bytes,
    answer: nullable(text)
  },
  key: ["partnerId", "key"],
  references: [toPartner],
  checks: {
    fingerprint: "length(fingerprint) = 16",
    key: "length(key) = 16",
    record_ids:
      "record_ids IS NULL OR (record_id IS NULL AND length(record_ids) > 0 AND length(record_ids) % 16 = 0)",
    stored: "record_id IS NOT NULL OR record_ids IS NOT NULL OR answer IS NOT NULL"
  },
  indexes: {
    // Finds the answers that belong to no record, so that ids of erased members in them can be replaced.
    other: { on: "partner_id, key", where: "record_id IS NULL AND record_ids IS NULL" }
  },
  clustered: true
})

/**
 * All tables, in the order in which they are created. Each table comes after the tables that it refers to. The only exception is the
 * deferred reference of `members` to `memberIds`.
 */
export const tables = [
  partners,
  orderers,
  accounts,
  members,
  memberIds,
  attributes,
  rules,
  conditions,
  rates,
  tallies,
  windows,
  activityCounts,
  activities,
  awards,
  refusals,
  lots,
  transfers,
  pendingAwards,
  lotEntries,
  adjustments,
  approvalRequests,
  approvalDecisions,
  reversals,
  texts,
  erasures,
  erasedIds,
  idempotencyKeys
]

const missing = (select: string): string => `NOT EXISTS (${select})`
const own = (row: string): string =>
  missing(`SELECT 1 FROM rewards_member_id i WHERE i.partner_id = ${row}.partner_id AND i.user_id = ${row}.user_id
    AND i.member_id = ${row}.current_id`)
const wallet = (row: string): string =>
  missing(`SELECT 1 FROM rewards_account a WHERE a.partner_id = ${row}.partner_id AND a.id = ${row}.id`)
const memberWithout = (part: string, member: string): string =>
  `EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = OLD.partner_id AND ${member} AND ${part})`

/** Triggers that check the references of members at COMMIT, because a transaction may change ids and members in any order. */
const memberGuards = [
  ...atCommit(
    "rewards_member",
    "UPDATE OF partner_id, id, current_id, user_id",
    `${own("NEW")} OR ${wallet("NEW")}`
  ),
  ...atCommit(
    "rewards_member_id",
    "DELETE OR UPDATE OF partner_id, user_id, member_id",
    memberWithout(
      own("m"),
      "(m.id = OLD.member_id OR (m.current_id <> m.id AND m.current_id = OLD.member_id))"
    )
  ),
  ...atCommit(
    "rewards_account",
    "DELETE OR UPDATE OF partner_id, id",
    memberWithout(wallet("m"), "m.id = OLD.id")
  )
]

export const definitions = (dialect: Dialect): ReadonlyArray<string> => [
  ...definedIn(tables, 1, dialect),
  entryView,
  lotChangeView,
  ...(dialect.name === "postgres" ? memberGuards : [])
]
