import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import type { AwardCommand } from "../../awards/Award.ts"
import { noTally, type Standing } from "../../awards/decide.ts"
import { now } from "../../clock.ts"
import { MemberNotFound, RuleNotFound } from "../../Errors.ts"
import type { AccountId, MemberId, PartnerId, RuleId } from "../../Id.ts"
import { type AnswerRow, readAnswers, readAwards } from "../../idempotency/statements.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { makeWindows, type Payment } from "../../limits/windows.ts"
import { keyRows } from "../../members/lookUp.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import { findMemberIds } from "../../members/statements.ts"
import { countSteps, findRefunded, findReversed } from "../../reversals/statements.ts"
import { assembleCore } from "../../rules/assemble.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import { lockByName, lockByNameOrId, readCoreByName } from "../../rules/statements.ts"
import { Command, type Submission, sideOf } from "../Command.ts"
import { nameKey, namesOf, type State, type Steps, tallyKey } from "./Changes.ts"
import type { StoredAnswer } from "./Group.ts"
import { idsIn, keptIn } from "./kept.ts"
import type { MemberIds, Newcomer } from "./newcomers.ts"
import { readTallies } from "./statements.ts"

type Commands = ReadonlyArray<Command>

/** What the first statements of a group's transaction find: the rules that it names, locked, and the members. */
export interface Found {
  readonly rules: ReadonlyArray<RuleCore>
  readonly members: MemberIds
}

/** What a group of commands has to know, once the locks are taken that keep it true. */
export interface Loaded {
  readonly state: Omit<State, "side">
  readonly newcomers: ReadonlyArray<Newcomer>
  readonly answers: ReadonlyMap<string, StoredAnswer>
}

const noAnswers: Loaded["answers"] = new Map()

const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** The member that a command is about, if it is one. */
export const memberOf = (each: Command, known: MemberIds): MemberId | undefined => {
  switch (each._tag) {
    case "Award":
    case "Transfer":
      return known.get(memberKey(each.command))
    case "Reverse":
      return each.award.memberId
    case "Refund":
      return each.transfer.memberId
  }
}

/** The ids by which commands name their members. */
export const keysIn = (commands: Commands): ReadonlyArray<MemberKey> =>
  commands.flatMap((each) =>
    each._tag === "Award" || each._tag === "Transfer"
      ? [{ partnerId: each.command.partnerId, userId: each.command.userId }]
      : []
  )

/** A rule that has to be locked: by its name for an award, by its id for a reversal. */
interface WantedRule {
  readonly partner_id: PartnerId
  readonly name: string | null
  readonly rule_id: RuleId | null
}

/** What a command is about: a rule and a member of the partner. */
interface Pair extends Omit<Payment, "at"> {
  readonly each: Command
}

