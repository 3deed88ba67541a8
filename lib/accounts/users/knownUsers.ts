import { Effect, Layer } from "effect"
import { KnownUsers } from "../../rewards/members/KnownUsers.ts"
import { Database } from "../../sql/Database.ts"
import { findUsers } from "./statements.ts"

/** Lets the core accept users of the service in awards of every partner without onboarding. */
export const layer: Layer.Layer<never, never, Database> = Layer.effect(
  KnownUsers,
  Effect.map(Database, (database) => ({
    among: (ids) =>
      Effect.map(
        database.run(
          findUsers,
          ids.map((id) => ({ id }))
        ),
        (users): ReadonlySet<string> => new Set(users.map(({ id }) => id))
      )
  }))
)
