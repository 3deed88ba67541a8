import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import type { AccountId } from "../../Id.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { keyRows } from "../../members/lookUp.ts"
import { memberKey } from "../../members/Member.ts"
import { findMemberIds } from "../../members/statements.ts"
import { findFreeNames, findNames } from "../../rules/statements.ts"
import type { Command } from "../Command.ts"
import { nameKey } from "./Group.ts"

/**
 * Tells which commands need a rule or an account that another transaction holds at this moment. It locks what is free, and
 * waits for nothing.
 */
export const makeContention = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>
) => {
  const rules = (commands: ReadonlyArray<Command>) => {
    const names = commands.flatMap(({ command }) =>
      "ruleName" in command ? [{ partner_id: command.partnerId, name: command.ruleName }] : []
    )
    return Batch.map(Batch.zip(Batch.of(findNames, names), Batch.of(findFreeNames, names)), ([all, free]) => {
      const held = new Set(all.map(({ partnerId, name }) => nameKey(partnerId, name)))
      for (const { partnerId, name } of free) held.delete(nameKey(partnerId, name))
      return held
    })
  }

  return (commands: ReadonlyArray<Command>): Effect.Effect<(command: Command) => boolean, DatabaseFailure> =>
    database.transaction(
      Effect.gen(function* () {
        const keys = commands.map(({ command: { partnerId, userId } }) => ({ partnerId, userId }))
        const [heldRules, found] = yield* database.send(
          Batch.zip(rules(commands), Batch.of(findMemberIds, keyRows(keys)))
        )
        const members = new Map(found.map((row) => [memberKey(row), row.id]))
        const accountsOf = ({ _tag, command }: Command): ReadonlyArray<AccountId> => {
          const member = members.get(memberKey(command))
          const side = ledger.side(command.partnerId, _tag === "Award" ? "issuance" : "treasury")
          return member === undefined ? [side] : [side, walletOf(member)]
        }
        const accounts = commands.flatMap((each) =>
          accountsOf(each).map((id) => ({ partnerId: each.command.partnerId, id }))
        )
        const heldAccounts = yield* database.send(ledger.held(accounts))
        return (each: Command) =>
          ("ruleName" in each.command &&
            heldRules.has(nameKey(each.command.partnerId, each.command.ruleName))) ||
          accountsOf(each).some((id) => heldAccounts.has(id))
      })
    )
}
