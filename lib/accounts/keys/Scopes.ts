import { Schema } from "effect"
import { keyScopes } from "./ApiKey.ts"

/** The scopes of a key or token as a row holds them: words with spaces between them. */
export const Scopes = Schema.split(" ").pipe(
  Schema.compose(Schema.Array(Schema.Literal(...keyScopes)), { strict: false })
)
