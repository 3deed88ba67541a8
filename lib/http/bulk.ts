import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Data, Effect, Either, Predicate, Schema } from "effect"
import type { BulkRequest } from "../rewards/commands/bulk.ts"
import { maxCommands } from "../rewards/commands/CommandWriter.ts"
import { type InvalidInput, invalid, parser, required, Unparsed } from "../schema/Input.ts"
import { BodyLimit, CountsAs, Failures } from "./annotations.ts"
import { Whole } from "./answerSchemas.ts"
import { Failure } from "./envelope.ts"
import { type ServiceFailure, toWire } from "./failure.ts"
import type { PartnerRequest } from "./handle.ts"
import { once } from "./idempotency.ts"
import { withUnknownFields } from "./requestSchemas.ts"

const bulkFailures = {
  429: "Too many requests at once, or too many in a minute, where each item counts as a request. Nothing was written. `Retry-After` says when to try again"
}

const bulkDescription =
  "The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is that of a success even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused."

/** Returns the annotations of a bulk endpoint whose body has its items in the list `name`. */
export const bulkOf = (name: string) =>
  Context.make(BodyLimit, 1024 * 1024).pipe(
    Context.add(Failures, bulkFailures),
    Context.add(OpenApi.Description, bulkDescription),
    Context.add(CountsAs, (body) => {
      const list = body[name]
      return Array.isArray(list) ? Math.min(list.length, maxCommands) : 1
    })
  )

/** Makes the schema of the body of a bulk request: up to 1 000 items in the list `name`. */
export const bulkBody = <Name extends string, S extends Schema.Schema.Any>(
  identifier: string,
  name: Name,
  item: S
) => {
  const items = Schema.Array(item).annotations({ description: `Up to ${maxCommands}` })
  const fields = { [name]: items } as { readonly [N in Name]: typeof items }
  return Schema.Struct(fields).annotations({ identifier, ...withUnknownFields })
}

/** Makes the schema of a bulk answer: how many items were accepted and refused, and the outcomes in the order of the items. */
export const outcomesOf = <S extends Schema.Schema.Any>(identifier: string, record: S) =>
  Schema.Struct({
    accepted: Whole,
    refused: Whole,
    outcomes: Schema.Array(
      Schema.Union(Schema.Struct({ status: Schema.Literal("success"), data: record }), Failure)
    )
  }).annotations({ identifier })

export interface Outcomes<Data> {
  readonly accepted: number
  readonly refused: number
  readonly outcomes: ReadonlyArray<Failure | { readonly status: "success"; readonly data: Data }>
}

const outcomes = <A, Data>(results: Results<A>, dataOf: (record: A) => Data): Outcomes<Data> => {
  const accepted = results.filter(Either.isRight).length
  return {
    accepted,
    refused: results.length - accepted,
    outcomes: results.map(
      Either.match({
        onLeft: (error) => toWire(error).body,
        onRight: (record) => ({ status: "success" as const, data: dataOf(record) })
      })
    )
  }
}

/** Whether each item of a bulk request may have its own idempotency key. */
type ItemKeys = "with keys" | "without keys"

const twoKeys = (name: string): InvalidInput =>
  invalid(`${name}.idempotencyKey`, "cannot be given together with the header Idempotency-Key")

/** Makes a function that returns the items in the list `name` of a bulk request, each with the caller's partner id. */
export const inputsIn = (name: string, keys: ItemKeys = "without keys") => {
  const message = () => ({ message: `must be a list of ${name}`, override: true })
  const list = Schema.Array(Schema.Unknown).annotations({ message })
  const parse = parser(Schema.Struct({ [name]: required(list) }))
  return ({ body, idempotencyKey, session: { partnerId } }: PartnerRequest) =>
    Either.flatMap(
      parse(body),
      ({ [name]: items = [] }): Either.Either<ReadonlyArray<Unparsed>, InvalidInput> => {
        if (items.length > maxCommands) {
          return Either.left(invalid(name, `must hold at most ${maxCommands} ${name}, got ${items.length}`))
        }
        const records = items.map((item) => (Predicate.isRecord(item) ? item : {}))
        const isKeyed = keys === "with keys" && records.some((item) => item.idempotencyKey !== undefined)
        if (isKeyed && idempotencyKey !== undefined) return Either.left(twoKeys(name))
        const set = isKeyed ? { partnerId } : { partnerId, idempotencyKey: undefined }
        return Either.right(records.map((item) => new Unparsed(item, set)))
      }
    )
}

type Results<A> = ReadonlyArray<Either.Either<A, ServiceFailure>>

interface BulkWrite<A, D> {
  readonly write: (inputs: ReadonlyArray<Unparsed>) => Effect.Effect<Results<A>, ServiceFailure>
  readonly writeOnce: (
    request: BulkRequest<never>
  ) => Effect.Effect<{ readonly outcomes: Results<A>; readonly replayed: boolean }, ServiceFailure>
  readonly dataOf: (record: A) => D
}

/**
 * Makes a function that writes the commands of a bulk request, and answers it. `done` completes the message, such as "9 of 10 awards
 * created". With an idempotency key, a replay repeats all outcomes, including refusals. If every command is refused, the key stays
 * unused. The stored answer contains no user ids: see `StoredRefusal`.
 */
export const bulkAnswer = (name: string, done: string, keys?: ItemKeys) => {
  const inputsOf = inputsIn(name, keys)
  return Effect.fnUntraced(function* <A, D>(
    request: PartnerRequest,
    { dataOf, write, writeOnce }: BulkWrite<A, D>
  ) {
    const { body, idempotencyKey: key, operation, session } = request
    const inputs = yield* inputsOf(request)
    const { outcomes: results, replayed } =
      key === undefined
        ? { outcomes: yield* write(inputs), replayed: false }
        : yield* writeOnce({ partnerId: session.partnerId, key, body: [operation, body], inputs })
    const data = outcomes(results, dataOf)
    return { message: `${data.accepted} of ${results.length} ${name} ${done}`, data, replayed }
  })
}

class NothingAccepted extends Data.TaggedError("NothingAccepted")<{}> {}

/** Runs a bulk write once for its idempotency key, and stores the answer. If every item is refused, the key stays unused. */
export const onceAccepted = <A, D, E, R>(
  request: PartnerRequest,
  write: Effect.Effect<ReadonlyArray<Either.Either<A, ServiceFailure>>, E, R>,
  dataOf: (record: A) => D
) =>
  Effect.gen(function* () {
    let refused: Outcomes<D> | undefined
    const accepted = Effect.flatMap(write, (results) => {
      const answer = outcomes(results, dataOf)
      if (answer.accepted > 0) return Effect.succeed(answer)
      refused = answer
      return Effect.fail(new NothingAccepted())
    })
    return yield* once(request, accepted).pipe(
      Effect.catchTag("NothingAccepted", (error) =>
        refused === undefined ? Effect.die(error) : Effect.succeed({ data: refused, replayed: false })
      )
    )
  })
