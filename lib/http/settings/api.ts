import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { PartnerSettings, UpdateSettings } from "../../rewards/partners/PartnerSettings.ts"
import { forPartner } from "../access.ts"
import { answer } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { requestBody } from "../requestSchemas.ts"

const notice = "The number of days between the event `coins.expiring` and the expiry of the coins"

const above =
  "If a person orders an adjustment of more coins than this, it waits until another person approves it. Adjustments by API keys do not wait"

const remembers =
  "Whether a digest of the id of an erased member is stored, so that limits per member still apply to a person who comes back. Turning it off deletes the digests"

export const SettingsAnswer = answer("Settings", PartnerSettings, {
  expiryNotice: { description: `${notice}; null if it is not recorded` },
  approveAbove: { description: `${above}; null if no adjustment waits` },
  rememberErased: { description: remembers }
})

export const UpdateSettingsBody = requestBody(
  "UpdateSettings",
  UpdateSettings.omit("partnerId"),
  {
    expiryNotice: { description: `${notice}. A new partner has 30`, example: 14 },
    approveAbove: {
      description: `${above}. With 0, every such adjustment waits. For a new partner, no adjustment waits`,
      example: 500
    },
    rememberErased: { description: `${remembers}. True for a new partner` }
  },
  "At least one field is required"
)

export const get = HttpApiEndpoint.get("get", "/laas/settings")
  .addSuccess(success(SettingsAnswer))
  .annotate(OpenApi.Summary, "The settings that hold for all rules and members of the partner")
  .annotate(OpenApi.Description, "`expiryNotice` and `approveAbove` are null if they are turned off.")
  .pipe(forPartner("account"))

export const update = HttpApiEndpoint.post("update", "/laas/settings")
  .setPayload(UpdateSettingsBody)
  .addSuccess(success(SettingsAnswer))
  .annotate(OpenApi.Summary, "Change the settings")
  .annotate(
    OpenApi.Description,
    "Changes only the given fields, and returns all of them. null turns a setting off; `rememberErased` is then false. The audit trail has the old and the new values."
  )
  .pipe(forPartner("settings"))

export const settings = HttpApiGroup.make("settings")
  .add(get)
  .add(update)
  .annotate(OpenApi.Description, "Settings of the partner")
