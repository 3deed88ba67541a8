import { Schema } from "effect"
import { mustBe } from "../../schema/Input.ts"

/** An idempotency key: 1 to 255 printable ASCII characters. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.pattern(/^[\x20-\x7e]{1,255}$/, {
    jsonSchema: { minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]{1,255}$" }
  }),
  mustBe("1 to 255 printable characters")
)
