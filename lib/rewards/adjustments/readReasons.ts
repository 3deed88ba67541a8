import * as Batch from "../../sql/Batch.ts"
import type { PartnerId } from "../Id.ts"
import { adjustments } from "../tables.ts"

const findReasons = adjustments.find("id", "reason")

/** Reads the reasons of adjustments. The keys of the map are the ids of the adjustments. The map has no erased reasons. */
export const readReasons = (
  partnerId: PartnerId,
  ids: ReadonlyArray<string>
): Batch.Batch<ReadonlyMap<string, string>> =>
  Batch.map(
    Batch.of(
      findReasons,
      ids.map((id) => ({ partnerId, id }))
    ),
    (rows) => new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
  )
