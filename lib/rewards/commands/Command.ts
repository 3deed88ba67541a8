import { Data, type Either, Schema, Struct } from "effect"
import { InvalidInput } from "../../schema/Input.ts"
import type { ActingOrderer } from "../Actor.ts"
import type {
  Activity,
  ActivityCommand,
  ActivityReversal,
  ReverseActivityCommand
} from "../activities/Activity.ts"
import type { AdjustCommand, Adjustment, ReverseAdjustmentCommand } from "../adjustments/Adjustment.ts"
import type {
  ApprovedRecord,
  DecideCommand,
  Declined,
  StoredRequest,
  WaitingRequest
} from "../approvals/Approval.ts"
import { type Award, AwardCommand } from "../awards/Award.ts"
import { AwardRefusal } from "../awards/decide.ts"
import {
  type ActivityNotFound,
  type ActivityNotReversed,
  type AdjustmentNotFound,
  type AlreadyDecided,
  type AlreadyReversed,
  type AwardNotFound,
  type AwardNotPending,
  type AwardSuppressed,
  BalanceTooLarge,
  type CycleEnded,
  IdempotencyMismatch,
  InsufficientCoins,
  MemberNotFound,
  type OwnRequest,
  type PersonRequired,
  type RequestNotFound,
  RuleNotFound,
  type TooMuchToReverse,
  type TransferNotFound
} from "../Errors.ts"
import type { ActivityId, PartnerId } from "../Id.ts"
import { canonical, fingerprintOf } from "../idempotency/fingerprint.ts"
import type { PartnerSide } from "../ledger/Account.ts"
import type { Confirmation, ConfirmCommand } from "../lots/Confirmation.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"
import type {
  AdjustmentReversal,
  Refund,
  RefundCommand,
  Reversal,
  ReverseCommand,
  ReversedActivity,
  ReversedAdjustment,
  ReversedAward,
  UndoneTransfer
} from "../reversals/Reversal.ts"
import { noMetadata, sorted } from "../texts/Metadata.ts"
import type { TransferCommand, WalletTransfer } from "../transfers/Transfer.ts"

/** The cause of a command. It is not part of the command's fingerprint. */
export interface Caused {
  /** The id of the request. Events contain it. */
  readonly requestId?: string | null | undefined
  /** The caller that ordered the command. */
  readonly by?: ActingOrderer | undefined
  /** The number of `by`. The command writer sets this field. */
  readonly orderedBy?: OrdererNumber | undefined
}

/**
 * A command that can wait for approval. It waits if `mayWait` is true and it moves more coins than the partner's setting `approveAbove`.
 */
interface Awaiting {
  readonly mayWait?: boolean
}

