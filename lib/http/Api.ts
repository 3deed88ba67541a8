import { HttpApi, OpenApi } from "@effect/platform"
import { authorization } from "./authorization/api.ts"
import { boards } from "./boards/api.ts"
import { coins } from "./coins/api.ts"
import { Failure } from "./envelope.ts"
import { events } from "./events/api.ts"
import { iam } from "./iam/api.ts"
import { members } from "./members/api.ts"
import { partners } from "./partners/api.ts"
import { rules } from "./rules/api.ts"
import { users } from "./users/api.ts"
import { webhooks } from "./webhooks/api.ts"

/** The version of the package, which `package.json` states too; a test compares them. */
export const version = "0.2.0"

/** The contract: routes, OpenAPI, documentation and the typed client all come from this one value. */
export const Api = HttpApi.make("laurel-rewards")
  .add(partners)
  .add(iam)
  .add(users)
  .add(members)
  .add(rules)
  .add(boards)
  .add(coins)
  .add(events)
  .add(webhooks)
  .addError(Failure, { status: 400 })
  .prefix("/api/v1")
  // Has the prefix already, except for one address outside of it.
  .add(authorization)
  .annotate(OpenApi.Title, "Laurel Rewards")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(OpenApi.Description, "Rules, award limits, a double-entry coin ledger and leaderboards.")
