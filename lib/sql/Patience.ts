import { Context, Effect } from "effect"

/**
 * Whether the statements of a fiber may take any time. Otherwise `./postgres` takes the server for lost when it does not
 * answer within its `answerTimeout`.
 */
export class Patience extends Context.Reference<Patience>()("rewards/Patience", {
  defaultValue: (): boolean => false
}) {}

/** For statements that read or write whole tables, and for those that wait for another process that does. */
export const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(effect, (context: Context.Context<R>) => Context.add(context, Patience, true))
