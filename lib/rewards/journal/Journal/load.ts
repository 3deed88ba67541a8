import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import { now } from "../../clock.ts"
import { type EventLog, noFeeds, type Wanted } from "../../events/EventLog.ts"
import type { AccountId, PartnerId } from "../../Id.ts"
import { type AnswerRow, readAnswers, readAwards } from "../../idempotency/statements.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { makeWindows } from "../../limits/windows.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import { findMemberIds } from "../../members/memberIds.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import { assembleRules, lockByName, lockByNameOrId } from "../../rules/ruleRows.ts"
import { type Command, type Submission, sideOf } from "../Command.ts"
import { distinct, keysIn, memberOf, type Pair, pairsOf, rulesIn, tallyRows } from "./about.ts"
import { namedIn, nameKey, type State, tallyKey } from "./Changes.ts"
import type { StoredAnswer } from "./Group.ts"
import { idsIn, keptIn } from "./kept.ts"
import type { FindNewcomers, MemberIds, Newcomer } from "./newcomers.ts"
import { readTallies } from "./statements.ts"
import { readUndone } from "./undone.ts"

type Commands = ReadonlyArray<Command>

/** What the first statements of a group's transaction find: the rules that it names, locked, and the members. */
export interface Found {
  readonly rules: ReadonlyArray<RuleCore>
  readonly members: MemberIds
  /** Which partners of the group have a subscriber. */
  readonly wanted: Wanted
}

/** What a group of commands has to know, once the locks are taken that keep it true. */
export interface Loaded {
  readonly state: Omit<State, "side">
  readonly newcomers: ReadonlyArray<Newcomer>
  readonly answers: ReadonlyMap<string, StoredAnswer>
}

const noAnswers: Loaded["answers"] = new Map()
const noKeys: ReadonlySet<string> = new Set()
const nothingWatched = Batch.succeed(noFeeds)

/** Reads what a group of commands has to know, in two phases, and takes the locks that keep it true. */
export const makeLoad = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  findNewcomers: FindNewcomers,
  log: Context.Tag.Service<EventLog>
) => {
  const windows = makeWindows(database)

  /** Rules are locked by one statement, so that all groups lock them in one order. */
  const rules = (commands: Commands) => {
    const wanted = rulesIn(commands)
    const named = wanted.flatMap(({ name, partnerId }) => (name === null ? [] : [{ partnerId, name }]))
    const locked =
      named.length === wanted.length ? Batch.of(lockByName, named) : Batch.of(lockByNameOrId, wanted)
    return Batch.map(locked, assembleRules)
  }

  const partnersOf = (commands: Commands): ReadonlyArray<PartnerId> =>
    distinct(
      commands.map(({ command }) => command.partnerId),
      String
    )

  const keysOf = (commands: Commands): ReadonlyArray<MemberKey> => distinct(keysIn(commands), memberKey)

  const members = (commands: Commands): Batch.Batch<MemberIds> =>
    Batch.map(
      Batch.of(findMemberIds, keysOf(commands)),
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

  const tallies = (pairs: ReadonlyArray<Pair>) =>
    Batch.map(
      Batch.of(readTallies, tallyRows(pairs)),
      (found) => new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
    )

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

  return {
    /** The first phase: what a transaction can ask for together with the statement that begins it. */
    first: (commands: Commands): Batch.Batch<Found> =>
      Batch.map(
        Batch.zip(Batch.zip(rules(commands), members(commands)), log.wanted(partnersOf(commands))),
        ([[rules, members], wanted]) => ({ rules, members, wanted })
      ),

    /** The second phase: what needs the answers of the first. */
    second: Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: Commands,
      { rules, members: known, wanted }: Found
    ) {
      const newcomers = yield* findNewcomers(keysOf(commands), known)
      const members =
        newcomers.length === 0
          ? known
          : new Map([...known, ...newcomers.map((key) => [memberKey(key), key.id] as const)])
      const names = namedIn(rules)
      const pairs = pairsOf(commands, rules, names, members)
      const paying = pairs.filter(({ each, rule }) => each._tag === "Award" && rule.limits.length > 0)
      const past = pairs.flatMap(({ each, memberId, rule }) =>
        each._tag === "Reverse" && each.award?.awarded === true
          ? [{ rule, memberId, at: each.award.createdAt }]
          : []
      )
      const early = yield* now
      const paymentsAt = (at: Date) => paying.map(({ memberId, rule }) => ({ rule, memberId, at }))
      const watched = wanted(early)
      const [[[book, counted], [undone, [rows, answerRows]]], feeds] = yield* database.send(
        Batch.zip(
          Batch.zip(
            Batch.zip(lockBook(commands, known), tallies(pairs)),
            Batch.zip(
              readUndone(commands, pairs),
              Batch.zip(windows.rows([...paymentsAt(early), ...past]), answers(submissions))
            )
          ),
          watched.length === 0 ? nothingWatched : log.lock(watched)
        )
      )
      for (const { partnerId, id } of newcomers) book.open(partnerId, walletOf(id))
      // The moment of the group comes after its locks, so that the entries of an account are in the order of time.
      const at = yield* now
      const loaded: Loaded = {
        newcomers,
        state: {
          rules,
          names,
          members,
          tallies: counted,
          ...undone,
          counters: yield* windows.counters(paymentsAt(at), past, rows, at),
          book,
          feeds,
          newcomers:
            feeds.size === 0 ? noKeys : new Set(newcomers.map((key) => nameKey(key.partnerId, key.id))),
          at
        },
        answers: answerRows.length === 0 ? noAnswers : yield* keptOf(answerRows)
      }
      return loaded
    })
  }
}
