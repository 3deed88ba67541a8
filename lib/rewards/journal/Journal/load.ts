import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import type { AccountId, PartnerId } from "../../Id.ts"
import type { Ids } from "../../Ids.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import { assembleCore } from "../../rules/assemble.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import { lockByName } from "../../rules/statements.ts"
import type { Command } from "./Command.ts"
import { nameKey, namesOf, type State, type StoredAnswer, tallyKey } from "./Page.ts"
import { type MemberIds, makeRecognize, type Newcomer } from "./recognize.ts"
import { readAnswers, readTallies } from "./statements.ts"

type Commands = ReadonlyArray<Command>

/** What a group of commands has to know, once the locks are taken that keep it true. */
export interface Loaded extends Omit<State, "side" | "at"> {
  readonly newcomers: ReadonlyArray<Newcomer>
}
export type Loading = Effect.Effect<Loaded, DatabaseFailure>

const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** Reads what a group of commands has to know, and takes the locks that keep it true. One statement each. */
export const makeLoad = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  ids: Context.Tag.Service<Ids>
) => {
  const rules = (commands: Commands) => {
    const names = commands.flatMap(({ command }) =>
      "ruleName" in command ? [{ partner_id: command.partnerId, name: command.ruleName }] : []
    )
    const wanted = distinct(names, ({ partner_id, name }) => nameKey(partner_id, name))
    return Batch.map(Batch.of(lockByName, wanted), assembleCore)
  }

  const recognize = makeRecognize(database, ids)
  const namesIn = (commands: Commands) =>
    distinct(
      commands.map(({ command: { partnerId, userId } }) => ({ partnerId, userId })),
      memberKey
    )

  /** A wallet that is gone by now is that of a user who was linked to another member meanwhile: the group starts over. */
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

  const answers = (commands: Commands) => {
    const keys = commands.flatMap(({ command: { partnerId, idempotencyKey } }) =>
      idempotencyKey === undefined ? [] : [{ partner_id: partnerId, key: idempotencyKey }]
    )
    const wanted = distinct(keys, ({ partner_id, key }) => nameKey(partner_id, key))
    return Batch.map(
      Batch.of(readAnswers, wanted),
      (found) =>
        new Map(
          found.map(({ partnerId, key, fingerprint, answer }): [string, StoredAnswer] => [
            nameKey(partnerId, key),
            { fingerprint, answer }
          ])
        )
    )
  }

  const loadRest = Effect.fnUntraced(function* (
    commands: Commands,
    names: ReadonlyArray<MemberKey>,
    loadedRules: ReadonlyArray<RuleCore>,
    named: MemberIds
  ) {
    const { known, newcomers } = yield* recognize.others(names, named)
    const counts = Batch.zip(tallies(commands, loadedRules, known), answers(commands))
    const [loadedBook, [loadedTallies, loadedAnswers]] = yield* database.send(
      Batch.zip(book(commands, known), counts)
    )
    for (const { partnerId, id } of newcomers) loadedBook.open(partnerId, walletOf(id))
    return {
      rules: loadedRules,
      members:
        newcomers.length === 0
          ? known
          : new Map([...known, ...newcomers.map((key) => [memberKey(key), key.id] as const)]),
      newcomers,
      book: loadedBook,
      tallies: loadedTallies,
      answers: loadedAnswers
    }
  })

  /** What a transaction begins with, and how it goes on. */
  return (commands: Commands): Batch.Batch<Loading> => {
    const names = namesIn(commands)
    return Batch.map(Batch.zip(rules(commands), recognize.named(names)), ([loadedRules, named]) =>
      loadRest(commands, names, loadedRules, named)
    )
  }
}
