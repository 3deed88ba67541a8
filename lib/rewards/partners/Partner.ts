import { Schema } from "effect"
import { required, trimmed } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import { displayName } from "../../schema/Text.ts"
import { PartnerId } from "../Id.ts"

/** A tenant. `reference` is a unique id that the host chooses. */
export const Partner = Schema.Struct({
  id: PartnerId,
  name: Schema.String,
  reference: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Partner = typeof Partner.Type

export const RegisterPartner = Schema.Struct({
  name: required(displayName(200)),
  reference: Schema.optionalWith(Schema.NullOr(trimmed(1, 200)), { default: () => null })
})
export type RegisterPartnerInput = typeof RegisterPartner.Encoded

export const PartnerKey = Schema.Struct({ partnerId: required(PartnerId) })
export type PartnerKeyInput = typeof PartnerKey.Encoded

/** `after` is the `next` of the previous page. */
export const ListPartners = Schema.Struct({
  after: Schema.optional(PartnerId),
  limit: Schema.optionalWith(PageSize, { default: () => 100 })
})
export type ListPartnersInput = typeof ListPartners.Encoded

export const PartnerPage = pageOf(Partner)
export type PartnerPage = typeof PartnerPage.Type

export const RenamePartner = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(displayName(200))
})
export type RenamePartnerInput = typeof RenamePartner.Encoded
