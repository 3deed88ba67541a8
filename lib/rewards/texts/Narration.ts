import { Schema } from "effect"
import { text } from "../../schema/Input.ts"

/** A caller's text for an award, transfer, adjustment, reversal or refund. An empty text counts as absent. */
export const Narration = Schema.transform(Schema.NullOr(text(0, 500)), Schema.NullOr(Schema.String), {
  strict: true,
  decode: (value) => (value === "" ? null : value),
  encode: (value) => value
})
