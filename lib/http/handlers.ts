import { authorization } from "./authorization/handlers.ts"
import { awardHandlers } from "./awards/handlers.ts"
import { boards } from "./boards/handlers.ts"
import { coins } from "./coins/handlers.ts"
import { events } from "./events/handlers.ts"
import type { Handled } from "./handle.ts"
import { iam } from "./iam/handlers.ts"
import { members } from "./members/handlers.ts"
import { partners } from "./partners/handlers.ts"
import { rules } from "./rules/handlers.ts"
import { users } from "./users/handlers.ts"
import { webhooks } from "./webhooks/handlers.ts"

/** The handlers of all features. */
export const handlers: ReadonlyArray<Handled> = [
  ...partners,
  ...iam,
  ...users,
  ...members,
  ...rules,
  ...awardHandlers,
  ...boards,
  ...coins,
  ...events,
  ...webhooks,
  ...authorization
]
