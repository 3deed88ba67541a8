import { Context, Effect, Layer } from "effect"
import { type QueueFull, TransactionConflict } from "../domain/Errors.ts"
import type { MemberId, PartnerId } from "../domain/Id.ts"
import { walletOf } from "../domain/Ledger.ts"
import type { Rule } from "../domain/Rule.ts"
import { type AccountKey, Ledger } from "../ledger/Ledger.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { now } from "./clock.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { Ids } from "./Ids.ts"
import { type Command, decodeAnswer, encodeAnswer, type Outcome } from "./Journal/Command.ts"
import { type Answer, nameKey, Page, tallyKey } from "./Journal/Page.ts"
import {
  admitParticipants,
  insertAnswers,
  insertAwards,
  readAnswers,
  readTallies,
  writeTallies
} from "./Journal/statements.ts"
import { findMembers } from "./Members.ts"
import { assemble, fromUserLimit } from "./Rules/assemble.ts"
import { lockByName } from "./Rules/statements.ts"

/**
 * The one way in which awards and transfers are written, whatever their number: a group of commands is one transaction
 * with a fixed number of statements.
 *
 * Who locks what, in which order, until when: first the rules that the group names, in the order of (partner, rule),
 * then the accounts that it can move (`Ledger.lock`), all until commit. A tally is read and written only by somebody who
 * holds both its rule and its wallet, so it needs no lock of its own. Idempotency keys come last, in their own order; a
 * key that another process used in the meantime is a conflict, and the group starts over.
 */
