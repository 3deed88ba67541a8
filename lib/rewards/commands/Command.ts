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

/** The cause of a command. It does not belong to the fingerprint. */
export interface Caused {
  /** The request id, for events. */
  readonly requestId?: string | null | undefined
}

/** The cause of a command whose orderer the audit trail records. */
export interface Ordered extends Caused {
  readonly by?: Orderer | undefined
}

/** A command for the command writer. */
export type Command = Data.TaggedEnum<{
  Award: Caused & { readonly command: AwardCommand }
  Transfer: Ordered & { readonly command: TransferCommand }
  Reverse: Ordered & {
    readonly command: ReverseCommand
    /** Set by the command writer; undefined if there is no such award. */
    readonly award?: ReversedAward | undefined
  }
  Refund: Ordered & {
    readonly command: RefundCommand
    /** Set by the command writer; undefined if there is no such transfer. */
    readonly transfer?: RefundedTransfer | undefined
  }
}>
export const Command = Data.taggedEnum<Command>()
export type CommandOf<Tag extends Command["_tag"]> = Data.TaggedEnum.Value<Command, Tag>

/** The partner's side that a command moves coins from or to. */
export const sideOf = ({ _tag }: Command): PartnerSide =>
  _tag === "Award" || _tag === "Reverse" ? "issuance" : "treasury"

/** Why an award is refused. The answer of a bulk stores it. */
export const AwardRefused = Schema.Union(
  AwardRefusal,
  RuleNotFound,
  MemberNotFound,
  BalanceTooLarge,
  IdempotencyMismatch
)
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

/** `replayed` is true for a record that was found by its idempotency key, and false for a new one. */
export type Recorded<A> = A & { readonly replayed: boolean }

/** A command's outcome has the command's tag. */
export type Outcome = Data.TaggedEnum<{
  Award: { readonly result: Either.Either<Recorded<Award>, AwardRefused> }
  Transfer: { readonly result: Either.Either<Recorded<WalletTransfer>, TransferRefused> }
  Reverse: { readonly result: Either.Either<Recorded<Reversal>, ReverseRefused> }
  Refund: { readonly result: Either.Either<Recorded<Refund>, RefundRefused> }
}>
export const Outcome = Data.taggedEnum<Outcome>()
type OutcomeOf<Tag extends Outcome["_tag"]> = Data.TaggedEnum.Value<Outcome, Tag>

/** The outcome of a command with this tag. Throws for any other. */
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

/** Two commands are the same request if they say the same about their record. */
export const fingerprint = (each: Command): Uint8Array => {
  const { narration = null } = each.command
  // Missing metadata equals empty metadata.
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
 * An idempotency key for all awards of a submission together. It stores their outcomes, refusals included. If none was accepted, it
 * stores nothing and stays unused.
 */
export interface Once {
  readonly partnerId: PartnerId
  readonly key: string
  /** Requests with equal fingerprints must have equal commands. */
  readonly fingerprint: Uint8Array
}

/** Commands of one caller, which are written together. */
export type Submission =
  | { readonly commands: ReadonlyArray<Command>; readonly once?: undefined }
  | { readonly commands: ReadonlyArray<CommandOf<"Award">>; readonly once: Once }

/** The result of a submission: new outcomes, outcomes found by its key, or a key that belongs to another request. */
export type Written = Data.TaggedEnum<{
  Settled: { readonly outcomes: ReadonlyArray<Outcome> }
  Replayed: { readonly outcomes: ReadonlyArray<Outcome> }
  Mismatch: {}
}>
export const Written = Data.taggedEnum<Written>()
