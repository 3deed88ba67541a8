import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import type { EventLog } from "../../ports.ts"
import { rules } from "../../tables.ts"
import type { Command, Submission } from "../Command.ts"
import { decidingIn } from "./decidingRules.ts"
import { findFirst } from "./findFirst.ts"
import { accountsOf, namesIn, partnersOf, ruleIdsOf } from "./neededRows.ts"
import { withUndoneRecords } from "./undo.ts"

const lockFreeRules = rules.lockFree()

/**
 * Makes the function `Writer.isBlocked` of `GroupCommit.ts`. The function tries to lock the rules, the accounts, and the feeds with a
 * subscriber that the submissions need, without waiting. A submission is blocked if one of its rows could not be locked.
 */
export const makeIsBlocked = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  log: Context.Tag.Service<EventLog>
) =>
  Effect.fnUntraced(function* (submitted: ReadonlyArray<Submission>) {
    const submissions = yield* withUndoneRecords(database, submitted)
    const commands = submissions.flatMap((each) => each.commands)
    const found = yield* database.send(findFirst(commands, false))
    const byName = { names: namesIn(found.rules), deciding: decidingIn(commands, found.rules) }
    const accounts = (each: Command) => accountsOf(ledger, each, found.members)
    const free = yield* database.send(
      Batch.all({
        rules: Batch.of(
          lockFreeRules,
          commands.flatMap((each) =>
            ruleIdsOf(each, byName).map((id) => ({ partnerId: each.command.partnerId, id }))
          )
        ),
        accounts: ledger.lockFree(commands.flatMap(accounts)),
        feeds: log.lockFree(partnersOf(commands))
      })
    )
    const freeIds = new Set<string>([...free.rules.map(({ id }) => id), ...free.accounts, ...free.feeds])
    const isBlocked = (each: Command): boolean => {
      const needed = [
        each.command.partnerId,
        ...accounts(each).map(({ id }) => id),
        ...ruleIdsOf(each, byName)
      ]
      return needed.some((id) => !freeIds.has(id))
    }
    return submissions.map((each) => each.commands.some(isBlocked))
  }, database.transaction)
