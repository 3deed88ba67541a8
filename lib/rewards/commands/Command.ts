import { Data, type Either, Schema } from "effect"
import type { Orderer } from "../Actor.ts"
import type { Award, AwardCommand } from "../awards/Award.ts"
import { AwardRefusal } from "../awards/decide.ts"
import {
  type AlreadyReversed,
  type AwardNotFound,
  type AwardSuppressed,
  BalanceTooLarge,
  type CycleEnded,
  IdempotencyMismatch,
  type InsufficientCoins,
  MemberNotFound,
  RuleNotFound,
  type TransferNotFound
} from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "../idempotency/fingerprint.ts"
import type { PartnerSide } from "../ledger/Account.ts"
import type {
  Refund,
  RefundCommand,
  RefundedTransfer,
  Reversal,
  ReverseCommand,
  ReversedAward
} from "../reversals/Reversal.ts"
import { noMetadata, sorted } from "../texts/Metadata.ts"
import type { TransferCommand, WalletTransfer } from "../transfers/Transfer.ts"

/** The cause of a command. It is not part of the command's fingerprint. */
interface Caused {
  /** The id of the request. Events contain it. */
  readonly requestId?: string | null | undefined
}

/** The cause of a transfer, reversal or refund. */
export interface Ordered extends Caused {
  /** The caller that ordered the command, for the audit trail. */
  readonly by?: Orderer | undefined
}

export type Command = Data.TaggedEnum<{
  Award: Caused & { readonly command: AwardCommand }
  Transfer: Ordered & { readonly command: TransferCommand }
  Reverse: Ordered & {
    readonly command: ReverseCommand
    /** The award that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly award?: ReversedAward | undefined
  }
  Refund: Ordered & {
    readonly command: RefundCommand
    /** The transfer that the command names; undefined if it does not exist. The command writer sets this field. */
    readonly transfer?: RefundedTransfer | undefined
  }
}>
export const Command = Data.taggedEnum<Command>()
export type CommandOf<Tag extends Command["_tag"]> = Data.TaggedEnum.Value<Command, Tag>

/** The kind of the partner's account that a command debits or credits. */
export const sideOf = ({ _tag }: Command): PartnerSide =>
  _tag === "Award" || _tag === "Reverse" ? "issuance" : "treasury"

/** The errors that refuse an award. The stored answer of a bulk request contains them. */
export const AwardRefused = Schema.Union(
  AwardRefusal,
  RuleNotFound,
  MemberNotFound,
  BalanceTooLarge,
  IdempotencyMismatch
)
export type AwardRefused = typeof AwardRefused.Type
export type TransferRefused = MemberNotFound | InsufficientCoins | BalanceTooLarge | IdempotencyMismatch
export type ReverseRefused =
  | AwardNotFound
  | AlreadyReversed
  | CycleEnded
  | AwardSuppressed
  | InsufficientCoins
  | BalanceTooLarge
  | IdempotencyMismatch
export type RefundRefused = TransferNotFound | AlreadyReversed | BalanceTooLarge | IdempotencyMismatch

/** A record. `replayed` is true if it was found by its idempotency key, and false if it is new. */
export type Recorded<A> = A & { readonly replayed: boolean }

/** The outcome of a command with the same tag. */
export type Outcome = Data.TaggedEnum<{
  Award: { readonly result: Either.Either<Recorded<Award>, AwardRefused> }
  Transfer: { readonly result: Either.Either<Recorded<WalletTransfer>, TransferRefused> }
  Reverse: { readonly result: Either.Either<Recorded<Reversal>, ReverseRefused> }
  Refund: { readonly result: Either.Either<Recorded<Refund>, RefundRefused> }
}>
export const Outcome = Data.taggedEnum<Outcome>()
type OutcomeOf<Tag extends Outcome["_tag"]> = Data.TaggedEnum.Value<Outcome, Tag>

/** Returns the outcome if it has this tag. Throws otherwise. */
export const outcomeOf = <Tag extends Outcome["_tag"]>(
  tag: Tag,
  outcome: Outcome | undefined
): OutcomeOf<Tag> => {
  if (outcome === undefined || !isOutcomeOf(tag, outcome)) {
    throw new Error(`a command ${tag} got ${outcome?._tag ?? "no"} outcome`)
  }
  return outcome
}

const isOutcomeOf = <Tag extends Outcome["_tag"]>(tag: Tag, outcome: Outcome): outcome is OutcomeOf<Tag> =>
  outcome._tag === tag

/** Two commands of a partner with equal fingerprints are the same request. */
export const fingerprint = (each: Command): Uint8Array => {
  const { narration = null } = each.command
  const textsOf = ({ metadata = noMetadata }: AwardCommand | TransferCommand) => {
    const entries = sorted(metadata)
    return entries.length === 0 ? [narration] : [narration, entries]
  }
  switch (each._tag) {
    case "Award":
      return fingerprintOf([each._tag, each.command.userId, each.command.ruleName, ...textsOf(each.command)])
    case "Transfer":
      return fingerprintOf([each._tag, each.command.userId, each.command.coins, ...textsOf(each.command)])
    case "Reverse":
      return fingerprintOf([each._tag, each.command.awardId, narration])
    case "Refund":
      return fingerprintOf([each._tag, each.command.transactionId, narration])
  }
}

/** One idempotency key for all awards of a submission. If no award is accepted, the key can be used again. */
export interface Once {
  readonly partnerId: PartnerId
  readonly key: string
  /** The caller must ensure that submissions with equal fingerprints have the same commands. */
  readonly fingerprint: Uint8Array
}

/** Commands of one caller that are written together. */
export type Submission =
  | { readonly commands: ReadonlyArray<Command>; readonly once?: undefined }
  | { readonly commands: ReadonlyArray<CommandOf<"Award">>; readonly once: Once }

/** The result of a submission. `Replayed` has the stored outcomes of the key. `Mismatch`: the key was used for another request. */
export type Written = Data.TaggedEnum<{
  Settled: { readonly outcomes: ReadonlyArray<Outcome> }
  Replayed: { readonly outcomes: ReadonlyArray<Outcome> }
  Mismatch: {}
}>
export const Written = Data.taggedEnum<Written>()
