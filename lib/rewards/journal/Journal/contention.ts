import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { now } from "../../clock.ts"
import type { EventLog } from "../../events/EventLog.ts"
import type { AccountId } from "../../Id.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { memberKey } from "../../members/Member.ts"
import { findMemberIds } from "../../members/memberIds.ts"
import { findFreeNames, findFreeRules, findNames } from "../../rules/ruleRows.ts"
import { type Command, sideOf } from "../Command.ts"
import { keysIn, memberOf } from "./about.ts"
import { nameKey } from "./Changes.ts"

/**
 * Tells which commands need a rule, an account or a feed that another transaction holds at this moment. It locks what is free, and
 * waits for nothing.
 */
export const makeContention = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  log: Context.Tag.Service<EventLog>
) => {
  /** Keys of the rules that are held: by name for awards, by id for reversals. */
  const rules = (commands: ReadonlyArray<Command>) => {
    const names = commands.flatMap((each) =>
      each._tag === "Award" ? [{ partnerId: each.command.partnerId, name: each.command.ruleName }] : []
    )
    const ids = commands.flatMap((each) =>
      each._tag === "Reverse" && each.award !== undefined
        ? [{ partnerId: each.command.partnerId, id: each.award.ruleId }]
        : []
    )
    return Batch.map(
      Batch.zip(
        Batch.zip(Batch.of(findNames, names), Batch.of(findFreeNames, names)),
        Batch.of(findFreeRules, ids)
      ),
      ([[all, free], freeIds]) => {
        const held = new Set<string>(ids.map(({ id }) => id))
        for (const { id } of freeIds) held.delete(id)
        for (const { partnerId, name } of all) held.add(nameKey(partnerId, name))
        for (const { partnerId, name } of free) held.delete(nameKey(partnerId, name))
        return held
      }
    )
  }

  const ruleKeyOf = (each: Command): string | undefined => {
    if (each._tag === "Award") return nameKey(each.command.partnerId, each.command.ruleName)
    return each._tag === "Reverse" ? each.award?.ruleId : undefined
  }

  return (commands: ReadonlyArray<Command>): Effect.Effect<(command: Command) => boolean, DatabaseFailure> =>
    database.transaction(
      Effect.gen(function* () {
        const [heldRules, found] = yield* database.send(
          Batch.zip(rules(commands), Batch.of(findMemberIds, keysIn(commands)))
        )
        const members = new Map(found.map((row) => [memberKey(row), row.id]))
        const accountsOf = (each: Command): ReadonlyArray<AccountId> => {
          const member = memberOf(each, members)
          const side = ledger.side(each.command.partnerId, sideOf(each))
          return member === undefined ? [side] : [side, walletOf(member)]
        }
        const accounts = commands.flatMap((each) =>
          accountsOf(each).map((id) => ({ partnerId: each.command.partnerId, id }))
        )
        const partners = Array.from(new Set(commands.map(({ command }) => command.partnerId)))
        const [heldAccounts, heldFeeds] = yield* database.send(
          Batch.zip(ledger.held(accounts), log.held(partners))
        )
        const waiting = new Set(heldFeeds(yield* now))
        return (each: Command) =>
          waiting.has(each.command.partnerId) ||
          heldRules.has(ruleKeyOf(each) ?? "") ||
          accountsOf(each).some((id) => heldAccounts.has(id))
      })
    )
}
