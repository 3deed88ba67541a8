import { Context, Effect } from "effect"
import type { DatabaseFailure } from "../../sql/Failure.ts"

interface Interface {
  /** Those of these ids that belong to users. */
  readonly among: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>
}

/**
 * The core's port to accounts: does an id belong to a user who may be awarded without being onboarded first? The
 * first award makes that user a member. By default there are no users.
 */
export class KnownUsers extends Context.Reference<KnownUsers>()("rewards/KnownUsers", {
  defaultValue: (): Interface => ({ among: () => Effect.succeed(new Set<string>()) })
}) {}
