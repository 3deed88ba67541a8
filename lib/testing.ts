/**
 * laurel-rewards/testing: do award limits hold? Give `check` a subject: the library on your database, a running service,
 * or award limits of your own. It runs random and concurrent histories and compares every answer, and all that can be
 * read back, with a model.
 */

import { Cause, Effect, Exit } from "effect"
import { type CheckOptions, check } from "./testing/check.ts"
import type { Report } from "./testing/Report.ts"

export * as fc from "fast-check"
export * as Arbitrary from "./testing/Arbitrary.ts"
export type {
  Action,
  AtLimit,
  AwardBody,
  Call,
  Command,
  CommandTag,
  Edge,
  LimitDraft,
  Metadata,
  Partner,
  Period,
  RuleChange,
  RuleDraft,
  Status,
  TransferBody,
  UndoBody
} from "./testing/Command.ts"
export { type CheckOptions, check } from "./testing/check.ts"
export { type Extra, type ExtraContext, type ExtraOptions, extraCommand } from "./testing/Extra.ts"
export { HarnessFailure, Violation } from "./testing/Failure.ts"
export {
  type HttpOptions,
  type HttpTools,
  httpSubject,
  type Own,
  ServiceUnreachable
} from "./testing/httpSubject.ts"
export type {
  Awaitable,
  Awarded,
  AwardRequest,
  Explained,
  Feature,
  Implementation,
  Result,
  TransferRequest,
  UndoRequest
} from "./testing/Implementation.ts"
export {
  type ImplementationOptions,
  implementationSubject,
  type Manner
} from "./testing/implementationSubject.ts"
export {
  type LayerOptions,
  layerSubject,
  type OpenError,
  type SessionOptions,
  urlSubject,
  type Writer
} from "./testing/layerSubject.ts"
export * as Model from "./testing/Model.ts"
export type { PlanOptions } from "./testing/plan.ts"
export { type Progress, type Report, showProgress, showReport } from "./testing/Report.ts"
export { resolve } from "./testing/resolve.ts"
export type { Ids, Observed, Perform, Reading, Subject, System, Trial } from "./testing/Subject.ts"
export { show } from "./testing/show.ts"

/** `check` as a Promise. It rejects with the `HarnessFailure` itself, or with what kept the subject from opening. */
export const checkPromise = async <E = never, Tools = unknown>(
  options: CheckOptions<E, Tools>
): Promise<Report> => {
  const exit = await Effect.runPromiseExit(check(options))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
