import { type Context, Effect, Order, Schema, Struct } from "effect"
import { isId } from "../../../schema/Id.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { Coins, Id, Integer } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"
import type { AwardCommand } from "../../awards/Award.ts"
import { type AwardCounts, noTally } from "../../awards/decide.ts"
import { now } from "../../clock.ts"
import { MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { MemberId, type PartnerId, type RuleId } from "../../Id.ts"
import { type Ids, takenAt } from "../../Ids.ts"
import { findAnswers, type KeyedAnswer, readAnswers } from "../../idempotency/StoredAnswer.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { makeStoredCounters, type Payment } from "../../limits/storedCounters.ts"
import type { MemberKey } from "../../members/Member.ts"
import { type EventLog, type KnownUsers, noFeeds, type Subscribers } from "../../ports.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import { assembleRules, lockByName, lockByNameOrId, readByName } from "../../rules/ruleRows.ts"
import { memberColumn } from "../../sql.ts"
import { awards, memberIds, reversals, tallies, transfers } from "../../tables.ts"
import { type Command, type Submission, sideOf } from "../Command.ts"
import {
  type Named,
  namesOf,
  partnerKey,
  type State,
  type Steps,
  tallyKey,
  type UndoneRecord
} from "./Changes.ts"

type Commands = ReadonlyArray<Command>

/** Members by the ids that commands use for them: see `partnerKey`. */
type MembersByKey = State["members"]

/** A user who becomes a partner's member with the first accepted award. */
export interface Newcomer extends MemberKey {
  readonly id: MemberId
}

/** The result of the first statements of a group's transaction: the locked rules, and the members. */
export interface Found {
  readonly rules: ReadonlyArray<StoredRule>
  readonly members: MembersByKey
  readonly subscribers: Subscribers
}

/** The data that a group of commands needs, under locks that keep it valid. */
export interface Loaded {
  readonly state: State
  readonly newcomers: ReadonlyArray<Newcomer>
  readonly answers: ReadonlyMap<string, KeyedAnswer>
}

/** The rule and the member of an award or a reversal. */
interface Pair extends Omit<Payment, "at"> {
  readonly each: Command
}

const noKeys: ReadonlySet<string> = new Set()

const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** The awards that commands reverse. */
const reversedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Reverse" ? [{ partnerId: each.command.partnerId, id: each.command.awardId }] : []
  )

/** The transfers that commands refund. */
const refundedBy = (commands: Commands): ReadonlyArray<UndoneRecord> =>
  commands.flatMap((each) =>
    each._tag === "Refund" ? [{ partnerId: each.command.partnerId, id: each.command.transactionId }] : []
  )

/** The member of a command; undefined for an unknown member. */
const memberOf = (each: Command, members: MembersByKey): MemberId | undefined => {
  switch (each._tag) {
    case "Award":
    case "Transfer":
      return members.get(keyOf(each.command))
    case "Reverse":
      return each.award?.memberId
    case "Refund":
      return each.transfer?.memberId
  }
}

const keyOf = ({ partnerId, userId }: MemberKey): string => partnerKey(partnerId, userId)

/** The ids that commands use for their members, each once. */
const memberKeysOf = (commands: Commands): ReadonlyArray<MemberKey> =>
  distinct(
    commands.flatMap((each) =>
      each._tag === "Award" || each._tag === "Transfer"
        ? [{ partnerId: each.command.partnerId, userId: each.command.userId }]
        : []
    ),
    keyOf
  )

export const partnersOf = (commands: Commands): ReadonlyArray<PartnerId> =>
  Array.from(new Set(commands.map(({ command }) => command.partnerId)))

/** The accounts that a command can move: the partner's, and the wallet of a known member. */
export const accountsOf = (
  ledger: Context.Tag.Service<Ledger>,
  each: Command,
  members: MembersByKey
): ReadonlyArray<AccountKey> => {
  const { partnerId } = each.command
  const member = memberOf(each, members)
  const side = { partnerId, id: ledger.side(partnerId, sideOf(each)) }
  return member === undefined ? [side] : [{ partnerId, id: walletOf(member) }, side]
}

/** The rule of an award or a reversal; undefined for an unknown rule and for other commands. */
export const ruleIdOf = (each: Command, names: State["names"]): RuleId | undefined => {
  if (each._tag === "Reverse") return each.award?.ruleId
  return each._tag === "Award"
    ? names.get(partnerKey(each.command.partnerId, each.command.ruleName))?.rule.id
    : undefined
}

export const namesIn = (rules: ReadonlyArray<StoredRule>): State["names"] =>
  new Map(
    rules.flatMap((rule) =>
      namesOf(rule).map((named): [string, Named] => [partnerKey(rule.partnerId, named.name), named])
    )
  )

