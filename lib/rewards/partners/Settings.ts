import { Context, Effect, Layer } from "effect"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { PartnerNotFound } from "../Errors.ts"
import { erasedIds, partners } from "../tables.ts"
import { PartnerKey, type PartnerKeyInput } from "./Partner.ts"
import {
  checkUpdateSettings,
  type PartnerSettings,
  settingNames,
  UpdateSettings,
  type UpdateSettingsInput
} from "./PartnerSettings.ts"

/** The settings that a partner chooses for all of its rules and members. */
export class Settings extends Context.Tag("rewards/Settings")<
  Settings,
  {
    /** Returns the settings of a partner. */
    readonly get: (
      input: PartnerKeyInput
    ) => Effect.Effect<PartnerSettings, InvalidInput | PartnerNotFound | DatabaseFailure>

    /**
     * Changes the given settings, and returns all of them. If `rememberErased` is turned off, deletes the stored digests of ids of erased
     * members. Locks the partner's row until COMMIT, so that two concurrent updates do not undo each other's changes.
     */
    readonly update: (
      input: UpdateSettingsInput | Unparsed
    ) => Effect.Effect<PartnerSettings, InvalidInput | PartnerNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Settings, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const find = partners.find(...settingNames)
const lock = partners.lock(...settingNames)
const write = partners.update(...settingNames)

const forgetErased = erasedIds.by("partnerId").delete()

const parseKey = parser(PartnerKey)
const parseUpdate = parser(UpdateSettings, checkUpdateSettings)

const make = Effect.gen(function* () {
  const database = yield* Database

  return Settings.of({
    get: Effect.fn("Settings.get")(function* (input) {
      const { partnerId } = yield* parseKey(input)
      const [found] = yield* database.run(find, [{ id: partnerId }])
      return found ?? (yield* new PartnerNotFound({ partnerId }))
    }),

    update: Effect.fn("Settings.update")(function* (input) {
      const { partnerId, ...changes } = yield* parseUpdate(input)
      return yield* database.transaction(
        Effect.gen(function* () {
          const [before] = yield* database.run(lock, [{ id: partnerId }])
          if (before === undefined) return yield* new PartnerNotFound({ partnerId })
          const { approveAbove = before.approveAbove, expiryNotice = before.expiryNotice } = changes
          const { rememberErased: remembers = before.rememberErased } = changes
          const after = { approveAbove, expiryNotice, rememberErased: remembers ?? false }
          yield* database.run(write, [{ id: partnerId, ...after }])
          if (before.rememberErased && !after.rememberErased)
            yield* database.run(forgetErased, [{ partnerId }])
          return after
        })
      )
    })
  })
})
