import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { readAwards, readTransfers } from "../../reversals/statements.ts"
import type { Command, Submission } from "../Command.ts"

const isUndo = ({ _tag }: Command): boolean => _tag === "Reverse" || _tag === "Refund"

/**
 * Finds the awards and transfers that commands undo, for all of a group at once. Their rows never change, so they are read before
 * the transaction, which has to know their rules and wallets to lock them.
 */
export const makeFindRecords =
  (database: Context.Tag.Service<Database>) =>
  (submissions: ReadonlyArray<Submission>): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> => {
    const undoing = submissions.flatMap(({ commands }) => commands).filter(isUndo)
    if (undoing.length === 0) return Effect.succeed(submissions)
    const awardIds = undoing.flatMap((each) =>
      each._tag === "Reverse" ? [{ partner_id: each.command.partnerId, id: each.command.awardId }] : []
    )
    const transferIds = undoing.flatMap((each) =>
      each._tag === "Refund" ? [{ partner_id: each.command.partnerId, id: each.command.transactionId }] : []
    )
    return Effect.map(
      database.send(Batch.zip(Batch.of(readAwards, awardIds), Batch.of(readTransfers, transferIds))),
      ([awardRows, transferRows]) => {
        const awards = new Map(awardRows.map((row) => [row.id, row]))
        const transfers = new Map(transferRows.map((row) => [row.id, row]))
        const found = (each: Command): Command => {
          if (each._tag === "Reverse") return { ...each, award: awards.get(each.command.awardId) }
          return each._tag === "Refund"
            ? { ...each, transfer: transfers.get(each.command.transactionId) }
            : each
        }
        return submissions.map((each) =>
          each.once === undefined ? { commands: each.commands.map(found) } : each
        )
      }
    )
  }
