import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { activities } from "./activities/api.ts"
import { alerts } from "./alerts/api.ts"
import { approvals } from "./approvals/api.ts"
import { authorization } from "./authorization/api.ts"
import { boards } from "./boards/api.ts"
import { coins } from "./coins/api.ts"
import { Failure } from "./envelope.ts"
import { events } from "./events/api.ts"
import { iam } from "./iam/api.ts"
import { members } from "./members/api.ts"
import { partners } from "./partners/api.ts"
import { people } from "./people/api.ts"
import { rules } from "./rules/api.ts"
import { settings } from "./settings/api.ts"
import { statistics } from "./statistics/api.ts"
import { testSide } from "./testSide/api.ts"
import { totp } from "./totp/api.ts"
import { users } from "./users/api.ts"
import { webhooks } from "./webhooks/api.ts"

/** The version of the package. A test checks that `package.json` has the same version. */
export const version = "0.2.0"

/** The contract. The routes, the OpenAPI document and the typed clients are derived from it. */
export const Api = HttpApi.make("laurel-rewards")
  .add(partners)
  .add(iam)
  .add(testSide)
  .add(settings)
  .add(totp)
  .add(people)
  .add(users)
  .add(members)
  .add(rules)
  .add(activities)
  .add(boards)
  .add(coins)
  .add(approvals)
  .add(statistics)
  .add(alerts)
  .add(events)
  .add(webhooks)
  .addError(Failure, { status: 400 })
  .prefix("/api/v1")
  // This group sets the prefix itself, because one of its paths must not have it.
  .add(authorization)
  .annotate(OpenApi.Title, "Laurel Rewards")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(
    OpenApi.Description,
    "Rules, award limits, a double-entry coin ledger and leaderboards. A write with an `Idempotency-Key` takes effect once: a second request with the same key and body gets the first answer. Only operations with the header `Idempotency-Key` among their parameters use the key; the others ignore it. Keys belong to partners, so operations without a partner's access token ignore them. Secrets are not stored, so operations that return a secret ignore keys. Operations that write nothing also ignore keys."
  )