export class Journal extends Context.Tag("rewards/Journal")<
  Journal,
  {
    /** An outcome for each command, in their order, after commit. Inside a host's transaction: at once, in it. */
    readonly write: (
      commands: ReadonlyArray<Command>
    ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>
  }
>() {
  static readonly layer = (
    options: GroupCommit.GroupCommitOptions = defaults
  ): Layer.Layer<Journal, never, Database | Ledger | Ids> => Layer.scoped(this, make(options))
}

/** The most commands that one call may hold. */
export const maxCommands = 1000

const defaults: GroupCommit.GroupCommitOptions = { maxGroup: maxCommands, capacity: 20_000 }

const distinct = <A>(items: Iterable<A>, key: (item: A) => string): ReadonlyArray<A> =>
  Array.from(new Map(Array.from(items, (item) => [key(item), item])).values())

const make = (options: GroupCommit.GroupCommitOptions) =>
  Effect.gen(function* () {
    const database = yield* Database
    const ledger = yield* Ledger
    const ids = yield* Ids

    const loadRules = (commands: ReadonlyArray<Command>) => {
      const names = commands.flatMap(({ _tag, command }) =>
        "ruleName" in command ? [{ partner_id: command.partnerId, name: command.ruleName }] : []
      )
      const wanted = distinct(names, ({ partner_id, name }) => nameKey(partner_id, name))
      return Effect.map(database.run(lockByName, wanted), assemble)
    }

    const loadMembers = (commands: ReadonlyArray<Command>) => {
      const keys = commands.map(({ command }) => ({ partner_id: command.partnerId, user_id: command.userId }))
      const wanted = distinct(keys, ({ partner_id, user_id }) => nameKey(partner_id, user_id))
      return Effect.map(
        database.run(findMembers, wanted),
        (members) => new Map(members.map(({ partnerId, userId, id }) => [nameKey(partnerId, userId), id]))
      )
    }

    const loadBook = (commands: ReadonlyArray<Command>, members: ReadonlyMap<string, MemberId>) => {
      const accounts = new Map<string, AccountKey>()
      const add = (partnerId: PartnerId, id: AccountKey["id"]) =>
        accounts.set(`${partnerId}${id}`, { partnerId, id })
      for (const { _tag, command } of commands) {
        const memberId = members.get(nameKey(command.partnerId, command.userId))
        if (memberId === undefined) continue
        add(command.partnerId, walletOf(memberId))
        add(command.partnerId, ledger.side(command.partnerId, _tag === "Award" ? "issuance" : "treasury"))
      }
      return ledger.lock(Array.from(accounts.values()))
    }

    const loadTallies = (
      commands: ReadonlyArray<Command>,
      rules: ReadonlyArray<Rule>,
      members: ReadonlyMap<string, MemberId>
    ) => {
      const ruleIds = new Map(
        rules.flatMap((rule) =>
          [rule, ...(rule.terms._tag === "Combined" ? rule.terms.subRules : [])].map(({ name }) => [
            nameKey(rule.partnerId, name),
            rule.id
          ])
        )
      )
      const pairs = commands.flatMap(({ command }) => {
        const ruleId =
          "ruleName" in command ? ruleIds.get(nameKey(command.partnerId, command.ruleName)) : undefined
        const memberId = members.get(nameKey(command.partnerId, command.userId))
        return ruleId === undefined || memberId === undefined
          ? []
          : [{ partner_id: command.partnerId, rule_id: ruleId, member_id: memberId }]
      })
      const wanted = distinct(pairs, ({ rule_id, member_id }) => tallyKey(rule_id, member_id))
      return Effect.map(
        database.run(readTallies, wanted),
        (tallies) => new Map(tallies.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
      )
    }

    const loadAnswers = (commands: ReadonlyArray<Command>) => {
      const keys = commands.flatMap(({ command: { partnerId, idempotencyKey } }) =>
        idempotencyKey === undefined ? [] : [{ partner_id: partnerId, key: idempotencyKey }]
      )
      const wanted = distinct(keys, ({ partner_id, key }) => nameKey(partner_id, key))
      return Effect.map(
        database.run(readAnswers, wanted),
        (rows) =>
          new Map(
            rows.map(({ partnerId, key, fingerprint, answer }): [string, Answer] => [
              nameKey(partnerId, key),
              { fingerprint, accepted: decodeAnswer(answer) }
            ])
          )
      )
    }

    const save = (page: Page, at: Date) =>
      Effect.gen(function* () {
        const created_at = at.toISOString()
        yield* database.run(
          writeTallies,
          Array.from(page.tallies.values(), ({ rule, memberId, tally }) => ({
            partner_id: rule.partnerId,
            rule_id: rule.id,
            member_id: memberId,
            paid: tally.paid,
            progress: tally.progress,
            user_limit: fromUserLimit(rule.userLimitAward)
          }))
        )
        const admitted = yield* database.run(
          admitParticipants,
          Array.from(page.joined.values(), ({ rule, count }) => ({
            partner_id: rule.partnerId,
            id: rule.id,
            before: rule.participants,
            joined: count
          }))
        )
        if (admitted.length !== page.joined.size) {
          return yield* new TransactionConflict({ reason: "a rule changed although it was locked" })
        }
        yield* database.run(
          insertAwards,
          page.awards.map(({ partnerId, ruleId, memberId, ...line }) => ({
            ...line,
            partner_id: partnerId,
            rule_id: ruleId,
            member_id: memberId,
            created_at
          }))
        )
        yield* database.run(
          insertAnswers,
          Array.from(page.answers.entries())
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([, { partnerId, key, fingerprint, accepted }]) => ({
              partner_id: partnerId,
              key,
              fingerprint,
              answer: encodeAnswer(accepted),
              created_at
            }))
        )
      })

    const settle = Effect.fn("Journal.settle")(function* (commands: ReadonlyArray<Command>) {
      const rules = yield* loadRules(commands)
      const members = yield* loadMembers(commands)
      const book = yield* loadBook(commands, members)
      const tallies = yield* loadTallies(commands, rules, members)
      const answers = yield* loadAnswers(commands)
      const at = yield* now
      const page = new Page({ rules, members, tallies, answers, book, side: ledger.side, at })
      const newIds = yield* ids.take(commands.length)
      const outcomes = commands.map((command, index) => page.run(command, newIds[index] ?? ""))
      yield* save(page, at)
      yield* ledger.post(book)
      return outcomes
    })

    const commit = (commands: ReadonlyArray<Command>) => database.transaction(settle(commands))
    const group = yield* GroupCommit.make(commit, options)

    return Journal.of({
      write: (commands) =>
        commands.length === 0
          ? Effect.succeed([])
          : Effect.flatMap(database.inTransaction, (inside) =>
              inside ? commit(commands) : group.submit(commands)
            )
    })
  })
