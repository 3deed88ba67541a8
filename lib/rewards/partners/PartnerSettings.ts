import { Schema, Struct } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, mustBe, required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { PartnerId } from "../Id.ts"

/** The event `coins.expiring` is written this many days before coins expire. A day has 24 hours. */
const ExpiryNotice = Schema.NullOr(Schema.Int.pipe(Schema.between(1, 365))).pipe(
  mustBe("a whole number of days from 1 to 365, or null to turn the notices off")
)

/** The settings that a partner chooses for all of its rules and members. */
export const PartnerSettings = Schema.Struct({
  /** The event `coins.expiring` is written this many days before coins expire. Null means never. */
  expiryNotice: Schema.NullOr(Schema.Int),
  /**
   * If a person orders an adjustment of more coins than this, it waits until another person approves it: see `Approvals`. Null means that
   * no adjustment waits.
   */
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
  /** The event `coins.expiring` is written this many days before coins expire, from 1 to 365. Null means never. A new partner has 30. */
  expiryNotice: Schema.optional(ExpiryNotice),
  /**
   * If a person orders an adjustment of more coins than this, it waits until another person approves it. 0 means that all adjustments by
   * people wait. Null means that none waits, as for a new partner.
   */
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
