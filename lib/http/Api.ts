import { HttpApi, OpenApi } from "@effect/platform"
import { authorization } from "./Api/authorization.ts"
import { boards } from "./Api/boards.ts"
import { coins } from "./Api/coins.ts"
import { iam } from "./Api/iam.ts"
import { members } from "./Api/members.ts"
import { partners } from "./Api/partners.ts"
import { rules } from "./Api/rules.ts"
import { users } from "./Api/users.ts"
import { Failure } from "./wire/envelope.ts"

/** The contract: routes, validation, OpenAPI, documentation and the typed client all come from this one value. */
export const Api = HttpApi.make("laurel-rewards")
  .add(partners)
  .add(iam)
  .add(users)
  .add(members)
  .add(rules)
  .add(boards)
  .add(coins)
  .addError(Failure, { status: 400 })
  .prefix("/api/v1")
  // Has its own prefix: one of its addresses is elsewhere.
  .add(authorization)
  .annotate(OpenApi.Title, "Laurel Rewards")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Rules, award limits, a double-entry coin ledger and leaderboards.")