const pairsOf = (
  commands: Commands,
  { members, names, rules }: Pick<State, "members" | "names" | "rules">
): ReadonlyArray<Pair> =>
  commands.flatMap((each) => {
    const ruleId = ruleIdOf(each, names)
    const rule = ruleId && rules.get(ruleId)
    const memberId = memberOf(each, members)
    return rule === undefined || memberId === undefined ? [] : [{ each, rule, memberId }]
  })

/** The keys of the tallies of pairs, each once. */
const tallyKeysOf = (pairs: ReadonlyArray<Omit<Payment, "at">>) =>
  distinct(
    pairs.map(({ memberId, rule: { id: ruleId, partnerId } }) => ({ partnerId, ruleId, memberId })),
    ({ ruleId, memberId }) => tallyKey(ruleId, memberId)
  )

const findMemberIds = memberIds.find("partnerId", "userId", "memberId")

const findMembers = (commands: Commands): Batch.Batch<MembersByKey> =>
  Batch.map(
    Batch.of(findMemberIds, memberKeysOf(commands)),
    (rows) => new Map(rows.map((row) => [keyOf(row), row.memberId]))
  )

/** Reads rules by names, and the rules of reversed awards by ids. One statement locks all, so that all groups lock in one order. */
const findRules = (commands: Commands, lock: boolean): Batch.Batch<ReadonlyArray<StoredRule>> => {
  const named = distinct(
    commands.flatMap((each) =>
      each._tag === "Award" ? [{ partnerId: each.command.partnerId, name: each.command.ruleName }] : []
    ),
    ({ name, partnerId }) => partnerKey(partnerId, name)
  )
  const reversed = distinct(
    commands.flatMap((each) => (each._tag === "Reverse" && each.award !== undefined ? [each.award] : [])),
    ({ ruleId }) => ruleId
  )
  if (!lock) return Batch.map(Batch.of(readByName, named), assembleRules)
  if (reversed.length === 0) return Batch.map(Batch.of(lockByName, named), assembleRules)
  const either = [
    ...named.map((each) => ({ ...each, ruleId: null })),
    ...reversed.map(({ partnerId, ruleId }) => ({ partnerId, name: null, ruleId }))
  ]
  return Batch.map(Batch.of(lockByNameOrId, either), assembleRules)
}

const findTallies = tallies.find("ruleId", "memberId", "paid", "cycle", "progress")

const readTallies = (pairs: ReadonlyArray<Omit<Payment, "at">>) =>
  Batch.map(
    Batch.of(findTallies, tallyKeysOf(pairs)),
    (found) => new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
  )

const byId = { partnerId: "uuid", id: "uuid" } as const