/** Reads what a group of commands has to know, in two phases, and takes the locks that keep it true. */
export const makeLoad = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  findNewcomers: (
    keys: ReadonlyArray<MemberKey>,
    known: MemberIds
  ) => Effect.Effect<ReadonlyArray<Newcomer>, DatabaseFailure>
) => {
  const windows = makeWindows(database)

  /** Rules are locked by one statement, so that all groups lock them in one order. */
  const rules = (commands: Commands) => {
    const wanted = distinct(
      commands.flatMap((each): ReadonlyArray<WantedRule> => {
        const { partnerId: partner_id } = each.command
        if (each._tag === "Award") return [{ partner_id, name: each.command.ruleName, rule_id: null }]
        return each._tag === "Reverse" ? [{ partner_id, name: null, rule_id: each.award.ruleId }] : []
      }),
      ({ partner_id, name, rule_id }) => nameKey(partner_id, name ?? `/${rule_id}`)
    )
    const named = wanted.flatMap(({ name, partner_id }) => (name === null ? [] : [{ partner_id, name }]))
    const locked =
      named.length === wanted.length ? Batch.of(lockByName, named) : Batch.of(lockByNameOrId, wanted)
    return Batch.map(locked, assembleCore)
  }

  const keysOf = (commands: Commands): ReadonlyArray<MemberKey> => distinct(keysIn(commands), memberKey)

  const members = (commands: Commands): Batch.Batch<MemberIds> =>
    Batch.map(
      Batch.of(findMemberIds, keyRows(keysOf(commands))),
      (rows) => new Map(rows.map((row) => [memberKey(row), row.id]))
    )

  /** A wallet that is gone was that of a member who was joined with another meanwhile. Then the group starts over. */
  const lockBook = (commands: Commands, known: MemberIds) => {
    const accounts = new Map<string, AccountKey>()
    const wallets = new Set<AccountId>()
    const add = (partnerId: PartnerId, id: AccountId) => accounts.set(`${partnerId}${id}`, { partnerId, id })
    for (const each of commands) {
      const { partnerId } = each.command
      const memberId = memberOf(each, known)
      if (memberId !== undefined) {
        wallets.add(walletOf(memberId))
        add(partnerId, walletOf(memberId))
      }
      add(partnerId, ledger.side(partnerId, sideOf(each)))
    }
    return Batch.ensure(
      ledger.lock(Array.from(accounts.values())),
      (locked) => Array.from(wallets).every((id) => locked.has(id)),
      "a member was linked meanwhile"
    )
  }

  /** The rule and member of each award and reversal, where both are known. */
  const pairsOf = (commands: Commands, loaded: ReadonlyArray<RuleCore>, known: MemberIds) => {
    const byName = new Map(
      loaded.flatMap(namesOf).map(({ rule, name }) => [nameKey(rule.partnerId, name), rule])
    )
    const byId = new Map(loaded.map((rule) => [rule.id, rule]))
    return commands.flatMap((each): ReadonlyArray<Pair> => {
      const rule =
        each._tag === "Award"
          ? byName.get(nameKey(each.command.partnerId, each.command.ruleName))
          : each._tag === "Reverse"
            ? byId.get(each.award.ruleId)
            : undefined
      const memberId = memberOf(each, known)
      return rule === undefined || memberId === undefined ? [] : [{ each, rule, memberId }]
    })
  }

  const rowsOf = (pairs: ReadonlyArray<Pair>) =>
    distinct(
      pairs.map(({ memberId, rule }) => ({
        partner_id: rule.partnerId,
        rule_id: rule.id,
        member_id: memberId
      })),
      ({ rule_id, member_id }) => tallyKey(rule_id, member_id)
    )

  const tallies = (pairs: ReadonlyArray<Pair>) =>
    Batch.map(
      Batch.of(readTallies, rowsOf(pairs)),
      (found) => new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
    )

  /** Which awards and transfers were reversed before, and what is left of the cycles that lose a completion. */
  const reversals = (commands: Commands, pairs: ReadonlyArray<Pair>) => {
    const awards = commands.flatMap((each) =>
      each._tag === "Reverse" ? [{ partner_id: each.command.partnerId, id: each.award.id }] : []
    )
    const transfers = commands.flatMap((each) =>
      each._tag === "Refund" ? [{ partner_id: each.command.partnerId, id: each.transfer.id }] : []
    )
    const counted = pairs.filter(({ each }) => each._tag === "Reverse" && !each.award.awarded)
    return Batch.map(
      Batch.zip(
        Batch.zip(Batch.of(findReversed, awards), Batch.of(findRefunded, transfers)),
        Batch.of(countSteps, rowsOf(counted))
      ),
      ([[awardsFound, transfersFound], found]) => {
        const steps = new Map<string, Steps>(
          counted.map(({ memberId, rule }) => [tallyKey(rule.id, memberId), new Map()])
        )
        for (const { ruleId, memberId, ordinal, count } of found) {
          const key = tallyKey(ruleId, memberId)
          steps.set(key, new Map([...(steps.get(key) ?? []), [ordinal, count]]))
        }
        return { reversed: new Set([...awardsFound, ...transfersFound].map(({ id }) => id)), steps }
      }
    )
  }

  const answers = (submissions: ReadonlyArray<Submission>) => {
    const keys = submissions.flatMap(({ commands, once }) => [
      ...(once === undefined ? [] : [{ partner_id: once.partnerId, key: once.key }]),
      ...commands.flatMap(({ command: { partnerId, idempotencyKey } }) =>
        idempotencyKey === undefined ? [] : [{ partner_id: partnerId, key: idempotencyKey }]
      )
    ])
    const wanted = distinct(keys, ({ partner_id, key }) => nameKey(partner_id, key))
    return Batch.of(readAnswers, wanted)
  }

  /** What the keys lead to. Only a bulk that was written before takes a statement more, for its awards. */
  const keptOf = Effect.fnUntraced(function* (rows: ReadonlyArray<AnswerRow>) {
    const ids = rows.flatMap(({ partnerId, awardIds }) =>
      awardIds === null ? [] : idsIn(awardIds).map((id) => ({ partner_id: partnerId, id }))
    )
    const awards = new Map((yield* database.run(readAwards, ids)).map((facts) => [facts.id, facts]))
    return new Map(
      rows.map((row): [string, StoredAnswer] => [
        nameKey(row.partnerId, row.key),
        { fingerprint: row.fingerprint, kept: keptIn(row, awards) }
      ])
    )
  })

  const look = Effect.fnUntraced(function* (command: AwardCommand) {
    const commands = [Command.Award({ command })]
    const { partnerId, ruleName, userId } = command
    const [found, known] = yield* database.send(
      Batch.zip(
        Batch.map(Batch.of(readCoreByName, [{ partner_id: partnerId, name: ruleName }]), assembleCore),
        members(commands)
      )
    )
    const named = found.flatMap(namesOf).find(({ name }) => name === ruleName)
    if (named === undefined) return yield* new RuleNotFound({ rule: ruleName })
    const newcomers = yield* findNewcomers(keysOf(commands), known)
    const memberId = known.get(memberKey(command)) ?? newcomers[0]?.id
    if (memberId === undefined) return yield* new MemberNotFound({ userId })
    const { rule, target } = named
    const at = yield* now
    const payments = [{ rule, memberId, at }]
    const [tallyRows, rows] = yield* database.send(
      Batch.zip(
        Batch.of(readTallies, [{ partner_id: partnerId, rule_id: rule.id, member_id: memberId }]),
        windows.rows(payments)
      )
    )
    const counters = yield* windows.counters(payments, [], rows, at)
    const standing: Standing = {
      tally: tallyRows[0] ?? noTally,
      participants: rule.participants,
      used: counters.used(rule, memberId, at)
    }
    return { rule, target, standing, at }
  })

  return {
    /** Reads what an award would be decided by now. It locks nothing. */
    look,

    /** The first phase: what a transaction can ask for together with the statement that begins it. */
    first: (commands: Commands): Batch.Batch<Found> =>
      Batch.map(Batch.zip(rules(commands), members(commands)), ([rules, members]) => ({ rules, members })),

    /** The second phase: what needs the answers of the first. */
    second: Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: Commands,
      { rules, members: known }: Found
    ) {
      const newcomers = yield* findNewcomers(keysOf(commands), known)
      const members =
        newcomers.length === 0
          ? known
          : new Map([...known, ...newcomers.map((key) => [memberKey(key), key.id] as const)])
      const pairs = pairsOf(commands, rules, members)
      const paying = pairs.filter(({ each, rule }) => each._tag === "Award" && rule.limits.length > 0)
      const past = pairs.flatMap(({ each, memberId, rule }) =>
        each._tag === "Reverse" && each.award.awarded ? [{ rule, memberId, at: each.award.createdAt }] : []
      )
      const early = yield* now
      const paymentsAt = (at: Date) => paying.map(({ memberId, rule }) => ({ rule, memberId, at }))
      const [[book, tallyRows], [undone, [rows, answerRows]]] = yield* database.send(
        Batch.zip(
          Batch.zip(lockBook(commands, known), tallies(pairs)),
          Batch.zip(
            reversals(commands, pairs),
            Batch.zip(windows.rows([...paymentsAt(early), ...past]), answers(submissions))
          )
        )
      )
      for (const { partnerId, id } of newcomers) book.open(partnerId, walletOf(id))
      // The moment of the group comes after its locks, so that the entries of an account are in the order of time.
      const at = yield* now
      const loaded: Loaded = {
        newcomers,
        state: {
          rules,
          members,
          tallies: tallyRows,
          ...undone,
          counters: yield* windows.counters(paymentsAt(at), past, rows, at),
          book,
          at
        },
        answers: answerRows.length === 0 ? noAnswers : yield* keptOf(answerRows)
      }
      return loaded
    })
  }
}
