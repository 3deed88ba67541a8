import { type Context, Effect } from "effect"
import { isId, MemberId, type PartnerId } from "../../domain/Id.ts"
import { walletOf } from "../../domain/Ledger.ts"
import type { MemberKey } from "../../domain/Member.ts"
import type { RuleCore } from "../../domain/Rule.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import type { Database } from "../../sql/Database.ts"
import type { Ids } from "../Ids.ts"
import { findMemberIds, memberKey } from "../Members.ts"
import { assembleCore } from "../Rules/assemble.ts"
import { lockByName } from "../Rules/statements.ts"
import { findUsers } from "../Users.ts"
import type { Command } from "./Command.ts"
import { nameKey, namesOf, type StoredAnswer, tallyKey } from "./Page.ts"
import { readAnswers, readTallies } from "./statements.ts"

/** A user of the service who becomes a partner's member with the first award. */
export interface Newcomer extends MemberKey {
  readonly id: MemberId
}

type Commands = ReadonlyArray<Command>
type MemberIds = ReadonlyMap<string, MemberId>

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
    return Effect.map(database.run(lockByName, wanted), assembleCore)
  }

  const members = (commands: Commands) => {
    const keys = commands.map(({ command }) => ({ partner_id: command.partnerId, user_id: command.userId }))
    const wanted = distinct(keys, ({ partner_id, user_id }) => nameKey(partner_id, user_id))
    return Effect.map(
      database.run(findMemberIds, wanted),
      (found): MemberIds => new Map(found.map((member) => [memberKey(member), member.id]))
    )
  }

  /** Every partner may award every user of the service; who is no member yet gets an id, to be written or not. */
  const newcomers = (commands: Commands, known: MemberIds) => {
    const strangers = commands
      .map(({ command: { partnerId, userId } }) => ({ partnerId, userId }))
      .filter((key) => isId(key.userId) && !known.has(memberKey(key)))
    if (strangers.length === 0) return Effect.succeed([])
    return Effect.gen(function* () {
      // In one order, so that two groups with the same strangers wait for each other instead of deadlocking.
      const wanted = distinct(strangers, memberKey).toSorted((a, b) => (memberKey(a) < memberKey(b) ? -1 : 1))
      const rows = yield* database.run(
        findUsers,
        wanted.map(({ userId }) => ({ id: userId }))
      )
      const users = new Set(rows.map(({ id }) => id))
      const found = wanted.filter(({ userId }) => users.has(userId))
      const newIds = yield* ids.take(found.length)
      return found.map(
        (key, index): Newcomer => ({
          ...key,
          id: MemberId.make(newIds[index] ?? "", { disableValidation: true })
        })
      )
    })
  }

  const book = (commands: Commands, known: MemberIds) => {
    const accounts = new Map<string, AccountKey>()
    const add = (partnerId: PartnerId, id: AccountKey["id"]) =>
      accounts.set(`${partnerId}${id}`, { partnerId, id })
    for (const { _tag, command } of commands) {
      const memberId = known.get(memberKey(command))
      if (memberId !== undefined) add(command.partnerId, walletOf(memberId))
      add(command.partnerId, ledger.side(command.partnerId, _tag === "Award" ? "issuance" : "treasury"))
    }
    return ledger.lock(Array.from(accounts.values()))
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
    return Effect.map(
      database.run(readTallies, wanted),
      (found) => new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
    )
  }

  const answers = (commands: Commands) => {
    const keys = commands.flatMap(({ command: { partnerId, idempotencyKey } }) =>
      idempotencyKey === undefined ? [] : [{ partner_id: partnerId, key: idempotencyKey }]
    )
    const wanted = distinct(keys, ({ partner_id, key }) => nameKey(partner_id, key))
    return Effect.map(
      database.run(readAnswers, wanted),
      (found) =>
        new Map(
          found.map(({ partnerId, key, fingerprint, answer }): [string, StoredAnswer] => [
            nameKey(partnerId, key),
            { fingerprint, answer }
          ])
        )
    )
  }

  return Effect.fnUntraced(function* (commands: Commands) {
    const loadedRules = yield* rules(commands)
    const known = yield* members(commands)
    const strangers = yield* newcomers(commands, known)
    const loadedBook = yield* book(commands, known)
    for (const { partnerId, id } of strangers) loadedBook.open(partnerId, walletOf(id))
    return {
      rules: loadedRules,
      members:
        strangers.length === 0
          ? known
          : new Map([...known, ...strangers.map((key) => [memberKey(key), key.id] as const)]),
      newcomers: strangers,
      book: loadedBook,
      tallies: yield* tallies(commands, loadedRules, known),
      answers: yield* answers(commands)
    }
  })
}
