/**
 * laurel-rewards/testing: a test that award limits are never exceeded. `check` runs random and concurrent commands on a subject, and
 * compares every answer and all readable data with a model. A subject is the library on your database, a running service, or your own
 * implementation of award limits.
 */

import { Cause, Effect, Exit } from "effect"
import { type CheckOptions, check } from "../testing/check.ts"
import type { Report } from "../testing/Report.ts"

export * as fc from "fast-check"
export type { AtLimit, DebitOrCredit, Metadata, Period } from "../index.ts"
export type { Status } from "../rewards/rules/Rule.ts"
export type {
  ActivityData,
  ActivityFields as ActivityBody,
  AttributeChanges,
  ConditionsDraft as Conditions,
  DecidingLeaf,
  LeafDraft as Leaf,
  Scalar,
  WhenDraft as When
} from "../testing/ActivityDraft.ts"
export * as Arbitrary from "../testing/Arbitrary.ts"
export { type CheckOptions, check, type PlanOptions } from "../testing/check.ts"
export {
  type ExtraCommand as Extra,
  type ExtraContext,
  type ExtraOptions,
  extraCommand
} from "../testing/extraCommand.ts"
export type {
  AdjustFields as AdjustBody,
  AwardFields as AwardBody,
  Call,
  CommandTag,
  ConfirmFields as ConfirmBody,
  Edge,
  HarnessCommand as Command,
  LimitDraft,
  MemberFields as MemberBody,
  MergeFields as MergeBody,
  PartChange,
  PartDraft,
  PartnerName as Partner,
  RecordFields as RecordBody,
  ResolvedCall as Action,
  ReverseFields as ReverseBody,
  RuleChange,
  RuleDraft,
  TransferFields as TransferBody,
  UndoFields as UndoBody
} from "../testing/HarnessCommand.ts"
export {
  type HttpOptions,
  type HttpTools,
  httpSubject,
  type RegisteredPartner as Own,
  ServiceUnreachable
} from "../testing/httpSubject.ts"
export type {
  ActivityDecision as Decision,
  ActivityRequest,
  AdjustRequest,
  Awaitable,
  Awarded,
  AwardRequest,
  ConfirmRequest,
  DecidedActivity as Decided,
  ExplainedAward as Explained,
  Feature,
  Implementation,
  MethodResult as Result,
  ReverseRequest,
  TransferRequest,
  UndoRequest
} from "../testing/Implementation.ts"
export {
  type ImplementationOptions,
  implementationSubject,
  type Manner
} from "../testing/implementationSubject.ts"
export {
  type LayerOptions,
  type LibraryOptions as SessionOptions,
  layerSubject,
  type OpenError,
  urlSubject,
  type WriterContext as Writer
} from "../testing/layerSubject.ts"
export * as Model from "../testing/Model.ts"
export {
  HarnessFailure,
  type Progress,
  type Report,
  showProgress,
  showReport,
  Violation
} from "../testing/Report.ts"
export { resolve } from "../testing/resolveCall.ts"
export type {
  Contents as Reading,
  Observed,
  Perform,
  Subject,
  SubjectIds as Ids,
  System,
  Trial
} from "../testing/Subject.ts"
export { show } from "../testing/showCommand.ts"

/** `check` as a Promise. It rejects with the `HarnessFailure`, or with the error of opening the subject. */
export const checkPromise = async <E = never, Tools = unknown>(
  options: CheckOptions<E, Tools>
): Promise<Report> => {
  const exit = await Effect.runPromiseExit(check(options))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
