import { Context, Effect, Either, Exit, Layer } from "effect"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { orderedBy } from "../Actor.ts"
import { type BulkRequest, bulkKind, readBulk, writeBulk, writeBulkOnce } from "../commands/bulk.ts"
import {
  type AwardRefused,
  Command,
  type ConfirmRefused,
  outcomeOf,
  type Recorded,
  type ReverseRefused
} from "../commands/Command.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type {
  AwardNotFound,
  IdempotencyMismatch,
  MemberNotFound,
  QueueFull,
  RuleNotFound
} from "../Errors.ts"
import { checkListing } from "../lists.ts"
import { type Confirmation, ConfirmCommand, type ConfirmInput } from "../lots/Confirmation.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { checkReverse, type Reversal, ReverseCommand, type ReverseInput } from "../reversals/Reversal.ts"
import {
  type Award,
  AwardCommand,
  type AwardDetails,
  type AwardInput,
  type AwardPage,
  GetAward,
  type GetAwardInput,
  ListAwards,
  type ListAwardsInput
} from "./Award.ts"
import { makeDetails } from "./awardDetails.ts"
import { makeList } from "./awardList.ts"
import { ExplainAward, type ExplainAwardInput, type Explanation } from "./Explanation.ts"

/** The errors of an award. After an error, nothing was written. */
export type AwardError = InvalidInput | AwardRefused

export type AwardReceipt = Recorded<Award>

/** The errors of a reversal. After an error, nothing was written. */
export type ReverseError = ReverseRefused

export type ReversalReceipt = Recorded<Reversal>

/** The errors of a confirmation. After an error, nothing was written. */
export type ConfirmError = InvalidInput | ConfirmRefused

export type ConfirmationReceipt = Recorded<Confirmation>

