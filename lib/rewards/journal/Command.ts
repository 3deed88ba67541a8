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
