import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import type { AccountId, PartnerId } from "../../Id.ts"
import { type AnswerRow, readAnswers, readAwards } from "../../idempotency/statements.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { keyRows } from "../../members/lookUp.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import { findMemberIds } from "../../members/statements.ts"
import { assembleCore } from "../../rules/assemble.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import { lockByName } from "../../rules/statements.ts"
import type { Command, Submission } from "../Command.ts"
import { nameKey, namesOf, type State, type StoredAnswer, tallyKey } from "./Group.ts"
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
export interface Loaded extends Omit<State, "side" | "at"> {
  readonly newcomers: ReadonlyArray<Newcomer>
}

const noAnswers: State["answers"] = new Map()

const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** Reads what a group of commands has to know, in two phases, and takes the locks that keep it true. */
export const makeLoad = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  findNewcomers: (
    keys: ReadonlyArray<MemberKey>,
    known: MemberIds
  ) => Effect.Effect<ReadonlyArray<Newcomer>, DatabaseFailure>
) => {
  const rules = (commands: Commands) => {
    const names = commands.flatMap(({ command }) =>
      "ruleName" in command ? [{ partner_id: command.partnerId, name: command.ruleName }] : []
    )
    const wanted = distinct(names, ({ partner_id, name }) => nameKey(partner_id, name))
    return Batch.map(Batch.of(lockByName, wanted), assembleCore)
  }

  const keysOf = (commands: Commands): ReadonlyArray<MemberKey> =>
    distinct(
      commands.map(({ command: { partnerId, userId } }) => ({ partnerId, userId })),
      memberKey
    )

  const members = (commands: Commands): Batch.Batch<MemberIds> =>
    Batch.map(
      Batch.of(findMemberIds, keyRows(keysOf(commands))),
      (rows) => new Map(rows.map((row) => [memberKey(row), row.id]))
    )

  /** A wallet that is gone was that of a member who was joined with another meanwhile. Then the group starts over. */
  const book = (commands: Commands, known: MemberIds) => {
    const accounts = new Map<string, AccountKey>()
    const wallets = new Set<AccountId>()
    const add = (partnerId: PartnerId, id: AccountId) => accounts.set(`${partnerId}${id}`, { partnerId, id })
    for (const { _tag, command } of commands) {
      const memberId = known.get(memberKey(command))
      if (memberId !== undefined) {
        wallets.add(walletOf(memberId))
        add(command.partnerId, walletOf(memberId))
      }
      add(command.partnerId, ledger.side(command.partnerId, _tag === "Award" ? "issuance" : "treasury"))
    }
    return Batch.ensure(
      ledger.lock(Array.from(accounts.values())),
      (locked) => Array.from(wallets).every((id) => locked.has(id)),
      "a member was linked meanwhile"
    )
  }

  const tallies = (commands: Commands, loaded: ReadonlyArray<RuleCore>, known: MemberIds) => {
    const ruleIds = new Map(
      loaded.flatMap(namesOf).map(({ rule, name }) => [nameKey(rule.partnerId, name), rule.id])
    )
    const pairs = commands.flatMap(({ command }) => {
      const ruleId =
        "ruleName" in command ? ruleIds.get(nameKey(command.partnerId, command.ruleName)) : undefined
      const memberId = known.get(memberKey(command))
      return ruleId === undefined || memberId === undefined
        ? []
        : [{ partner_id: command.partnerId, rule_id: ruleId, member_id: memberId }]
    })
    const wanted = distinct(pairs, ({ rule_id, member_id }) => tallyKey(rule_id, member_id))
    return Batch.map(
      Batch.of(readTallies, wanted),
      (found) => new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
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

  return {
    /** The first phase: what a transaction can ask for together with the statement that begins it. */
    first: (commands: Commands): Batch.Batch<Found> =>
      Batch.map(Batch.zip(rules(commands), members(commands)), ([rules, members]) => ({ rules, members })),

    /** The second phase: what needs the answers of the first. */
    second: Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: Commands,
      { rules, members }: Found
    ) {
      const newcomers = yield* findNewcomers(keysOf(commands), members)
      const counts = Batch.zip(tallies(commands, rules, members), answers(submissions))
      const [locked, [talliesFound, rows]] = yield* database.send(Batch.zip(book(commands, members), counts))
      const answersFound = rows.length === 0 ? noAnswers : yield* keptOf(rows)
      for (const { partnerId, id } of newcomers) locked.open(partnerId, walletOf(id))
      const loaded: Loaded = {
        rules,
        members:
          newcomers.length === 0
            ? members
            : new Map([...members, ...newcomers.map((key) => [memberKey(key), key.id] as const)]),
        newcomers,
        book: locked,
        tallies: talliesFound,
        answers: answersFound
      }
      return loaded
    })
  }
}