/** Reads awards that are to be reversed. */
const findAwards = statement({
  input: byId,
  output: Schema.Struct({ ...awards.fields, userId: Schema.String, coins: Coins }),
  sql: `SELECT ${awards.list("a")}, COALESCE(t.amount, 0) AS coins,
       ${memberColumn("user_id", "a.partner_id", "a.member_id")} AS user_id
     FROM input CROSS JOIN rewards_award a
     LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

/** Reads transfers that are to be refunded. */
const findTransfers = statement({
  input: byId,
  output: Schema.Struct({
    ...Struct.pick(transfers.fields, "partnerId", "id", "month"),
    memberId: tallies.fields.memberId,
    userId: Schema.String,
    coins: Coins
  }),
  sql: `SELECT t.partner_id, t.id, t.debit_account AS member_id, t.amount AS coins, t.month,
       ${memberColumn("user_id", "t.partner_id", "t.debit_account")} AS user_id
     FROM input CROSS JOIN rewards_transfer t
     WHERE t.partner_id = input.partner_id AND t.id = input.id AND t.kind = 'user_partner_transfer'`
})

/** Reads which of these awards and transfers were reversed. The caller has locked their rules or wallets. */
const findReversed = statement({
  input: byId,
  output: Schema.Struct({ partnerId: reversals.fields.partnerId, id: Id("RecordId") }),
  sql: `SELECT v.partner_id, v.award_id AS id FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.award_id = input.id
     UNION ALL SELECT v.partner_id, v.transfer_id FROM input CROSS JOIN rewards_reversal v
     WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id`
})

/** Counts how often the rule itself and each sub-rule was counted in a member's running cycle, without what was reversed. */
export const countSteps = statement({
  input: { partnerId: "uuid", ruleId: "uuid", memberId: "uuid" },
  output: Schema.Struct({ ...Struct.pick(awards.fields, "ruleId", "memberId", "ordinal"), count: Integer }),
  sql: ({ holds }) => `SELECT a.rule_id, a.member_id, a.ordinal, COUNT(*) AS count
     FROM input CROSS JOIN rewards_tally t CROSS JOIN rewards_award a
     WHERE t.partner_id = input.partner_id AND t.rule_id = input.rule_id AND t.member_id = input.member_id
       AND a.partner_id = t.partner_id AND a.rule_id = t.rule_id AND a.member_id = t.member_id AND a.cycle = t.cycle
       AND ${holds("a.awarded", false)} AND a.suppressed_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id)
     GROUP BY a.rule_id, a.member_id, a.ordinal`
})

type Undone = Pick<State, "reversed" | "steps">

const nothingUndone: Undone = { reversed: new Set(), steps: new Map() }

/** Reads which awards and transfers were reversed before, and what is left of the cycles that lose a completion. */
const readUndone = (commands: Commands, pairs: ReadonlyArray<Pair>): Batch.Batch<Undone> => {
  const records = [...reversedBy(commands), ...refundedBy(commands)]
  if (records.length === 0) return Batch.succeed(nothingUndone)
  const counted = pairs.filter(({ each }) => each._tag === "Reverse" && each.award?.awarded === false)
  return Batch.map(
    Batch.all({
      reversed: Batch.of(findReversed, records),
      completions: Batch.of(countSteps, tallyKeysOf(counted))
    }),
    ({ completions, reversed }) => {
      const steps = new Map<string, Steps>(
        counted.map(({ memberId, rule }) => [tallyKey(rule.id, memberId), new Map()])
      )
      for (const { ruleId, memberId, ordinal, count } of completions) {
        const key = tallyKey(ruleId, memberId)
        steps.set(key, new Map([...(steps.get(key) ?? []), [ordinal, count]]))
      }
      return { reversed: new Set(reversed.map(({ id, partnerId }) => partnerKey(partnerId, id))), steps }
    }
  )
}

const byKey = Order.mapInput(Order.string, keyOf)

/** Reads the data that commands need, and takes the locks that keep it valid. */
export const makeLoad = (services: {
  readonly database: Context.Tag.Service<Database>
  readonly ids: Context.Tag.Service<Ids>
  readonly users: Context.Tag.Service<KnownUsers>
  readonly ledger: Context.Tag.Service<Ledger>
  readonly log: Context.Tag.Service<EventLog>
}) => {
  const { database, ids, ledger, log, users } = services
  const storedCounters = makeStoredCounters(database)

  /**
   * The ids that belong to a user who is not a member yet, each with the id that the member will have if an award is accepted. They
   * are sorted, so that two groups with the same newcomers wait for each other instead of deadlocking.
   */
  const findNewcomers = (
    keys: ReadonlyArray<MemberKey>,
    members: MembersByKey
  ): Effect.Effect<ReadonlyArray<Newcomer>, DatabaseFailure> => {
    const unknown = keys.filter((key) => isId(key.userId) && !members.has(keyOf(key)))
    if (unknown.length === 0) return Effect.succeed([])
    return Effect.gen(function* () {
      const accounts = yield* users.among(Array.from(new Set(unknown.map(({ userId }) => userId))))
      const found = unknown.filter(({ userId }) => accounts.has(userId)).sort(byKey)
      const newIds = yield* ids.take(found.length)
      return found.map((key, index) => ({
        ...key,
        id: MemberId.make(takenAt(newIds, index), { disableValidation: true })
      }))
    })
  }

  const withNewcomers = (members: MembersByKey, newcomers: ReadonlyArray<Newcomer>): MembersByKey =>
    newcomers.length === 0
      ? members
      : new Map([...members, ...newcomers.map((key) => [keyOf(key), key.id] as const)])

  /** Fails with a conflict if a wallet was deleted because its member was linked to another. The group then starts over. */
  const lockBook = (commands: Commands, members: MembersByKey) =>
    Batch.ensure(
      ledger.lock(
        distinct(
          commands.flatMap((each) => accountsOf(ledger, each, members)),
          ({ id }) => id
        )
      ),
      (book) =>
        commands.every((each) => {
          const memberId = memberOf(each, members)
          return memberId === undefined || book.has(walletOf(memberId))
        }),
      "a member was linked meanwhile"
    )

  const findKeys = (submissions: ReadonlyArray<Submission>) => {
    const keys = submissions.flatMap(({ commands, once }) => [
      ...(once === undefined ? [] : [{ partnerId: once.partnerId, key: once.key }]),
      ...commands.flatMap(({ command: { partnerId, idempotencyKey: key } }) =>
        key === undefined ? [] : [{ partnerId, key }]
      )
    ])
    return Batch.of(
      findAnswers,
      distinct(keys, ({ key, partnerId }) => partnerKey(partnerId, key))
    )
  }

  return {
    /**
     * Finds the awards and transfers that commands undo, before the transaction, which has to know their rules and wallets to lock
     * them. Their rows never change.
     */
    undone: (
      submissions: ReadonlyArray<Submission>
    ): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> => {
      const commands = submissions.flatMap((each) => each.commands)
      const reversed = reversedBy(commands)
      const refunded = refundedBy(commands)
      if (reversed.length === 0 && refunded.length === 0) return Effect.succeed(submissions)
      const records = Batch.all({
        awards: Batch.of(findAwards, reversed),
        transfers: Batch.of(findTransfers, refunded)
      })
      return Effect.map(database.send(records), (found) => {
        const awards = new Map(found.awards.map((row) => [partnerKey(row.partnerId, row.id), row]))
        const transfers = new Map(found.transfers.map((row) => [partnerKey(row.partnerId, row.id), row]))
        const withRecord = (each: Command): Command => {
          const { partnerId } = each.command
          if (each._tag === "Reverse") {
            return { ...each, award: awards.get(partnerKey(partnerId, each.command.awardId)) }
          }
          return each._tag === "Refund"
            ? { ...each, transfer: transfers.get(partnerKey(partnerId, each.command.transactionId)) }
            : each
        }
        return submissions.map((each) =>
          each.once === undefined ? { commands: each.commands.map(withRecord) } : each
        )
      })
    },

    /** The first phase: statements that are sent together with BEGIN. */
    first: (commands: Commands, lock = true): Batch.Batch<Found> =>
      Batch.all({
        rules: findRules(commands, lock),
        members: findMembers(commands),
        subscribers: log.subscribers(partnersOf(commands))
      }),

    /** The second phase: statements that need the answers of the first. */
    second: Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: Commands,
      found: Found
    ) {
      const newcomers = yield* findNewcomers(memberKeysOf(commands), found.members)
      const members = withNewcomers(found.members, newcomers)
      const rules = new Map(found.rules.map((rule) => [rule.id, rule]))
      const names = namesIn(found.rules)
      const pairs = pairsOf(commands, { members, names, rules })
      const paying = pairs.filter(({ each, rule }) => each._tag === "Award" && rule.limits.length > 0)
      const past = pairs.flatMap(({ each, memberId, rule }) =>
        each._tag === "Reverse" && each.award?.awarded === true
          ? [{ rule, memberId, at: each.award.createdAt }]
          : []
      )
      const early = yield* now
      const paymentsAt = (at: Date) => paying.map(({ memberId, rule }) => ({ rule, memberId, at }))
      const subscribed = found.subscribers(early)
      const { answers, book, counterRows, feeds, tallies, undone } = yield* database.send(
        Batch.all({
          book: lockBook(commands, found.members),
          tallies: readTallies(pairs),
          undone: readUndone(commands, pairs),
          counterRows: storedCounters.rows([...paymentsAt(early), ...past]),
          answers: findKeys(submissions),
          feeds: subscribed.length === 0 ? Batch.succeed(noFeeds) : log.lock(subscribed)
        })
      )
      for (const { partnerId, id } of newcomers) book.open(partnerId, walletOf(id))
      // Taken after the locks, so that the entries of an account are in the order of time.
      const at = yield* now
      const stored = answers.length === 0 ? [] : yield* readAnswers(database, answers)
      const loaded: Loaded = {
        newcomers,
        state: {
          rules,
          names,
          members,
          tallies,
          ...undone,
          counters: yield* storedCounters.counters(paymentsAt(at), past, counterRows, at),
          book,
          feeds,
          newcomers:
            feeds.size === 0 ? noKeys : new Set(newcomers.map((key) => partnerKey(key.partnerId, key.id))),
          side: ledger.side,
          at
        },
        answers: new Map(stored.map((each) => [partnerKey(each.partnerId, each.key), each]))
      }
      return loaded
    }),

    /** Reads the counts that would decide an award now. Locks nothing. */
    awardCounts: Effect.fnUntraced(function* (command: AwardCommand) {
      const commands: Commands = [{ _tag: "Award", command }]
      const found = yield* database.send(
        Batch.all({ rules: findRules(commands, false), members: findMembers(commands) })
      )
      const named = namesIn(found.rules).get(partnerKey(command.partnerId, command.ruleName))
      if (named === undefined) return yield* new RuleNotFound({ rule: command.ruleName })
      const newcomers = yield* findNewcomers(memberKeysOf(commands), found.members)
      const memberId = withNewcomers(found.members, newcomers).get(keyOf(command))
      if (memberId === undefined) return yield* new MemberNotFound({ userId: command.userId })
      const { rule, target } = named
      const at = yield* now
      const payments = [{ rule, memberId, at }]
      const { counterRows, tallies } = yield* database.send(
        Batch.all({ tallies: readTallies(payments), counterRows: storedCounters.rows(payments) })
      )
      const counters = yield* storedCounters.counters(payments, [], counterRows, at)
      const counts: AwardCounts = {
        tally: tallies.get(tallyKey(rule.id, memberId)) ?? noTally,
        participants: rule.participants,
        used: counters.used(rule, memberId, at)
      }
      return { rule, target, counts, at }
    })
  }
}
