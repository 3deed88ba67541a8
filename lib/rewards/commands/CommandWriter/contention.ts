import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import { now } from "../../clock.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import type { EventLog } from "../../ports.ts"
import { rules } from "../../tables.ts"
import type { Command } from "../Command.ts"
import { accountsOf, type Found, namesIn, partnersOf, ruleIdOf } from "./load.ts"

const findFreeRules = rules.lockFree()
const findRules = rules.find("id")

/**
 * Finds the commands that need a rule, an account or a feed that another transaction has locked now. It locks what is free, and waits
 * for no lock.
 */
export const makeContention = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  log: Context.Tag.Service<EventLog>,
  read: (commands: ReadonlyArray<Command>) => Batch.Batch<Found>
) =>
  Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
    const found = yield* database.send(read(commands))
    const names = namesIn(found.rules)
    const ruleKeys = commands.flatMap((each) => {
      const id = ruleIdOf(each, names)
      return id === undefined ? [] : [{ partnerId: each.command.partnerId, id }]
    })
    const held = yield* database.send(
      Batch.all({
        rules: Batch.of(findRules, ruleKeys),
        freeRules: Batch.of(findFreeRules, ruleKeys),
        accounts: ledger.held(commands.flatMap((each) => accountsOf(ledger, each, found.members))),
        feeds: log.held(partnersOf(commands))
      })
    )
    const heldRules = new Set(held.rules.map(({ id }) => id))
    for (const { id } of held.freeRules) heldRules.delete(id)
    const heldFeeds = new Set(held.feeds(yield* now))
    return (each: Command): boolean => {
      const ruleId = ruleIdOf(each, names)
      return (
        heldFeeds.has(each.command.partnerId) ||
        (ruleId !== undefined && heldRules.has(ruleId)) ||
        accountsOf(ledger, each, found.members).some(({ id }) => held.accounts.has(id))
      )
    }
  }, database.transaction)
