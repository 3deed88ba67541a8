import { Context, Effect } from "effect"
import type { DatabaseFailure } from "../../sql/Failure.ts"

interface Interface {
  /** Which of these ids belong to users. */
  readonly among: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>
}

/**
 * A port that the accounts wing implements: which ids belong to users who can be awarded without being onboarded first. The first
 * award makes such a user a member. By default there are no users.
 */
export class KnownUsers extends Context.Reference<KnownUsers>()("rewards/KnownUsers", {
  defaultValue: (): Interface => ({ among: () => Effect.succeed(new Set<string>()) })
}) {}
