// Requests to an engine that may run in another process, and its replies.
import { Cause, Effect, Exit, type Layer, Option } from "effect"
import {
  type ActivityInput,
  type AdjustInput,
  type AwardInput,
  type ConfirmInput,
  type CreateRuleInput,
  type DecideInput,
  type MemberKeyInput,
  type MergeMembersInput,
  type PointsBoardInput,
  type PositionInput,
  type RefundInput,
  type ReverseActivityInput,
  type ReverseAdjustmentInput,
  type ReverseInput,
  Rewards,
  type TransferInput,
  type UpdateRuleInput,
  type UpdateSettingsInput
} from "../../../lib/index.ts"
import { ada, bea, by } from "../../support/orderers.ts"
import type { Services } from "../../support/world.ts"

export interface Inputs {
  readonly partner: { readonly name: string }
  readonly create: CreateRuleInput
  readonly update: UpdateRuleInput
  readonly find: { readonly partnerId: string; readonly name: string }
  readonly onboard: ReadonlyArray<MemberKeyInput>
  readonly award: AwardInput
  readonly awardMany: ReadonlyArray<AwardInput>
  readonly reverse: ReverseInput
  readonly confirm: ConfirmInput
  readonly transfer: TransferInput
  readonly refund: RefundInput
  readonly adjust: AdjustInput
  readonly settings: UpdateSettingsInput
  /** An adjustment by the person ada. */
  readonly request: AdjustInput
  readonly approve: DecideInput & { readonly by: "ada" | "bea" }
  readonly decline: DecideInput & { readonly by: "ada" | "bea" }
  readonly undo: ReverseAdjustmentInput
  readonly act: ActivityInput
  readonly undoActivity: ReverseActivityInput
  /** Moves the engine's clock forward by these milliseconds. */
  readonly travel: number
  readonly merge: MergeMembersInput
  readonly erase: MemberKeyInput
  readonly wallet: MemberKeyInput
  readonly points: PointsBoardInput
  readonly position: PositionInput
  readonly sweep: null
  readonly verify: null
}
export type Method = keyof Inputs

export type Request = { readonly [M in Method]: { readonly method: M; readonly input: Inputs[M] } }[Method]

/** `tag` is "ok" or the error's tag. A defect and the death of the process have tags that no test accepts. */
export interface Reply {
  readonly tag: string
  readonly message: string
  readonly value: unknown
}

/** The time of one engine, which may be ahead of the real time. */
export interface Time {
  ahead: number
}

export const clockOf = (time: Time): Layer.Layer<never> =>
  Rewards.layerClock({ now: () => Date.now() + time.ahead })

const people = { ada, bea }

const run = (
  engine: Services,
  time: Time,
  request: Request
): Effect.Effect<unknown, { readonly _tag: string }> => {
  switch (request.method) {
    case "partner":
      return engine.partners.register(request.input)
    case "create":
      return engine.rules.create(request.input)
    case "update":
      return engine.rules.update(request.input)
    case "find":
      return engine.rules.find(request.input)
    case "onboard":
      return engine.members.onboardMany(request.input)
    case "award":
      return engine.awards.award(request.input)
    case "awardMany":
      return engine.awards.awardMany(request.input)
    case "reverse":
      return engine.awards.reverse(request.input)
    case "confirm":
      return engine.awards.confirm(request.input)
    case "merge":
      return engine.members.merge(request.input)
    case "erase":
      return engine.personalData.erase(request.input)
    case "refund":
      return engine.transfers.refund(request.input)
    case "adjust":
      return engine.adjustments.adjust(request.input)
    case "settings":
      return engine.settings.update(request.input)
    case "request":
      return by(ada)(engine.approvals.adjust(request.input))
    case "approve": {
      const { by: who, ...input } = request.input
      return by(people[who])(engine.approvals.approve(input))
    }
    case "decline": {
      const { by: who, ...input } = request.input
      return by(people[who])(engine.approvals.decline(input))
    }
    case "undo":
      return engine.adjustments.reverse(request.input)
    case "act":
      return engine.activities.record(request.input)
    case "undoActivity":
      return engine.activities.reverse(request.input)
    case "travel":
      return Effect.sync(() => {
        time.ahead += request.input
        return time
      })
    case "transfer":
      return engine.transfers.transfer(request.input)
    case "wallet":
      return engine.members.wallet(request.input)
    case "points":
      return engine.boards.points(request.input)
    case "position":
      return engine.boards.position(request.input)
    case "sweep":
      return engine.sweeper.sweep()
    case "verify":
      return engine.verify()
  }
}

/** Never fails: errors are in the reply. Values are converted to JSON values, also in process. */
export const answer = (engine: Services, time: Time, request: Request): Effect.Effect<Reply> =>
  Effect.map(Effect.exit(run(engine, time, request)), (exit) => {
    if (Exit.isSuccess(exit)) return { tag: "ok", message: "", value: JSON.parse(JSON.stringify(exit.value)) }
    const message = Cause.pretty(exit.cause)
    return Option.match(Cause.failureOption(exit.cause), {
      onNone: () => ({ tag: "Defect", message, value: null }),
      onSome: (error) => ({ tag: error._tag, message, value: JSON.parse(JSON.stringify(error)) })
    })
  })
