import { type Context, Effect, Schema } from "effect"
import { maxPageBytes } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import { type PartnerId, RecordId } from "../Id.ts"
import { texts } from "../tables.ts"
import { type Metadata, noMetadata } from "./Metadata.ts"

/** The free text of an award, a transfer or a reversal. */
export interface Texts {
  readonly narration: string | null
  readonly metadata: Metadata
}

export const noTexts: Texts = { narration: null, metadata: noMetadata }

/** The name of the row that stores a narration. Keys of metadata are never empty. */
const narrationName = ""

const findByRecords = texts.by("partnerId", "recordId").find("recordId", "name", "value")

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

/** The texts of each record that has texts. */
const textsIn = (rows: ReadonlyArray<TextRow>): ReadonlyMap<string, Texts> => {
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

/** Reads the texts of records, by their ids. A record without texts is not in the map. */
export const makeReadTexts =
  (database: Context.Tag.Service<Database>) => (partnerId: PartnerId, ids: ReadonlyArray<string>) =>
    Effect.map(
      database.run(
        findByRecords,
        ids.map((recordId) => ({ partnerId, recordId }))
      ),
      textsIn
    )

/**
 * Reads the texts of the first records, as long as all bytes up to a record are at most `maxPageBytes`. The texts of the first record
 * are always read. A row without a name is a record whose texts are not read. `place` is the position of a record in the page.
 */
export const readFittingTexts = statement({
  input: { partnerId: "uuid", recordId: "uuid", place: "small" },
  output: Schema.Union(
    texts.row("recordId", "name", "value"),
    Schema.Struct({ recordId: texts.fields.recordId, name: Schema.Null, value: Schema.Null })
  ),
  sql: `, sized AS MATERIALIZED (
      SELECT input.partner_id, input.record_id, input.place, COALESCE((
        SELECT SUM(octet_length(s.name) + octet_length(s.value)) FROM rewards_text s
        WHERE s.partner_id = input.partner_id AND s.record_id = input.record_id
      ), 0) AS bytes FROM input
    ), summed AS MATERIALIZED (
      SELECT r.partner_id, r.record_id, r.place, SUM(r.bytes) OVER (ORDER BY r.place) AS total FROM sized r
    )
    SELECT f.record_id, t.name, t.value FROM summed f CROSS JOIN rewards_text t
    WHERE (f.total <= ${maxPageBytes} OR f.place = 0) AND t.partner_id = f.partner_id AND t.record_id = f.record_id
    UNION ALL
    SELECT f.record_id, NULL, NULL FROM summed f WHERE f.total > ${maxPageBytes} AND f.place > 0`
})

/** The texts of the first records of a page. */
export interface PageTexts {
  /** False for a record that does not fit into the page any more. */
  readonly fits: (id: string) => boolean
  readonly of: (id: string) => Texts
}

/** Reads the texts of a page's records. The page ends before the record with which its texts would pass `maxPageBytes`. */
export const pageTexts = (partnerId: PartnerId, ids: ReadonlyArray<string>): Batch.Batch<PageTexts> =>
  Batch.map(
    Batch.of(
      readFittingTexts,
      ids.map((recordId, place) => ({ partnerId, recordId, place }))
    ),
    (rows) => {
      const left = new Set<string>(rows.flatMap(({ name, recordId }) => (name === null ? [recordId] : [])))
      const found = textsIn(rows.filter((row) => row.name !== null))
      return { fits: (id) => !left.has(id), of: (id) => found.get(id) ?? noTexts }
    }
  )
