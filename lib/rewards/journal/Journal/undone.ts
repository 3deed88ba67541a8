import * as Batch from "../../../sql/Batch.ts"
import { countSteps, findRefunded, findReversed } from "../../reversals/statements.ts"
import type { Command } from "../Command.ts"
import { type Pair, tallyRows } from "./about.ts"
import { recordKey, type State, type Steps, tallyKey } from "./Changes.ts"
import { refundedIn, reversedIn, undoes } from "./records.ts"

type Undone = Pick<State, "reversed" | "steps">

const nothingUndone: Undone = { reversed: new Set(), steps: new Map() }

/** Which awards and transfers were reversed before, and what is left of the cycles that lose a completion. */
export const readUndone = (
  commands: ReadonlyArray<Command>,
  pairs: ReadonlyArray<Pair>
): Batch.Batch<Undone> => {
  if (!undoes(commands)) return Batch.succeed(nothingUndone)
  const counted = pairs.filter(({ each }) => each._tag === "Reverse" && each.award?.awarded === false)
  return Batch.map(
    Batch.zip(
      Batch.zip(Batch.of(findReversed, reversedIn(commands)), Batch.of(findRefunded, refundedIn(commands))),
      Batch.of(countSteps, tallyRows(counted))
    ),
    ([[awards, transfers], found]) => {
      const steps = new Map<string, Steps>(
        counted.map(({ memberId, rule }) => [tallyKey(rule.id, memberId), new Map()])
      )
      for (const { ruleId, memberId, ordinal, count } of found) {
        const key = tallyKey(ruleId, memberId)
        steps.set(key, new Map([...(steps.get(key) ?? []), [ordinal, count]]))
      }
      return { reversed: new Set([...awards, ...transfers].map(recordKey)), steps }
    }
  )
}
