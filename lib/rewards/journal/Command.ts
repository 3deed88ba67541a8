import { Data, type Either } from "effect"
import type { Award, AwardCommand } from "../awards/Award.ts"
import type { AwardRefusal } from "../awards/decide.ts"
import type {
  AlreadyReversed,
  AwardNotFound,
  AwardSuppressed,
  BalanceTooLarge,
  CycleEnded,
  IdempotencyMismatch,
  InsufficientCoins,
  MemberNotFound,
  RuleNotFound,
  TransferNotFound
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

/** Who ordered a command. It is not part of what makes two commands the same request. */
export interface Orderer {
  readonly name: string
  readonly address: string | undefined
}

/** What is known of a command's cause. It is not part of what makes two commands the same request. */
interface Caused {
  /** The request that the command came with, for its events. */
  readonly requestId?: string | null | undefined
}

/** What the journal can be asked to write. Coins that leave a wallet are recorded with who ordered it. */
export type Command = Data.TaggedEnum<{
  Award: Caused & { readonly command: AwardCommand }
  Transfer: Caused & { readonly command: TransferCommand; readonly by?: Orderer | undefined }
  Reverse: Caused & {
    readonly command: ReverseCommand
    /** The award, where the journal has found it. */
    readonly award?: ReversedAward | undefined
    readonly by?: Orderer | undefined
  }
  Refund: Caused & {
    readonly command: RefundCommand
    /** The transfer, where the journal has found it. */
    readonly transfer?: RefundedTransfer | undefined
    readonly by?: Orderer | undefined
  }
}>
export const Command = Data.taggedEnum<Command>()
export type CommandOf<Tag extends Command["_tag"]> = Data.TaggedEnum.Value<Command, Tag>

/** The side of the partner that a command moves coins from or to. */
export const sideOf = ({ _tag }: Command): PartnerSide =>
  _tag === "Award" || _tag === "Reverse" ? "issuance" : "treasury"

export type AwardRefused =
  | AwardRefusal
  | RuleNotFound
  | MemberNotFound
  | BalanceTooLarge
  | IdempotencyMismatch
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

/** `replayed` tells a record that was found by its idempotency key from one that was written now. */
export type Recorded<A> = A & { readonly replayed: boolean }

/** A command's outcome has the command's tag. */
export type Outcome = Data.TaggedEnum<{
  Award: { readonly result: Either.Either<Recorded<Award>, AwardRefused> }
  Transfer: { readonly result: Either.Either<Recorded<WalletTransfer>, TransferRefused> }
  Reverse: { readonly result: Either.Either<Recorded<Reversal>, ReverseRefused> }
  Refund: { readonly result: Either.Either<Recorded<Refund>, RefundRefused> }
}>
export const Outcome = Data.taggedEnum<Outcome>()
export type OutcomeOf<Tag extends Outcome["_tag"]> = Data.TaggedEnum.Value<Outcome, Tag>

/** The outcome of a command with this tag. Another one is a defect. */
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

/** What makes two commands the same request: everything that a command says of its record. */
export const fingerprint = (each: Command): Uint8Array => {
  const { narration = null } = each.command
  // No metadata and an empty object are the same.
  const said = ({ metadata = noMetadata }: AwardCommand | TransferCommand) => {
    const entries = sorted(metadata)
    return entries.length === 0 ? [narration] : [narration, entries]
  }
  switch (each._tag) {
    case "Award":
      return fingerprintOf([each._tag, each.command.userId, each.command.ruleName, ...said(each.command)])
    case "Transfer":
      return fingerprintOf([each._tag, each.command.userId, each.command.coins, ...said(each.command)])
    case "Reverse":
      return fingerprintOf([each._tag, each.command.awardId, narration])
    case "Refund":
      return fingerprintOf([each._tag, each.command.transactionId, narration])
  }
}

/**
 * An idempotency key for all awards of a submission together. It keeps their outcomes, refusals included. When none was
 * accepted it keeps nothing, and stays unused.
 */
export interface Once {
  readonly partnerId: PartnerId
  readonly key: string
  /** Equal for two requests only if their commands are equal, too. */
  readonly fingerprint: Uint8Array
}

/** What one caller asks for: commands that are written together. */
export type Submission =
  | { readonly commands: ReadonlyArray<Command>; readonly once?: undefined }
  | { readonly commands: ReadonlyArray<CommandOf<"Award">>; readonly once: Once }

/** What became of a submission: outcomes, written now or found by its key, or a key of another request. */
export type Written = Data.TaggedEnum<{
  Settled: { readonly outcomes: ReadonlyArray<Outcome> }
  Replayed: { readonly outcomes: ReadonlyArray<Outcome> }
  Mismatch: {}
}>
export const Written = Data.taggedEnum<Written>()
