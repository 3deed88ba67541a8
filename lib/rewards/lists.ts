import { Schema } from "effect"
import { InstantInput } from "../schema/Dates.ts"
import { firstIdOf } from "../schema/Id.ts"
import type { CrossCheck } from "../schema/Input.ts"
import { PageSize } from "../schema/Page.ts"
import { text } from "../schema/Text.ts"
import { maxMetadata } from "./texts/Metadata.ts"

/** Above every id that can be made. */
const end = "ffffffff-ffff-ffff-ffff-ffffffffffff"

const earliest = new Date(0)
const latest = new Date("9999-12-31T23:59:59.999Z")
const day = 24 * 60 * 60 * 1000

/** The parameters that lists of awards and of transactions share. They have the newest first, and `limit` entries a page. */
export const listing = {
  from: Schema.optional(InstantInput),
  to: Schema.optional(InstantInput),
  metadataKey: Schema.optional(text(1, maxMetadata.key)),
  metadataValue: Schema.optional(text(0, maxMetadata.value)),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
}

interface Listing {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly metadataKey?: string | undefined
  readonly metadataValue?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** Metadata is looked for by key and value together. */
export const checkListing: CrossCheck = ({ metadataKey, metadataValue }) => {
  if ((metadataKey === undefined) === (metadataValue === undefined)) return []
  const missing = metadataKey === undefined ? "metadataKey" : "metadataValue"
  return [{ field: missing, problem: "is required: metadata is looked for by key and value together" }]
}

/**
 * The columns of a list's input. Records are found by the time in their ids, which are no older than the records; a clock that
 * was set back may have left ids that are newer, so the search begins a day later, and the record's own time decides.
 */
export const listColumns = ({ from = earliest, to = latest, after = end, limit, ...listing }: Listing) => {
  const until = to === latest ? end : firstIdOf(new Date(to.getTime() + day))
  return {
    before: after < until ? after : until,
    // One more than the page, to know whether there is more.
    size: limit + 1,
    since: firstIdOf(from),
    from_at: from.toISOString(),
    to_at: to.toISOString(),
    name: listing.metadataKey ?? null,
    value: listing.metadataValue ?? null
  }
}
