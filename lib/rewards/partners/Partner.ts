import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required, trimmed } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import { displayName } from "../../schema/Text.ts"
import { PartnerId } from "../Id.ts"

/** How many days ahead members are notified that coins will expire. A day has 24 hours. */
const ExpiryNotice = Schema.Int.pipe(
  Schema.between(0, 365),
  mustBe("a whole number of days from 0 to 365, where 0 means never")
)

/** The `expiryNotice` of a new partner. */
export const usualExpiryNotice = 30

/** A tenant. `reference` is a unique id that the host chooses. */
export const Partner = Schema.Struct({
  id: PartnerId,
  name: Schema.String,
  reference: Schema.NullOr(Schema.String),
  /** How many days ahead members are notified that coins will expire: see the event `coins.expiring`. 0 means never. */
  expiryNotice: Schema.Int,
  /** Whether a digest of the id of an erased member is stored, so that a person who comes back is recognised. */
  rememberErased: Schema.Boolean,
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

export const SetRememberErased = Schema.Struct({
  partnerId: required(PartnerId),
  /** See `Partner`. It is true for a new partner. */
  rememberErased: required(Schema.Boolean)
})
export type SetRememberErasedInput = typeof SetRememberErased.Encoded

export const SetExpiryNotice = Schema.Struct({
  partnerId: required(PartnerId),
  /** How many days ahead members are notified that coins will expire, from 0 to 365. 0 means never. A new partner has 30. */
  expiryNotice: required(ExpiryNotice)
})
export type SetExpiryNoticeInput = Documented.Of<typeof SetExpiryNotice, Documented.SetExpiryNoticeInput>
