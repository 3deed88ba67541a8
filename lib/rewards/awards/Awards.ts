import { Context, Effect, Either, Layer } from "effect"
import { type InvalidInput, invalid, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { type AwardRefused, Command, type Outcome, outcomeOf, type Recorded } from "../commands/Command.ts"
import { CommandWriter, maxCommands } from "../commands/CommandWriter.ts"
import { IdempotencyMismatch, type MemberNotFound, type QueueFull, type RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "../idempotency/fingerprint.ts"
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

/** Why an award was refused. Nothing of it was written. */
export type AwardError = InvalidInput | AwardRefused

export type AwardReceipt = Recorded<Award>

/** A bulk of awards of one partner, under one idempotency key. */
export interface BulkRequest {
  readonly partnerId: PartnerId
  readonly key: string
  /** The request that the key stands for. Equal bodies must give equal inputs. */
  readonly body: unknown
  readonly inputs: ReadonlyArray<AwardInput | Unparsed>
}

export class Awards extends Context.Tag("rewards/Awards")<
  Awards,
  {
    /** States that a member met a rule's condition once. Concurrent calls are written together. */
    readonly award: (
      input: AwardInput | Unparsed
    ) => Effect.Effect<AwardReceipt, AwardError | DatabaseFailure | QueueFull>

    /** The same for up to 1 000 awards. Returns an outcome for each, in their order. The accepted ones commit together. */
    readonly awardMany: (
      inputs: ReadonlyArray<AwardInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<AwardReceipt, AwardError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * The same for one partner under one idempotency key: the same key and request return the same outcomes again, refusals
     * included. When no award is accepted, nothing is stored and the key stays unused.
     */
    readonly awardManyOnce: (request: BulkRequest) => Effect.Effect<
      {
        readonly outcomes: ReadonlyArray<Either.Either<AwardReceipt, AwardError>>
        readonly replayed: boolean
      },
      InvalidInput | IdempotencyMismatch | DatabaseFailure | QueueFull
    >

    /** Says what an award would do now and why, with every limit. Writes nothing. */
    readonly explain: (
      input: ExplainAwardInput | Unparsed
    ) => Effect.Effect<Explanation, InvalidInput | RuleNotFound | MemberNotFound | DatabaseFailure>

    /**
     * Reverses an award, once. An award that paid returns its coins, its place and its part of the limits; the wallet must hold the
     * coins. An award that only counted can be reversed while its cycle runs.
     */
    readonly reverse: (
      input: ReverseInput | Unparsed
    ) => Effect.Effect<ReversalReceipt, ReverseError | DatabaseFailure | QueueFull>

    /** The same for up to 1 000 reversals. Returns an outcome for each, in their order. */
    readonly reverseMany: (
      inputs: ReadonlyArray<ReverseInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<ReversalReceipt, ReverseError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * Lists a partner's awards, newest first, with filters by member, rule or sub-rule, state, time and metadata. A renamed rule has its
     * present name.
     */
    readonly list: (
      input: ListAwardsInput | Unparsed
    ) => Effect.Effect<AwardPage, InvalidInput | MemberNotFound | RuleNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Awards, never, Database | CommandWriter> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(AwardCommand)
const parseExplain = parser(ExplainAward)
const parseList = parser(ListAwards, checkListing)

const resultOf = (outcome: Outcome | undefined): Either.Either<AwardReceipt, AwardError> =>
  outcomeOf("Award", outcome).result

/** Parses a bulk. `resultsOf` turns the outcomes of its commands into a result for each input, in their order. */
const readBulk = Effect.fnUntraced(function* (inputs: ReadonlyArray<AwardInput | Unparsed>) {
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
  const writer = yield* CommandWriter
  const readList = makeList(database)
  const { reverse, reverseMany } = makeUndo(writer)

  return Awards.of({
    // No span here: it would cost as much as the award itself. The group's own span is "CommandWriter.commit".
    award: Effect.fnUntraced(function* (input) {
      const command = yield* parse(input)
      const [outcome] = yield* writer.write([Command.Award({ command, requestId: yield* RequestId })])
      return yield* resultOf(outcome)
    }),

    awardMany: Effect.fn("Awards.awardMany")(function* (inputs) {
      const { commands, resultsOf } = yield* readBulk(inputs)
      return resultsOf(yield* writer.write(commands))
    }),

    awardManyOnce: Effect.fn("Awards.awardManyOnce")(function* ({ partnerId, key, body, inputs }) {
      const { commands, resultsOf } = yield* readBulk(inputs)
      const written = yield* writer.writeOnce(commands, { partnerId, key, fingerprint: fingerprintOf(body) })
      if (written._tag === "Mismatch") return yield* new IdempotencyMismatch({ key })
      return { outcomes: resultsOf(written.outcomes), replayed: written._tag === "Replayed" }
    }),

    explain: Effect.fn("Awards.explain")(function* (input) {
      return yield* writer.explain(yield* parseExplain(input))
    }),

    reverse,

    reverseMany: Effect.fn("Awards.reverseMany")(reverseMany),

    list: Effect.fn("Awards.list")(function* (input) {
      return yield* readList(yield* parseList(input))
    })
  })
})
