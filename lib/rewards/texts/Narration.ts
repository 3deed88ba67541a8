import { Schema } from "effect"
import { text } from "../../schema/Input.ts"

/** The reason of an award, a transfer or a reversal, in the caller's words. An empty text counts as absent. */
export const Narration = Schema.transform(Schema.NullOr(text(0, 500)), Schema.NullOr(Schema.String), {
  strict: true,
  decode: (value) => (value === "" ? null : value),
  encode: (value) => value
})
