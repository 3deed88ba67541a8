import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { RowOf } from "../../sql/Table.ts"
import { type PartnerId, RecordId } from "../Id.ts"
import type { texts } from "../tables.ts"
import { type Metadata, noMetadata } from "./Metadata.ts"
import { readTexts } from "./statements.ts"

/** The free text of an award, a transfer or a reversal. */
export interface Texts {
  readonly narration: string | null
  readonly metadata: Metadata
}

export const noTexts: Texts = { narration: null, metadata: noMetadata }

/** Metadata has at least one character in its keys, so the empty name is free for the narration. */
const narration = ""

/** What a command says of its record in free text. */
export interface Said {
  readonly narration?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

/** The rows of a record's texts. */
export const textRows = (
  partnerId: PartnerId,
  recordId: string,
  { metadata = noMetadata, narration: narrated = null }: Said
): ReadonlyArray<RowOf<typeof texts>> => {
  if (narrated === null && metadata === noMetadata) return []
  const id = RecordId.make(recordId, { disableValidation: true })
  const row = (name: string, value: string) => ({ partnerId, recordId: id, name, value })
  const rows = Object.entries(metadata).map(([name, value]) => row(name, value))
  return narrated === null ? rows : [row(narration, narrated), ...rows]
}

/** Reads the texts of records, by their ids. A record without any is not in the map. */
export const makeReadTexts =
  (database: Context.Tag.Service<Database>) => (partnerId: PartnerId, ids: ReadonlyArray<string>) =>
    Effect.map(
      database.run(
        readTexts,
        ids.map((id) => ({ partner_id: partnerId, record_id: id }))
      ),
      (rows): ReadonlyMap<string, Texts> => {
        const found = new Map<string, { narration: string | null; metadata: Record<string, string> }>()
        for (const { recordId, name, value } of rows) {
          const texts = found.get(recordId) ?? { narration: null, metadata: {} }
          found.set(recordId, texts)
          if (name === narration) texts.narration = value
          // Not an assignment: a key may be called "__proto__".
          else Object.defineProperty(texts.metadata, name, { value, enumerable: true })
        }
        return found
      }
    )
