import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { readAwards, readTransfers } from "../../reversals/statements.ts"
import type { Command, Submission } from "../Command.ts"
import { recordKey } from "./Changes.ts"

const isUndo = ({ _tag }: Command): boolean => _tag === "Reverse" || _tag === "Refund"

export const undoes = (commands: ReadonlyArray<Command>): boolean => commands.some(isUndo)

/** The awards that commands reverse, as rows of input. */
export const reversedIn = (commands: ReadonlyArray<Command>) =>
  commands.flatMap((each) =>
    each._tag === "Reverse" ? [{ partner_id: each.command.partnerId, id: each.command.awardId }] : []
  )

/** The transfers that commands refund, as rows of input. */
export const refundedIn = (commands: ReadonlyArray<Command>) =>
  commands.flatMap((each) =>
    each._tag === "Refund" ? [{ partner_id: each.command.partnerId, id: each.command.transactionId }] : []
  )

/**
 * Finds the awards and transfers that commands undo, for all of a group at once. Their rows never change, so they are read before
 * the transaction, which has to know their rules and wallets to lock them.
 */
export const makeFindRecords =
  (database: Context.Tag.Service<Database>) =>
  (submissions: ReadonlyArray<Submission>): Effect.Effect<ReadonlyArray<Submission>, DatabaseFailure> => {
    if (!submissions.some(({ commands }) => undoes(commands))) return Effect.succeed(submissions)
    const commands = submissions.flatMap((each) => each.commands)
    return Effect.map(
      database.send(
        Batch.zip(Batch.of(readAwards, reversedIn(commands)), Batch.of(readTransfers, refundedIn(commands)))
      ),
      ([awardRows, transferRows]) => {
        const awards = new Map(awardRows.map((row) => [recordKey(row), row]))
        const transfers = new Map(transferRows.map((row) => [recordKey(row), row]))
        const found = (each: Command): Command => {
          const { partnerId } = each.command
          if (each._tag === "Reverse") {
            return { ...each, award: awards.get(recordKey({ partnerId, id: each.command.awardId })) }
          }
          return each._tag === "Refund"
            ? { ...each, transfer: transfers.get(recordKey({ partnerId, id: each.command.transactionId })) }
            : each
        }
        return submissions.map((each) =>
          each.once === undefined ? { commands: each.commands.map(found) } : each
        )
      }
    )
  }
