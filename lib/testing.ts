/**
 * laurel-rewards/testing: does this database keep the promises of laurel-rewards? Give `check` a `SqlClient` layer or the
 * address of a database; it runs random and concurrent histories and compares every answer and every table with a model.
 */

import { Cause, Effect, Exit } from "effect"
import { type CheckOptions, type CheckUrlOptions, check, type Report } from "./testing/check.ts"

export {
  type CheckOptions,
  type CheckUrlOptions,
  check,
  type Report,
  type RunOptions
} from "./testing/check.ts"
export { HarnessFailure } from "./testing/Failure.ts"
export type { PlanOptions } from "./testing/plan.ts"
export type { SessionOptions } from "./testing/Session.ts"

/** `check` as a Promise. It rejects with the `HarnessFailure` itself, or with what kept the database from opening. */
export const checkPromise = async <E = never>(
  options: CheckOptions<E> | CheckUrlOptions
): Promise<Report> => {
  const exit = await Effect.runPromiseExit(check(options))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
