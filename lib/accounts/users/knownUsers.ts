import { Effect, Layer } from "effect"
import { KnownUsers } from "../../rewards/ports.ts"
import { Database } from "../../sql/Database.ts"
import { holdUsers } from "./statements.ts"

/**
 * Lets the core accept users of the service in awards of every partner without onboarding. The users are locked until
 * commit, so that none is removed as abandoned while an award makes it a member.
 */
export const layer: Layer.Layer<never, never, Database> = Layer.effect(
  KnownUsers,
  Effect.map(Database, (database) => ({
    among: (ids) =>
      Effect.map(
        database.run(
          holdUsers,
          ids.map((id) => ({ id }))
        ),
        (users): ReadonlySet<string> => new Set(users.map(({ id }) => id))
      )
  }))
)
