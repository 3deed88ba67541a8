import { Context, type Effect } from "effect"

/** A function that runs the reads of event streams. By default, each read runs at once. The HTTP API lets the streams take turns. */
export class ReadTurn extends Context.Reference<ReadTurn>()("rewards/ReadTurn", {
  defaultValue:
    () =>
    <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      read
}) {}
