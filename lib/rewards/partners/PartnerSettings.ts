import { Schema, Struct } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, mustBe, required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { PartnerId } from "../Id.ts"

/** How many days ahead members are notified that coins will expire. A day has 24 hours. */
const ExpiryNotice = Schema.NullOr(Schema.Int.pipe(Schema.between(1, 365))).pipe(
  mustBe("a whole number of days from 1 to 365, or null to turn the notices off")
)

/** What a partner chooses for all of its rules and members. */
export const PartnerSettings = Schema.Struct({
  /** How many days ahead members are notified that coins will expire: see the event `coins.expiring`. Null means never. */
  expiryNotice: Schema.NullOr(Schema.Int),
  /** Adjustments by a person of more coins wait until another person approves them: see `Approvals`. Null means that none waits. */
  approveAbove: Schema.NullOr(Coins.Amount),
  /** Whether a digest of the id of an erased member is stored, so that a person who comes back is recognised. */
  rememberErased: Schema.Boolean
})
export type PartnerSettings = typeof PartnerSettings.Type

/** The settings of a new partner. */
export const usualSettings: PartnerSettings = { expiryNotice: 30, approveAbove: null, rememberErased: true }

export const settingNames = Struct.keys(PartnerSettings.fields)

/** A field that is left out stays as it is. Null turns a setting off. */
export const UpdateSettings = Schema.Struct({
  partnerId: required(PartnerId),
  /** How many days ahead members are notified that coins will expire, from 1 to 365. Null turns the notices off. A new partner has 30. */
  expiryNotice: Schema.optional(ExpiryNotice),
  /** Adjustments by a person of more coins wait for approval. 0 means all of them. Null means none, as for a new partner. */
  approveAbove: Schema.optional(
    Schema.NullOr(Coins.AnyAmount).pipe(
      mustBe("an amount of coins of 0 or more, with at most 4 decimals, or null to turn approvals off")
    )
  ),
  /** Whether a digest of the id of an erased member is stored. Null means the same as false. It is true for a new partner. */
  rememberErased: Schema.optional(Schema.NullOr(Schema.Boolean).pipe(mustBe("true, false or null")))
})
export type UpdateSettingsInput = Documented.Of<typeof UpdateSettings, Documented.UpdateSettingsInput>

/** Refuses an update without any field to change. */
export const checkUpdateSettings: CrossCheck = (input) =>
  settingNames.some((name) => input[name] !== undefined)
    ? []
    : [{ field: "input", problem: `must have at least one of ${settingNames.join(", ")}` }]
