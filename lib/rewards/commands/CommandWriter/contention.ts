import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { now } from "../../clock.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import type { EventLog } from "../../ports.ts"
import { rules } from "../../tables.ts"
import type { Command } from "../Command.ts"
import { accountsOf, type Found, namesIn, ruleOf } from "./load.ts"

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
    const { members, rules: named } = yield* database.send(read(commands))
    const names = namesIn(named)
    /** The id of the rule that a command needs. The rules of reversed awards are known by their ids. */
    const ruleIdOf = (each: Command) =>
      each._tag === "Reverse" ? each.award?.ruleId : ruleOf(each, names, new Map())?.id
    const ruleKeys = commands.flatMap((each) => {
      const id = ruleIdOf(each)
      return id === undefined ? [] : [{ partnerId: each.command.partnerId, id }]
    })
    const accountKeys = commands.flatMap((each) =>
      accountsOf(ledger, each, members).map((id) => ({ partnerId: each.command.partnerId, id }))
    )
    const partners = Array.from(new Set(commands.map(({ command }) => command.partnerId)))
    const held = yield* database.send(
      Batch.all({
        rules: Batch.of(findRules, ruleKeys),
        freeRules: Batch.of(findFreeRules, ruleKeys),
        accounts: ledger.held(accountKeys),
        feeds: log.held(partners)
      })
    )
    const heldRules = new Set(held.rules.map(({ id }) => id))
    for (const { id } of held.freeRules) heldRules.delete(id)
    const heldFeeds = new Set(held.feeds(yield* now))
    return (each: Command): boolean => {
      const ruleId = ruleIdOf(each)
      return (
        heldFeeds.has(each.command.partnerId) ||
        (ruleId !== undefined && heldRules.has(ruleId)) ||
        accountsOf(ledger, each, members).some((id) => held.accounts.has(id))
      )
    }
  }, database.transaction) satisfies (
    commands: ReadonlyArray<Command>
  ) => Effect.Effect<(command: Command) => boolean, DatabaseFailure>
