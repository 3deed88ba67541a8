import * as Batch from "../../../sql/Batch.ts"
import { countSteps, findRefunded, findReversed } from "../../reversals/statements.ts"
import type { Command } from "../Command.ts"
import { type Pair, tallyRows } from "./about.ts"
import { type Steps, tallyKey } from "./Changes.ts"

/** Which awards and transfers were reversed before, and what is left of the cycles that lose a completion. */
export const readUndone = (commands: ReadonlyArray<Command>, pairs: ReadonlyArray<Pair>) => {
  const awards = commands.flatMap((each) =>
    each._tag === "Reverse" ? [{ partner_id: each.command.partnerId, id: each.command.awardId }] : []
  )
  const transfers = commands.flatMap((each) =>
    each._tag === "Refund" ? [{ partner_id: each.command.partnerId, id: each.command.transactionId }] : []
  )
  const counted = pairs.filter(({ each }) => each._tag === "Reverse" && each.award?.awarded === false)
  return Batch.map(
    Batch.zip(
      Batch.zip(Batch.of(findReversed, awards), Batch.of(findRefunded, transfers)),
      Batch.of(countSteps, tallyRows(counted))
    ),
    ([[awardsFound, transfersFound], found]) => {
      const steps = new Map<string, Steps>(
        counted.map(({ memberId, rule }) => [tallyKey(rule.id, memberId), new Map()])
      )
      for (const { ruleId, memberId, ordinal, count } of found) {
        const key = tallyKey(ruleId, memberId)
        steps.set(key, new Map([...(steps.get(key) ?? []), [ordinal, count]]))
      }
      return { reversed: new Set([...awardsFound, ...transfersFound].map(({ id }) => id)), steps }
    }
  )
}
