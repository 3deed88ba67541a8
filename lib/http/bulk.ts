import { OpenApi } from "@effect/platform"
import { Context, Data, Effect, Either, Schema } from "effect"
import { maxCommands } from "../rewards/commands/CommandWriter.ts"
import { type InvalidInput, invalid, Unparsed } from "../schema/Input.ts"
import { BodyLimit, CountsAs, Failures } from "./annotations.ts"
import { Whole } from "./answerSchemas.ts"
import { Failure } from "./envelope.ts"
import { type ServiceFailure, toWire } from "./failure.ts"
import type { PartnerRequest } from "./handle.ts"
import { once } from "./idempotency.ts"

const bulkFailures = {
  429: "Too many requests at once, or too many in a minute, where each item counts as a request. Nothing was written. `Retry-After` says when to try again"
}

const bulkDescription =
  "The outcomes are in the order of the items in the request. A refused item does not stop the others: the status is 201 even if all items are refused. Each item counts as a request for the rate limit. A retry with the same `Idempotency-Key` gets the whole first answer again, unless all items were refused."

/** The annotations of a bulk endpoint whose body has its items in the list `name`. */
export const bulkOf = (name: string) =>
  Context.make(BodyLimit, 1024 * 1024).pipe(
    Context.add(Failures, bulkFailures),
    Context.add(OpenApi.Description, bulkDescription),
    Context.add(CountsAs, (body) => {
      const list = body[name]
      return Array.isArray(list) ? Math.min(list.length, maxCommands) : 1
    })
  )

export const itemsOf = <S extends Schema.Schema.Any>(item: S) =>
  Schema.Array(item).annotations({ description: `Up to ${maxCommands}` })

/** The answer to a bulk request: how many items were accepted and refused, and the outcomes in the order of the items. */
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

export const outcomes = <A, Data>(
  results: ReadonlyArray<Either.Either<A, ServiceFailure>>,
  dataOf: (record: A) => Data
): Outcomes<Data> => {
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

/** The items in the list `name` of a bulk request, each with the caller's partner id. */
export const inputsIn = (
  { body, session: { partnerId } }: PartnerRequest,
  name: string
): Effect.Effect<ReadonlyArray<Unparsed>, InvalidInput> => {
  const list: unknown = body[name]
  if (!Array.isArray(list)) {
    return Effect.fail(invalid(name, list === undefined ? "is required" : `must be a list of ${name}`))
  }
  if (list.length > maxCommands) {
    return Effect.fail(invalid(name, `must hold at most ${maxCommands} ${name}, got ${list.length}`))
  }
  const inputs = list.map((item: unknown) => {
    const fields = typeof item === "object" ? item : {}
    return new Unparsed({ ...fields, partnerId, idempotencyKey: undefined })
  })
  return Effect.succeed(inputs)
}

class NothingAccepted extends Data.TaggedError("NothingAccepted")<{}> {}

/** Runs a bulk write once for its idempotency key. If every item is refused, the key stays unused. */
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
