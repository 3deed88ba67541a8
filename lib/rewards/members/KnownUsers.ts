import { Context, Effect } from "effect"
import type { DatabaseFailure } from "../../sql/Failure.ts"

interface Interface {
  /** Those of these ids that belong to an account. */
  readonly among: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>
}

/**
 * The core's one question to whatever keeps accounts: does this id belong to a person who may be awarded without being
 * onboarded first? The first award makes that person a member. By default there are no accounts.
 */
export class KnownUsers extends Context.Reference<KnownUsers>()("rewards/KnownUsers", {
  defaultValue: (): Interface => ({ among: () => Effect.succeed(new Set<string>()) })
}) {}
