import { Context, Effect, Either, Layer } from "effect"
import { InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { orderedBy } from "../Actor.ts"
import { now } from "../clock.ts"
import {
  type BulkCheck,
  type BulkRequest,
  bulkKind,
  checkBulk,
  readBulk,
  writeBulk,
  writeBulkOnce
} from "../commands/bulk.ts"
import {
  type ActivityRefused,
  Command,
  outcomeOf,
  type Recorded,
  type ReverseActivityRefused
} from "../commands/Command.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { BulkTooLarge, IdempotencyMismatch, MemberNotFound, QueueFull } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { keyDigest } from "../idempotency/fingerprint.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { idempotencyKeys } from "../tables.ts"
import {
  type Activity,
  ActivityCommand,
  type ActivityInput,
  type ActivityOutcome,
  type ActivityPage,
  type ActivityReversal,
  checkActivity,
  checkExplainActivity,
  checkOccurredAt,
  ExplainActivity,
  type ExplainActivityInput,
  ListActivities,
  type ListActivitiesInput,
  ReverseActivityCommand,
  type ReverseActivityInput
} from "./Activity.ts"
import { makeList } from "./activityList.ts"
import { makeCheckCost } from "./bulkCost.ts"

/** The errors of an activity. After an error, nothing was written. */
export type ActivityError = InvalidInput | ActivityRefused

export type ActivityReceipt = Recorded<Activity>

/** The errors of the reversal of an activity. After an error, nothing was written. */
export type ReverseActivityError = InvalidInput | ReverseActivityRefused

export type ActivityReversalReceipt = Recorded<ActivityReversal>

/** Records and lists the activities of members. The rules whose `when` names the type of an activity decide what it earns. */
export class Activities extends Context.Tag("rewards/Activities")<
  Activities,
  {
    /**
     * Records an activity of a member, and awards the rules whose conditions it meets, in the order of the rules' names. A rule that
     * does not pay is an outcome, not an error.
     */
    readonly record: (
      input: ActivityInput | Unparsed
    ) => Effect.Effect<ActivityReceipt, ActivityError | DatabaseFailure | QueueFull>

    /**
     * Records up to 1 000 activities. Each is written with all its awards, or not at all. Returns a receipt or an error for each
     * input, in the order of the inputs. If many rules name a type of activity in `when`, fewer activities of this type fit into one call.
     */
    readonly recordMany: (
      inputs: ReadonlyArray<ActivityInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<ActivityReceipt, ActivityError>>,
      InvalidInput | BulkTooLarge | DatabaseFailure | QueueFull
    >

    /**
     * Returns for each of up to 1 000 activities whether `recordMany` would refuse it because it is invalid or because its member is
     * unknown. Evaluates no conditions, and writes nothing.
     */
    readonly checkMany: (
      inputs: ReadonlyArray<ActivityInput>
    ) => Effect.Effect<ReadonlyArray<BulkCheck>, InvalidInput | DatabaseFailure>

    /**
     * Like `recordMany`, for one partner and under one idempotency key. A repeated request with the same key returns the same
     * outcomes, including refusals. If no activity is accepted, nothing is stored and the key can be used again.
     */
    readonly recordManyOnce: (request: BulkRequest<ActivityInput>) => Effect.Effect<
      {
        readonly outcomes: ReadonlyArray<Either.Either<ActivityReceipt, ActivityError>>
        readonly replayed: boolean
      },
      InvalidInput | BulkTooLarge | IdempotencyMismatch | DatabaseFailure | QueueFull
    >

    /** Returns the outcomes that an activity would have now. Writes nothing. */
    readonly explain: (
      input: ExplainActivityInput | Unparsed
    ) => Effect.Effect<ReadonlyArray<ActivityOutcome>, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * Reverses every award of an activity: all of them, or none. Awards that were suppressed or already reversed are skipped. The
     * activity still counts as one of the member's activities.
     */
    readonly reverse: (
      input: ReverseActivityInput | Unparsed
    ) => Effect.Effect<ActivityReversalReceipt, ReverseActivityError | DatabaseFailure | QueueFull>

    /** Lists a partner's activities, newest first, with their data and outcomes. */
    readonly list: (
      input: ListActivitiesInput | Unparsed
    ) => Effect.Effect<ActivityPage, InvalidInput | MemberNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Activities, never, Database | CommandWriter | Orderers> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

const parse = parser(ActivityCommand, checkActivity)
const parseExplain = parser(ExplainActivity, checkExplainActivity)
const parseReverse = parser(ReverseActivityCommand)
const parseList = parser(ListActivities)

const findKey = idempotencyKeys.find("key")

const bulk = bulkKind({
  field: "activities",
  parse,
  commandOf: (command, cause) => Command.Activity({ command, ...cause }),
  resultOf: (outcome) => outcomeOf("Activity", outcome).result
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const writer = yield* CommandWriter
  const readList = makeList(database, yield* Orderers)
  const checkCost = makeCheckCost(database)

  /**
   * Returns whether the key was used before. A replay is never refused as too large, even if more rules decide about its activities now.
   */
  const isReplay = (partnerId: PartnerId, key: string) =>
    Effect.map(
      database.run(findKey, [{ partnerId, key: keyDigest(partnerId, key) }]),
      ({ length }) => length > 0
    )

  const readChecked = Effect.fnUntraced(function* (
    inputs: BulkRequest<ActivityInput>["inputs"],
    key?: string
  ) {
    const read = yield* readBulk(bulk, inputs)
    const byPartner = Map.groupBy(read.commands, ({ command }) => command.partnerId)
    for (const [partnerId, some] of byPartner) {
      const commands = some.map(({ command }) => command)
      yield* checkCost(partnerId, commands).pipe(
        Effect.catchTag("BulkTooLarge", (error) =>
          key === undefined
            ? error
            : Effect.if(isReplay(partnerId, key), { onTrue: () => Effect.void, onFalse: () => error })
        )
      )
    }
    return read
  })

  return Activities.of({
    // A single activity has no span. The group in which it is written has the span "CommandWriter.commit".
    record: Effect.fnUntraced(function* (input) {
      const command = yield* parse(input)
      const [outcome] = yield* writer.write([Command.Activity({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Activity", outcome).result
    }),

    recordMany: Effect.fn("Activities.recordMany")((inputs) => writeBulk(writer, readChecked(inputs))),

    checkMany: Effect.fn("Activities.checkMany")(function* (inputs) {
      const at = yield* now
      const parseTimed = (input: unknown) =>
        Either.flatMap(parse(input), (command) => {
          const fault = checkOccurredAt(command.occurredAt ?? at, at)
          return fault === undefined
            ? Either.right(command)
            : Either.left(new InvalidInput({ faults: [fault] }))
        })
      return yield* checkBulk(writer, { ...bulk, parse: parseTimed }, inputs)
    }),

    recordManyOnce: Effect.fn("Activities.recordManyOnce")((request) =>
      writeBulkOnce(writer, request, readChecked(request.inputs, request.key))
    ),

    explain: Effect.fn("Activities.explain")((input) =>
      Effect.flatMap(parseExplain(input), writer.explainActivity)
    ),

    reverse: Effect.fnUntraced(function* (input) {
      const command = yield* parseReverse(input)
      const [outcome] = yield* writer.write([Command.ReverseActivity({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("ReverseActivity", outcome).result
    }),

    list: Effect.fn("Activities.list")((input) => Effect.flatMap(parseList(input), readList))
  })
})
