import { Schema } from "effect"
import { endOfIds, firstIdOf, largestId } from "../schema/Id.ts"
import type { CrossCheck } from "../schema/Input.ts"
import { InstantInput, latestInstant, text } from "../schema/Input.ts"
import { PageSize } from "../schema/Page.ts"
import { maxMetadata } from "./texts/Metadata.ts"

const earliest = new Date(0)

/** The parameters that the lists of awards and of transactions share. Both lists begin with the newest record. */
export const listing = {
  from: Schema.optional(InstantInput),
  to: Schema.optional(InstantInput),
  metadataKey: Schema.optional(text(1, maxMetadata.key)),
  metadataValue: Schema.optional(text(0, maxMetadata.value)),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
}

type Listing = Schema.Struct.Type<typeof listing> & { readonly after?: string | undefined }

/** Refuses a filter by metadata that lacks the key or the value. */
export const checkListing: CrossCheck = ({ metadataKey, metadataValue }) => {
  if ((metadataKey === undefined) === (metadataValue === undefined)) return []
  const missing = metadataKey === undefined ? "metadataKey" : "metadataValue"
  return [{ field: missing, problem: "is required: metadata is filtered by key and value together" }]
}

/** The input columns that the statements of both lists share. */
export const listInput = {
  partnerId: "uuid",
  before: "uuid",
  size: "integer",
  since: "uuid",
  fromAt: "instant",
  toAt: "instant",
  memberId: "uuid?",
  name: "text?",
  value: "text?"
} as const

/** Whether a list has a `from` or a `to`. */
export const isTimed = ({ from, to }: Listing): boolean => from !== undefined || to !== undefined

/** The values for `listInput`, without the partner and the member. Records are found by the time in their ids: see `endOfIds`. */
export const listRow = ({
  from = earliest,
  to = latestInstant,
  after = largestId,
  limit,
  ...listing
}: Listing) => {
  const until = to === latestInstant ? largestId : endOfIds(to)
  return {
    before: after < until ? after : until,
    // One record more than the page needs, to find out whether there is a next page.
    size: limit + 1,
    since: firstIdOf(from),
    fromAt: from,
    toAt: to,
    name: listing.metadataKey ?? null,
    value: listing.metadataValue ?? null
  }
}