export type Command = Data.TaggedEnum<{
  Award: Caused & {
    readonly command: AwardCommand
    /** The activity that earns the award. The command writer sets this field. */
    readonly activityId?: ActivityId | undefined
  }
  Activity: Caused & { readonly command: ActivityCommand }
  Transfer: Caused & { readonly command: TransferCommand }
  Reverse: Caused & {
    readonly command: ReverseCommand
    /** The award that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly award?: ReversedAward | undefined
  }
  Confirm: Caused & {
    readonly command: ConfirmCommand
    /** The award that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly award?: ReversedAward | undefined
  }
  Refund: Caused & {
    readonly command: RefundCommand
    /** The transfer that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly transfer?: UndoneTransfer | undefined
  }
  Adjust: Caused & { readonly command: AdjustCommand } & Awaiting
  ReverseAdjustment: Caused & {
    readonly command: ReverseAdjustmentCommand
    /** The adjustment that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly adjustment?: ReversedAdjustment | undefined
  } & Awaiting
  /** Approves an adjustment, or the reversal of one. */
  Approve: Caused & {
    readonly command: DecideCommand
    /** The request that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly request?: StoredRequest | undefined
    /** The command that waits for approval. The command writer sets this field. */
    readonly approved?: ApprovableCommand | undefined
  }
  Decline: Caused & {
    readonly command: DecideCommand
    /** The request that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly request?: StoredRequest | undefined
  }
  ReverseActivity: Caused & {
    readonly command: ReverseActivityCommand
    /** The activity that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly activity?: ReversedActivity | undefined
  }
}>
export const Command = Data.taggedEnum<Command>()
export type CommandOf<Tag extends Command["_tag"]> = Data.TaggedEnum.Value<Command, Tag>

/** A command that can wait for approval. */
export type ApprovableCommand = CommandOf<"Adjust" | "ReverseAdjustment">

/** Returns the command that moves coins: the approved one if the command is an approval, otherwise the command itself. */
export const movingCommand = (each: Command): Command =>
  each._tag === "Approve" && each.approved !== undefined ? each.approved : each

/** Returns the kind of the partner's account that a command debits or credits. */
export const sideOf = ({ _tag }: Command): PartnerSide =>
  _tag === "Transfer" || _tag === "Refund" ? "treasury" : "issuance"

/** The errors that refuse an award. The stored answer of a bulk request contains them. */
export const AwardRefused = Schema.Union(
  AwardRefusal,
  RuleNotFound,
  MemberNotFound,
  BalanceTooLarge,
  IdempotencyMismatch
)
export type AwardRefused = typeof AwardRefused.Type
/** The errors that refuse an activity. The stored answer of a bulk request contains them. */
export const ActivityRefused = Schema.Union(MemberNotFound, InvalidInput, IdempotencyMismatch)
export type ActivityRefused = typeof ActivityRefused.Type
/** The errors that refuse an adjustment. The stored answer of a bulk request contains them. */
export const AdjustRefused = Schema.Union(
  MemberNotFound,
  InsufficientCoins,
  BalanceTooLarge,
  IdempotencyMismatch
)
export type AdjustRefused = typeof AdjustRefused.Type
export type TransferRefused = MemberNotFound | InsufficientCoins | BalanceTooLarge | IdempotencyMismatch
export type ReverseRefused =
  | AwardNotFound
  | AlreadyReversed
  | CycleEnded
  | AwardSuppressed
  | TooMuchToReverse
  | InvalidInput
  | InsufficientCoins
  | BalanceTooLarge
  | IdempotencyMismatch
export type ConfirmRefused = AwardNotFound | AwardNotPending | AlreadyReversed | IdempotencyMismatch
export type RefundRefused = TransferNotFound | AlreadyReversed | BalanceTooLarge | IdempotencyMismatch
export type ReverseAdjustmentRefused =
  | AdjustmentNotFound
  | AlreadyReversed
  | InsufficientCoins
  | BalanceTooLarge
  | IdempotencyMismatch

export type ReverseActivityRefused =
  | ActivityNotFound
  | ActivityNotReversed
  | AlreadyReversed
  | IdempotencyMismatch

export type DecideRefused =
  | RequestNotFound
  | AlreadyDecided
  | OwnRequest
  | PersonRequired
  | IdempotencyMismatch
export type ApproveRefused = DecideRefused | AdjustRefused | ReverseAdjustmentRefused

/** A record. `replayed` is true if it was found by its idempotency key, and false if it is new. */
export type Recorded<A> = A & { readonly replayed: boolean }

/** The outcome of a command with the same tag. */
export type Outcome = Data.TaggedEnum<{
  Award: { readonly result: Either.Either<Recorded<Award>, AwardRefused> }
  Activity: { readonly result: Either.Either<Recorded<Activity>, ActivityRefused> }
  Transfer: { readonly result: Either.Either<Recorded<WalletTransfer>, TransferRefused> }
  Reverse: { readonly result: Either.Either<Recorded<Reversal>, ReverseRefused> }
  Confirm: { readonly result: Either.Either<Recorded<Confirmation>, ConfirmRefused> }
  Refund: { readonly result: Either.Either<Recorded<Refund>, RefundRefused> }
  Adjust: { readonly result: Either.Either<Recorded<Adjustment | WaitingRequest>, AdjustRefused> }
  ReverseAdjustment: {
    readonly result: Either.Either<Recorded<AdjustmentReversal | WaitingRequest>, ReverseAdjustmentRefused>
  }
  Approve: { readonly result: Either.Either<Recorded<ApprovedRecord>, ApproveRefused> }
  Decline: { readonly result: Either.Either<Recorded<Declined>, DecideRefused> }
  ReverseActivity: { readonly result: Either.Either<Recorded<ActivityReversal>, ReverseActivityRefused> }
}>
export const Outcome = Data.taggedEnum<Outcome>()
type OutcomeOf<Tag extends Outcome["_tag"]> = Data.TaggedEnum.Value<Outcome, Tag>

/** Returns the outcome if it has this tag. Throws otherwise. */
export const outcomeOf = <Tag extends Outcome["_tag"]>(
  tag: Tag,
  outcome: Outcome | undefined
): OutcomeOf<Tag> => {
  if (outcome === undefined || !isOutcomeOf(tag, outcome)) {
    throw new Error(`a command ${tag} got the outcome ${outcome?._tag ?? "undefined"}`)
  }
  return outcome
}

const isOutcomeOf = <Tag extends Outcome["_tag"]>(tag: Tag, outcome: Outcome): outcome is OutcomeOf<Tag> =>
  outcome._tag === tag

/** The fields of an award that are part of its fingerprint. */
const awardFields = Struct.keys(Struct.omit(AwardCommand.fields, "partnerId", "idempotencyKey"))

/** Returns the fingerprint of a command. Two commands of a partner with equal fingerprints are the same request. */
export const fingerprint = (each: Command): Uint8Array => {
  const narration = "narration" in each.command ? (each.command.narration ?? null) : null
  const textsOf = ({ metadata = noMetadata }: TransferCommand | AdjustCommand) => {
    const entries = sorted(metadata)
    return entries.length === 0 ? [narration] : [narration, entries]
  }
  switch (each._tag) {
    case "Award": {
      const { command } = each
      const fields = { ...command, metadata: sorted(command.metadata ?? noMetadata) }
      // Absent fields are left out, so that a new optional field does not change the fingerprints of stored keys.
      const given = awardFields.flatMap((name) => (fields[name] == null ? [] : [name, fields[name]]))
      return fingerprintOf([each._tag, given])
    }
    case "Activity": {
      const { data = {}, occurredAt = null, type, userId } = each.command
      return fingerprintOf([each._tag, userId, type, canonical(data), occurredAt])
    }
    case "Transfer":
      return fingerprintOf([each._tag, each.command.userId, each.command.coins, ...textsOf(each.command)])
    case "Confirm":
      return fingerprintOf([each._tag, each.command.awardId])
    case "Reverse": {
      const { amount, awardId, coins } = each.command
      const part = amount === undefined && coins === undefined ? [] : [{ amount, coins }]
      return fingerprintOf([each._tag, awardId, narration, ...part])
    }
    case "Refund":
      return fingerprintOf([each._tag, each.command.transactionId, narration])
    case "Adjust": {
      const { coins, coinsExpire, debitOrCredit, points = false, reason, userId } = each.command
      return fingerprintOf([
        each._tag,
        userId,
        coins,
        debitOrCredit,
        reason,
        points,
        ...textsOf(each.command),
        ...(coinsExpire === undefined ? [] : [{ coinsExpire }])
      ])
    }
    case "ReverseAdjustment":
      return fingerprintOf([each._tag, each.command.adjustmentId, narration])
    case "Approve":
    case "Decline":
      return fingerprintOf([each._tag, each.command.requestId])
    case "ReverseActivity":
      return fingerprintOf([each._tag, each.command.activityId, narration])
  }
}

/** One idempotency key for all commands of a submission. If no command is accepted, no answer is stored, and the key can be used again. */
export interface Once {
  readonly partnerId: PartnerId
  readonly key: string
  /** The caller must ensure that submissions with equal fingerprints have the same commands. */
  readonly fingerprint: Uint8Array
}

/** A command that can be written with others under one idempotency key. */
export type BulkCommand = CommandOf<"Award" | "Activity" | "Adjust">

/** Commands of one caller that are written together. */
export type Submission =
  | { readonly commands: ReadonlyArray<Command>; readonly once?: undefined }
  | { readonly commands: ReadonlyArray<BulkCommand>; readonly once: Once }

/** The result of a submission. `Replayed` has the stored outcomes of the key. `Mismatch`: the key was used for another request. */
export type Written = Data.TaggedEnum<{
  Settled: { readonly outcomes: ReadonlyArray<Outcome> }
  Replayed: { readonly outcomes: ReadonlyArray<Outcome> }
  Mismatch: {}
}>
export const Written = Data.taggedEnum<Written>()
