import { Duration, Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"

/** A valid token, as the requests that it authorizes know it. */
export const Session = Schema.Struct({ partnerId: PartnerId, scopes: Schema.ReadonlySet(Schema.String) })
export type Session = typeof Session.Type

/** How long a token is valid: in seconds when it is encoded, as OAuth counts it. */
export const Lifetime = Schema.transform(Schema.Number, Schema.DurationFromSelf, {
  strict: true,
  decode: Duration.seconds,
  encode: Duration.toSeconds
})

export const AccessToken = Schema.Struct({ accessToken: Schema.String, expiresIn: Lifetime })
export type AccessToken = typeof AccessToken.Type
