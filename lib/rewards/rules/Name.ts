import { Schema } from "effect"
import { mustBe } from "../../schema/Input.ts"
import { storable } from "../../schema/Text.ts"

/** Rule and sub-rule names are one space per partner, without regard to case or outer white space. */
export const Name = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (value) => value.trim().toLowerCase(),
  encode: (value) => value
}).pipe(
  Schema.filter((value) => value.length >= 1 && value.length <= 128 && storable(value), {
    jsonSchema: { minLength: 1, maxLength: 128 }
  }),
  mustBe("a name of 1 to 128 characters")
)
