import { Data, type Either } from "effect"
import type { Award, AwardCommand } from "../awards/Award.ts"
import type { AwardRefusal } from "../awards/decide.ts"
import type {
  BalanceTooLarge,
  IdempotencyMismatch,
  InsufficientCoins,
  MemberNotFound,
  RuleNotFound
} from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "../idempotency/fingerprint.ts"
import type { TransferCommand, WalletTransfer } from "../transfers/Transfer.ts"

/** Who ordered a command. It is not part of what makes two commands the same request. */
export interface Orderer {
  readonly name: string
  readonly address: string | undefined
}

/** What the journal can be asked to write. */
export type Command = Data.TaggedEnum<{
  Award: { readonly command: AwardCommand }
  Transfer: { readonly command: TransferCommand; readonly by?: Orderer | undefined }
}>
export const Command = Data.taggedEnum<Command>()
export type CommandOf<Tag extends Command["_tag"]> = Data.TaggedEnum.Value<Command, Tag>

export type AwardRefused =
  | AwardRefusal
  | RuleNotFound
  | MemberNotFound
  | BalanceTooLarge
  | IdempotencyMismatch
export type TransferRefused = MemberNotFound | InsufficientCoins | BalanceTooLarge | IdempotencyMismatch

/** `replayed` tells a record that was found by its idempotency key from one that was written now. */
export type Recorded<A> = A & { readonly replayed: boolean }

/** A command's outcome has the command's tag. */
export type Outcome = Data.TaggedEnum<{
  Award: { readonly result: Either.Either<Recorded<Award>, AwardRefused> }
  Transfer: { readonly result: Either.Either<Recorded<WalletTransfer>, TransferRefused> }
}>
export const Outcome = Data.taggedEnum<Outcome>()

/** What makes two commands the same request: everything that a command says of its record. */
export const fingerprint = ({ _tag, command }: Command): Uint8Array => {
  const { userId, narration = null } = command
  const subject = "ruleName" in command ? command.ruleName : command.coins
  return fingerprintOf([_tag, userId, subject, narration])
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
