import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
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
  /** The name of the partner. It need not be unique. */
  name: required(displayName(200)),
  /** A unique id that the host chooses. A second call with the same reference returns the same partner. */
  reference: Schema.optionalWith(Schema.NullOr(trimmed(1, 200)), { default: () => null })
})
export type RegisterPartnerInput = Documented.Of<typeof RegisterPartner, Documented.RegisterPartnerInput>

export const PartnerKey = Schema.Struct({ partnerId: required(PartnerId) })
export type PartnerKeyInput = Documented.Of<typeof PartnerKey, Documented.PartnerKeyInput>

/** `after` is the `next` of the previous page. */
export const ListPartners = Schema.Struct({
  after: Schema.optional(PartnerId),
  limit: Schema.optionalWith(PageSize, { default: () => 100 })
})
export type ListPartnersInput = Documented.Of<typeof ListPartners, Documented.ListPartnersInput>

export const PartnerPage = pageOf(Partner)
export type PartnerPage = typeof PartnerPage.Type

export const RenamePartner = Schema.Struct({
  partnerId: required(PartnerId),
  /** The new name. */
  name: required(displayName(200))
})
export type RenamePartnerInput = Documented.Of<typeof RenamePartner, Documented.RenamePartnerInput>
