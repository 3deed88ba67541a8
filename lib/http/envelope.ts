import { Schema } from "effect"
import { appErrorCodes } from "./codes.ts"

/** Makes the schema of a successful answer in the envelope. */
export const success = <S extends Schema.Schema.Any>(data: S) =>
  Schema.Struct({ status: Schema.Literal("success"), message: Schema.String, data })

export const Failure = Schema.Struct({
  status: Schema.Literal("failed"),
  message: Schema.String.annotations({ description: "A short summary" }),
  data: Schema.Struct({
    errorType: Schema.Literal(
      "invalid",
      "not found",
      "unauthorized",
      "forbidden",
      "conflict",
      "rate limited",
      "internal",
      "unavailable"
    ),
    appErrorCode: Schema.String.annotations({
      description: `"Bad request" for a missing, malformed or unknown field; a code of OAuth (RFC 6749) for a refused grant; empty for an unknown user, a taken tag, and errors that the status alone identifies; otherwise one of ${appErrorCodes.join(", ")}`
    }),
    error: Schema.String.annotations({
      description: "What is wrong, as a text for people. For malformed input, it names the field"
    })
  })
}).annotations({ identifier: "Failure", description: "Every failure has this form" })
export type Failure = typeof Failure.Type
