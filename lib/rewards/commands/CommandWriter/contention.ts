import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import { now } from "../../clock.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import type { EventLog } from "../../ports.ts"
import { rules } from "../../tables.ts"
import type { Command, Submission } from "../Command.ts"
import { accountsOf, findFirst, namesIn, partnersOf, ruleIdOf } from "./neededRows.ts"
import { withUndoneRecords } from "./undo.ts"

const lockFreeRules = rules.lockFree()

/**
 * Makes the function `Writer.isBlocked` of `GroupCommit.ts`. It tries to lock the rules, accounts and feeds of all submissions,
 * without waiting. A submission is blocked if one of its rows could not be locked.
 */
export const makeIsBlocked = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  log: Context.Tag.Service<EventLog>
) =>
  Effect.fnUntraced(function* (submitted: ReadonlyArray<Submission>) {
    const submissions = yield* withUndoneRecords(database, submitted)
    const commands = submissions.flatMap((each) => each.commands)
    const found = yield* database.send(findFirst(commands, false, log.subscribers(partnersOf(commands))))
    const names = namesIn(found.rules)
    const accounts = (each: Command) => accountsOf(ledger, each, found.members)
    const { subscribed } = found.subscribers(yield* now)
    const free = yield* database.send(
      Batch.all({
        rules: Batch.of(
          lockFreeRules,
          commands.flatMap((each) => {
            const id = ruleIdOf(each, names)
            return id === undefined ? [] : [{ partnerId: each.command.partnerId, id }]
          })
        ),
        accounts: ledger.lockFree(commands.flatMap(accounts)),
        feeds: log.lockFree(subscribed)
      })
    )
    const freeIds = new Set<string>([...free.rules.map(({ id }) => id), ...free.accounts, ...free.feeds])
    const isBlocked = (each: Command): boolean => {
      const ruleId = ruleIdOf(each, names)
      const feeds = subscribed.filter((partnerId) => partnerId === each.command.partnerId)
      const needed = [...accounts(each).map(({ id }) => id), ...feeds, ...(ruleId ? [ruleId] : [])]
      return needed.some((id) => !freeIds.has(id))
    }
    return submissions.map((each) => each.commands.some(isBlocked))
  }, database.transaction)
