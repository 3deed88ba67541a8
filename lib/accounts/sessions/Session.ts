import { Duration, Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { Orderer } from "../../rewards/orderers/Orderer.ts"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import { Unauthorized } from "../Errors.ts"
import { Ecosystem, Email, RowId } from "../Identity.ts"
import { Otp } from "../secondFactor/Otp.ts"

/** The person or API key that owns a token. */
const SessionActor = Schema.Struct({
  ...Orderer.fields,
  kind: Schema.Literal("person", "key"),
  id: Schema.String,
  /** The name of the token's owner in the audit trail: an API key, or the e-mail address of the login. */
  credential: Schema.String
})

/** The partner, owner and scopes of a valid token. */
export const Session = Schema.Struct({
  /** The id of the token, which is no secret. */
  id: Schema.String,
  /** The partner whose data the token opens: a live partner, or the test side of one. */
  partnerId: PartnerId,
  /** The partner who has the account: `partnerId`, or the live partner of a test side. */
  accountId: PartnerId,
  scopes: Schema.ReadonlySet(Schema.String),
  /** The owner of the token. */
  actor: SessionActor
})
export type Session = typeof Session.Type

export const unknownToken = (): Unauthorized =>
  new Unauthorized({ reason: "the access token is missing, expired, revoked or unknown: log in" })

/** A session that a caller passes to a service. The scopes may be a set or an array. */
export interface Authenticated {
  readonly partnerId: string
  readonly scopes: Iterable<string>
}

/** An open session of a person, as it is shown to this person. */
export const PersonSession = Schema.Struct({
  id: Schema.String,
  /** The name that the browser or program gave itself at the login (`User-Agent`); null if it gave none. */
  device: Schema.NullOr(Schema.String),
  /** The network address of the login, if the host provides it. */
  address: Schema.NullOr(Schema.String),
  createdAt: Schema.Date,
  /** When the session was last used, to within five minutes. */
  lastUsedAt: Schema.Date
})
export type PersonSession = typeof PersonSession.Type

/** How long a token is valid. Encoded as seconds, as in OAuth. */
export const Lifetime = Schema.transform(Schema.Number, Schema.DurationFromSelf, {
  strict: true,
  decode: Duration.seconds,
  encode: Duration.toSeconds
})

export const AccessToken = Schema.Struct({ accessToken: Schema.String, expiresIn: Lifetime })
export type AccessToken = typeof AccessToken.Type

/** A person of a partner. */
export const PersonKey = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the person. */
  personId: required(RowId)
})
export type PersonKeyInput = Documented.Of<typeof PersonKey, Documented.PersonKeyInput>

export const EndSession = Schema.Struct({
  ...PersonKey.fields,
  /** The id of the session. */
  id: required(RowId)
})
export type EndSessionInput = Documented.Of<typeof EndSession, Documented.EndSessionInput>

export const Login = Schema.Struct({
  ecosystem: required(Ecosystem),
  email: required(Email),
  /** The person's password. */
  password: required(Schema.String),
  /** For a person with a second factor: the code that the authenticator app shows, or a recovery code. */
  otp: Schema.optional(Otp)
})
export type LoginInput = Documented.Of<typeof Login, Documented.LoginInput>

export const KeyLogin = Schema.Struct({
  /** The API key: rk_ and 64 hex characters, or rk_test_ and 64 hex characters. */
  apiKey: required(Schema.String),
  /** The secret that was shown when the key was created. */
  apiSecret: required(Schema.String)
})
export type KeyLoginInput = Documented.Of<typeof KeyLogin, Documented.KeyLoginInput>
