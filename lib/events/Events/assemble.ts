import { Fact } from "../../rewards/events/Fact.ts"
import { noTexts, type Texts } from "../../rewards/texts/Texts.ts"
import { strictDecoderOf } from "../../schema/Compiled.ts"
import type { Event } from "../Event.ts"
import type { EventRow } from "../statements.ts"

const decodeFact = strictDecoderOf(Fact)

/** The fact that a row of an event holds. */
export const factIn = ({ data, type }: EventRow): Fact => decodeFact({ type, data: JSON.parse(data) })

/** The records of a fact that can have texts. */
export const recordsIn = (fact: Fact): ReadonlyArray<string> => {
  switch (fact.type) {
    case "award.paid":
    case "award.counted":
    case "award.suppressed":
    case "coins.transferred":
    case "coins.refunded":
      return [fact.data.id]
    case "award.reversed":
      return [fact.data.award.id, fact.data.reversal.id]
    default:
      return []
  }
}

/** An event of its row, its fact and the texts of its records. */
export const assemble = (
  { at, id, partnerId, requestId }: EventRow,
  fact: Fact,
  texts: ReadonlyMap<string, Texts>
): Event => {
  const event = { id, partnerId, at, requestId }
  const textsOf = (record: string): Texts => texts.get(record) ?? noTexts
  const said = (record: string) => {
    const { metadata, narration: note } = textsOf(record)
    return { partnerId, note, metadata, reversedAt: null }
  }
  switch (fact.type) {
    case "award.paid":
      return { ...event, type: fact.type, data: { ...fact.data, ...said(fact.data.id), state: "paid" } }
    case "award.counted":
      return { ...event, type: fact.type, data: { ...fact.data, ...said(fact.data.id), state: "counted" } }
    case "award.suppressed":
      return { ...event, type: fact.type, data: { ...fact.data, ...said(fact.data.id), state: "suppressed" } }
    case "award.reversed": {
      const { award, reversal } = fact.data
      const { narration } = textsOf(reversal.id)
      const undone = { state: "reversed", reversedAt: reversal.createdAt } as const
      const data = { ...award, ...said(award.id), ...undone, reversal: { ...reversal, narration } }
      return { ...event, type: fact.type, data }
    }
    case "coins.transferred":
      return { ...event, type: fact.type, data: { ...fact.data, ...textsOf(fact.data.id) } }
    case "coins.refunded": {
      const { narration } = textsOf(fact.data.id)
      return { ...event, type: fact.type, data: { ...fact.data, narration } }
    }
    default:
      return { ...event, ...fact }
  }
}
