import { Context, Effect, Either, Layer } from "effect"
import { type InvalidInput, invalid, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { IdempotencyMismatch, type MemberNotFound, type QueueFull, type RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "../idempotency/fingerprint.ts"
import { type AwardRefused, Command, type Outcome, outcomeOf, type Recorded } from "../journal/Command.ts"
import { Journal, maxCommands } from "../journal/Journal.ts"
import { checkListing } from "../lists.ts"
import { RequestId } from "../RequestId.ts"
import type { ReverseInput } from "../reversals/Reversal.ts"
import { makeUndo, type ReversalReceipt, type ReverseError } from "../reversals/undo.ts"
import {
  type Award,
  AwardCommand,
  type AwardInput,
  type AwardPage,
  ListAwards,
  type ListAwardsInput
} from "./Award.ts"
import { makeList } from "./awardList.ts"
import { ExplainAward, type ExplainAwardInput, type Explanation } from "./Explanation.ts"

/** Why one award was not accepted; nothing of it was written. */
export type AwardError = InvalidInput | AwardRefused

export type AwardReceipt = Recorded<Award>

/** A bulk of awards of one partner, with its idempotency key. */
export interface BulkRequest {
  readonly partnerId: PartnerId
  readonly key: string
  /** What has to be the same for the key to mean the same request. The inputs have to follow from it. */
  readonly body: unknown
  readonly inputs: ReadonlyArray<AwardInput>
}

export class Awards extends Context.Tag("rewards/Awards")<
  Awards,
  {
    /** States that a member met a rule's condition once. Calls that run at the same time are written together. */
    readonly award: (
      input: AwardInput
    ) => Effect.Effect<AwardReceipt, AwardError | DatabaseFailure | QueueFull>

    /** The same for up to 1 000 at once, an outcome each, in their order; what is accepted commits together. */
    readonly awardMany: (
      inputs: ReadonlyArray<AwardInput>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<AwardReceipt, AwardError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * The same for one partner under one idempotency key: the same key and request get the same outcomes again, refusals
     * included. When no award is accepted, nothing is kept and the key stays unused.
     */
    readonly awardManyOnce: (request: BulkRequest) => Effect.Effect<
      {
        readonly outcomes: ReadonlyArray<Either.Either<AwardReceipt, AwardError>>
        readonly replayed: boolean
      },
      InvalidInput | IdempotencyMismatch | DatabaseFailure | QueueFull
    >

    /** What an award would do now and why, with every limit. Nothing is written. */
    readonly explain: (
      input: ExplainAwardInput
    ) => Effect.Effect<Explanation, InvalidInput | RuleNotFound | MemberNotFound | DatabaseFailure>

    /**
     * Takes an award back, once. One that paid gives its coins, its place and its part of the limits back, as if it had never
     * been; the wallet has to hold the coins. One that only counted can be reversed while its cycle runs.
     */
    readonly reverse: (
      input: ReverseInput
    ) => Effect.Effect<ReversalReceipt, ReverseError | DatabaseFailure | QueueFull>

    /** The same for up to 1 000 at once, an outcome each, in their order. */
    readonly reverseMany: (
      inputs: ReadonlyArray<ReverseInput>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<ReversalReceipt, ReverseError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * A page of a partner's awards, newest first, after an award: those of one member, those that named one rule or sub-rule,
     * in one state, of a time, with one entry of metadata. A renamed rule shows its present name.
     */
    readonly list: (
      input: ListAwardsInput
    ) => Effect.Effect<AwardPage, InvalidInput | MemberNotFound | RuleNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Awards, never, Database | Journal> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(AwardCommand)
const parseExplain = parser(ExplainAward)
const parseList = parser(ListAwards, checkListing)

const resultOf = (outcome: Outcome | undefined): Either.Either<AwardReceipt, AwardError> =>
  outcomeOf("Award", outcome).result

/** The commands of a bulk, and how their outcomes become a result for each input, in their order. */
const readBulk = Effect.fnUntraced(function* (inputs: ReadonlyArray<AwardInput>) {
  const requestId = yield* RequestId
  if (inputs.length > maxCommands) {
    return yield* invalid("awards", `must hold at most ${maxCommands} awards, got ${inputs.length}`)
  }
  const parsed = inputs.map(parse)
  const commands = parsed
    .filter(Either.isRight)
    .map(({ right }) => Command.Award({ command: right, requestId }))
  const resultsOf = (
    outcomes: ReadonlyArray<Outcome>
  ): ReadonlyArray<Either.Either<AwardReceipt, AwardError>> => {
    const next = outcomes.values()
    return parsed.map((command) =>
      Either.isLeft(command) ? Either.left(command.left) : resultOf(next.next().value)
    )
  }
  return { commands, resultsOf }
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const journal = yield* Journal
  const readList = makeList(database)
  const { reverse, reverseMany } = makeUndo(journal)

  return Awards.of({
    // No span here: it would cost as much as the award itself. The group's own span is "Journal.settle".
    award: Effect.fnUntraced(function* (input) {
      const command = yield* parse(input)
      const [outcome] = yield* journal.write([Command.Award({ command, requestId: yield* RequestId })])
      return yield* resultOf(outcome)
    }),

    awardMany: Effect.fn("Awards.awardMany")(function* (inputs) {
      const { commands, resultsOf } = yield* readBulk(inputs)
      return resultsOf(yield* journal.write(commands))
    }),

    awardManyOnce: Effect.fn("Awards.awardManyOnce")(function* ({ partnerId, key, body, inputs }) {
      const { commands, resultsOf } = yield* readBulk(inputs)
      const written = yield* journal.writeOnce(commands, { partnerId, key, fingerprint: fingerprintOf(body) })
      if (written._tag === "Mismatch") return yield* new IdempotencyMismatch({ key })
      return { outcomes: resultsOf(written.outcomes), replayed: written._tag === "Replayed" }
    }),

    explain: Effect.fn("Awards.explain")(function* (input) {
      return yield* journal.explain(yield* parseExplain(input))
    }),

    reverse,

    reverseMany: Effect.fn("Awards.reverseMany")(reverseMany),

    list: Effect.fn("Awards.list")(function* (input) {
      return yield* readList(yield* parseList(input))
    })
  })
})
