import { Context, Effect } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { Transfer } from "../ledger/Account.ts"

interface Interface {
  /**
   * What to write about these transfers in the transaction that posts them. The batch answers with what is left to do once
   * that is done: after the commit, or at once inside a host's own transaction. That may fail without any harm.
   */
  readonly keep: (transfers: ReadonlyArray<Transfer>) => Batch.Batch<Effect.Effect<void, DatabaseFailure>>
}

/** The core's port for what is derived from transfers and written with them: the boards. By default nothing is. */
export class Projection extends Context.Reference<Projection>()("rewards/Projection", {
  defaultValue: (): Interface => ({ keep: () => Batch.succeed(Effect.void) })
}) {}
