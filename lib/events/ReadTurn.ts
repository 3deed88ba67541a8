import { Context, type Effect } from "effect"

/**
 * A function that runs each read of an event stream, of an export, or of a list as CSV. By default, it runs each read at once. The HTTP API
 * lets these reads and lists take turns.
 */
export class ReadTurn extends Context.Reference<ReadTurn>()("rewards/ReadTurn", {
  defaultValue:
    () =>
    <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      read
}) {}
