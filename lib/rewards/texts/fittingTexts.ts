import { Schema } from "effect"
import { maxPageBytes } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import { Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { PartnerId } from "../Id.ts"
import { texts } from "../tables.ts"
import { noTexts, type Texts, textsIn } from "./Texts.ts"

/** An entry of a list, without the texts of its records. */
export interface Entry {
  /** The number of bytes of the entry. */
  readonly size: number
  /** The ids of the entry's records that can have texts. */
  readonly records: ReadonlyArray<string>
}

/** The texts of the first entries of a list, which fit into a limited number of bytes. */
export interface FittingTexts {
  /** The number of these entries. */
  readonly count: number
  /** Returns the texts of a record of these entries. */
  readonly of: (record: string) => Texts
}

/**
 * Reads the texts of the records of the first entries. `place` is the position of a record's entry. `room` is the number of bytes that
 * the texts of all entries up to this one may have. The texts of the first entry are always read.
 */
export const readFittingTexts = statement({
  input: { partnerId: "uuid", recordId: "uuid", place: "integer", room: "integer" },
  output: Schema.Struct({
    place: Integer,
    recordId: texts.fields.recordId,
    name: Schema.NullOr(texts.fields.name),
    value: Schema.NullOr(texts.fields.value)
  }),
  sql: `, sized AS MATERIALIZED (
      SELECT input.partner_id, input.record_id, input.place, input.room, COALESCE((
        SELECT SUM(octet_length(s.name) + octet_length(s.value)) FROM rewards_text s
        WHERE s.partner_id = input.partner_id AND s.record_id = input.record_id
      ), 0) AS bytes FROM input
    ), summed AS MATERIALIZED (
      SELECT r.partner_id, r.record_id, r.place, r.room, SUM(r.bytes) OVER (ORDER BY r.place) AS total FROM sized r
    )
    SELECT f.place, f.record_id, t.name, t.value FROM summed f
    LEFT JOIN rewards_text t ON t.partner_id = f.partner_id AND t.record_id = f.record_id
    WHERE f.place = 0 OR f.total <= f.room`
})

/**
 * Reads the texts of the first entries. These entries and their texts have at most `most` bytes together. The first entry is always read,
 * even if it has more.
 */
export const fittingTexts = (
  partnerId: PartnerId,
  entries: ReadonlyArray<Entry>,
  most: number
): Batch.Batch<FittingTexts> => {
  let room = most
  let count = 0
  const wanted = entries.flatMap(({ records, size }, place) => {
    room -= size
    if (place > 0 && room < 0) return []
    count = place + 1
    return records.map((recordId) => ({ partnerId, recordId, place, room }))
  })
  return Batch.map(Batch.of(readFittingTexts, wanted), (rows) => {
    const places = new Set(rows.map(({ place }) => place))
    const left = wanted.find(({ place }) => !places.has(place))
    const found = textsIn(
      rows.flatMap(({ name, recordId, value }) =>
        name === null || value === null ? [] : [{ recordId, name, value }]
      )
    )
    return { count: left?.place ?? count, of: (record) => found.get(record) ?? noTexts }
  })
}

/** The texts of the first records of a page. */
export interface PageTexts {
  /** False for a record that does not fit into the page any more. */
  readonly fits: (id: string) => boolean
  readonly of: (id: string) => Texts
}

/** Reads the texts of a page's records. The page ends before its texts exceed `maxPageBytes`, but has at least one record. */
export const pageTexts = (partnerId: PartnerId, ids: ReadonlyArray<string>): Batch.Batch<PageTexts> => {
  const entries = ids.map((id) => ({ size: 0, records: [id] }))
  return Batch.map(fittingTexts(partnerId, entries, maxPageBytes), ({ count, of }) => {
    const left = new Set(ids.slice(count))
    return { fits: (id) => !left.has(id), of }
  })
}
