import { Data, type Either, Schema } from "effect"
import { Award, type AwardCommand } from "../awards/Award.ts"
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
import { type TransferCommand, WalletTransfer } from "../transfers/Transfer.ts"

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

/** What the journal wrote. An idempotency key stores it as its answer. */
const AcceptedAward = Schema.TaggedStruct("Award", { record: Award })
const AcceptedTransfer = Schema.TaggedStruct("Transfer", { record: WalletTransfer })
const Accepted = Schema.Union(AcceptedAward, AcceptedTransfer)
export type Accepted = typeof Accepted.Type
export type AcceptedAward = typeof AcceptedAward.Type
export type AcceptedTransfer = typeof AcceptedTransfer.Type

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

const AcceptedJson = Schema.parseJson(Accepted)
export const encodeAnswer = Schema.encodeSync(AcceptedJson)
export const decodeAnswer = Schema.decodeSync(AcceptedJson)

/** What makes two commands the same request. */
export const fingerprint = ({ _tag, command }: Command): string => {
  const { userId, narration = null } = command
  const subject = "ruleName" in command ? command.ruleName : command.coins
  return fingerprintOf([_tag, userId, subject, narration])
}

/** An idempotency key for all commands of a submission together. */
export interface Once {
  readonly partnerId: PartnerId
  readonly key: string
  readonly fingerprint: string
  /** The answer to keep, made of the outcomes; undefined keeps none, and leaves the key unused. */
  readonly answerOf: (outcomes: ReadonlyArray<Outcome>) => string | undefined
}

/** What one caller asks for: commands that are written together. */
export interface Submission {
  readonly commands: ReadonlyArray<Command>
  readonly once?: Once | undefined
}

/** What became of a submission: its outcomes, or the answer that its key has kept, or a key of another request. */
export type Written = Data.TaggedEnum<{
  Settled: { readonly outcomes: ReadonlyArray<Outcome> }
  Replayed: { readonly answer: string }
  Mismatch: {}
}>
export const Written = Data.taggedEnum<Written>()
