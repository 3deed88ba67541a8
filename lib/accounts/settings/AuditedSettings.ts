import { Context, Effect, Layer, Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import {
  PartnerSettings,
  settingNames,
  type UpdateSettingsInput
} from "../../rewards/partners/PartnerSettings.ts"
import { Settings } from "../../rewards/partners/Settings.ts"
import { lockPartner } from "../../rewards/sql.ts"
import { Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"

type UpdateError = Effect.Effect.Error<ReturnType<Settings["Type"]["update"]>>

/** Changes the settings of a partner, and records in the same transaction who did it, with the old and the new values. */
export class AuditedSettings extends Context.Tag("rewards/AuditedSettings")<
  AuditedSettings,
  {
    readonly update: (
      input: UpdateSettingsInput | Unparsed
    ) => Effect.Effect<PartnerSettings, UpdateError | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<AuditedSettings, never, Audit | Database | Settings> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

const isPartnerId = Schema.is(PartnerId)

const encode = Schema.encodeSync(PartnerSettings)

const textOf = (value: string | number | boolean | null): string =>
  value === null || value === false ? "off" : value === true ? "on" : `${value}`

const changesBetween = (old: PartnerSettings, next: PartnerSettings): string => {
  const [before, after] = [encode(old), encode(next)]
  const changed = settingNames.filter((name) => before[name] !== after[name])
  return changed.length === 0
    ? "no change"
    : changed.map((name) => `${name} ${textOf(before[name])} -> ${textOf(after[name])}`).join(", ")
}

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const settings = yield* Settings

  return AuditedSettings.of({
    update: Effect.fn("AuditedSettings.update")((input) =>
      database.transaction(
        Effect.gen(function* () {
          const { partnerId }: Unparsed["fields"] = input instanceof Unparsed ? input.fields : { ...input }
          // An update without a valid partner fails, so there is nothing to record.
          if (!isPartnerId(partnerId)) return yield* settings.update(input)
          yield* database.run(lockPartner, [{ id: partnerId }])
          const before = yield* settings.get({ partnerId })
          const after = yield* settings.update(input)
          const detail = changesBetween(before, after)
          yield* audit.recordOfPartner({ action: "settings.update", outcome: "done", partnerId, detail })
          return after
        })
      )
    )
  })
})
