import type { RowOf } from "../../sql/Table.ts"
import { type PartnerId, RecordId } from "../Id.ts"
import type { texts } from "../tables.ts"
import { type Metadata, noMetadata } from "./Metadata.ts"

/** The free text of an award, transfer, adjustment, reversal or refund. An activity stores its data as JSON in `narration`. */
export interface Texts {
  readonly narration: string | null
  readonly metadata: Metadata
}

export const noTexts: Texts = { narration: null, metadata: noMetadata }

/** The name of the row that stores a narration. Keys of metadata are never empty. */
const narrationName = ""

/** The free text that a command gives for its record. */
export interface GivenTexts {
  readonly narration?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

export const textRows = (
  partnerId: PartnerId,
  recordId: string,
  { metadata = noMetadata, narration: note = null }: GivenTexts
): ReadonlyArray<RowOf<typeof texts>> => {
  if (note === null && metadata === noMetadata) return []
  const id = RecordId.make(recordId, { disableValidation: true })
  const rows = Object.entries(metadata).map(([name, value]) => ({ partnerId, recordId: id, name, value }))
  return note === null ? rows : [{ partnerId, recordId: id, name: narrationName, value: note }, ...rows]
}

type TextRow = Pick<RowOf<typeof texts>, "recordId" | "name" | "value">

/** Returns the texts of each record that has texts, by the id of the record. */
export const textsIn = (rows: ReadonlyArray<TextRow>): ReadonlyMap<string, Texts> => {
  const found = new Map<string, { narration: string | null; metadata: Record<string, string> }>()
  for (const { recordId, name, value } of rows) {
    const known = found.get(recordId) ?? { narration: null, metadata: {} }
    found.set(recordId, known)
    if (name === narrationName) known.narration = value
    // An assignment to the key "__proto__" would not add an entry.
    else Object.defineProperty(known.metadata, name, { value, enumerable: true })
  }
  return found
}
