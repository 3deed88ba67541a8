import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import { trimmed } from "../../schema/Text.ts"
import { PartnerId } from "../Id.ts"

/** The tenant. `reference` is the host's own, unique word for it: registering it again finds the same partner. */
export const Partner = Schema.Struct({
  id: PartnerId,
  name: Schema.String,
  reference: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Partner = typeof Partner.Type

export const RegisterPartner = Schema.Struct({
  name: required(trimmed(1, 200)),
  reference: Schema.optionalWith(Schema.NullOr(trimmed(1, 200)), { default: () => null })
})
export type RegisterPartnerInput = typeof RegisterPartner.Encoded

export const PartnerKey = Schema.Struct({ partnerId: required(PartnerId) })
export type PartnerKeyInput = typeof PartnerKey.Encoded

export const RenamePartner = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(trimmed(1, 200))
})
export type RenamePartnerInput = typeof RenamePartner.Encoded
