/**
 * laurel-rewards/testing: does this database keep the promises of laurel-rewards? Hand `check` a `SqlClient` layer; it
 * runs random and concurrent histories against it and compares every answer and every table with a model.
 */

import { Cause, Effect, Exit } from "effect"
import { type CheckOptions, check, type Report } from "./testing/check.ts"

export { type CheckOptions, check, type Report } from "./testing/check.ts"
export { HarnessFailure } from "./testing/Failure.ts"

/** `check` as a Promise. It rejects with the `HarnessFailure` itself, or with what kept the database from opening. */
export const checkPromise = async <E = never>(options: CheckOptions<E>): Promise<Report> => {
  const exit = await Effect.runPromiseExit(check(options))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