export class Awards extends Context.Tag("rewards/Awards")<
  Awards,
  {
    /** Records that a member met a rule's condition once. */
    readonly award: (
      input: AwardInput | Unparsed
    ) => Effect.Effect<AwardReceipt, AwardError | DatabaseFailure | QueueFull>

    /** Makes up to 1 000 awards. Returns the outcomes in the order of the inputs. The accepted awards of a partner commit together. */
    readonly awardMany: (
      inputs: ReadonlyArray<AwardInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<AwardReceipt, AwardError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * Like `awardMany`, for one partner and under one idempotency key. A repeated request with the same key returns the same outcomes,
     * including refusals. If no award is accepted, nothing is stored and the key can be used again.
     */
    readonly awardManyOnce: (request: BulkRequest<AwardInput>) => Effect.Effect<
      {
        readonly outcomes: ReadonlyArray<Either.Either<AwardReceipt, AwardError>>
        readonly replayed: boolean
      },
      InvalidInput | IdempotencyMismatch | DatabaseFailure | QueueFull
    >

    /** Returns the outcome that an award would have now, the reasons, and the usage of every limit. Writes nothing. */
    readonly explain: (
      input: ExplainAwardInput | Unparsed
    ) => Effect.Effect<Explanation, InvalidInput | RuleNotFound | MemberNotFound | DatabaseFailure>

    /**
     * Reverses an award. If the award paid, its coins go back to the partner, and limits no longer count the payment. Coins that are still
     * pending are taken from the pending account. Coins that have expired are taken from the partner's expired coins. All other coins are
     * taken from the wallet. Fails if the wallet has too few coins. An award that only counted towards a payment can be reversed until that
     * payment is made. With `coins` or `amount`, only a part of the coins is taken back. This can be repeated until no coins are left.
     */
    readonly reverse: (
      input: ReverseInput | Unparsed
    ) => Effect.Effect<ReversalReceipt, ReverseError | DatabaseFailure | QueueFull>

    /** Like `reverse`, for up to 1 000 reversals. Returns the outcomes in the order of the inputs. */
    readonly reverseMany: (
      inputs: ReadonlyArray<ReverseInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<ReversalReceipt, ReverseError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /** Makes a pending award mature now: its coins move into the wallet. Fails if no coins of the award are pending. */
    readonly confirm: (
      input: ConfirmInput | Unparsed
    ) => Effect.Effect<ConfirmationReceipt, ConfirmError | DatabaseFailure | QueueFull>

    /** Like `confirm`, for up to 1 000 awards. Returns the outcomes in the order of the inputs. */
    readonly confirmMany: (
      inputs: ReadonlyArray<ConfirmInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<ConfirmationReceipt, ConfirmError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /** Lists a partner's awards, newest first, with filters. If a rule was renamed, its awards have the current name. */
    readonly list: (
      input: ListAwardsInput | Unparsed
    ) => Effect.Effect<AwardPage, InvalidInput | MemberNotFound | RuleNotFound | DatabaseFailure>

    /** Returns one award, with its rule, its reversals, and the lot of its coins: see `AwardDetails`. */
    readonly details: (
      input: GetAwardInput | Unparsed
    ) => Effect.Effect<AwardDetails, InvalidInput | AwardNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Awards, never, Database | CommandWriter | Orderers> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(AwardCommand)
const parseReverse = parser(ReverseCommand, checkReverse)
const parseConfirm = parser(ConfirmCommand)
const parseExplain = parser(ExplainAward)
const parseList = parser(ListAwards, checkListing)
const parseGet = parser(GetAward)

const bulk = bulkKind({
  field: "awards",
  parse,
  commandOf: (command, cause) => Command.Award({ command, ...cause }),
  resultOf: (outcome) => outcomeOf("Award", outcome).result
})

const reversals = bulkKind({
  field: "reversals",
  parse: parseReverse,
  commandOf: (command, cause) => Command.Reverse({ command, ...cause }),
  resultOf: (outcome) => outcomeOf("Reverse", outcome).result
})

const confirmations = bulkKind({
  field: "confirmations",
  parse: parseConfirm,
  commandOf: (command, cause) => Command.Confirm({ command, ...cause }),
  resultOf: (outcome) => outcomeOf("Confirm", outcome).result
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const writer = yield* CommandWriter
  const orderers = yield* Orderers
  const readList = makeList(database, orderers)
  const readDetails = makeDetails(database, orderers)

  // A single award has no span. The group in which it is written has the span "CommandWriter.commit".
  const awardOne = Effect.fnUntraced(function* (command: AwardCommand) {
    const [outcome] = yield* writer.write([Command.Award({ command, ...(yield* orderedBy) })])
    return yield* outcomeOf("Award", outcome).result
  })

  return Awards.of({
    // An invalid input gives an exit, so that HTTP refuses it without a fiber.
    award: (input) => Either.match(parse(input), { onLeft: Exit.fail, onRight: awardOne }),

    awardMany: Effect.fn("Awards.awardMany")((inputs) => writeBulk(writer, readBulk(bulk, inputs))),

    awardManyOnce: Effect.fn("Awards.awardManyOnce")((request) =>
      writeBulkOnce(writer, request, readBulk(bulk, request.inputs))
    ),

    explain: Effect.fn("Awards.explain")((input) => Effect.flatMap(parseExplain(input), writer.explain)),

    reverse: Effect.fnUntraced(function* (input) {
      const command = yield* parseReverse(input)
      const [outcome] = yield* writer.write([Command.Reverse({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Reverse", outcome).result
    }),

    reverseMany: Effect.fn("Awards.reverseMany")((inputs) => writeBulk(writer, readBulk(reversals, inputs))),

    confirm: Effect.fnUntraced(function* (input) {
      const command = yield* parseConfirm(input)
      const [outcome] = yield* writer.write([Command.Confirm({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Confirm", outcome).result
    }),

    confirmMany: Effect.fn("Awards.confirmMany")((inputs) =>
      writeBulk(writer, readBulk(confirmations, inputs))
    ),

    list: Effect.fn("Awards.list")((input) => Effect.flatMap(parseList(input), readList)),

    details: Effect.fn("Awards.details")((input) => Effect.flatMap(parseGet(input), readDetails))
  })
})
